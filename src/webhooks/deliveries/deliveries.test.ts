import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { inOneProcess } from '../../../test/cluster/environment.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import { answers, startReceiver } from '../../../test/harness/receiver.ts'
import { addressCheck } from '../outbound/addresses.ts'
import { Outbound } from '../outbound/outbound.ts'
import { deleteOldDeliveries } from './retention.ts'

const secrets: string[] = []
const receiver = await startReceiver({ secrets })
after(() => receiver.stop())
const { app, db, clock, organisation, numberEvents } = await harness(
  {},
  {
    outbound: (clock) =>
      new Outbound({ addresses: addressCheck(['127.0.0.0/8']), clock, lookup: async () => ['127.0.0.1'] }),
  },
)
const url = `http://127.0.0.1:${receiver.port}/hooks?key=abc`
const day = 86_400_000
const timeOf = (ms: number) => new Date(ms).toISOString().replace('Z', '000Z')

const create = async (org: Organisation, body: object = {}) => {
  const { status, body: created, text } = await org.post('/webhooks', { url, ...body })
  assert.equal(status, 201, text)
  return created as { data: any; secret: string }
}
interface Row {
  event_id: number
  type?: string
  status?: string
  attempts?: number
  last_at?: string
  next_at?: string | null
  error?: string | null
  earlier?: object[] | null
}
const insert = async (org: Organisation, webhookId: number, rows: Row[]) => {
  for (const row of rows) {
    const { event_id, type = 'client.created', status = 'failed', attempts = 1, last_at = timeOf(clock.now()) } = row
    const { next_at = null, error = null, earlier = null } = row
    await db.query(
      `insert into webhook_delivery (org_id, webhook_id, event_id, type, subject_id, status, attempts, last_at, next_at, error, earlier,
         status_code, duration_ms) values ($1, $2, $3, $4, 7, $5, $6, $7, $8, $9, $10, 500, 12)`,
      [org.orgId, webhookId, event_id, type, status, attempts, last_at, next_at, error, JSON.stringify(earlier)],
    )
  }
}
/** Events of clients, numbered from 1. */
const createEvents = async (org: Organisation, count: number, type = 'client.updated') => {
  await db.query(
    `insert into event (org_id, type, subject_id, connection_id) select $1, $2, 7, $3 from generate_series(1, $4)`,
    [org.orgId, type, org.connectionId, count],
  )
  await numberEvents()
}
const rowsOf = async (org: Organisation) =>
  (
    await db.query(
      'select event_id, status, attempts, next_at, is_replay from webhook_delivery where org_id = $1 order by event_id',
      [org.orgId],
    )
  ).rows
const idsOf = (data: { event_id: number }[]) => data.map(({ event_id }) => event_id)
const errorsOf = ({ status, body }: { status: number; body: any }) => [status, body.errors]

describe('GET /webhooks/{id}/deliveries', () => {
  test('lists deliveries by their last attempt, newest first, page by page', async () => {
    const org = await organisation()
    const { data } = await create(org)
    const now = clock.now()
    const at = [5, 1, 3, 3, 2].map((minutes) => timeOf(now - minutes * 60_000))
    await insert(
      org,
      data.id,
      at.map((last_at, n) => ({ event_id: n + 1, last_at })),
    )
    const path = `/webhooks/${data.id}/deliveries`
    assert.deepEqual(idsOf((await org.get(path)).body.data), [2, 5, 4, 3, 1])
    const seen: number[] = []
    let query = '?limit=2'
    for (let page = 0; page < 3; page++) {
      const { body } = await org.get(`${path}${query}`)
      seen.push(...idsOf(body.data))
      query = `?limit=2&cursor=${body.meta.next_cursor}`
      if (page === 2) assert.equal(body.meta.next_cursor, null)
    }
    assert.deepEqual(seen, [2, 5, 4, 3, 1])
    assert.deepEqual((await org.get(`${path}?limit=1`)).body.data, [
      {
        ...{
          event_id: 2,
          type: 'client.created',
          status: 'failed',
          attempts: 1,
          next_attempt_at: null,
          is_replay: false,
        },
        subject: { type: 'client', id: 7, ref: null, path: '/clients/7' },
        last_attempt: { at: at[1], status_code: 500, duration_ms: 12, error: null, response: null },
      },
    ])
  })

  test('by status, type and time; a cursor is for its own filter and webhook', async () => {
    const org = await organisation()
    const [{ data }, { data: other }] = [await create(org), await create(org)]
    const at = (n: number) => `2026-11-1${n}T13:00:00Z`
    await insert(org, data.id, [
      { event_id: 1, status: 'delivered', last_at: at(1) },
      { event_id: 2, status: 'pending', next_at: timeOf(clock.now()), last_at: at(2) },
      { event_id: 3, type: 'shift.cancelled', last_at: at(3) },
      { event_id: 4, last_at: at(4) },
    ])
    const path = `/webhooks/${data.id}/deliveries`
    const ids = async (query: string) => idsOf((await org.get(`${path}?${query}`)).body.data)
    assert.deepEqual(await ids('status=delivered'), [1])
    assert.deepEqual(await ids('status=pending'), [2])
    assert.deepEqual(await ids('status=failed'), [4, 3])
    assert.deepEqual(await ids('types=shift.*,staff.created'), [3])
    assert.deepEqual(await ids('status=failed&types=client.*'), [4])
    assert.deepEqual(await ids('from=2026-11-14'), [4, 3], 'the day begins at midnight in Sydney')
    assert.deepEqual(await ids('to=2026-11-13'), [2, 1], 'the day is included')
    assert.deepEqual(await ids('from=2026-11-12T13:00:00Z&to=2026-11-13T13:00:00Z'), [3, 2])
    const { body } = await org.get(`${path}?limit=1&status=failed`)
    const cursor = body.meta.next_cursor
    assert.equal((await org.get(`${path}?limit=1&status=failed&cursor=${cursor}`)).status, 200)
    const wrong = ['cursor must be the next_cursor of the page before, sent with the same filter.']
    for (const address of [
      `${path}?cursor=${cursor}`,
      `/webhooks/${other.id}/deliveries?status=failed&cursor=${cursor}`,
    ])
      assert.deepEqual(errorsOf(await org.get(address)), [422, { cursor: wrong }])
    for (const [query, field] of [
      ['status=sent', 'status'],
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['types=shifts.*', 'types'],
      ['from=yesterday', 'from'],
      ['from=2026-11-14&to=2026-11-13', 'to'],
    ])
      assert.deepEqual(Object.keys((await org.get(`${path}?${query}`)).body.errors), [field], query)
  })

  test('a page reads up to 10,000 deliveries for those of its filter, and has a next one', async () => {
    const org = await organisation()
    const { data } = await create(org)
    await insert(org, data.id, [{ event_id: 1, type: 'shift.cancelled', last_at: '2026-01-01T00:00:00Z' }])
    await db.query(
      `insert into webhook_delivery (org_id, webhook_id, event_id, type, subject_id, status, attempts, last_at)
       select $1, $2, n, 'client.updated', 1, 'delivered', 1, now() from generate_series(2, 10001) n`,
      [org.orgId, data.id],
    )
    const path = `/webhooks/${data.id}/deliveries?types=shift.*`
    const { body } = await org.get(path)
    assert.deepEqual(body.data, [])
    const next = await org.get(`${path}&cursor=${body.meta.next_cursor}`)
    assert.deepEqual([idsOf(next.body.data), next.body.meta.next_cursor], [[1], null])
  })

  test('a token sees the types that it may read; others are a 404, and a 403 by name', async () => {
    const org = await organisation({ clients: 'read' })
    const { data } = await create(org)
    await insert(org, data.id, [{ event_id: 1 }, { event_id: 2, type: 'shift.cancelled' }])
    const path = `/webhooks/${data.id}/deliveries`
    assert.deepEqual(idsOf((await org.get(path)).body.data), [1])
    assert.deepEqual(idsOf((await org.get(`${path}?types=*`)).body.data), [1])
    const { status, headers } = await org.get(`${path}?types=shift.*`)
    assert.deepEqual([status, headers['x-required-access']], [403, 'roster=read'])
    for (const response of [await org.get(`${path}/2`), await org.post(`${path}/2/resend`)])
      assert.deepEqual([response.status, response.body.message], [404, 'Delivery not found.'])
  })
})

test('GET /webhooks/{id}/deliveries/{event_id} has every attempt, the first one first', async () => {
  const org = await organisation()
  const { data } = await create(org)
  const first = { at: timeOf(clock.now() - 5000), status_code: null, duration_ms: 3, error: 'No.', response: null }
  await insert(org, data.id, [{ event_id: 1, attempts: 2, earlier: [first], error: 'The receiver answered 500.' }])
  const { body } = await org.get(`/webhooks/${data.id}/deliveries/1`)
  const { tries, last_attempt, attempts } = body.data
  assert.equal(attempts, 2)
  assert.equal(last_attempt.error, 'The receiver answered 500.')
  assert.deepEqual(tries, [first, last_attempt])
  assert.equal((await org.get(`/webhooks/${data.id}/deliveries/2`)).body.message, 'Delivery not found.')
})

test('POST …/resend makes a delivery due at once, whatever its status was', async () => {
  const org = await organisation()
  const { data } = await create(org)
  const later = timeOf(clock.now() + 3_600_000)
  await insert(org, data.id, [
    { event_id: 1 },
    { event_id: 2, status: 'delivered' },
    { event_id: 3, status: 'pending', next_at: later },
  ])
  await db.query('update webhook set next_at = $2 where id = $1', [data.id, later])
  const at = timeOf(clock.now())
  for (const event of [1, 2, 3]) {
    const { status, body } = await org.post(`/webhooks/${data.id}/deliveries/${event}/resend`)
    const { event_id, status: now, attempts, next_attempt_at, is_replay } = body.data
    assert.deepEqual(
      [status, event_id, now, attempts, next_attempt_at, is_replay],
      [200, event, 'pending', 1, at, true],
    )
  }
  assert.equal((await org.get(`/webhooks/${data.id}`)).body.data.next_attempt_at, at)
})

describe('POST /webhooks/{id}/replay', () => {
  const replay = (org: Organisation, id: number, body: object) => org.post(`/webhooks/${id}/replay`, body)

  test('sends again what failed or is pending, or every event of its types up to its position', async () => {
    const org = await organisation()
    await createEvents(org, 5)
    await createEvents(org, 1, 'task.created')
    const { data } = await create(org, { types: ['client.*'] })
    await createEvents(org, 1)
    await insert(org, data.id, [
      { event_id: 1, attempts: 10 },
      { event_id: 2, status: 'delivered' },
      { event_id: 3, status: 'pending', next_at: timeOf(clock.now() + day) },
    ])
    const at = timeOf(clock.now())
    const due = (event_id: number, attempts: number) => ({
      event_id,
      status: 'pending',
      attempts,
      next_at: at,
      is_replay: true,
    })
    const delivered = { event_id: 2, status: 'delivered', attempts: 1, next_at: null, is_replay: false }

    const dry = await replay(org, data.id, { from: 2, only: 'all', dry_run: true })
    assert.deepEqual([dry.status, dry.body], [200, { dry_run: true, from: 2, to: 7, events: 4 }])
    assert.equal((await rowsOf(org)).length, 3)
    const failed = await replay(org, data.id, { from: 1 })
    assert.deepEqual([failed.status, failed.body], [200, { from: 1, to: 7, events: 2 }])
    assert.deepEqual(await rowsOf(org), [due(1, 10), delivered, due(3, 1)])
    await db.query(`update webhook_delivery set status = 'delivered' where org_id = $1`, [org.orgId])
    const all = await replay(org, data.id, { from: 2, to: 4, only: 'all' })
    assert.deepEqual(all.body, { from: 2, to: 4, events: 3 })
    assert.deepEqual((await rowsOf(org)).slice(1), [due(2, 1), due(3, 1), due(4, 0)])
    const { body } = await org.get(`/webhooks/${data.id}/deliveries/4`)
    assert.deepEqual([body.data.last_attempt, body.data.tries, body.data.subject.id], [null, [], 7])
    assert.equal((await org.get(`/webhooks/${data.id}`)).body.data.next_attempt_at, at)
  })

  test('as a dry run touches no row, not even one that is rolled back', {
    skip: inOneProcess('a distributed table does not show it'),
  }, async () => {
    const org = await organisation()
    await createEvents(org, 3)
    const { data } = await create(org)
    await insert(org, data.id, [{ event_id: 1 }, { event_id: 2 }])
    for (const only of ['all', 'failed'])
      assert.equal((await replay(org, data.id, { from: 1, only, dry_run: true })).status, 200)
    const { rows } = await db.query('select xmax::text from webhook_delivery where org_id = $1', [org.orgId])
    assert.deepEqual(rows, [{ xmax: '0' }, { xmax: '0' }])
  })

  test('from a time to a time, both included', async () => {
    const org = await organisation()
    await createEvents(org, 4)
    for (const seq of [1, 2, 3, 4])
      await db.query('update event set at = $3 where org_id = $1 and seq = $2', [
        org.orgId,
        seq,
        `2026-11-1${seq}T13:00:00Z`,
      ])
    const { data } = await create(org)
    const range = async (from: string, to: string) => {
      const { body } = await replay(org, data.id, { from, to, only: 'all', dry_run: true })
      return [body.from, body.to, body.events]
    }
    assert.deepEqual(await range('2026-11-13', '2026-11-14'), [2, 3, 2])
    assert.deepEqual(await range('2026-11-12T13:00:00Z', '2026-11-12T13:00:00Z'), [2, 2, 1])
    const empty = await replay(org, data.id, { from: '2026-12-01' })
    assert.deepEqual(empty.body, { from: 5, to: 4, events: 0 })
  })

  test('is one at a time, also of two requests at once; deliveries that have failed since do not count', async () => {
    const org = await organisation()
    await createEvents(org, 3)
    const { data } = await create(org)
    const both = await Promise.all([1, 2].map(() => replay(org, data.id, { from: 1, only: 'all' })))
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 422])
    const { body } = await replay(org, data.id, { from: 1 })
    assert.equal(body.message, 'A replay of this webhook is still under way: wait until its events were sent.')
    await org.patch(`/webhooks/${data.id}`, { enabled: false })
    assert.match(
      (await replay(org, data.id, { from: 1 })).body.message,
      /because the webhook is disabled: enable it\.$/,
    )
    await db.query(`update webhook_delivery set attempts = 1, next_at = $2 where org_id = $1`, [
      org.orgId,
      timeOf(clock.now() + 5000),
    ])
    assert.deepEqual((await replay(org, data.id, { from: 1 })).body, { from: 1, to: 3, events: 3 })
  })

  test('has at most 10,000 events, of 100,000 in a row', async () => {
    const org = await organisation()
    await createEvents(org, 10_001)
    const { data } = await create(org)
    const message = 'A replay has at most 10,000 events, and these are 10,001: choose fewer.'
    assert.deepEqual(errorsOf(await replay(org, data.id, { from: 1, only: 'all' })), [422, { from: [message] }])
    assert.equal((await rowsOf(org)).length, 0)
    assert.equal((await replay(org, data.id, { from: 2, only: 'all' })).body.events, 10_000)
    await db.query('update feed set head = 100001 where org_id = $1', [org.orgId])
    const apart = 'from and to must be at most 100,000 events apart, and these are 100,001.'
    assert.deepEqual(errorsOf(await replay(org, data.id, { from: 1 })), [422, { from: [apart] }])
    assert.deepEqual(errorsOf(await replay(org, data.id, { from: 1, to: 100_001 })), [422, { to: [apart] }])
  })

  test('of events that are gone, to come or not allowed is a 422 or leaves them out', async () => {
    const org = await organisation({ clients: 'read' })
    await createEvents(org, 2)
    await createEvents(org, 2, 'task.created')
    const { data } = await create(org)
    assert.equal((await replay(org, data.id, { from: 1, only: 'all', dry_run: true })).body.events, 2)
    await db.query('update feed set oldest = 3 where org_id = $1', [org.orgId])
    const gone = 'Events up to 2 are no longer kept: the first that can be sent is 3.'
    assert.deepEqual(errorsOf(await replay(org, data.id, { from: 1 })), [422, { from: [gone] }])
    const last = 'from must be at most 5: the last event is 4.'
    assert.deepEqual(errorsOf(await replay(org, data.id, { from: 6 })), [422, { from: [last] }])
    const order = 'to must not be before from: it is event 3, and from is event 4.'
    assert.deepEqual(errorsOf(await replay(org, data.id, { from: 4, to: 3 })), [422, { to: [order] }])
    const wrong = await replay(org, data.id, { from: 'latest', to: 'x' })
    assert.deepEqual(Object.keys(wrong.body.errors), ['from', 'to'])
    for (const body of [{}, { from: 0 }, { from: 3, only: 'some' }, { from: null }])
      assert.equal((await replay(org, data.id, body)).status, 422)
  })
})

describe('POST /webhooks/{id}/test', { skip: inOneProcess('each node counts tests for itself') }, () => {
  test('sends the example of a type now, signed with every valid secret, and returns what the receiver did', async () => {
    const org = await organisation()
    const { data, secret } = await create(org)
    const path = `/webhooks/${data.id}/test`
    secrets.splice(0, secrets.length, secret)
    clock.advance(Date.now() - clock.now())
    const { status, body } = await org.post(path)
    assert.equal(status, 200)
    assert.deepEqual(body.data, {
      ok: true,
      status_code: 204,
      duration_ms: body.data.duration_ms,
      error: null,
      response: null,
    })
    const request = receiver.requests.at(-1)!
    assert.ok(request.isSigned)
    assert.equal(request.path, '/hooks?key=abc')
    assert.match(String(request.headers['webhook-id']), /^test_[0-9a-f]{32}$/)
    const sent = JSON.parse(request.body.toString())
    assert.deepEqual(sent, {
      type: 'webhook.test',
      timestamp: timeOf(clock.now()),
      data: {
        ...{ id: 10234, feed: 'test', organisation: org.slug, fields: [], detail: null, connection: 'Payroll sync' },
        ...{ subject: { type: 'webhook', id: data.id, ref: null, path: `/webhooks/${data.id}` }, test: true },
      },
    })
    await org.post(`/webhooks/${data.id}/rotate-secret`)
    await org.patch(`/webhooks/${data.id}`, { enabled: false })
    receiver.behave(answers.status(500, 'Out of order'))
    const failed = await org.post(path, { type: 'shift.cancelled' })
    const { ok, status_code, error, response } = failed.body.data
    assert.deepEqual([ok, status_code, error, response], [false, 500, 'The receiver answered 500.', 'Out of order'])
    const second = receiver.requests.at(-1)!
    assert.ok(second.isSigned, 'by the old secret too')
    assert.equal(String(second.headers['webhook-signature']).split(' ').length, 2)
    const { type, data: event } = JSON.parse(second.body.toString())
    assert.deepEqual([type, event.detail, event.test], ['shift.cancelled', { cancelled_by: 'client' }, true])
    receiver.behave(answers.status(204))
  })

  test('ten times a minute for a webhook, then 429; an Idempotency-Key has no effect', async () => {
    const org = await organisation()
    const [{ data }, { data: other }] = [await create(org), await create(org)]
    const send = () => org.post(`/webhooks/${data.id}/test`, {}, { 'idempotency-key': 'same' })
    const before = receiver.requests.length
    for (let n = 0; n < 10; n++) assert.equal((await send()).status, 200)
    assert.equal(receiver.requests.length - before, 10)
    const { status, body, headers } = await send()
    assert.deepEqual([status, body.message], [429, 'A webhook has at most 10 tests a minute.'])
    assert.match(headers['retry-after']!, /^\d+$/)
    assert.equal((await org.post(`/webhooks/${other.id}/test`)).status, 200)
    clock.advance(60_000)
    assert.equal((await send()).status, 200)
  })

  test('of a type that does not exist is a 422, of an area that the token may not read a 403', async () => {
    const org = await organisation({ clients: 'read' })
    const { data } = await create(org)
    const path = `/webhooks/${data.id}/test`
    assert.equal((await org.post(path, { type: 'shift.*' })).status, 422)
    const { status, headers } = await org.post(path, { type: 'shift.created' })
    assert.deepEqual([status, headers['x-required-access']], [403, 'roster=read'])
  })
})

test('deliveries are deleted 30 days after their last attempt, those that are pending are not', async () => {
  const org = await organisation()
  const { data } = await create(org)
  const old = timeOf(clock.now() - 30 * day - 1000)
  await insert(org, data.id, [
    { event_id: 1, last_at: old },
    { event_id: 2, last_at: old, status: 'delivered' },
    { event_id: 3, last_at: old, status: 'pending', next_at: old },
    { event_id: 4, last_at: timeOf(clock.now() - 30 * day + 1000) },
  ])
  await db.query(
    `insert into webhook_delivery (org_id, webhook_id, event_id, type, subject_id, status, attempts, last_at)
     select $1, $2, n, 'client.updated', 1, 'delivered', 1, $3::timestamptz - n * interval '1 second' from generate_series(10, 5010) n`,
    [org.orgId, data.id, old],
  )
  assert.ok(app.jobs['delete old deliveries of webhooks'])
  await deleteOldDeliveries(db, clock)
  assert.deepEqual(idsOf(await rowsOf(org)), [3, 4])
})
