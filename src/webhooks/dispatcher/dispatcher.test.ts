import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { inOneProcess } from '../../../test/cluster/environment.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import { untilLockWait } from '../../../test/harness/locks.ts'
import { answers, type Behaviour, type Received, startReceiver } from '../../../test/harness/receiver.ts'
import { addressCheck } from '../outbound/addresses.ts'
import { Outbound } from '../outbound/outbound.ts'
import { Dispatcher } from './dispatcher.ts'

const networks = ['127.0.0.0/8']
const outboundOf = (clock: { now(): number }) => new Outbound({ addresses: addressCheck(networks), clock })
const { app, db, clock, organisation, numberEvents } = await harness({}, { outbound: outboundOf })

const stops: (() => Promise<void>)[] = []
after(async () => {
  for (const stop of stops) await stop()
})
type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** A receiver with a webhook that sends to it. */
async function receiverOf(org: Organisation, body: object = {}, behaviour?: (received: Received) => Behaviour) {
  const secrets: string[] = []
  const receiver = await startReceiver({ secrets, ...(behaviour && { behaviour }) })
  stops.push(receiver.stop)
  const url = `http://127.0.0.1:${receiver.port}/hook?key=1`
  const created = await org.post('/webhooks', { url, ...body })
  assert.equal(created.status, 201, created.text)
  secrets.push(created.body.secret)
  const { id } = created.body.data
  return { ...receiver, id, secrets, webhook: async () => (await org.get(`/webhooks/${id}`)).body.data }
}

/** Numbers all events, and sends what is due. */
async function dispatch(): Promise<void> {
  await numberEvents()
  await app.dispatcher.sendAll()
}

/** Lets the time of the next attempts and of a rest come. */
async function age(org: Organisation): Promise<void> {
  await db.query(
    `update webhook_delivery set next_at = now() - interval '1 second' where org_id = $1 and next_at is not null`,
    [org.orgId],
  )
  await db.query('update webhook set rest_until = null where org_id = $1', [org.orgId])
  await db.query('update webhook set next_at = now() where org_id = $1 and next_at is not null', [org.orgId])
}

const createClient = async (org: Organisation, last_name = 'Hart'): Promise<number> => {
  const body = { first_name: 'Joan', last_name, client_type: 'Private', business_id: org.businessId }
  return (await org.post('/clients', body)).body.data.id
}
const rename = async (org: Organisation, id: number, last_name: string) => {
  assert.equal((await org.patch(`/clients/${id}`, { last_name })).status, 200)
}
const bodyOf = ({ body }: Received) => JSON.parse(body.toString())
const idsOf = ({ requests }: Pick<Receiver, 'requests'>) => requests.map((request) => bodyOf(request).data.id)
const attemptsOf = ({ requests }: Pick<Receiver, 'requests'>) =>
  requests.map(({ headers }) => Number(headers['webhook-attempt']))
const delivery = async (org: Organisation, id: number, eventId: number) =>
  (await org.get(`/webhooks/${id}/deliveries/${eventId}`)).body.data
const fail = answers.status(500, 'out of order')
const succeed = answers.status(204)
const answerAll = (receiver: Receiver, behaviour: Behaviour) => {
  for (const { response, socket } of receiver.pending()) behaviour(response, socket)
}
const leaseOf = async ({ id }: { id: number }): Promise<string> =>
  (await db.query('select lease_until from webhook where id = $1', [id])).rows[0].lease_until
/** Until the process that sends has asked again what it may do and what is new. */
const untilRenewed = async (webhook: { id: number }) => {
  const before = await leaseOf(webhook)
  while ((await leaseOf(webhook)) === before);
}
/** Time for what a process would do at once. */
const someRoundTrips = async () => {
  for (let n = 0; n < 30; n++) await db.query('select 1')
}

describe('an event', () => {
  test('is sent once, signed, without the words and values of people', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org)
    const client = await createClient(org, 'Secret')
    await dispatch()
    await dispatch()
    assert.equal(receiver.requests.length, 1)
    const [request] = receiver.requests
    const { feed } = (await org.get('/events')).body.meta
    assert.ok(request!.isSigned)
    assert.equal(request!.path, '/hook?key=1')
    assert.equal(request!.headers['webhook-id'], `evt_${feed}_1`)
    assert.equal(request!.headers['webhook-attempt'], '1')
    assert.match(String(request!.headers['user-agent']), /^Wattle-Webhooks\/\d+\.\d+$/)
    const { data: event } = (await org.get('/events/1')).body
    assert.deepEqual(bodyOf(request!), {
      type: 'client.created',
      timestamp: event.at,
      data: {
        ...{ id: 1, feed, organisation: org.slug },
        subject: { type: 'client', id: client, ref: null, path: `/clients/${client}` },
        ...{ fields: event.fields, detail: null, connection: 'Payroll sync' },
      },
    })
    assert.doesNotMatch(request!.body.toString(), /Secret/)
    const { status, attempts, last_attempt, next_attempt_at, is_replay } = await delivery(org, receiver.id, 1)
    assert.deepEqual([status, attempts, next_attempt_at, is_replay], ['delivered', 1, null, false])
    assert.deepEqual([last_attempt.status_code, last_attempt.error, last_attempt.response], [204, null, null])
    const { position, behind, failing_since } = await receiver.webhook()
    assert.deepEqual([position, behind, failing_since], [1, 0, null])
  })

  test('goes to every webhook whose types match, of every organisation its own', async () => {
    const [org, other] = [await organisation(), await organisation()]
    const clients = await receiverOf(org, { types: ['client.*'] })
    const staff = await receiverOf(org, { types: ['staff.*'] })
    const others = await receiverOf(other)
    await createClient(org)
    await dispatch()
    assert.deepEqual([clients, staff, others].map(idsOf), [[1], [], []])
    assert.deepEqual((await staff.webhook()).position, 1, 'an event of another type passes by')
  })

  test('of an area that no valid token of the connection may read passes by', async () => {
    const org = await organisation({ clients: 'read-write', staff: 'read' })
    const receiver = await receiverOf(org)
    await db.query(`update access_token set access = access || '{"clients": "no-access"}' where org_id = $1`, [
      org.orgId,
    ])
    await db.query(
      `insert into event (org_id, type, subject_id, fields) values ($1, 'client.created', 1, '{}'), ($1, 'staff.updated', 2, '{status}')`,
      [org.orgId],
    )
    await dispatch()
    assert.deepEqual(idsOf(receiver), [2])
  })

  test('is not delayed by many before it that the connection may not read', async (t) => {
    const org = await organisation({ staff: 'read' })
    const receiver = await receiverOf(org)
    await db.query(
      `insert into event (org_id, type, subject_id, fields)
       select $1, case when n = 2000 then 'staff.updated' else 'client.created' end, n, '{}' from generate_series(1, 2000) n`,
      [org.orgId],
    )
    await numberEvents()
    // No wait ends by its time.
    t.mock.timers.enable({ apis: ['setTimeout'] })
    await app.dispatcher.sendAll()
    assert.deepEqual(idsOf(receiver), [2000])
  })

  test('waits while no token of the connection is valid or integrations are off', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org)
    await createClient(org)
    await db.query('update access_token set disabled = true where org_id = $1', [org.orgId])
    await dispatch()
    await db.query('update access_token set disabled = false where org_id = $1', [org.orgId])
    await db.query('update organisation set integrations_enabled = false where id = $1', [org.orgId])
    await dispatch()
    assert.deepEqual(idsOf(receiver), [])
    await db.query('update organisation set integrations_enabled = true where id = $1', [org.orgId])
    await dispatch()
    assert.deepEqual(idsOf(receiver), [1])
  })

  test('of a token that is revoked during the sending is not sent any more', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org, { ordered: true }, () => answers.hang)
    for (let n = 0; n < 3; n++) await createClient(org)
    await numberEvents()
    const sending = app.dispatcher.sendAll()
    await receiver.received(1)
    await db.query('update access_token set revoked_at = now() where org_id = $1', [org.orgId])
    await untilRenewed(receiver)
    receiver.behave(succeed)
    answerAll(receiver, succeed)
    await sending
    assert.deepEqual(idsOf(receiver), [1])
  })

  test('that follows a right at once, during the sending, is sent', {
    skip: inOneProcess('the process that sends is told of the event'),
  }, async () => {
    const org = await organisation({ clients: 'read', staff: 'read' })
    const receiver = await receiverOf(org, {}, () => answers.hang)
    const setClients = (level: string) =>
      db.query(`update access_token set access = access || $2 where org_id = $1`, [org.orgId, { clients: level }])
    const insert = (type: string) =>
      db.query(`insert into event (org_id, type, subject_id, fields) values ($1, $2, 1, '{status}')`, [org.orgId, type])
    await setClients('no-access')
    await insert('staff.updated')
    await numberEvents()
    const sending = app.dispatcher.sendAll()
    await receiver.received(1)
    await setClients('read')
    await insert('client.created')
    await numberEvents()
    app.dispatcher.start()
    app.dispatcher.numbered(org.orgId)
    await someRoundTrips()
    receiver.behave(succeed)
    answerAll(receiver, succeed)
    await sending
    assert.deepEqual(idsOf(receiver), [1, 2])
  })

  test('with a detail too long for a body is sent without it', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org)
    const dashboard_ids = Array.from({ length: 6000 }, (_, n) => n + 1)
    await db.query(
      `insert into event (org_id, type, subject_id, fields, detail) values ($1, 'insight.deleted', 1, '{}', $2)`,
      [org.orgId, { dashboard_ids }],
    )
    await dispatch()
    const { detail, detail_omitted } = bodyOf(receiver.requests[0]!).data
    assert.deepEqual([detail, detail_omitted], [null, true])
  })

  test('is sent to many at once, those of one record one after the other', async () => {
    const org = await organisation()
    const clients = [await createClient(org), await createClient(org), await createClient(org), await createClient(org)]
    await numberEvents()
    const receiver = await receiverOf(org)
    for (let n = 0; n < 20; n++) for (const id of clients) await rename(org, id, `Hart ${n}`)
    await dispatch()
    const sent = receiver.requests.map((request) => bodyOf(request).data)
    assert.equal(new Set(sent.map(({ id }) => id)).size, 80)
    for (const client of clients) {
      const ids = sent.filter(({ subject }) => subject.id === client).map(({ id }) => id)
      assert.deepEqual(
        ids,
        ids.toSorted((a, b) => a - b),
      )
    }
    assert.equal((await receiver.webhook()).position, 84)
  })
})

describe('a failed attempt', () => {
  test('is repeated with the same id and bytes after five seconds, and shown in the log', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org)
    receiver.behave(fail)
    await createClient(org)
    await dispatch()
    const pending = await delivery(org, receiver.id, 1)
    assert.deepEqual([pending.status, pending.attempts, pending.last_attempt.status_code], ['pending', 1, 500])
    assert.equal(pending.last_attempt.error, 'The receiver answered 500.')
    assert.equal(pending.last_attempt.response, 'out of order')
    const seconds = (Date.parse(pending.next_attempt_at) - Date.parse(pending.last_attempt.at)) / 1000
    assert.ok(seconds >= 4 && seconds <= 6, `${seconds} s`)
    assert.ok((await receiver.webhook()).failing_since)
    assert.equal((await receiver.webhook()).next_attempt_at, pending.next_attempt_at)
    await dispatch()
    assert.equal(receiver.requests.length, 1, 'it is not due yet')
    receiver.behave(succeed)
    await age(org)
    await dispatch()
    const [first, second] = receiver.requests
    assert.equal(second!.headers['webhook-id'], first!.headers['webhook-id'])
    assert.deepEqual(attemptsOf(receiver), [1, 2])
    assert.ok(second!.isSigned)
    assert.deepEqual(second!.body, first!.body)
    const delivered = await delivery(org, receiver.id, 1)
    assert.deepEqual([delivered.status, delivered.attempts, delivered.next_attempt_at], ['delivered', 2, null])
    assert.deepEqual(
      delivered.tries.map(({ status_code }: { status_code: number }) => status_code),
      [500, 204],
    )
    assert.deepEqual(delivered.tries[0], pending.last_attempt)
    const { failing_since, next_attempt_at } = await receiver.webhook()
    assert.deepEqual([failing_since, next_attempt_at], [null, null])
  })

  test('holds back later events of its record, but not those of others, for three attempts', async () => {
    const org = await organisation()
    const [one, two] = [await createClient(org), await createClient(org)]
    await numberEvents()
    const receiver = await receiverOf(org, {}, (request) => (bodyOf(request).data.subject.id === one ? fail : succeed))
    await rename(org, one, 'A') // event 3
    await rename(org, two, 'B')
    await rename(org, one, 'C')
    await dispatch()
    assert.deepEqual(idsOf(receiver).toSorted(), [3, 4])
    const waiting = await delivery(org, receiver.id, 5)
    assert.deepEqual([waiting.status, waiting.attempts, waiting.last_attempt], ['pending', 0, null])
    assert.equal(waiting.next_attempt_at, (await delivery(org, receiver.id, 3)).next_attempt_at)
    await rename(org, one, 'D')
    await dispatch()
    assert.deepEqual(idsOf(receiver).toSorted(), [3, 4], 'an event that is read later waits too')
    await age(org)
    await dispatch()
    assert.deepEqual(idsOf(receiver).slice(2), [3], 'the second attempt')
    await age(org)
    await dispatch()
    assert.deepEqual(idsOf(receiver).slice(3), [3, 5], 'the third attempt, then it is overtaken')
  })

  test('is followed by the events that waited for it, in their order', async () => {
    const org = await organisation()
    const one = await createClient(org)
    await numberEvents()
    const receiver = await receiverOf(org)
    receiver.behave(fail)
    for (const name of ['A', 'B', 'C']) await rename(org, one, name)
    await dispatch()
    assert.deepEqual(idsOf(receiver), [2])
    receiver.behave(succeed)
    await age(org)
    await dispatch()
    assert.deepEqual(idsOf(receiver), [2, 2, 3, 4])
    assert.equal((await org.get(`/webhooks/${receiver.id}/deliveries?status=delivered`)).body.data.length, 3)
  })

  test('is repeated before the events that wait for it, also when they are due since an earlier time', async () => {
    const org = await organisation()
    const one = await createClient(org)
    await numberEvents()
    const receiver = await receiverOf(org)
    receiver.behave(fail)
    for (const name of ['A', 'B', 'C']) await rename(org, one, name) // events 2, 3 and 4
    await dispatch()
    receiver.behave(succeed)
    await age(org)
    for (const [event, seconds] of [
      [3, 9],
      [2, 8],
      [4, 7],
    ])
      await db.query(
        `update webhook_delivery set next_at = now() - $3 * interval '1 second' where org_id = $1 and event_id = $2`,
        [org.orgId, event, seconds],
      )
    await dispatch()
    assert.deepEqual(idsOf(receiver), [2, 2, 3, 4])
  })

  test('after the third one holds back no event, but others of the record do that wait', async () => {
    const org = await organisation()
    const one = await createClient(org)
    await numberEvents()
    const receiver = await receiverOf(org)
    receiver.behave(fail)
    for (const name of ['A', 'B']) await rename(org, one, name) // events 2 and 3
    await dispatch()
    await age(org)
    await db.query(`update webhook_delivery set attempts = 3 where org_id = $1 and event_id = 2`, [org.orgId])
    await db.query(
      `update webhook_delivery set next_at = now() + interval '1 hour' where org_id = $1 and event_id = 3`,
      [org.orgId],
    )
    receiver.behave(succeed)
    await rename(org, one, 'C')
    await dispatch()
    assert.deepEqual(idsOf(receiver), [2, 2])
    await age(org)
    await dispatch()
    assert.deepEqual(idsOf(receiver), [2, 2, 3, 4])
  })

  test('of an ordered webhook holds back all others, without a row for each', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org, { ordered: true })
    receiver.behave(fail)
    for (let n = 0; n < 4; n++) await createClient(org)
    await dispatch()
    assert.deepEqual(idsOf(receiver), [1])
    const { body } = await org.get(`/webhooks/${receiver.id}/deliveries`)
    assert.equal(body.data.length, 1)
    assert.equal((await receiver.webhook()).behind, 3)
    for (const attempts of [2, 3, 4]) {
      await age(org)
      await dispatch()
      assert.deepEqual(attemptsOf(receiver).length, attempts)
    }
    receiver.behave(succeed)
    await age(org)
    await dispatch()
    assert.deepEqual(idsOf(receiver), [1, 1, 1, 1, 1, 2, 3, 4])
  })

  test('holds back those after it also where the webhook is ordered since then', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org)
    receiver.behave(fail)
    for (let n = 0; n < 3; n++) await createClient(org)
    await dispatch()
    await age(org)
    await db.query(
      `update webhook_delivery set next_at = now() + interval '5 minutes' where org_id = $1 and event_id = 2`,
      [org.orgId],
    )
    await org.patch(`/webhooks/${receiver.id}`, { ordered: true })
    receiver.behave(succeed)
    await dispatch()
    assert.deepEqual(idsOf(receiver).slice(3), [1])
    await age(org)
    await dispatch()
    assert.deepEqual(idsOf(receiver).slice(4), [2, 3])
  })

  test('is the last one after ten, or when the receiver asks for no other', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org, {}, (request) => (bodyOf(request).data.id === 1 ? fail : succeed))
    await createClient(org)
    for (let attempt = 1; attempt <= 12; attempt++) {
      await age(org)
      await createClient(org) // so that the webhook does not rest
      await dispatch()
    }
    const { status, attempts, tries, next_attempt_at } = await delivery(org, receiver.id, 1)
    assert.deepEqual([status, attempts, tries.length, next_attempt_at], ['failed', 10, 10, null])
    assert.equal((await receiver.webhook()).behind, 0)

    receiver.behave(answers.status(400, '', { 'webhook-delivery': 'abort-message' }))
    await createClient(org)
    await dispatch()
    const aborted = await delivery(org, receiver.id, 14)
    assert.deepEqual([aborted.status, aborted.attempts], ['failed', 1])
  })
})

describe('a webhook that fails', () => {
  test('rests after five failures in a row, then one event shows whether it works', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org)
    receiver.behave(answers.status(502))
    for (let n = 0; n < 30; n++) await createClient(org)
    await dispatch()
    assert.ok(receiver.requests.length >= 5 && receiver.requests.length < 10, `${receiver.requests.length} requests`)
    const resting = await receiver.webhook()
    assert.equal(resting.status, 'resting')
    const seconds = (Date.parse(resting.next_attempt_at) - Date.now()) / 1000
    assert.ok(seconds > 2 && seconds < 7, `${seconds} s`)
    const before = receiver.requests.length
    await dispatch()
    assert.equal(receiver.requests.length, before)

    await age(org)
    await dispatch()
    assert.equal(receiver.requests.length, before + 1, 'one event')
    const { attempts } = await delivery(org, receiver.id, idsOf(receiver).at(-1))
    assert.equal(attempts, 1, 'which is no attempt of the event')
    const later = (Date.parse((await receiver.webhook()).next_attempt_at) - Date.now()) / 1000
    assert.ok(later > 20 && later < 40, `${later} s`)

    receiver.behave(succeed)
    await age(org)
    await dispatch()
    await age(org)
    await dispatch()
    const { status, failing_since, behind } = await receiver.webhook()
    assert.deepEqual([status, failing_since, behind], ['active', null, 0])
    assert.equal(new Set(idsOf(receiver)).size, 30)
    assert.equal((await org.get(`/webhooks/${receiver.id}/deliveries?status=delivered&limit=100`)).body.data.length, 30)
  })

  for (const [title, behaviour, least, most] of [
    ['503', answers.status(503), 4, 6],
    ['429 with Retry-After', answers.status(429, '', { 'retry-after': '120' }), 115, 120],
    ['Retry-After of more than an hour', answers.status(503, '', { 'retry-after': '86400' }), 3590, 3600],
  ] as const) {
    test(`rests after one ${title}`, async () => {
      const org = await organisation()
      const receiver = await receiverOf(org, { ordered: true })
      receiver.behave(behaviour)
      for (let n = 0; n < 3; n++) await createClient(org)
      await dispatch()
      assert.equal(receiver.requests.length, 1)
      const { status, next_attempt_at } = await receiver.webhook()
      const seconds = (Date.parse(next_attempt_at) - Date.now()) / 1000
      assert.equal(status, 'resting')
      assert.ok(seconds > least - 3 && seconds <= most, `${seconds} s`)
    })
  }

  for (const ordered of [false, true])
    test(`sends other events, although one is always refused${ordered ? ', after its ten attempts: ordered' : ''}`, async () => {
      const org = await organisation()
      const isRefused = (request: Received) => bodyOf(request).data.id === 1
      const receiver = await receiverOf(org, { ordered }, (request) => (isRefused(request) ? fail : succeed))
      await createClient(org)
      for (let attempt = 1; attempt <= 6; attempt++) {
        await age(org)
        await dispatch()
      }
      await createClient(org)
      for (let attempt = 7; attempt <= 11; attempt++) {
        await age(org)
        await dispatch()
      }
      const { status, attempts } = await delivery(org, receiver.id, 1)
      assert.deepEqual([status, attempts], ['failed', 10])
      assert.equal((await delivery(org, receiver.id, 2)).status, 'delivered')
      assert.deepEqual([(await receiver.webhook()).status, (await receiver.webhook()).behind], ['active', 0])
    })

  test('can rest and be resent without end', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org, {}, () => answers.status(429, '', { 'retry-after': '1' }))
    await createClient(org)
    await dispatch()
    await db.query('update webhook set rest_step = 32767 where id = $1', [receiver.id])
    await db.query('update webhook_delivery set attempts = 32767 where webhook_id = $1', [receiver.id])
    await age(org)
    await dispatch()
    assert.equal((await receiver.webhook()).status, 'resting')
    receiver.behave(succeed)
    await age(org)
    await dispatch()
    assert.deepEqual((await delivery(org, receiver.id, 1)).attempts, 32_767)
    assert.equal((await receiver.webhook()).status, 'active')
  })

  test('rests after one refused connection', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org)
    await receiver.stop()
    stops.pop()
    await createClient(org)
    await dispatch()
    assert.equal((await receiver.webhook()).status, 'resting')
    assert.equal((await delivery(org, receiver.id, 1)).last_attempt.error, 'The receiver refused the connection.')
  })

  test('is disabled by a 410, and its other webhooks are told; enabled, it goes on where it stopped', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org, { types: ['client.*'] })
    const watcher = await receiverOf(org, { types: ['webhook.disabled'] })
    receiver.behave(answers.status(410))
    await createClient(org)
    await dispatch()
    await dispatch()
    const { status, disabled_reason } = await receiver.webhook()
    assert.deepEqual([status, disabled_reason], ['disabled', 'gone'])
    const { type, data } = bodyOf(watcher.requests[0]!)
    assert.equal(type, 'webhook.disabled')
    assert.deepEqual(data.detail, { webhook_id: receiver.id, reason: 'gone' })
    receiver.behave(succeed)
    await createClient(org)
    await org.patch(`/webhooks/${receiver.id}`, { enabled: true })
    await dispatch()
    assert.deepEqual(idsOf(receiver).toSorted(), [1, 1, 3])
  })

  test('goes on at once with resume latest, also if it is ordered and a delivery was due later', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org, { ordered: true, types: ['client.*'] })
    receiver.behave(fail)
    await createClient(org)
    await dispatch()
    await org.patch(`/webhooks/${receiver.id}`, { enabled: false })
    const { data } = (await org.patch(`/webhooks/${receiver.id}`, { enabled: true, resume: 'latest' })).body
    assert.deepEqual([data.status, data.next_attempt_at], ['active', null])
    receiver.behave(succeed)
    await createClient(org) // event 3
    await dispatch()
    assert.deepEqual(idsOf(receiver), [1, 3])
  })

  test('is disabled after five days without a success', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org)
    receiver.behave(fail)
    await createClient(org)
    await dispatch()
    const setFailing = (days: number) =>
      db.query(`update webhook set failing_since = now() - $2 * interval '1 day' where org_id = $1`, [org.orgId, days])
    await setFailing(4.9)
    await age(org)
    await dispatch()
    assert.equal((await receiver.webhook()).disabled_reason, null)
    await setFailing(5.1)
    await age(org)
    await dispatch()
    assert.equal((await receiver.webhook()).disabled_reason, 'failing')
    assert.equal((await org.events()).at(-1)!.type, 'webhook.disabled')
  })
})

describe('resend and replay', () => {
  test('send an event again, with the same id, and have no effect on health', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org)
    await createClient(org)
    await createClient(org)
    await dispatch()
    receiver.behave(fail)
    assert.equal((await org.post(`/webhooks/${receiver.id}/deliveries/1/resend`)).status, 200)
    await dispatch()
    assert.deepEqual(idsOf(receiver), [1, 2, 1])
    const { failing_since, status } = await receiver.webhook()
    assert.deepEqual([failing_since, status], [null, 'active'])
    receiver.behave(succeed)
    const replayed = await org.post(`/webhooks/${receiver.id}/replay`, { from: 1, only: 'all' })
    assert.equal(replayed.body.events, 2)
    await dispatch()
    assert.deepEqual(idsOf(receiver).slice(3).toSorted(), [1, 2])
    assert.equal(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size, 2)
    const { is_replay, attempts, status: delivered } = await delivery(org, receiver.id, 1)
    assert.deepEqual([is_replay, attempts, delivered], [true, 3, 'delivered'])
  })

  test('of a webhook that rests try it at once', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org)
    receiver.behave(answers.status(503))
    await createClient(org)
    await dispatch()
    receiver.behave(succeed)
    await org.post(`/webhooks/${receiver.id}/deliveries/1/resend`)
    await dispatch()
    assert.deepEqual([idsOf(receiver), (await receiver.webhook()).status], [[1, 1], 'active'])
  })

  test('keep the order of a record, if they are a replay of pending events', async () => {
    const org = await organisation()
    const one = await createClient(org)
    await numberEvents()
    const receiver = await receiverOf(org)
    receiver.behave(fail)
    for (const name of ['A', 'B']) await rename(org, one, name) // events 2 and 3
    await dispatch()
    for (const [attempt, only] of [
      [2, 'failed'],
      [3, 'all'],
    ] as const) {
      assert.equal((await org.post(`/webhooks/${receiver.id}/replay`, { from: 1, only })).status, 200)
      await db.query('delete from webhook_delivery where org_id = $1 and event_id = 1', [org.orgId])
      await dispatch()
      const [tried, waiting] = [await delivery(org, receiver.id, 2), await delivery(org, receiver.id, 3)]
      assert.deepEqual([tried.attempts, tried.is_replay, waiting.is_replay], [attempt, true, true])
      assert.equal(waiting.attempts, attempt === 3 ? 1 : 0, 'it waits for three attempts')
    }
    assert.deepEqual(idsOf(receiver), [2, 2, 2, 3])
  })

  test('of an event that is under way send it again at once, should that attempt fail', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org)
    receiver.behave(fail)
    await createClient(org)
    await dispatch()
    await age(org)
    receiver.behave(answers.hang)
    const sending = app.dispatcher.sendAll()
    await receiver.received(2)
    assert.equal((await org.post(`/webhooks/${receiver.id}/deliveries/1/resend`)).status, 200)
    receiver.behave(succeed)
    answerAll(receiver, fail)
    await sending
    assert.deepEqual(attemptsOf(receiver), [1, 2, 3])
    assert.equal((await delivery(org, receiver.id, 1)).status, 'delivered')
  })

  test('end a rest also while another request of the webhook is under way', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org)
    await createClient(org)
    await dispatch()
    receiver.behave((response, socket) => {
      const isHanging = idsOf(receiver).at(-1) === 3
      ;(isHanging ? answers.hang : idsOf(receiver).at(-1) === 4 ? answers.status(503) : succeed)(response, socket)
    })
    for (let n = 0; n < 3; n++) await createClient(org) // events 2 to 4
    await numberEvents()
    const sending = app.dispatcher.sendAll()
    await receiver.received(4)
    while ((await receiver.webhook()).status !== 'resting') await sleep(5)
    await org.post(`/webhooks/${receiver.id}/deliveries/4/resend`)
    await untilRenewed(receiver)
    await untilRenewed(receiver)
    assert.equal((await receiver.webhook()).status, 'active')
    receiver.behave(succeed)
    answerAll(receiver, succeed)
    await sending
    assert.equal((await delivery(org, receiver.id, 4)).status, 'delivered')
  })

  test('do not wait for another event of the record that fails', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org, {}, (request) => (bodyOf(request).data.id === 1 ? fail : succeed))
    await rename(org, await createClient(org), 'A') // events 1 and 2
    await dispatch()
    await age(org)
    await org.post(`/webhooks/${receiver.id}/deliveries/2/resend`)
    await dispatch()
    assert.deepEqual(idsOf(receiver), [1, 1, 2])
    assert.equal((await delivery(org, receiver.id, 1)).status, 'pending')
    assert.equal((await delivery(org, receiver.id, 2)).status, 'delivered')
  })

  test('of an event that is not kept, or may not be read any more, fail with a reason', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org)
    await createClient(org)
    await createClient(org)
    await dispatch()
    for (const id of [1, 2]) await org.post(`/webhooks/${receiver.id}/deliveries/${id}/resend`)
    await db.query('delete from event where org_id = $1 and seq = 1', [org.orgId])
    await db.query(`update access_token set access = access || '{"clients": "no-access"}' where org_id = $1`, [
      org.orgId,
    ])
    await dispatch()
    assert.equal(receiver.requests.length, 2)
    await db.query(`update access_token set access = access || '{"clients": "read"}' where org_id = $1`, [org.orgId])
    const errors = [await delivery(org, receiver.id, 1), await delivery(org, receiver.id, 2)]
    assert.deepEqual(
      errors.map(({ status, last_attempt }) => [status, last_attempt.error]),
      [
        ['failed', 'The event is no longer kept.'],
        ['failed', "The webhook's connection may no longer read events of this type."],
      ],
    )
  })
})

describe('secrets', () => {
  test('both sign while a rotation lasts, then the new one alone', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org)
    const old = receiver.secrets[0]!
    const { secret } = (await org.post(`/webhooks/${receiver.id}/rotate-secret`)).body
    await createClient(org)
    await dispatch()
    const signatures = () => String(receiver.requests.at(-1)!.headers['webhook-signature']).split(' ')
    assert.equal(signatures().length, 2)
    assert.ok(receiver.requests.at(-1)!.isSigned, 'by the old secret')
    receiver.secrets.splice(0, 1, secret)
    await createClient(org)
    await dispatch()
    assert.ok(receiver.requests.at(-1)!.isSigned, 'by the new secret')
    await db.query(`update webhook set old_until = now() where org_id = $1`, [org.orgId])
    await createClient(org)
    await dispatch()
    assert.equal(signatures().length, 1)
    receiver.secrets.splice(0, 1, old)
    await createClient(org)
    await dispatch()
    assert.ok(!receiver.requests.at(-1)!.isSigned)
  })
})

describe('several processes', () => {
  const another = (pool = db, onError: (error: unknown) => void = (error) => assert.fail(String(error))) => {
    const outbound = outboundOf(clock)
    const dispatcher = new Dispatcher({ db: pool, clock, outbound, onDisabled() {}, onError })
    stops.push(async () => {
      await dispatcher.stop()
      outbound.close()
    })
    return dispatcher
  }

  test('send an event once', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org)
    const dispatchers = [another(), another(), another()]
    for (let n = 0; n < 40; n++) await createClient(org)
    await numberEvents()
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.sendAll()))
    await app.dispatcher.sendAll()
    assert.deepEqual(
      idsOf(receiver).toSorted((a, b) => a - b),
      Array.from({ length: 40 }, (_, n) => n + 1),
    )
  })

  test('one that lost its lease stores nothing; another sends again what was under way', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org)
    receiver.behave(answers.hang)
    const frozen = another()
    await createClient(org)
    await numberEvents()
    const sending = frozen.sendAll()
    await receiver.received(1)
    // As after 30 seconds without a sign of life.
    await db.query(`update webhook set lease_until = now() - interval '1 second' where org_id = $1`, [org.orgId])
    const answered = receiver.pending()
    receiver.behave(fail)
    await app.dispatcher.sendAll()
    assert.deepEqual(idsOf(receiver), [1, 1])
    assert.equal((await delivery(org, receiver.id, 1)).status, 'pending')
    for (const { response, socket } of answered) succeed(response, socket)
    receiver.behave(succeed)
    await sending
    assert.equal((await delivery(org, receiver.id, 1)).status, 'pending')
    assert.deepEqual(attemptsOf(receiver), [1, 1])
  })

  test('one that was stopped for longer than its lease sends nothing more', async (t) => {
    const org = await organisation()
    const receiver = await receiverOf(org, { ordered: true })
    receiver.behave(answers.hang)
    for (let n = 0; n < 3; n++) await createClient(org)
    await numberEvents()
    const sending = another().sendAll()
    await receiver.received(1)
    // Meanwhile another process has the webhook.
    await db.query('update webhook set lease_by = $2 where org_id = $1', [org.orgId, randomUUID()])
    const now = performance.now.bind(performance)
    t.mock.method(performance, 'now', () => now() + 31_000)
    receiver.behave(succeed)
    answerAll(receiver, succeed)
    await sending
    assert.deepEqual(idsOf(receiver), [1])
  })

  test('a stop gives the lease back, and what was under way is sent by the next', async () => {
    const org = await organisation()
    const receiver = await receiverOf(org)
    receiver.behave(answers.hang)
    const stopped = another()
    for (let n = 0; n < 3; n++) await createClient(org)
    await numberEvents()
    await stopped.look()
    await receiver.received(1)
    const [first] = receiver.pending()
    succeed(first!.response, first!.socket)
    await receiver.received(3)
    await stopped.stop()
    receiver.behave(succeed)
    await app.dispatcher.sendAll()
    const ids = idsOf(receiver)
    assert.deepEqual([...new Set(ids)].toSorted(), [1, 2, 3])
    assert.equal(ids.filter((id) => id === first!.event).length, 1, 'the one that was answered is not sent again')
  })

  test('keep the order when an attempt ends while later events are read, and the process ends', async () => {
    const org = await organisation()
    const one = await createClient(org)
    await numberEvents()
    const receiver = await receiverOf(org)
    receiver.behave(fail)
    await rename(org, one, 'A') // event 2
    await dispatch()
    await age(org)
    await rename(org, one, 'B')
    await numberEvents()
    receiver.behave(answers.hang)
    const stopped = another()
    stopped.start()
    await stopped.look()
    await receiver.received(2)
    await rename(org, one, 'C')
    await numberEvents()
    const other = await db.connect()
    await other.query('begin; lock table event in access exclusive mode')
    stopped.numbered(org.orgId)
    await untilLockWait(db)
    const [second] = receiver.pending()
    succeed(second!.response, second!.socket)
    await receiver.received(3)
    await other.query('commit')
    other.release()
    while ((await delivery(org, receiver.id, 2)).status === 'pending') await sleep(5)
    await stopped.stop()
    receiver.behave(succeed)
    await app.dispatcher.sendAll()
    assert.deepEqual(idsOf(receiver), [2, 2, 3, 3, 4])
  })

  test('the one that sends finds what another has numbered, also while a receiver hangs', async () => {
    const org = await organisation()
    const isSecond = () => idsOf(receiver).at(-1) === 2
    const receiver = await receiverOf(org, {}, () => (isSecond() ? answers.hang : succeed))
    for (let n = 0; n < 2; n++) await createClient(org)
    await numberEvents()
    const sending = another().sendAll()
    await receiver.received(2)
    await createClient(org)
    await numberEvents()
    await receiver.received(3)
    assert.equal(await delivery(org, receiver.id, 2), undefined, 'the second attempt is not over')
    receiver.behave(succeed)
    answerAll(receiver, succeed)
    await sending
    assert.deepEqual(idsOf(receiver), [1, 2, 3])
  })

  /** The pool, of which each connection is taken after `before` with its number, or not at all. */
  const poolWith = (before: (n: number) => Promise<void>): pg.Pool => {
    let n = 0
    const connect = (callback?: (error?: Error, client?: pg.PoolClient, release?: unknown) => void) => {
      const connecting = before(++n).then(() => db.connect())
      if (!callback) return connecting
      connecting.then((client) => callback(undefined, client, client.release), callback)
      return undefined
    }
    return Object.create(db, { connect: { value: connect } })
  }
  const gate = () => {
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    return { opened, open }
  }

  test('one has no second run of a webhook, although another could not be leased', async () => {
    const org = await organisation()
    const receivers = [await receiverOf(org), await receiverOf(org)]
    for (const receiver of receivers) receiver.behave(answers.hang)
    await createClient(org)
    await numberEvents()
    const { opened, open } = gate()
    const errors: unknown[] = []
    // The first connection finds the webhooks, the next two lease them.
    const pool = poolWith(async (n) => {
      if (n === 2) throw new Error('no connection is free')
      if (n === 3) await opened
    })
    const dispatcher = another(pool, (error) => errors.push(error))
    dispatcher.start()
    dispatcher.numbered(org.orgId)
    await someRoundTrips()
    dispatcher.numbered(org.orgId)
    await someRoundTrips()
    open()
    for (const receiver of receivers) await receiver.received(1)
    await someRoundTrips()
    for (const receiver of receivers) {
      receiver.behave(succeed)
      answerAll(receiver, succeed)
    }
    await dispatcher.sendAll()
    assert.deepEqual(receivers.map(idsOf), [[1], [1]])
    assert.match(String(errors), /no connection is free/)
  })

  test('one that stops looks for nothing more', async () => {
    const org = await organisation()
    const { opened, open } = gate()
    let connections = 0
    const pool = poolWith((n) => {
      connections = n
      return opened
    })
    const dispatcher = another(pool)
    dispatcher.start()
    for (let n = 0; n < 2; n++) dispatcher.numbered(org.orgId)
    const stopped = dispatcher.stop()
    open()
    await stopped
    await someRoundTrips()
    assert.equal(connections, 1)
  })

  test('one looks at all webhooks also while others are written to without a pause', async () => {
    const [org, other] = [await organisation(), await organisation()]
    const receiver = await receiverOf(other)
    await createClient(other)
    await numberEvents()
    const { opened, open } = gate()
    const dispatcher = another(poolWith(() => opened))
    dispatcher.start()
    dispatcher.numbered(org.orgId)
    await dispatcher.look()
    dispatcher.numbered(org.orgId)
    open()
    await receiver.received(1)
  })

  test('a change of the webhook ends what another process does with the old one', async () => {
    const org = await organisation()
    const [old, next] = [await receiverOf(org), await receiverOf(org, { types: ['webhook.*'] })]
    old.behave(answers.hang)
    for (let n = 0; n < 3; n++) await createClient(org)
    await numberEvents()
    const sending = another().sendAll()
    await old.received(1)
    await org.patch(`/webhooks/${old.id}`, { url: `http://127.0.0.1:${next.port}/hook` })
    const pending = old.pending()
    old.behave(succeed)
    for (const { response, socket } of pending) succeed(response, socket)
    await sending
    await app.dispatcher.sendAll()
    assert.deepEqual(idsOf(next).toSorted(), [1, 2, 3])
  })
})

test('an ordered webhook loses no event when an attempt fails while later ones are read', async () => {
  const org = await organisation()
  const receiver = await receiverOf(org, { ordered: true })
  receiver.behave(answers.hang)
  for (let n = 0; n < 2; n++) await createClient(org)
  await numberEvents()
  const sending = app.dispatcher.sendAll()
  await receiver.received(1)
  await createClient(org)
  await numberEvents()
  const other = await db.connect()
  await other.query('begin; lock table event in access exclusive mode')
  app.dispatcher.start()
  app.dispatcher.numbered(org.orgId)
  await untilLockWait(db)
  const [first] = receiver.pending()
  receiver.behave(succeed)
  answers.status(500, '', { connection: 'close' })(first!.response, first!.socket)
  await receiver.disconnected()
  await other.query('commit')
  other.release()
  await sending
  await age(org)
  await dispatch()
  assert.deepEqual(idsOf(receiver), [1, 1, 2, 3])
})

test('deliveries are not read as due again when an attempt fails while other results are stored', async () => {
  const org = await organisation()
  const clients: number[] = []
  for (let n = 0; n < 6; n++) clients.push(await createClient(org))
  await numberEvents()
  const [first, second, third, fourth, fifth, sixth] = clients as [number, number, number, number, number, number]
  const receiver = await receiverOf(org)
  receiver.behave(fail)
  for (const client of [first, second, third, fourth]) await rename(org, client, 'A') // events 7 to 10
  await rename(org, fourth, 'B') // event 11
  await dispatch()
  await age(org)
  for (const client of [third, fifth, sixth]) await rename(org, client, 'C') // events 12 to 14
  await rename(org, sixth, 'D') // event 15
  await numberEvents()
  const begun = receiver.requests.length
  receiver.behave((response, socket) => {
    if ([7, 8].includes(idsOf(receiver).at(-1))) succeed(response, socket)
  })
  const answer = (event: number, as: Behaviour) => {
    const pending = receiver.pending().find((one) => one.event === event)
    assert.ok(pending, `event ${event} is not under way`)
    as(pending.response, pending.socket)
  }
  const outbound = outboundOf(clock)
  const dispatcher = new Dispatcher({ db, clock, outbound, onDisabled() {}, onError: assert.fail })
  stops.push(() => dispatcher.stop().finally(() => outbound.close()))
  dispatcher.start()
  const sending = dispatcher.sendAll()
  await receiver.received(begun + 6) // and 9, 10, 13 and 14 are under way
  const [one, other] = [await db.connect(), await db.connect()]
  const lock = 'begin; lock table webhook_delivery in share mode'
  await one.query(lock)
  answer(13, succeed)
  await untilLockWait(db)
  await rename(org, first, 'B') // event 16
  await numberEvents()
  dispatcher.numbered(org.orgId)
  answer(9, succeed)
  await receiver.received(begun + 7) // 12
  // The result of 13 is stored before this lock, that of 9 after it, before new events are read.
  const locked = other.query(lock)
  await untilLockWait(db, 2)
  await one.query('commit')
  await locked
  await untilLockWait(db)
  answer(10, fail)
  answer(14, succeed)
  await receiver.received(begun + 8) // 15; 11 waits for 10
  await other.query('commit')
  for (const client of [one, other]) client.release()
  receiver.behave(succeed)
  answerAll(receiver, succeed)
  await sending
  const ids = idsOf(receiver).slice(begun)
  assert.deepEqual(
    ids.toSorted((a, b) => a - b),
    [7, 8, 9, 10, 12, 13, 14, 15, 16],
  )
})

test('a receiver that hangs does not hold up other webhooks', async () => {
  const org = await organisation()
  const hanging = await Promise.all(Array.from({ length: 8 }, () => receiverOf(org)))
  for (const receiver of hanging) receiver.behave(answers.hang)
  const healthy = await receiverOf(org)
  for (let n = 0; n < 30; n++) await createClient(org)
  await numberEvents()
  const sending = app.dispatcher.sendAll()
  await healthy.received(30)
  for (const receiver of hanging) {
    receiver.behave(succeed)
    answerAll(receiver, succeed)
  }
  await sending
  for (const receiver of [...hanging, healthy]) assert.equal(new Set(idsOf(receiver)).size, 30)
})

test('webhooks whose receivers answer slowly take turns with others', async () => {
  const [slow, other] = [await organisation(), await organisation()]
  const insert = (org: Organisation, webhooks: number, events: number, leaseUntil: string) =>
    db.query(
      `with w as (insert into webhook (org_id, connection_id, url, types, ordered, position, lease_until)
         select $1, $2, 'https://' || $1::bigint || '.example.org', '{*}', true, 0, $5::timestamptz from generate_series(1, $3))
       insert into event (org_id, type, subject_id) select $1, 'client.updated', n from generate_series(1, $4) n`,
      [org.orgId, org.connectionId, webhooks, events, leaseUntil],
    )
  await insert(slow, 64, 20, new Date(clock.now() - 60_000).toISOString())
  await insert(other, 1, 1, new Date(clock.now() - 1000).toISOString())
  await numberEvents()
  const hosts: string[] = []
  const hostOf = ({ orgId }: Organisation) => `${orgId}.example.org`
  const success = { ok: true, status_code: 204, duration_ms: 20, error: null, response: null, retry_after: null }
  const outbound = {
    async post(url: string) {
      hosts.push(new URL(url).hostname)
      await sleep(20)
      return { ...success, abort: false, unreachable: false }
    },
  } as unknown as Outbound
  const onError = (error: unknown) => assert.fail(String(error))
  const dispatcher = new Dispatcher({ db, clock, outbound, turnMilliseconds: 50, onDisabled() {}, onError })
  await dispatcher.sendAll()
  const sent = hosts.filter((host) => host === hostOf(slow))
  assert.equal(sent.length, 64 * 20, 'each event once')
  const before = hosts.indexOf(hostOf(other))
  assert.ok(before > 0 && before < 640, `${before} requests of others before the first`)
})

test('a write is sent at once by the process that numbers it', {
  skip: inOneProcess('the process that is asked numbers it'),
}, async () => {
  const org = await organisation()
  const receiver = await receiverOf(org)
  app.sequencer.start()
  app.dispatcher.start()
  await createClient(org)
  await receiver.received(1)
  await createClient(org)
  await receiver.received(2)
  assert.deepEqual(idsOf(receiver), [1, 2])
})
