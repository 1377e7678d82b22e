import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, type TestContext, test } from 'node:test'
import { inOneProcess } from '../../test/cluster/environment.ts'
import { createDatabase, databaseUrl } from '../../test/harness/database.ts'
import { harness } from '../../test/harness/harness.ts'
import { eventually, startProgram } from '../../test/harness/processes.ts'
import { answers, type Behaviour, startReceiver } from '../../test/harness/receiver.ts'
import { ready, startService } from '../../test/harness/service.ts'
import { mintToken } from '../access/token-format.ts'
import { restartFeed } from '../events/read.ts'

/** Before a service on this machine: it answers with a fault if one is planned, and passes other requests on. */
async function startProxy(origin: string) {
  const faults: Behaviour[] = []
  const paths: string[] = []
  const server = createServer((received, response) => {
    paths.push(received.url!)
    const fault = faults.shift()
    if (fault) return fault(response, received.socket)
    const passed = request(origin + received.url, { headers: received.headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => received.socket.destroy())
    received.socket.once('close', () => passed.destroy())
    passed.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, faults, paths }
}

const linesOf = (text: string) => text.split('\n').slice(0, -1)

describe('wattle listen', { skip: inOneProcess('it calls one process') }, async () => {
  const { app, db, organisation, numberEvents } = await harness()
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  app.sequencer.start()
  const proxy = await startProxy(origin)
  const secrets: string[] = []
  const receiver = await startReceiver({ secrets })
  after(() => receiver.stop())
  const hook = `http://localhost:${receiver.port}/hook`

  const start = (t: TestContext, token: string, args: string[], url = proxy.url) =>
    startProgram(t, 'src/main.ts', ['listen', ...args], { WATTLE_TOKEN: token, WATTLE_URL: url })
  /** Starts it and waits until it listens. */
  const listen = async (t: TestContext, token: string, args: string[]) => {
    const program = start(t, token, args)
    const text = await program.waitForOutput('Ctrl-C stops', 'stderr')
    const [, secret = ''] = /^Secret of the signatures: (whsec_\S{44})$/m.exec(text) ?? []
    secrets.push(secret)
    return { ...program, text, secret }
  }
  const record = async (
    orgId: number,
    type: string,
    subject: number,
    detail: object | null = null,
    ref: string | null = null,
  ) => {
    await db.query(
      'insert into event (org_id, type, subject_id, ref, detail, fields) values ($1, $2, $3, $4, $5, $6)',
      [...[orgId, type, subject, ref, detail, []]],
    )
    await numberEvents()
  }
  const newClients = (orgId: number, ...ids: number[]) =>
    ids.reduce((before, id) => before.then(() => record(orgId, 'client.created', id)), Promise.resolve())
  /** The requests of the receiver from now on, by the number of their event. */
  const received = () => {
    const from = receiver.requests.length
    const numbers = () => receiver.requests.slice(from).map(({ body }) => JSON.parse(String(body)).data.id as number)
    return { from, numbers, until: (count: number) => receiver.received(from + count) }
  }

  test('sends the request of a webhook, signed with the printed secret; Ctrl-C ends it, and --from sends it again', async (t) => {
    const { orgId, slug, token } = await organisation()
    const { rows } = await db.query('select feed from organisation where id = $1', [orgId])
    const { feed } = rows[0] as { feed: string }
    await newClients(orgId, 1)
    const { child, ended, text, secret } = await listen(t, token, ['--forward-to', hook])
    assert.match(
      text,
      new RegExp(`^Listening to Acme Care \\(${slug}\\) at ${proxy.url}: new events\\.\nForwarding to`),
    )
    const { from, until, numbers } = received()
    await record(orgId, 'shift.cancelled', 912, { cancelled_by: 'client', reason: 'In hospital' }, 'a:4411')
    await until(1)
    const { method, path, headers, body, isSigned } = receiver.requests[from]!
    assert.deepEqual([method, path, isSigned], ['POST', '/hook', true])
    const { 'webhook-id': id, 'webhook-attempt': attempt, 'user-agent': agent, 'content-type': type } = headers
    assert.deepEqual([id, attempt, type], [`evt_${feed}_2`, '1', 'application/json'])
    assert.match(agent!, /^Wattle-Webhooks\/\d/)
    const { timestamp, ...sent } = JSON.parse(String(body))
    const subject = { type: 'shift', id: 912, ref: 'a:4411', path: '/shifts/a:4411' }
    const data = { id: 2, feed, organisation: slug, subject, fields: [], detail: { cancelled_by: 'client' } }
    assert.equal(
      String(body),
      JSON.stringify({ type: 'shift.cancelled', timestamp, data: { ...data, connection: null } }),
    )
    assert.deepEqual(Object.keys(sent), ['type', 'data'])

    await newClients(orgId, 2)
    await until(2)
    child.kill('SIGINT')
    const { code, stdout, stderr } = await ended
    assert.equal(code, 0)
    assert.match(stdout, /^2 {7}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}shift\.cancelled {11}shift a:4411 {8}204 in \d+ ms\n/)
    assert.match(stderr, /^Stopped\. Go on with --from [34]$/m)
    assert.ok(!(stdout + stderr).includes(token))

    const again = await listen(t, token, ['--forward-to', hook.slice('http://'.length), '--from', '2', '--limit', '1'])
    assert.equal(again.secret, secret)
    assert.equal((await again.ended).code, 0)
    assert.deepEqual(numbers(), [2, 3, 2])
    assert.deepEqual(receiver.requests.at(-1)!.body, body)
    assert.equal(receiver.requests.at(-1)!.headers['webhook-id'], id)
  })

  test('a receiver that fails is shown, and the next event is sent', async (t) => {
    const { orgId, token } = await organisation()
    await newClients(orgId, 1, 2, 3, 4)
    const { until, numbers } = received()
    // A reset of a connection that was used before is no failure: the request goes out again by another.
    const failures = [answers.reset, answers.status(500, 'No\nroom'), answers.redirect('/other'), answers.status(204)]
    receiver.behave((response, socket) => failures.shift()!(response, socket))
    const { ended } = await listen(t, token, ['--forward-to', hook, '--from', 'oldest', '--limit', '4'])
    await until(4)
    const { code, stdout, stderr } = await ended
    receiver.behave(answers.status(204))
    assert.equal(code, 1)
    assert.match(stderr, /^The receiver did not take 1, 2, 3\. Send one again with --from 1 --limit 1$/m)
    const results = linesOf(stdout).map((line) => line.slice(75).replace(/\d+ ms/, 'N ms'))
    assert.deepEqual(results, [
      'failed in N ms: The receiver closed the connection before it answered.',
      '500 in N ms: The receiver answered 500. No room',
      "302 in N ms: The receiver redirects to another address. Change the webhook's url.",
      '204 in N ms',
    ])
    assert.deepEqual(numbers(), [1, 2, 3, 4])
  })

  test('Ctrl-C ends it while the receiver does not answer; the event is to be sent again', async (t) => {
    const { orgId, token } = await organisation()
    await newClients(orgId, 1)
    receiver.behave(answers.hang)
    const { until } = received()
    const { child, ended } = await listen(t, token, ['--forward-to', hook, '--from', 'oldest'])
    await until(1)
    child.kill('SIGINT')
    const { code, stdout, stderr } = await ended
    receiver.behave(answers.status(204))
    assert.deepEqual([code, stdout], [0, ''])
    assert.match(stderr, /^Stopped\. Go on with --from 1$/m)
  })

  test('--print-json prints the bodies of the types, and nothing else on stdout', async (t) => {
    const { orgId, slug, token } = await organisation()
    await newClients(orgId, 1)
    await record(orgId, 'staff.created', 3)
    await newClients(orgId, 2)
    const args = ['--print-json', '--types', 'client.*, task.created', '--from', 'oldest', '--limit', '2']
    const { code, stdout, stderr } = await start(t, token, args).ended
    assert.equal(code, 0)
    const bodies = linesOf(stdout).map((line) => JSON.parse(line))
    assert.deepEqual(
      bodies.map(({ type, data }) => [type, data.id, data.organisation]),
      [
        ['client.created', 1, slug],
        ['client.created', 3, slug],
      ],
    )
    assert.match(stderr, /: all events that are stored\.\nTypes: client\.\*, task\.created\nCtrl-C stops\.\n/)
  })

  test('an event of a type that this version does not know is named and left out', async (t) => {
    const { token } = await organisation()
    const event = { id: 7, type: 'robot.built', at: '2026-11-16T02:10:11Z', subject: {}, fields: [], detail: null }
    const page = { data: [event], meta: { feed: 'k3J9xQ2m', next: 7, latest: 7, oldest: 1 } }
    proxy.faults.push(answers.status(200, JSON.stringify({ data: { name: 'A', slug: 'a', timezone: 'UTC' } })))
    proxy.faults.push(answers.status(200, JSON.stringify(page)))
    const { from } = received()
    const { code, stdout, stderr } = await start(t, token, ['--forward-to', hook, '--limit', '1']).ended
    assert.deepEqual([code, stdout, receiver.requests.length], [0, '', from])
    assert.match(stderr, /^Event 7 was left out: this version of wattle does not know the type robot\.built\.$/m)
  })

  test('waits while the service is away, overloaded or limits the token, and then sends each event once', async (t) => {
    const { orgId, token } = await organisation()
    const { until, numbers } = received()
    const { child, ended, waitForOutput } = await listen(t, token, ['--forward-to', hook])
    await newClients(orgId, 1)
    await until(1)
    const message = JSON.stringify({ message: 'Too many requests.' })
    for (const [fault, said] of [
      [answers.reset, `${proxy.url} cannot be reached (`],
      [answers.cutBody(200, '{"data":['), `${proxy.url} cannot be reached (`],
      [answers.status(429, message, { 'retry-after': '1' }), `${proxy.url} answered 429: Too many requests. Waiting`],
      [answers.status(502, '<html>'), `${proxy.url} answered 502. Waiting until it answers …`],
    ] as const) {
      proxy.faults.push(fault)
      const count = numbers().length
      const before = (await waitForOutput('Ctrl-C', 'stderr')).length
      await newClients(orgId, count + 1)
      await until(count + 1)
      // The fault follows the event that ends the wait of a request, so it hits the next one.
      await newClients(orgId, count + 2)
      await until(count + 2)
      const text = await eventually(async () => {
        const written = (await waitForOutput('Ctrl-C', 'stderr')).slice(before)
        return written.endsWith(`${proxy.url} answers again.\n`) ? written : undefined
      })
      assert.ok(text.includes(said), text)
    }
    child.kill('SIGTERM')
    assert.equal((await ended).code, 0)
    assert.deepEqual(numbers(), [1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('says that the feed was restarted, and goes on with new events', async (t) => {
    const { orgId, token } = await organisation()
    await newClients(orgId, 1, 2)
    const { until } = received()
    const { child, ended, waitForOutput } = await listen(t, token, ['--forward-to', hook, '--from', '2'])
    await until(1)
    await eventually(() => app.eventsWaiting() === 1)
    const feed = await restartFeed(db, orgId)
    await newClients(orgId, 3)
    await waitForOutput('The feed was restarted. The feed is', 'stderr')
    await waitForOutput('Listening to its new events from here on.', 'stderr')
    await eventually(() => proxy.paths.some((path) => path.includes(`feed=${feed}`)))
    await newClients(orgId, 4)
    await until(2)
    assert.equal(receiver.requests.at(-1)!.headers['webhook-id'], `evt_${feed}_4`)
    child.kill('SIGINT')
    assert.equal((await ended).code, 0)
  })

  const { token } = await organisation({ clients: 'read' })
  const unknown = mintToken()
  for (const [circumstance, args, code, message, fault] of [
    ['a token that was revoked', ['--token', unknown], 1, /does not accept the token: .* wattle token create, and set/],
    ['a mistyped token', ['--token', `${token.slice(0, -1)}!`], 2, /is not complete, or mistyped: it is svc_at_/],
    ['no token', ['--token', ' '], 2, /^There is no token: set WATTLE_TOKEN/],
    ['types that the token may not read', ['--types', 'shift.*'], 1, /needs the access roster=read: leave the types/],
    ['an unknown type', ['--types', 'robot.*'], 2, /^--types has "robot\.\*": send types such as/],
    ['a number after the last event', ['--from', '900'], 2, /not accept --from 900: The last event is 0/],
    ['another position', ['--from', 'first'], 2, /It must be oldest, latest or the number of an event\./],
    ['no event to end after', ['--limit', '0'], 2, /It must be a whole number from 1\./],
    ['a receiver by another protocol', ['--forward-to', 'ftp://localhost/'], 2, /^--forward-to must begin with https/],
    ['a receiver on a port of SSH', ['--forward-to', 'localhost:22'], 2, /^--forward-to must not use port 22/],
    ['an address with a password', ['--url', `http://a:${token}@127.0.0.1/`], 2, /^WATTLE_URL or --url must be the/],
    ['another path', ['--url', `${proxy.url}/care`], 1, /it answered 404 to \/organisation\. Set WATTLE_URL/],
    ['a page', [], 1, /is not the address of a Wattle service/, answers.status(200, '<html>')],
    ['a redirect', [], 1, /answered 302 .* leads to https:\/\/a\.example\/\./, answers.redirect('https://a.example/')],
  ] as const) {
    test(`${circumstance} ends it with a sentence that says what to do`, async (t) => {
      if (fault) proxy.faults.push(fault)
      const ended = await start(t, token, [...args]).ended
      assert.equal(ended.code, code, ended.stderr)
      assert.match(ended.stderr, message)
      assert.equal(ended.stdout, '')
      for (const secret of [token, unknown]) assert.ok(!ended.stderr.includes(secret))
    })
  }

  test('the address of the API is taken for that of its service', async (t) => {
    const { code, stderr } = await start(t, token, ['--from', '2'], `${proxy.url}/api/integrations/v1/`).ended
    assert.deepEqual([code, /The last event is 0/.test(stderr)], [2, true], stderr)
  })
})

test('goes on after the last event when the service was killed and started again', async (t) => {
  const database = await createDatabase()
  t.after(database.drop)
  const env = { DATABASE_URL: databaseUrl(database.address) }
  const run = (...args: string[]) => startProgram(t, 'src/main.ts', [...args, '--json'], env).ended
  await run('org', 'create', 'Acme')
  const args = ['token', 'create', '--org', 'acme', '--name', 'Sync', '--access', 'clients=read-write']
  const { token } = JSON.parse((await run(...args)).stdout) as { token: string }
  const service = startService(t, env)
  const { url } = await ready(service)
  const { origin, port } = new URL(url)
  const receiver = await startReceiver()
  t.after(() => receiver.stop())
  const program = startProgram(t, 'src/main.ts', ['listen', '--forward-to', `localhost:${receiver.port}`], {
    WATTLE_TOKEN: token,
    PORT: port,
  })
  const createClient = async () => {
    const response = await fetch(`${url}/clients`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ first_name: 'Joan', last_name: 'Hart', client_type: 'NDIS', business_id: 1 }),
    })
    assert.equal(response.status, 201, await response.text())
  }
  await program.waitForOutput('Ctrl-C stops', 'stderr')
  await createClient()
  await receiver.received(1)
  service.child.kill('SIGKILL')
  await program.waitForOutput(`${origin} cannot be reached (`, 'stderr')
  await ready(startService(t, { ...env, PORT: port }))
  await createClient()
  await receiver.received(2)
  await program.waitForOutput(`${origin} answers again.`, 'stderr')
  await createClient()
  await receiver.received(3)
  program.child.kill('SIGINT')
  const { code, stdout } = await program.ended
  assert.equal(code, 0)
  const numbers = receiver.requests.map(({ body }) => JSON.parse(String(body)).data.id as number)
  assert.deepEqual(numbers, [numbers[0], numbers[0]! + 1, numbers[0]! + 2])
  assert.ok(stdout.split('\n').length >= 3)
})
