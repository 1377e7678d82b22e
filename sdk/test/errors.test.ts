import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { inspect } from 'node:util'
import { inOneProcess } from '../../test/cluster/environment.ts'
import {
  ApiError,
  ConnectionError,
  Forbidden,
  Invalid,
  NotFound,
  TooLarge,
  Unauthenticated,
  Wattle,
  WattleError,
  type WattleOptions,
} from '../src/index.ts'
import { startService } from './service.ts'

const read = (name: string) => JSON.parse(readFileSync(new URL(`../cases/${name}`, import.meta.url), 'utf8'))

const failure = (call: PromiseLike<unknown>): Promise<any> =>
  Promise.resolve(call).then(
    () => assert.fail('it succeeded'),
    (error) => error,
  )

describe('errors of the service', { skip: inOneProcess('the client calls one process') }, async () => {
  const { client, organisation, origin } = await startService()

  test('403 is Forbidden with the access that is needed', async () => {
    const error = await failure(client((await organisation({ staff: 'read' })).token).clients.get(7))
    assert.ok(error instanceof Forbidden && error instanceof ApiError && error instanceof WattleError)
    assert.ok(!(error instanceof NotFound))
    assert.deepEqual([error.name, error.status, error.requiredAccess], ['Forbidden', 403, 'clients=read'])
    assert.equal(error.body?.message, 'Access token does not permit this action.')
    assert.match(error.message, /^Access token .*\(403, request [0-9a-f-]{36}\)\n {2}The token needs clients=read\.$/)
    assert.equal(error.request, 'GET /clients/7')
    assert.match(String(error.requestId), /^[0-9a-f-]{36}$/)
  })

  test('404 is NotFound, 401 Unauthenticated and 413 TooLarge', async () => {
    const { token } = await organisation()
    const wattle = client(token)
    for (const id of [987_654, 1.5]) assert.ok((await failure(wattle.clients.get(id))) instanceof NotFound)
    assert.ok((await failure(wattle.shifts.get('nonsense'))) instanceof NotFound)
    assert.ok((await failure(client('svc_at_wrong').me.get())) instanceof Unauthenticated)
    const large = client(token).clients.create({ first_name: 'x'.repeat(70_000) } as never)
    assert.ok((await failure(large)) instanceof TooLarge)
  })

  test('422 is Invalid with the messages by field, and of a shift its conflicts', async () => {
    const org = await organisation()
    const wattle = client(org.token)
    const error = await failure(wattle.clients.create({ first_name: 'Ada' } as never))
    assert.ok(error instanceof Invalid)
    assert.deepEqual(error.errors.last_name, ['last_name is required.'])
    assert.equal(error.conflicts, undefined)
    const { data: ada } = await wattle.clients.create({
      ...{ first_name: 'Ada', last_name: 'Roe', client_type: 'NDIS', business_id: org.businessId },
    })
    const { data: eva } = await wattle.staff.create({ first_name: 'Eva', last_name: 'Li', status: 'Active' })
    const shift = {
      ...({ type: 'single', start: '2026-11-20 09:00:00', end: '2026-11-20 11:00:00' } as const),
      ...{ client_ids: [ada.id], staff_ids: [eva.id], publish: true },
    }
    await wattle.shifts.create(shift)
    const overlap = await failure(wattle.shifts.create(shift))
    assert.ok(overlap instanceof Invalid)
    assert.deepEqual(overlap.conflicts?.map(({ code }) => code).sort(), ['client_overlap', 'staff_overlap'])
  })

  test('withResponse has the response, the id of the request and what is left of the rate limit', async () => {
    const limited = await startService({ rateLimit: 600 })
    const { token } = await limited.organisation()
    const { body, response, requestId, rateLimit } = await limited.client(token).me.get().withResponse()
    assert.deepEqual([body.organisation, response.status], ['Acme Care', 200])
    assert.equal(response.headers.get('x-request-id'), requestId)
    assert.deepEqual([rateLimit?.limit, rateLimit?.windowSeconds], [600, 60])
    assert.ok(rateLimit!.remaining < 600)
    const unlimited = await client((await organisation()).token)
      .clients.list()
      .withResponse()
    assert.deepEqual([unlimited.body.data, unlimited.rateLimit], [[], undefined])
  })

  test('an address beside the API is a WattleError that asks for the base URL, and no record that is gone', async () => {
    const { token } = await organisation()
    for (const baseUrl of [`${origin}/api`, `${origin}/docs`, `${origin}/api/integrations/v2`]) {
      const error = await failure(new Wattle({ token, baseUrl }).clients.get(7))
      assert.ok(error instanceof WattleError && !(error instanceof ApiError))
      assert.equal(error.message, 'GET /clients/7: the service has no such endpoint. Is the base URL right?')
    }
  })

  test('a call is a promise: then, catch and finally', async () => {
    const wattle = client((await organisation()).token)
    let isSettled = false
    const name = await wattle.me
      .get()
      .then(({ organisation }) => organisation)
      .finally(() => {
        isSettled = true
      })
    assert.deepEqual([name, isSettled], ['Acme Care', true])
    assert.equal(await wattle.clients.get(987_654).catch(({ status }) => status), 404)
  })

  test('the token is in no error, nor in what a client or an error looks like', async () => {
    const token = 'svc_at_secretsecretsecret'
    const wattle = client(token)
    const errors = [
      await failure(wattle.me.get()),
      await failure(new Wattle({ token, baseUrl: 'http://127.0.0.1:9' }).me.get(undefined, { deadline: 1 })),
      await failure(new Wattle({ token: `${token}\n`, baseUrl: 'http://127.0.0.1:9' }).me.get()),
      await failure(wattle.clients.create({} as never, { idempotencyKey: 'ключ' })),
      await failure(wattle.clients.get('../me' as never)),
    ]
    for (const value of [wattle, wattle.clients, ...errors])
      for (const text of [inspect(value, { depth: 20, showHidden: true }), JSON.stringify(value) ?? '', String(value)])
        assert.ok(!text.includes('secretsecret'), text)
    for (const error of errors) assert.ok(!inspect(structuredClone(error), { depth: 20 }).includes('secretsecret'))
    assert.match(errors[2].message, /^The token is empty, or has a character that a header cannot have/)
  })
})

describe('errors of the program', () => {
  const options: WattleOptions = { token: 'svc_at_x', baseUrl: 'https://care.example.org' }

  test('a client without a token or an address says what to pass', () => {
    for (const wrong of [{}, { baseUrl: options.baseUrl }, { ...options, token: undefined }, undefined])
      assert.throws(() => new Wattle(wrong as never), /^WattleError: `token` is missing: new Wattle\(\{ token:/)
    for (const baseUrl of [undefined, '', 'care.example.org', 'ftp://a.b', 'https://me:pass@a.b', 'https://a.b/?x=1'])
      assert.throws(() => new Wattle({ ...options, baseUrl: baseUrl as never }), /^WattleError: `baseUrl` must be/)
  })

  test('the address may be that of the service or of the API, with or without a slash at its end', async () => {
    const urls: string[] = []
    const fetch = async (url: unknown) => {
      urls.push(String(url))
      return Response.json({})
    }
    for (const path of ['', '/', '/api/integrations/v1', '/api/integrations/v1/', '/care/api/integrations/v1'])
      await new Wattle({ ...options, baseUrl: options.baseUrl + path, fetch }).me.get()
    const usual = 'https://care.example.org/api/integrations/v1/me'
    assert.deepEqual(urls, [usual, usual, usual, usual, 'https://care.example.org/care/api/integrations/v1/me'])
  })

  test('a path parameter that is missing, or leads to another path, is an error and no request', async () => {
    const fetch = () => assert.fail('a request was sent')
    const wattle = new Wattle({ ...options, fetch })
    const { refused, sent } = read('paths.json')
    for (const wrong of [undefined, Number.NaN, ...refused])
      await assert.rejects(
        async () => await wattle.clients.get(wrong as never),
        /^WattleError: GET \/clients\/\{id\}: id is .*It must be a number or a text/,
      )
    for (const right of sent) await new Wattle({ ...options, fetch: async () => Response.json({}) }).clients.get(right)
  })

  for (const { name, status, headers, body, error: kind, text } of read('errors.json').cases) {
    test(`the text of an error: ${name}`, async () => {
      const fetch = async () => new Response(body, { status, headers })
      const error = await failure(new Wattle({ ...options, fetch }).clients.get(7))
      assert.deepEqual([error.name, error.message], [kind, text])
    })
  }

  test('a 422 has the conflicts, duplicates or issues that are its reason', async () => {
    const given = { message: 'No.', conflicts: [{ code: 'a' }], duplicates: [{ id: 7 }], issues: [{ path: 'b' }] }
    const fetch = async () => Response.json(given, { status: 422 })
    const { conflicts, duplicates, issues } = await failure(new Wattle({ ...options, fetch }).forms.publish(7))
    assert.deepEqual({ message: 'No.', conflicts, duplicates, issues }, given)
  })

  test('a Date in a query is sent as its ISO text, alone and in a list', async () => {
    const urls: URL[] = []
    const fetch = async (url: unknown) => {
      urls.push(new URL(String(url)))
      return Response.json({ data: [] })
    }
    const wattle = new Wattle({ ...options, fetch })
    const at = new Date('2026-11-19T09:00:00Z')
    await wattle.clients.list({ updated_since: at as never, ids: [at] as never })
    assert.deepEqual(Object.fromEntries(urls[0]!.searchParams), {
      ...{ updated_since: '2026-11-19T09:00:00.000Z', ids: '2026-11-19T09:00:00.000Z' },
    })
  })

  test('options in the place of the input are an error and no request', async () => {
    const wattle = new Wattle({ ...options, fetch: () => assert.fail('a request was sent') })
    const { signal } = new AbortController()
    for (const wrong of [{ timeout: 5 }, { deadline: 5 }, { signal }, { idempotencyKey: 'a' }])
      for (const call of [() => wattle.clients.get(1, wrong as never), () => wattle.clients.create(wrong as never)])
        await assert.rejects(
          async () => await call(),
          /^WattleError: (GET|POST) \/clients(\/1)?: \w+ is an option, and was given in the input\. Options are the argument after/,
        )
  })

  test('a value in a path is one part of it', async () => {
    const urls: string[] = []
    const fetch = async (url: unknown) => {
      urls.push(new URL(String(url)).pathname)
      return Response.json({ data: {} })
    }
    await new Wattle({ ...options, fetch }).externalIds.get('erp', 'client', '../a/b?c#d%')
    assert.deepEqual(urls, ['/api/integrations/v1/external-ids/erp/client/..%2Fa%2Fb%3Fc%23d%25'])
  })

  test('errors of another copy of the package are known by instanceof, and others are not', async () => {
    // A copy has classes of its own with the same names.
    const brand = Symbol.for('@wattle/client/error')
    const other = Object.defineProperty(new Error('No.'), brand, { value: ['NotFound', 'ApiError', 'WattleError'] })
    assert.ok(other instanceof NotFound && other instanceof ApiError && other instanceof WattleError)
    assert.ok(!(other instanceof Invalid) && !(new Error('No.') instanceof WattleError))
    for (const value of [null, undefined, 7, 'NotFound', {}]) assert.ok(!((value as unknown) instanceof WattleError))
  })

  test('a class of the program that extends an error is that class and the error', () => {
    class Lost extends ConnectionError {}
    class Other extends ConnectionError {}
    const lost = new Lost('Gone.')
    assert.ok(lost instanceof Lost && lost instanceof ConnectionError && lost instanceof Error)
    assert.ok(!(lost instanceof Other) && !(new ConnectionError('Gone.') instanceof Lost))
  })
})
