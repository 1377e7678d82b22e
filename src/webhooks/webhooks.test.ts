import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { type ApiResponse, harness, type Organisation } from '../../test/harness/harness.ts'
import { untilLockWait } from '../../test/harness/locks.ts'
import { accessOf } from '../access/areas.ts'
import { createToken } from '../access/token-administration.ts'
import { eventTypes } from '../events/catalogue.ts'
import { webhookSecret } from './outbound/signing.ts'
import { notPublicUrl } from './outbound/webhook-url.ts'
import * as webhooks from './webhooks.sql.ts'

const { db, clock, send, organisation, numberEvents } = await harness()

const url = 'https://hooks.example.org/wattle'
const create = async (org: Pick<Organisation, 'post'>, body: object = {}) => {
  const { status, body: created, text } = await org.post('/webhooks', { url, ...body })
  assert.equal(status, 201, text)
  return created as { data: any; secret: string }
}
const createClient = async (org: Organisation): Promise<number> => {
  const body = { first_name: 'Joan', last_name: 'Hart', client_type: 'Private', business_id: org.businessId }
  return (await org.post('/clients', body)).body.data.id
}
/** Creates so many clients, whose events are numbered. */
const createEvents = async (org: Organisation, count: number) => {
  for (let n = 0; n < count; n++) await createClient(org)
  await numberEvents()
}
/** Another connection of the organisation, or another token of the first. */
async function tokenOf(org: Organisation, connection: string, access = accessOf({ clients: 'read' })) {
  const { token, id } = await createToken(
    db,
    { id: org.orgId, slug: org.slug, name: '', timezone: 'Australia/Sydney', integrations_enabled: true },
    { connection, access, expiresAt: new Date(clock.now() + 86_400_000).toISOString() },
  )
  const call = (method: string, path: string, body?: object) =>
    send({
      method: method as 'GET',
      url: path,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { payload: body }),
    })
  return {
    id,
    get: (path: string) => call('GET', path),
    post: (path: string, body?: unknown) => call('POST', path, body as object),
    call,
  }
}
/** Sends requests that all wait for the rows of a table before one goes on. */
async function atOnce(table: 'feed' | 'webhook', org: Organisation, requests: (() => Promise<ApiResponse>)[]) {
  const tx = await db.connect()
  try {
    await tx.query('begin')
    await tx.query(`select from ${table} where org_id = $1 for update`, [org.orgId])
    const responses = Promise.all(requests.map((request) => request()))
    await untilLockWait(db, requests.length)
    await tx.query('commit')
    return await responses
  } finally {
    tx.release()
  }
}
const stored = async (org: Organisation, id: number) =>
  (await db.query('select * from webhook where org_id = $1 and id = $2', [org.orgId, id])).rows[0]
const signingKey = async (org: Organisation): Promise<Buffer> =>
  (await db.query('select signing_key from organisation where id = $1', [org.orgId])).rows[0].signing_key
const errorsOf = ({ status, body }: { status: number; body: any }) => [status, body.errors]

describe('POST /webhooks', () => {
  test('creates a webhook of the connection after the last event, and returns its secret, which is stored nowhere', async () => {
    const org = await organisation()
    await createEvents(org, 2)
    const { data, secret } = await create(org)
    const row = await stored(org, data.id)
    assert.deepEqual(data, {
      ...{ id: data.id, url, types: ['*'], description: null, ordered: false, status: 'active', disabled_reason: null },
      ...{ not_allowed: [], failing_since: null, next_attempt_at: null, position: 2, behind: 0 },
      secrets: [{ last_four: secret.replace(/=$/, '').slice(-4), expires_at: null }],
      ...{ created_at: row.created_at, updated_at: row.updated_at },
    })
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.equal(secret, webhookSecret(await signingKey(org), data.id, 1))
    assert.equal(row.connection_id, org.connectionId)
    assert.ok(!JSON.stringify(row).includes(secret.slice(6, 40)))
    await createEvents(org, 1)
    assert.deepEqual((await org.get(`/webhooks/${data.id}`)).body, { data: { ...data, behind: 1 } })
    assert.deepEqual((await org.get('/webhooks')).body, { data: [{ ...data, behind: 1 }] })
    assert.equal((await org.events()).length, 3, 'there is no event of it')
  })

  test('begins with an event, a day or an instant that `from` names, included', async () => {
    const org = await organisation()
    await createEvents(org, 5)
    const at = (seq: number, time: string) =>
      db.query('update event set at = $3 where org_id = $1 and seq = $2', [org.orgId, seq, time])
    // Number 3 was committed late.
    const times = ['2026-11-15T12:59:59Z', '2026-11-15T13:00:00Z', '2026-11-14T00:00:00Z', '2026-11-16T00:00:00Z']
    for (const [index, time] of [...times, '2026-11-17T00:00:00Z'].entries()) await at(index + 1, time)
    const position = async (from: unknown) => (await create(org, { from })).data.position
    assert.equal(await position('latest'), 5)
    assert.equal(await position(1), 0)
    assert.equal(await position(4), 3)
    assert.equal(await position(6), 5)
    assert.equal(await position('2026-11-16'), 1, 'the day begins at midnight in Sydney')
    assert.equal(await position('2026-11-16T00:00:00Z'), 3)
    assert.equal(await position('2026-11-16T11:00:01+11:00'), 4)
    assert.equal(await position('2030-01-01'), 5)
    assert.equal(await position('2020-01-01'), 0)
  })

  test('of an organisation without events begins with the first', async () => {
    const org = await organisation()
    assert.equal((await create(org)).data.position, 0)
    assert.equal((await create(org, { from: 1 })).data.position, 0)
    assert.equal((await create(org, { from: '2026-11-16' })).data.position, 0)
  })

  test('a `from` that is no place of the feed is a 422 that says what is allowed', async () => {
    const org = await organisation()
    await createEvents(org, 5)
    await db.query('delete from event where org_id = $1 and seq < 3', [org.orgId])
    await db.query('update feed set oldest = 3 where org_id = $1', [org.orgId])
    const errors = async (from: unknown) => errorsOf(await org.post('/webhooks', { url, from }))
    const gone = 'Events up to 2 are no longer kept: the first that can be sent is 3.'
    assert.deepEqual(await errors(2), [422, { from: [gone] }])
    assert.deepEqual(await errors('2020-01-01'), [422, { from: [gone] }])
    assert.deepEqual(await errors(7), [422, { from: ['from must be at most 6: the last event is 5.'] }])
    const shape = 'from must be latest, the number of an event, a day such as 2026-11-16, or an ISO 8601 instant.'
    for (const from of ['oldest', '3', '2026-13-01', '']) assert.deepEqual(await errors(from), [422, { from: [shape] }])
    assert.equal((await org.post('/webhooks', { url, from: 0 })).status, 422)
    assert.equal((await create(org, { from: 3 })).data.position, 2)
  })

  test('the url must be a public https address', async () => {
    const org = await organisation()
    for (const [wrong, message] of [
      ['http://hooks.example.org/', 'The url must begin with https://.'],
      ['https://127.0.0.1/', notPublicUrl],
      ['https://hooks/', 'The url must have a full host name, such as hooks.example.org, or a public IP address.'],
      ['nothing', 'The url must be an address such as https://hooks.example.org/wattle.'],
    ]) {
      assert.deepEqual(errorsOf(await org.post('/webhooks', { url: wrong })), [422, { url: [message] }])
      const { data } = await create(org)
      assert.deepEqual(errorsOf(await org.patch(`/webhooks/${data.id}`, { url: wrong })), [422, { url: [message] }])
    }
    const both = await org.post('/webhooks', { url: 'nothing', types: ['shifts.*'] })
    assert.deepEqual(Object.keys(both.body.errors), ['url', 'types'])
  })

  test('types that do not exist are a 422; those of an area that the token may not read a 403 that names it', async () => {
    const org = await organisation({ clients: 'read' })
    const { data } = await create(org, { types: ['client.*', '*'] })
    const tries = (types: string[]) => [
      org.post('/webhooks', { url, types }),
      org.patch(`/webhooks/${data.id}`, { types }),
    ]
    for (const { status, body } of await Promise.all(tries(['client.created', 'clients.*']))) {
      assert.equal(status, 422)
      assert.match(body.errors.types[0], /^types has "clients\.\*": send types such as shift\.cancelled/)
    }
    for (const { status, headers } of await Promise.all(tries(['shift.*', 'task.created'])))
      assert.deepEqual([status, headers['x-required-access']], [403, 'roster=read, tasks=read'])
    for (const { status } of await Promise.all(tries(['token.created']))) assert.equal(status, 422)
    assert.equal((await org.post('/webhooks', { url, types: [] })).status, 422)
  })

  test('with dry_run returns the webhook and stores nothing', async () => {
    const org = await organisation()
    await createEvents(org, 1)
    const { status, body } = await org.post('/webhooks', { url, from: 1, dry_run: true })
    assert.deepEqual([status, body.dry_run, body.secret, body.data.behind], [200, true, null, 1])
    assert.deepEqual((await org.get('/webhooks')).body, { data: [] })
    assert.equal((await org.post('/webhooks', { url: 'https://127.0.0.1/', dry_run: true })).status, 422)
  })

  test('with an Idempotency-Key is one webhook; the secret is neither stored nor shown again', async () => {
    const org = await organisation()
    const key = { 'idempotency-key': 'one' }
    const first = await org.post('/webhooks', { url }, key)
    const again = await org.post('/webhooks', { url }, key)
    assert.deepEqual([first.status, again.status], [201, 201])
    assert.match(first.body.secret, /^whsec_/)
    assert.deepEqual(again.body, { data: first.body.data, secret: null })
    assert.equal(again.headers['idempotency-replayed'], 'true')
    const path = `/webhooks/${first.body.data.id}/rotate-secret`
    const rotated = await org.post(path, {}, key)
    assert.match(rotated.body.secret, /^whsec_/)
    assert.deepEqual((await org.post(path, {}, key)).body, { data: rotated.body.data, secret: null })
    const { rows } = await db.query('select answer from idempotency_key where org_id = $1', [org.orgId])
    assert.equal(rows.length, 2)
    for (const { answer } of rows) assert.doesNotMatch(answer, /whsec_/)
    assert.equal((await org.get('/webhooks')).body.data.length, 1)
  })

  test('of requests at once only as many succeed as the limit allows', async () => {
    const org = await organisation()
    for (let n = 0; n < 19; n++) await create(org)
    const responses = await atOnce(
      'feed',
      org,
      Array(3).fill(() => org.post('/webhooks', { url })),
    )
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 422, 422])
  })

  test('a connection has 20 and an organisation 50, of requests at once too', async () => {
    const org = await organisation()
    const [second, third] = [await tokenOf(org, 'Second'), await tokenOf(org, 'Third')]
    const createMany = async (of: Pick<Organisation, 'post'>, count: number) => {
      const responses = await Promise.all(Array.from({ length: count }, () => of.post('/webhooks', { url })))
      return responses.map(({ status, body }) => (status === 422 ? body.errors.url[0] : status)).sort()
    }
    const limit = 'A connection has at most 20 webhooks: delete one first.'
    assert.deepEqual(await createMany(org, 24), [...Array(20).fill(201), ...Array(4).fill(limit)])
    assert.equal((await createMany(second, 20)).filter((status) => status === 201).length, 20)
    const ofAll = 'An organisation has at most 50 webhooks: delete one first.'
    assert.deepEqual(await createMany(third, 14), [...Array(10).fill(201), ...Array(4).fill(ofAll)])
    const { body } = await third.get('/webhooks')
    await third.call('DELETE', `/webhooks/${body.data[0].id}`)
    assert.equal((await third.post('/webhooks', { url })).status, 201)
  })
})

describe('a webhook', () => {
  test('of another connection or organisation is a 404, and never changes', async () => {
    const org = await organisation()
    const { data } = await create(org, { types: ['client.*'] })
    await db.query(
      `insert into webhook_delivery (org_id, webhook_id, event_id, type, subject_id, status, attempts, last_at)
       values ($1, $2, 1, 'client.created', 7, 'failed', 1, now())`,
      [org.orgId, data.id],
    )
    const before = await stored(org, data.id)
    const all = accessOf({ clients: 'read-write' })
    for (const other of [await organisation(), await tokenOf(org, 'Other', all)]) {
      assert.deepEqual((await other.get('/webhooks')).body.data, [])
      const path = `/webhooks/${data.id}`
      for (const [method, at, body] of [
        ['GET', path],
        ['PATCH', path, { enabled: false }],
        ['DELETE', path],
        ['POST', `${path}/rotate-secret`, {}],
        ['POST', `${path}/test`, {}],
        ['GET', `${path}/deliveries`],
        ['GET', `${path}/deliveries/1`],
        ['POST', `${path}/deliveries/1/resend`],
        ['POST', `${path}/replay`, { from: 1 }],
      ] as [string, string, object?][]) {
        const { status, body: answer } = await other.call(method, at, body)
        assert.deepEqual([status, answer.message], [404, 'Webhook not found.'], `${method} ${at}`)
      }
    }
    assert.deepEqual(await stored(org, data.id), before)
    // Another token of the same connection has it.
    const same = await tokenOf(org, 'Payroll sync')
    assert.equal((await same.get(`/webhooks/${data.id}`)).status, 200)
  })

  test('shows the types that no valid token of its connection may read', async () => {
    const org = await organisation({ clients: 'read' })
    const { data } = await create(org, { types: ['client.*', '*'] })
    const notAllowed = async () => (await org.get(`/webhooks/${data.id}`)).body.data.not_allowed as string[]
    const ofClients = (type: string) => /^(client|business|note|note_template|organisation|webhook)\./.test(type)
    assert.deepEqual(
      await notAllowed(),
      eventTypes.filter((type) => !ofClients(type)),
    )
    const second = await tokenOf(org, 'Payroll sync', accessOf({ staff: 'read-write' }))
    assert.ok(!(await notAllowed()).includes('staff.created'))
    for (const change of ['disabled = true', `revoked_at = now()`, `expires_at = '2020-01-01'`]) {
      await db.query(`update access_token set ${change} where org_id = $1 and id = $2`, [org.orgId, second.id])
      assert.ok((await notAllowed()).includes('staff.created'), change)
      await db.query(
        `update access_token set disabled = false, revoked_at = null, expires_at = '2100-01-01' where org_id = $1 and id = $2`,
        [org.orgId, second.id],
      )
      assert.ok(!(await notAllowed()).includes('staff.created'))
    }
  })

  test('rests after failures until its next attempt; a new url ends the rest', async () => {
    const org = await organisation()
    const { data } = await create(org)
    const at = (ms: number) => new Date(clock.now() + ms).toISOString().replace('Z', '000Z')
    await db.query(
      `update webhook set failing_since = $2, failures = 5, rest_until = $3, rest_step = 2, lease_by = $4 where id = $1`,
      [data.id, at(-60_000), at(60_000), randomUUID()],
    )
    const { body } = await org.get(`/webhooks/${data.id}`)
    const { status, failing_since, next_attempt_at } = body.data
    assert.deepEqual([status, failing_since, next_attempt_at], ['resting', at(-60_000), at(60_000)])
    const patched = await org.patch(`/webhooks/${data.id}`, { url: `${url}/2` })
    assert.deepEqual([patched.body.data.status, patched.body.data.failing_since], ['active', null])
    const { failures, rest_step, lease_by } = await stored(org, data.id)
    assert.deepEqual([failures, rest_step, lease_by], [0, 0, null])
  })
})

describe('PATCH /webhooks/{id}', () => {
  test('changes what differs and names it; nothing else is touched', async () => {
    const org = await organisation()
    const { data } = await create(org)
    const path = `/webhooks/${data.id}`
    const patch = { types: ['client.*'], description: 'Copy', ordered: true }
    const { body } = await org.patch(path, patch)
    assert.deepEqual(body.updated, ['types', 'description', 'ordered'])
    assert.deepEqual(body.data, { ...data, ...patch, updated_at: body.data.updated_at })
    assert.notEqual(body.data.updated_at, data.updated_at)
    assert.deepEqual((await org.patch(path, { ...patch, enabled: true })).body, { updated: [], data: body.data })
    assert.deepEqual((await org.patch(path, {})).body, { updated: [], data: body.data })
    assert.equal((await org.patch(path, { description: null })).body.data.description, null)
    assert.deepEqual(await org.events(), [])
  })

  test('disables and enables; the position stays, or moves to the last event with resume latest', async () => {
    const org = await organisation()
    await createEvents(org, 1)
    const { data } = await create(org)
    const path = `/webhooks/${data.id}`
    const disabled = await org.patch(path, { enabled: false })
    assert.deepEqual(disabled.body.updated, ['enabled'])
    assert.deepEqual([disabled.body.data.status, disabled.body.data.disabled_reason], ['disabled', 'request'])
    assert.deepEqual((await org.patch(path, { enabled: false })).body.updated, [])
    await createEvents(org, 1)
    await db.query(
      `insert into webhook_delivery (org_id, webhook_id, event_id, type, subject_id, status, attempts, next_at, last_at)
       values ($1, $2, 1, 'client.created', 7, 'pending', 1, now(), now())`,
      [org.orgId, data.id],
    )
    const enabled = await org.patch(path, { enabled: true })
    const { position, behind, status, disabled_reason } = enabled.body.data
    assert.deepEqual(
      [enabled.body.updated, position, behind, status, disabled_reason],
      [['enabled'], 1, 2, 'active', null],
    )
    await org.patch(path, { enabled: false })
    await numberEvents()
    const latest = await org.patch(path, { enabled: true, resume: 'latest' })
    assert.deepEqual([latest.body.data.position, latest.body.data.behind], [4, 0])
    assert.equal((await org.get(`${path}/deliveries/1`)).body.data.status, 'failed')
    const events = (await org.events()).filter(({ type }) => type === 'webhook.disabled')
    assert.equal(events.length, 2)
    assert.deepEqual(events[0], {
      ...{ type: 'webhook.disabled', subject_id: data.id, fields: ['status'], connection_id: org.connectionId },
      detail: { webhook_id: data.id, reason: 'request' },
    })
  })

  test('enabling after events were deleted is a 422 that says which; resume latest goes on', async () => {
    const org = await organisation()
    const { data } = await create(org)
    const path = `/webhooks/${data.id}`
    await createEvents(org, 4)
    await org.patch(path, { enabled: false })
    await db.query('delete from event where org_id = $1 and seq < 4', [org.orgId])
    await db.query('update feed set oldest = 4 where org_id = $1', [org.orgId])
    const message =
      'Events 1 to 3 are no longer kept. Read the records anew, and enable the webhook with resume latest: it then continues after 4.'
    assert.deepEqual(errorsOf(await org.patch(path, { enabled: true })), [422, { enabled: [message] }])
    const { body } = await org.patch(path, { enabled: true, resume: 'latest' })
    assert.deepEqual([body.data.status, body.data.position], ['active', 4])
    const alone = ['resume is for enabling a webhook: send enabled true with it.']
    assert.deepEqual(errorsOf(await org.patch(path, { resume: 'latest' })), [422, { resume: alone }])
  })

  test('of two requests at once both apply', async () => {
    const org = await organisation()
    const { data } = await create(org)
    const path = `/webhooks/${data.id}`
    await atOnce('webhook', org, [
      () => org.patch(path, { description: 'Copy' }),
      () => org.patch(path, { ordered: true }),
    ])
    const { description, ordered } = (await org.get(path)).body.data
    assert.deepEqual([description, ordered], ['Copy', true])
  })
})

test('DELETE /webhooks/{id} returns the webhook, and deletes it with its deliveries', async () => {
  const org = await organisation()
  const { data } = await create(org)
  await db.query(
    `insert into webhook_delivery (org_id, webhook_id, event_id, type, subject_id, status, attempts, last_at)
     values ($1, $2, 1, 'client.created', 7, 'failed', 1, now())`,
    [org.orgId, data.id],
  )
  const { status, body } = await org.delete(`/webhooks/${data.id}`)
  assert.deepEqual([status, body], [200, { data }])
  assert.equal((await org.delete(`/webhooks/${data.id}`)).status, 404)
  const { rows } = await db.query('select from webhook_delivery where org_id = $1', [org.orgId])
  assert.equal(rows.length, 0)
})

describe('POST /webhooks/{id}/rotate-secret', () => {
  const hours = 3_600_000

  test('makes a new secret; the old one stays valid for the overlap, and a third is a 422', async () => {
    const org = await organisation()
    const { data, secret } = await create(org)
    const path = `/webhooks/${data.id}/rotate-secret`
    const { status, body } = await org.post(path)
    assert.equal(status, 200)
    assert.notEqual(body.secret, secret)
    const four = (text: string) => text.replace(/=+$/, '').slice(-4)
    const expires = new Date(clock.now() + 24 * hours).toISOString().replace('Z', '000Z')
    assert.deepEqual(body.data.secrets, [
      { last_four: four(body.secret), expires_at: null },
      { last_four: four(secret), expires_at: expires },
    ])
    const third = await org.post(path, { overlap_hours: 1 })
    const message = `The secret before is valid until ${expires}: rotate after that, or send overlap_hours 0, which ends all older secrets.`
    assert.deepEqual(errorsOf(third), [422, { overlap_hours: [message] }])
    clock.advance(24 * hours)
    assert.equal((await org.get(`/webhooks/${data.id}`)).body.data.secrets.length, 1)
    const next = await org.post(path, { overlap_hours: 168 })
    assert.deepEqual([next.status, next.body.data.secrets.length], [200, 2])
    assert.equal(new Set([secret, body.secret, next.body.secret]).size, 3)
  })

  test('with overlap_hours 0 ends every older secret at once', async () => {
    const org = await organisation()
    const { data } = await create(org)
    const path = `/webhooks/${data.id}/rotate-secret`
    await org.post(path, { overlap_hours: 48 })
    const { status, body } = await org.post(path, { overlap_hours: 0 })
    assert.deepEqual([status, body.data.secrets.length], [200, 1])
    assert.equal((await org.post(path, { overlap_hours: 48 })).status, 200)
    for (const overlap_hours of [-1, 169, 1.5, '24'])
      assert.equal((await org.post(path, { overlap_hours })).status, 422)
  })

  test('of two requests at once one is rejected', async () => {
    const org = await organisation()
    const { data } = await create(org)
    const path = `/webhooks/${data.id}/rotate-secret`
    const both = await atOnce('webhook', org, [() => org.post(path), () => org.post(path)])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 422])
  })
})

describe('webhook.disabled', () => {
  test('is an event for its own connection alone, in the list, by number and by subject', async () => {
    const org = await organisation()
    const { data } = await create(org)
    await createEvents(org, 1)
    for (let n = 0; n < 2; n++)
      await webhooks.disable.rows(db, org.orgId, data.id, 'gone', new Date(clock.now()).toISOString())
    await numberEvents()
    const { body } = await org.get('/events')
    assert.deepEqual(
      body.data.map(({ type }: { type: string }) => type),
      ['client.created', 'webhook.disabled'],
    )
    const event = body.data[1]
    assert.deepEqual(event, {
      ...{ id: 2, type: 'webhook.disabled', at: event.at, fields: ['status'], connection: 'Payroll sync' },
      subject: { type: 'webhook', id: data.id, ref: null, path: `/webhooks/${data.id}` },
      detail: { webhook_id: data.id, reason: 'gone' },
    })
    assert.deepEqual((await org.get('/events/2')).body, { data: event })
    assert.deepEqual((await org.get(`/events?subject=webhook:${data.id}`)).body.data, [event])
    assert.deepEqual((await org.get('/events?types=webhook.*')).body.data, [event])
    const other = await tokenOf(org, 'Other')
    for (const query of ['?after=1', '?types=webhook.*', `?subject=webhook:${data.id}`]) {
      const { body } = await other.get(`/events${query}`)
      assert.deepEqual([body.data, body.meta.next], [[], 2], query)
    }
    assert.equal((await other.get('/events/2')).status, 404)
    const type = (await other.get('/events/types')).body.data.at(-1)
    assert.deepEqual([type.type, type.area, type.allowed], ['webhook.disabled', null, true])
    assert.equal((await org.get(`/webhooks/${data.id}`)).body.data.disabled_reason, 'gone')
  })
})

test('a token that may read less than its connection gets nothing more by a webhook', async () => {
  const org = await organisation({ clients: 'read-write', staff: 'read' })
  const { data } = await create(org, { types: ['client.*'] })
  const weak = await tokenOf(org, 'Payroll sync', accessOf({ staff: 'read' }))
  const path = `/webhooks/${data.id}`
  for (const { status, headers } of [
    await weak.post('/webhooks', { url }),
    await weak.call('PATCH', path, { url: `${url}/2` }),
    await weak.post(`${path}/rotate-secret`, {}),
  ])
    assert.deepEqual([status, headers['x-required-access']], [403, 'clients=read'])
  assert.equal((await weak.post('/webhooks', { url, types: ['staff.*'] })).status, 201)
  assert.equal((await weak.call('PATCH', path, { description: 'Seen' })).status, 200)
  assert.equal((await org.get(path)).body.data.url, url)
})
