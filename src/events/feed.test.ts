import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rosterOf, setClock } from '../../test/factories/roster/roster.ts'
import { harness, type Organisation } from '../../test/harness/harness.ts'
import { untilLockWait } from '../../test/harness/locks.ts'
import { type Area, areas } from '../access/areas.ts'
import { deleteOrganisation } from '../access/delete-organisation.ts'
import { basePath } from '../app.ts'
import { makeAjv } from '../http/contract/validation.ts'
import { areaOf, eventKinds, eventRecord, eventTypes, type SubjectType, sentEvent } from './catalogue.ts'
import { restartFeed } from './read.ts'
import { retention } from './retention.ts'

const { app, db, clock, organisation, numberEvents } = await harness()
setClock(clock)

const createClient = async (org: Organisation, last_name = 'Hart'): Promise<number> => {
  const body = { first_name: 'Joan', last_name, client_type: 'Private', business_id: org.businessId }
  return (await org.post('/clients', body)).body.data.id
}
/** The page after numbering what was written. */
const feedOf = async (org: Organisation, query = '') => {
  await numberEvents()
  const { status, body } = await org.get(`/events${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id)
const typesIn = ({ data }: { data: { type: string }[] }) => data.map(({ type }) => type)
/** A token of the same connection and organisation with another access. */
async function withAccess(org: Organisation, access: Partial<Record<Area, string>>) {
  const all = { ...Object.fromEntries(areas.map((area) => [area, 'none'])), ...access }
  await db.query('update access_token set access = $2 where id = $1', [org.tokenId, all])
  clock.advance(1000)
}

describe('GET /events', () => {
  test('has every change in order, numbered from 1, with its record, fields and connection', async () => {
    const org = await organisation()
    const id = await createClient(org)
    await org.patch(`/clients/${id}`, { address: '1 Hill St' })
    await org.delete(`/clients/${id}`)
    const { data, meta } = await feedOf(org)
    const times = await db.query('select at from event where org_id = $1 order by id', [org.orgId])
    const [created, updated, archived] = times.rows.map(({ at }) => at as string)
    const subject = { type: 'client', id, ref: null, path: `/clients/${id}` }
    const common = { subject, detail: null, connection: 'Payroll sync' }
    const fields = ['first_name', 'last_name', 'client_type', 'business_id', 'language', 'status']
    assert.deepEqual(data, [
      { id: 1, type: 'client.created', at: created, fields, ...common },
      { id: 2, type: 'client.updated', at: updated, fields: ['address'], ...common },
      { id: 3, type: 'client.archived', at: archived, fields: ['status'], ...common },
    ])
    assert.match(created!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    assert.match(meta.feed, /^[0-9A-Za-z]{8}$/)
    assert.deepEqual({ ...meta, feed: '' }, { feed: '', next: 3, latest: 3, oldest: 1 })
    assert.deepEqual((await org.get('/events/2')).body, { data: data[1] })
  })

  test('of an organisation that was just deleted is a 401', async () => {
    const org = await organisation()
    await org.get('/events')
    const client = await db.connect()
    await client.query('begin')
    await deleteOrganisation(client, org.orgId)
    await client.query('commit')
    client.release()
    assert.equal((await org.get('/events')).status, 401)
    await numberEvents()
    assert.equal((await db.query('select from feed where org_id = $1', [org.orgId])).rowCount, 0)
  })

  test('is empty for an organisation without events, and never has those of another', async () => {
    const [org, other] = [await organisation(), await organisation()]
    await createClient(other)
    const { data, meta } = await feedOf(org)
    assert.deepEqual([data, meta.next, meta.latest, meta.oldest], [[], 0, 0, 1])
    assert.equal((await org.get('/events/1')).status, 404)
    await createClient(org)
    assert.deepEqual(idsOf(await feedOf(org)), [1])
    assert.notEqual((await feedOf(other)).meta.feed, (await feedOf(org)).meta.feed)
    const id = (await feedOf(org)).data[0].subject.id
    assert.deepEqual((await feedOf(other, `?subject=client:${id}`)).data, [])
  })

  test('an event is not visible before it has a number', async () => {
    const org = await organisation()
    await createClient(org)
    assert.deepEqual((await org.get('/events')).body.data, [])
    assert.deepEqual(idsOf(await feedOf(org)), [1])
  })

  test('a transaction that commits late gets a later number, and no reader skips it', async () => {
    const org = await organisation()
    const late = await db.connect()
    await late.query('begin')
    await late.query(`insert into event (org_id, type, subject_id) values ($1, 'client.created', 900)`, [org.orgId])
    await createClient(org)
    const first = await feedOf(org)
    await late.query('commit')
    late.release()
    assert.equal(first.data.length, 1)
    const second = await feedOf(org, `?after=${first.meta.next}`)
    assert.deepEqual([idsOf(second), second.data[0].subject.id], [[2], 900])
  })

  test('pages go on after next; latest begins behind the last event', async () => {
    const org = await organisation()
    for (let n = 0; n < 5; n++) await createClient(org)
    const first = await feedOf(org, '?limit=2')
    assert.deepEqual([idsOf(first), first.meta.next, first.meta.latest], [[1, 2], 2, 5])
    const rest = await feedOf(org, `?after=${first.meta.next}&feed=${first.meta.feed}`)
    assert.deepEqual([idsOf(rest), rest.meta.next], [[3, 4, 5], 5])
    const latest = await feedOf(org, '?after=latest')
    assert.deepEqual([latest.data, latest.meta.next], [[], 5])
    assert.deepEqual(idsOf(await feedOf(org, '?after=0')), [1, 2, 3, 4, 5])
    assert.deepEqual(idsOf(await feedOf(org, '?after=5')), [])
  })

  test('next moves on while no event matches the filter, by at most 10,000 events a request', async () => {
    const org = await organisation()
    await db.query(
      `insert into event (org_id, type, subject_id) select $1, 'client.updated', 1 from generate_series(1, 20500)`,
      [org.orgId],
    )
    await db.query(`insert into event (org_id, type, subject_id) values ($1, 'staff.created', 1)`, [org.orgId])
    const positions: number[] = []
    let after = 0
    for (;;) {
      const { data, meta } = await feedOf(org, `?types=staff.*&after=${after}`)
      positions.push(meta.next)
      if (data.length > 0) break
      after = meta.next
    }
    assert.deepEqual(positions, [10_000, 20_000, 20_501])
  })

  test('types are one, those of a kind of record, or all', async () => {
    const org = await organisation()
    const id = await createClient(org)
    await org.patch(`/clients/${id}`, { address: '1 Hill St' })
    await org.post('/staff', { first_name: 'Ana', last_name: 'Li' })
    await org.post('/businesses', { name: 'South' })
    const types = async (filter: string) => typesIn(await feedOf(org, `?types=${filter}`))
    assert.deepEqual(await types('client.created'), ['client.created'])
    assert.deepEqual(await types('client.*,business.created'), ['client.created', 'client.updated', 'business.created'])
    assert.equal((await types('*')).length, 4)
    assert.equal((await types('*,client.created')).length, 4)
  })

  test('an unknown type, subject or position is a 422 that says what is allowed', async () => {
    const org = await organisation()
    const errors = async (query: string) => {
      const { status, body } = await org.get(`/events?${query}`)
      return [status, body.errors]
    }
    const types = (text: string) => [
      `types has ${JSON.stringify(text)}: send types such as shift.cancelled, shift.* or *. GET /events/types lists them.`,
    ]
    for (const wrong of ['nothing.happened', 'shift', 'shift.', '.*', 'token.created', 'token.*', '*.created'])
      assert.deepEqual(await errors(`types=client.created,${wrong}`), [422, { types: types(wrong) }])
    const subject = [
      'subject must be a kind of record and its id or ref, such as client:7, shift:a:4411 or note:general:5.',
    ]
    for (const wrong of [
      'client',
      'client:',
      'client:0',
      'client:a:7',
      'person:7',
      'note:5',
      'note:shift:5',
      'shift:x:5',
      'organisation:1',
      `client:${'9'.repeat(16)}`,
    ])
      assert.deepEqual(await errors(`subject=${wrong}`), [422, { subject }], wrong)
    const after = ['after must be a number, oldest or latest.']
    for (const wrong of ['-1', 'first', '1.5', '1'.repeat(17)])
      assert.deepEqual(await errors(`after=${wrong}`), [422, { after }])
    for (const wrong of ['limit=0', 'limit=1001', 'wait=-1', 'wait=21', 'wait=1.5', 'limit=x'])
      assert.equal((await errors(wrong))[0], 422, wrong)
  })

  test('types and subjects of an area that the token may not read are 403; without a filter they are left out', async () => {
    const org = await organisation()
    const id = await createClient(org)
    await org.post('/staff', { first_name: 'Ana', last_name: 'Li' })
    await numberEvents()
    await withAccess(org, { staff: 'read' })
    assert.deepEqual(typesIn(await feedOf(org)), ['staff.created'])
    assert.deepEqual(typesIn(await feedOf(org, '?types=*')), ['staff.created'])
    for (const query of ['types=client.created', 'types=staff.*,client.*', `subject=client:${id}`]) {
      const { status, headers } = await org.get(`/events?${query}`)
      assert.deepEqual([status, headers['x-required-access']], [403, 'clients=read'])
    }
    const both = await org.get('/events?types=client.*,shift.created&subject=task:1')
    assert.equal(both.headers['x-required-access'], 'clients=read, roster=read, tasks=read')
    assert.equal((await org.get('/events/1')).status, 404)
    assert.equal((await org.get('/events/2')).status, 200)
  })

  for (const area of areas) {
    test(`a token that reads ${area} alone sees the events of ${area} and of the organisation`, async () => {
      const org = await organisation({ [area]: 'read' })
      await db.query(
        `insert into event (org_id, type, subject_id, ref, detail, connection_id)
         select $1, type, 1, case when type ~ '^(shift|note)\\.' then 'g:1' end, null, $3 from unnest($2::text[]) type`,
        [org.orgId, eventTypes, org.connectionId],
      )
      const expected = eventTypes.filter((type) =>
        [area, undefined].includes(areaOf(type.split('.')[0] as SubjectType)),
      )
      assert.deepEqual(typesIn(await feedOf(org, '?limit=1000')), expected)
      const { body } = await org.get('/events/types')
      assert.deepEqual(
        body.data.filter(({ allowed }: { allowed: boolean }) => allowed).map(({ type }: { type: string }) => type),
        expected,
      )
      await db.query('delete from event where org_id = $1', [org.orgId])
    })
  }

  test('the events of one record, by id or ref, also of a shift that was removed', async () => {
    const org = await organisation()
    const { shift } = rosterOf(db, org)
    const [kept, removed] = [await shift(), await shift()]
    await org.post(`/shifts/${kept.ref}/notes`, { notes: 'Ring first.' })
    await org.call('DELETE', '/shifts', { refs: [removed.ref] })
    const of = async (subject: string) => feedOf(org, `?subject=${subject}`)
    const [first] = (await of(`shift:${kept.ref}`)).data
    assert.deepEqual(typesIn(await of(`shift:${kept.ref}`)), ['shift.created', 'shift.note_added'])
    assert.deepEqual(await of(`shift:${first.subject.id}`), await of(`shift:${kept.ref}`))
    assert.deepEqual([first.subject.ref, first.subject.path], [kept.ref, `/shifts/${kept.ref}`])
    const gone = await of(`shift:${removed.ref}`)
    assert.deepEqual(typesIn(gone), ['shift.created', 'shift.removed'])
    assert.deepEqual(
      gone.data.map(({ subject }: { subject: object }) => subject),
      [`/shifts/${removed.ref}`, null].map((path) => ({
        type: 'shift',
        id: gone.data[0].subject.id,
        ref: removed.ref,
        path,
      })),
    )
    assert.deepEqual((await of('shift:a:999999')).data, [])
    // An import can bring back a shift that was removed.
    await db.query(
      `insert into event (org_id, type, subject_id, ref) select org_id, type, subject_id, ref from event where org_id = $1 and type = 'shift.removed'`,
      [org.orgId],
    )
    assert.deepEqual(typesIn(await of(`shift:${removed.ref}`)), ['shift.created', 'shift.removed', 'shift.removed'])
  })

  test('a change of state names the fields of the record that changed', async () => {
    const org = await organisation()
    const { shift, staff } = rosterOf(db, org)
    const staff_ids = [await staff('Ana'), await staff('Ben')]
    const { ref } = await shift({ staff_ids, start: '2026-09-06 12:00:00', end: '2026-09-06 14:00:00' })
    await org.post('/shifts/publish', { refs: [ref] })
    await org.post('/shifts/unpublish', { refs: [ref] })
    await org.post('/shifts/publish', { refs: [ref] })
    await org.post(`/shifts/${ref}/cancel`, { cancelled_by: 'client', reason: 'In hospital' })
    await org.post(`/shifts/${ref}/restore`)
    for (const staff_id of staff_ids) await org.post(`/shifts/${ref}/clock-in`, { staff_ids: [staff_id] })
    for (const staff_id of staff_ids) await org.post(`/shifts/${ref}/clock-out`, { staff_ids: [staff_id] })
    const { data } = await feedOf(org, `?subject=shift:${ref}`)
    assert.deepEqual(
      data.slice(1).map(({ type, fields }: { type: string; fields: string[] }) => [type.slice(6), ...fields]),
      [
        ['published', 'status'],
        ['unpublished', 'status'],
        ['published', 'status'],
        ['cancelled', 'status', 'cancellation'],
        ['restored', 'status', 'cancellation'],
        ['clocked_in', 'status', 'attendance'],
        ['clocked_in', 'attendance'],
        ['clocked_out', 'attendance'],
        ['clocked_out', 'status', 'attendance'],
      ],
    )
    assert.deepEqual(
      data.map(({ subject }: { subject: { ref: string } }) => subject.ref),
      Array(10).fill(ref),
    )
  })

  test('a note of a task and a general note with the same id are two records', async () => {
    const org = await organisation()
    const client = await createClient(org)
    const general = (await org.post(`/clients/${client}/notes`, { notes: 'Well.' })).body.data
    const task = (await org.post('/tasks', { title: 'Ring', date: '2026-09-07', client_id: client })).body.data
    await org.post(`/tasks/${task.id}/notes`, { notes: 'Rang.' })
    const ref = `task:${(await db.query('select id from task_note where org_id = $1', [org.orgId])).rows[0].id}`
    await org.patch(`/notes/${ref}`, { notes: 'Rang twice.' })
    await org.patch(`/notes/${general.ref}`, { notes: 'Very well.' })
    assert.deepEqual(typesIn(await feedOf(org, `?subject=note:${general.ref}`)), ['note.created', 'note.updated'])
    const { data } = await feedOf(org, `?subject=note:${ref}`)
    assert.deepEqual([typesIn({ data }), data[0].subject.path], [['note.updated'], `/notes/${ref}`])
  })

  test('without a token 401, with integrations off 503', async () => {
    const org = await organisation()
    assert.equal((await org.get('/events', { authorization: '' })).status, 401)
    await db.query('update organisation set integrations_enabled = false where id = $1', [org.orgId])
    assert.equal((await org.get('/events')).status, 503)
  })
})

describe('events of other versions', () => {
  test('of 0.2.0 have the names of ids and the refs of notes that they have now', async () => {
    const org = await organisation()
    const events: [type: string, detail: object | null, after: object | null, ref: string | null][] = [
      ['note.created', { client: 7 }, { client_id: 7 }, 'general:1'],
      ['note.updated', { kind: 'Task' }, { kind: 'Task' }, 'task:1'],
      ['form_submission.created', { form: 1, prospect: 2 }, { form_id: 1, prospect_id: 2 }, null],
      ['insight.deleted', { dashboards: [1, 2] }, { dashboard_ids: [1, 2] }, null],
      ['dashboard.updated', { insight: 7 }, { insight_id: 7 }, null],
      ['shift.created', null, null, null],
    ]
    for (const [type, detail] of events)
      await db.query('insert into event (org_id, type, subject_id, detail) values ($1, $2, 1, $3)', [
        ...[org.orgId, type, detail],
      ])
    const { data } = await feedOf(org)
    assert.deepEqual(
      data.map(({ type, detail, subject }: any) => [type, detail, subject.ref]),
      events.map(([type, , after, ref]) => [type, after, ref]),
    )
    assert.deepEqual(data[0].subject.path, '/notes/general:1')
    assert.deepEqual(data[5].subject.path, null)
    assert.deepEqual(idsOf(await feedOf(org, '?subject=note:general:1')), [1])
    assert.deepEqual(idsOf(await feedOf(org, '?subject=note:task:1')), [2])
    await db.query('delete from event where org_id = $1', [org.orgId])
  })

  test('of a newer one, with an unknown type, are left out and stop nobody', async () => {
    const org = await organisation()
    await db.query(`insert into event (org_id, type, subject_id) values ($1, 'robot.built', 1)`, [org.orgId])
    await createClient(org)
    const { data, meta } = await feedOf(org)
    assert.deepEqual([idsOf({ data }), meta.next], [[2], 2])
    assert.equal((await org.get('/events/1')).status, 404)
    await db.query(`delete from event where org_id = $1 and type = 'robot.built'`, [org.orgId])
  })
})

describe('positions that would miss events', () => {
  test('old events are deleted from the beginning; an earlier position is a 422 that says where to go on', async () => {
    const org = await organisation()
    for (let n = 0; n < 4; n++) await createClient(org)
    await numberEvents()
    const at = (days: number) => new Date(clock.now() - days * 86_400_000).toISOString()
    for (const [seq, days] of [
      [1, 500],
      [2, 401],
      [3, 399],
      [4, 450],
    ]) {
      await db.query('update event set at = $3 where org_id = $1 and seq = $2', [org.orgId, seq, at(days!)])
    }
    await retention(db, clock, 400)
    const { data, meta } = await feedOf(org)
    assert.deepEqual([idsOf({ data }), meta.oldest, meta.latest], [[3, 4], 3, 4])
    assert.deepEqual(idsOf(await feedOf(org, '?after=2')), [3, 4])
    const { status, body } = await org.get('/events?after=1')
    const after = ['Events up to 2 are no longer kept. Read the records anew and go on after 4.']
    assert.deepEqual([status, body.errors], [422, { after }])
    assert.equal((await org.get('/events/2')).status, 404)

    await db.query('update event set at = $2 where org_id = $1', [org.orgId, at(500)])
    await retention(db, clock, 400)
    const empty = await feedOf(org)
    assert.deepEqual([empty.data, empty.meta.next, empty.meta.oldest, empty.meta.latest], [[], 4, 5, 4])
    await createClient(org)
    assert.deepEqual(idsOf(await feedOf(org, '?after=4')), [5])
  })

  test('an event that a webhook has still to send is kept, until the webhook was disabled for 30 days', async () => {
    const org = await organisation()
    for (let n = 0; n < 6; n++) await createClient(org)
    await numberEvents()
    const daysAgo = (days: number) => new Date(clock.now() - days * 86_400_000).toISOString()
    await db.query('update event set at = $2 where org_id = $1', [org.orgId, daysAgo(500)])
    const insert = async (position: number, disabledAt: string | null) =>
      (
        await db.query(
          `insert into webhook (org_id, connection_id, url, types, position, disabled_at) values ($1, $2, 'https://a.example/', '{*}', $3, $4)
           returning id`,
          [org.orgId, org.connectionId, position, disabledAt],
        )
      ).rows[0].id as number
    await insert(0, daysAgo(30))
    const disabled = await insert(3, daysAgo(29))
    const enabled = await insert(4, null)
    await db.query(
      `insert into webhook_delivery (org_id, webhook_id, event_id, type, subject_id, status, attempts, last_at)
       select $1, $2, n, 'client.created', 1, case n when 3 then 'pending' else 'failed' end, 1, now() from generate_series(1, 4) n`,
      [org.orgId, enabled],
    )
    const oldest = async () => {
      await retention(db, clock, 400)
      return (await feedOf(org)).meta.oldest
    }
    assert.equal(await oldest(), 3, 'a delivery of it is pending')
    await db.query(`update webhook_delivery set status = 'delivered' where org_id = $1`, [org.orgId])
    assert.equal(await oldest(), 4)
    await db.query('delete from webhook where id = $1', [disabled])
    assert.equal(await oldest(), 5)
    await db.query('delete from webhook where org_id = $1', [org.orgId])
    assert.equal(await oldest(), 7)
  })

  test('many old events are deleted in batches, and an event without a number is never deleted', async () => {
    const org = await organisation()
    await db.query(
      `insert into event (org_id, type, subject_id, at) select $1, 'client.updated', 1, now() - interval '500 days' from generate_series(1, 10001)`,
      [org.orgId],
    )
    await numberEvents()
    await db.query(
      `insert into event (org_id, type, subject_id, at) values ($1, 'client.updated', 1, now() - interval '500 days')`,
      [org.orgId],
    )
    clock.advance(Date.now() - clock.now())
    await retention(db, clock, 400)
    const { rows } = await db.query('select count(*) from event where org_id = $1', [org.orgId])
    assert.deepEqual([rows[0].count, idsOf(await feedOf(org, '?after=10001'))], [1, [10_002]])
  })

  test('a position beyond the last event, or of another feed, means that a backup was restored', async () => {
    const org = await organisation()
    await createClient(org)
    const { meta } = await feedOf(org)
    const { status, body } = await org.get('/events?after=2')
    const after = [
      'The last event is 1: a backup was restored, or the number is from another feed. Read the records anew and go on after 1.',
    ]
    assert.deepEqual([status, body.errors], [422, { after }])
    await restartFeed(db, org.orgId)
    const { meta: restarted } = await feedOf(org)
    assert.notEqual(restarted.feed, meta.feed)
    const refused = await org.get(`/events?after=1&feed=${meta.feed}`)
    const feed = [
      `The feed is ${restarted.feed} now, because a backup was restored. Read the records anew and go on after 1.`,
    ]
    assert.deepEqual([refused.status, refused.body.errors], [422, { feed }])
    assert.equal((await org.get(`/events?after=1&feed=${restarted.feed}`)).status, 200)
  })
})

describe('GET /events with wait', () => {
  const waitFor = async (org: Organisation, query = '') => {
    const response = org.get(`/events?wait=20&after=latest${query}`)
    return { response, settled: response.then(() => true) }
  }
  /** Until the request waits: it has read the feed, and holds no connection. */
  const untilWaiting = async (n: number) => {
    while (app.eventsWaiting() < n) await new Promise(setImmediate)
  }
  /** Numbers events in this process, as the running service does. */
  const number = () => app.sequencer.numberAll()

  test('is answered when an event of its filter has a number, and holds no connection meanwhile', async () => {
    const org = await organisation()
    const { response } = await waitFor(org, '&types=staff.*')
    await untilWaiting(1)
    while (db.idleCount < db.totalCount) await new Promise(setImmediate)
    await createClient(org)
    await number()
    await untilWaiting(1)
    await org.post('/staff', { first_name: 'Ana', last_name: 'Li' })
    await number()
    const { status, body } = await response
    assert.deepEqual([status, typesIn(body), body.meta.next], [200, ['staff.created'], 2])
    assert.equal(app.eventsWaiting(), 0)
  })

  test('events of other organisations do not wake it; the end of the time does', async () => {
    const [org, other] = [await organisation(), await organisation()]
    const response = org.get('/events?wait=1')
    await untilWaiting(1)
    await createClient(other)
    await number()
    const { body } = await response
    assert.deepEqual([body.data, body.meta.next], [[], 0])
  })

  test('a third request of a token is answered at once', async () => {
    const org = await organisation()
    const waiting = [await waitFor(org), await waitFor(org)]
    await untilWaiting(2)
    const { status, body } = await org.get('/events?wait=20')
    assert.deepEqual([status, body.data], [200, []])
    await createClient(org)
    await number()
    for (const { response } of waiting) assert.deepEqual(idsOf((await response).body), [1])
  })

  test('a token that is revoked while it waits gets 401 and no event', async () => {
    const org = await organisation()
    const { response } = await waitFor(org)
    await untilWaiting(1)
    await createClient(org)
    await db.query('update access_token set revoked_at = now() where id = $1', [org.tokenId])
    clock.advance(1000)
    await number()
    assert.equal((await response).status, 401)
  })

  test('a client that has left before it waits takes no place', async () => {
    const org = await organisation()
    const lock = await db.connect()
    await lock.query('begin; lock table feed')
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const leaving = new AbortController()
    const sent = fetch(`${origin}${basePath}/events?wait=20`, {
      headers: { authorization: `Bearer ${org.token}` },
      signal: leaving.signal,
    })
    await untilLockWait(db)
    leaving.abort()
    await assert.rejects(sent)
    while (app.connections.open > 0) await new Promise(setImmediate)
    await lock.query('rollback')
    lock.release()
    while (db.idleCount < db.totalCount) await new Promise(setImmediate)
    for (let n = 0; n < 20; n++) await new Promise(setImmediate)
    assert.equal(app.eventsWaiting(), 0)
  })

  test('is answered at once when the service stops', async () => {
    const { organisation, app, readiness } = await harness()
    const org = await organisation()
    const response = org.get('/events?wait=20')
    while (app.eventsWaiting() < 1) await new Promise(setImmediate)
    readiness.draining = true
    assert.deepEqual((await response).body.data, [])
    assert.deepEqual((await org.get('/events?wait=20')).body.data, [])
  })
})

describe('GET /events/types', () => {
  test('describes every type, with a detail schema that its example fits and a path that exists', async () => {
    const org = await organisation()
    const { status, body } = await org.get('/events/types')
    assert.equal(status, 200)
    assert.deepEqual(typesIn(body), eventTypes)
    const ajv = makeAjv()
    const routes = Object.keys((app.openapiDocument() as { paths: object }).paths)
    for (const { type, detail, example, subject } of body.data) {
      assert.ok(ajv.validate(detail, example.detail), `${type}: ${ajv.errorsText()}`)
      assert.deepEqual([example.type, example.subject.type], [type, subject])
      const { path } = example.subject
      if (path === null) continue
      const pattern = (route: string) => new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`)
      assert.ok(
        routes.some((route) => pattern(route).test(path)),
        path,
      )
    }
  })

  test('what people wrote, and values, are in the feed and not in what webhooks get', () => {
    const ajv = makeAjv()
    for (const { type, example, sentDetail } of eventKinds.values()) {
      const sent = sentEvent(eventRecord(example))
      assert.ok(ajv.validate(sentDetail, sent.detail), `${type}: ${ajv.errorsText()}`)
      assert.doesNotMatch(JSON.stringify(sent.detail), /hospital|phone|interstate|funding body|family|Forgot|check_in/)
    }
  })
})
