import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { inOneProcess } from '../../../test/cluster/environment.ts'
import { rosterOf } from '../../../test/factories/roster/roster.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import type { Document } from '../../../test/harness/specification.ts'
import { exampleRequest, testedOperations } from '../../../trials/lib/examples.ts'
import { fixtureBundle, importBatch } from '../../../trials/lib/fixture.ts'
import { basePath } from '../../app.ts'
import { insertExampleCalendars } from '../../bundle/example-calendars.ts'
import { importBundle } from '../../bundle/import.ts'

const skip = inOneProcess('it stores the reads of this process')
const { app, db, clock, organisation, numberEvents } = await harness()
clock.advance(Date.parse('2026-11-15T02:00:00Z') - clock.now())
const store = () => app.jobs['store reads of clients']!.work()

interface StoredRead {
  operation: string
  via: string
  client_ids: number[]
  requests: number
  token_id: number | null
}
/** What was recorded since the last call, in the order of its first requests. */
async function recorded({ orgId }: Organisation): Promise<StoredRead[]> {
  await store()
  const { rows } = await db.query(
    `with read as (delete from client_read where org_id = $1 returning *)
     select operation, via, client_ids, requests, token_id from read order by at, n`,
    [orgId],
  )
  return rows
}

/** Ids of clients are in a range that no other number of a response is in. */
const [firstId, lastId] = [7_000_000, 7_999_999]
const isClient = (value: number) => value >= firstId && value <= lastId
const withClientIds = (text: string) => text.replace(/(?<![\d-])200([1-4])(?![\d-])/g, '700200$1')

function clientsIn(value: unknown): number[] {
  if (typeof value === 'number') return isClient(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(clientsIn) : []
}
const sorted = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b)

/** Operations whose responses show the client of their path or body, or of the note, without its id. */
const withoutIds: Record<string, number[]> = {
  createClientNote: [7_002_001],
  getNote: [7_002_001],
  updateNote: [7_002_001],
  listNoteRevisions: [7_002_001],
  createFormLink: [7_002_001],
}
/** The filter of an insight can name a client. */
const showNobody = new Set(['createInsight', 'updateInsight'])

test('every example of every operation records exactly the clients whose ids its response has', { skip }, async () => {
  const org = await organisation()
  await db.query(`select setval('client_id_seq', 7100000, false)`)
  const bundle = { ...fixtureBundle('Oracle'), organisation: undefined }
  await importBundle(db, org.orgId, Readable.from([withClientIds(JSON.stringify(bundle))]))
  const { id, answer } = importBatch('Oracle')
  await db.query('insert into import_batch (org_id, id, answer) values ($1, $2, $3)', [org.orgId, id, answer])
  await insertExampleCalendars(db, org)
  await numberEvents()
  let [operations, clients] = [0, 0]
  for (const { operation, name, examples } of testedOperations(app.openapiDocument() as Document)) {
    // Their records are not part of a bundle.
    if (name.includes('/webhooks/')) continue
    for (const example of examples) {
      const { url, payload } = exampleRequest(operation, example)
      const path = withClientIds(url.slice(basePath.length))
      const body = payload && JSON.parse(withClientIds(String(payload)))
      const response = await org.call(operation.method, path, body)
      assert.ok(response.status < 300, `${name} ${path}: ${response.status} ${response.text}`)
      const isText = response.body === undefined
      const lines = response.text.match(/(?<!\d)7\d{6}(?!\d)/g)?.map(Number) ?? []
      const { operationId } = operation
      const expected = sorted(
        showNobody.has(operationId) ? [] : (withoutIds[operationId] ?? (isText ? lines : clientsIn(response.body))),
      )
      const reads = await recorded(org)
      const what = `${name} ${path} ${JSON.stringify(body)}`
      if (operationId === 'getInsight' || operationId === 'getInsightResults') {
        assert.deepEqual(
          reads.map(({ operation, client_ids }) => [operation, client_ids]),
          [[operationId, []]],
          what,
        )
        continue
      }
      assert.deepEqual(sorted(reads.flatMap(({ client_ids }) => client_ids)), expected, what)
      assert.equal(reads.length, expected.length > 0 ? 1 : 0, what)
      for (const read of reads) {
        const via = /format=(?:csv|ndjson)/.test(path) ? 'export' : 'api'
        assert.deepEqual(
          [read.operation, read.via, read.requests, read.token_id],
          [operationId, via, 1, org.tokenId],
          what,
        )
      }
      operations++
      clients += expected.length
    }
  }
  assert.ok(operations > 130 && clients > 100, `${operations} requests, ${clients} clients`)
})

const key = (value: string) => ({ 'idempotency-key': value })
const clientsOf = (reads: StoredRead[]) => reads.map(({ operation, client_ids }) => [operation, client_ids])

describe('what a response shows is recorded', { skip }, () => {
  test('of a request that an Idempotency-Key repeats, each time; not of its rejection', async () => {
    const org = await organisation()
    const body = { first_name: 'Ada', last_name: 'Li', client_type: 'NDIS', business_id: org.businessId }
    const { id } = (await org.post('/clients', body, key('a'))).body.data
    await org.post('/clients', body, key('a'))
    const note = (await org.post(`/clients/${id}/notes`, { notes: 'Well' })).body.data
    for (let n = 0; n < 2; n++) await org.patch(`/notes/${note.ref}`, { notes: 'Better' }, key('n'))
    for (let n = 0; n < 2; n++)
      assert.equal((await org.patch('/clients/999999', { language: 'Dari' }, key('m'))).status, 404)
    assert.deepEqual(
      (await recorded(org)).map(({ operation, client_ids, requests }) => [operation, client_ids, requests]),
      [
        ['createClient', [id], 2],
        ['createClientNote', [id], 1],
        ['updateNote', [id], 2],
      ],
    )
  })

  test('of an error that names clients: conflicts of a shift, also of a dry run and of a repeated key', async () => {
    const org = await organisation()
    const { client, staff, body, shift } = rosterOf(db, org)
    const [joan, ada, ana] = [await client(), await client('Ada'), await staff()]
    const booked = await shift({ staff_ids: [ana], client_ids: [joan] })
    const draft = await body({ staff_ids: [ana], client_ids: [joan] })
    const other = await shift({ client_ids: [ada], start: '2026-11-17 09:00:00', end: '2026-11-17 11:00:00' })
    await org.delete(`/clients/${ada}`)
    await recorded(org)
    const rejections = [
      () => org.post('/shifts', draft),
      () => org.post('/shifts', { ...draft, dry_run: true }),
      () => org.post('/shifts', draft, key('s')),
      () => org.post('/shifts', draft, key('s')),
    ]
    for (const reject of rejections) {
      const { status, body } = await reject()
      assert.deepEqual([status, body.conflicts.length], [422, 2])
      const read = { operation: 'createShift', via: 'api', client_ids: [joan], requests: 1, token_id: org.tokenId }
      assert.deepEqual(await recorded(org), [read])
    }
    const patch = { staff_ids: [ana], client_ids: [joan], start: booked.start, end: booked.end }
    assert.equal((await org.patch(`/shifts/${other.ref}`, patch)).status, 422)
    assert.deepEqual(clientsOf(await recorded(org)), [['editShift', [joan]]])
    assert.equal((await org.post('/shifts/publish', { refs: [other.ref, 'a:1'] })).body.failed, 2)
    assert.deepEqual(clientsOf(await recorded(org)), [['publishShifts', [ada]]])
  })

  test('of an error that names clients: those that a prospect may be', async () => {
    const org = await organisation()
    const { client } = rosterOf(db, org)
    const joan = await client()
    await client('Ada')
    const { created } = (await org.post('/prospects', { first_name: 'Joan', last_name: 'Hart' })).body
    const convert = { client_type: 'NDIS', business_id: org.businessId }
    await recorded(org)
    const { status, body } = await org.post(`/prospects/${created}/convert`, convert)
    assert.deepEqual([status, body.duplicates.map(({ client_id }: { client_id: number }) => client_id)], [422, [joan]])
    assert.deepEqual(clientsOf(await recorded(org)), [['convertProspect', [joan]]])
  })

  test('not of an error without clients, of a page without clients and of other records', async () => {
    const org = await organisation()
    const { client, staff } = rosterOf(db, org)
    await client()
    await staff()
    await recorded(org)
    assert.equal((await org.get('/clients/999999')).status, 404)
    assert.equal((await org.get('/clients?page=0')).status, 422)
    assert.equal((await org.get('/clients?query=nobody')).body.data.length, 0)
    assert.equal((await org.get('/staff')).body.data.length, 1)
    const other = await organisation('none')
    assert.equal((await other.get('/clients')).status, 403)
    assert.deepEqual([await recorded(org), await recorded(other)], [[], []])
  })

  test('of requests within a moment together, each token and operation for itself', async () => {
    const org = await organisation()
    const { client } = rosterOf(db, org)
    const ids = [await client(), await client(), await client()]
    await recorded(org)
    for (const id of [ids[0]!, ids[2]!, ids[0]!]) await org.get(`/clients/${id}`)
    await org.get('/clients?per_page=2')
    assert.deepEqual(await recorded(org), [
      { operation: 'getClient', via: 'api', client_ids: [ids[0], ids[2]], requests: 3, token_id: org.tokenId },
      { operation: 'listClients', via: 'api', client_ids: ids.slice(0, 2), requests: 1, token_id: org.tokenId },
    ])
    const { rows } = await db.query('select count(*)::int as n from client_read where org_id = $1', [org.orgId])
    assert.equal(rows[0].n, 0)
  })

  test('of a response in chunks and an export in batches: all clients, and one request', async () => {
    const org = await organisation()
    const { client } = rosterOf(db, org)
    const ids = await Promise.all(Array.from({ length: 12 }, () => client()))
    await db.query(
      `insert into task (org_id, title, date, client_id) select $1, 'T', '2026-11-16', c from unnest($2::bigint[]) c`,
      [org.orgId, ids],
    )
    await db.query(
      `insert into task_note (org_id, task_id, type, notes) select org_id, id, 'General', repeat('x', 40000) from task where org_id = $1`,
      [org.orgId],
    )
    await db.query(
      `insert into client (org_id, first_name, last_name, client_type, business_id)
       select $1, 'A', 'B', 'NDIS', $2 from generate_series(1, 1100)`,
      [org.orgId, org.businessId],
    )
    const { rows } = await db.query('select id from client where org_id = $1 order by id', [org.orgId])
    const all = rows.map(({ id }) => id)
    await recorded(org)
    const { headers } = await org.get('/tasks')
    assert.equal(headers['content-length'], undefined, 'it is sent in chunks')
    const expected = { via: 'api', requests: 1, token_id: org.tokenId }
    assert.deepEqual(await recorded(org), [{ ...expected, operation: 'listTasks', client_ids: sorted(ids) }])
    for (const format of ['csv', 'ndjson']) {
      await org.get(`/clients?format=${format}`)
      const reads = await recorded(org)
      assert.deepEqual(
        reads.map(({ client_ids }) => client_ids.length),
        [1000, 112],
        'a row has 1,000 ids',
      )
      assert.deepEqual(
        reads.flatMap(({ client_ids }) => client_ids),
        all,
      )
      assert.ok(reads.every(({ via, requests }) => via === 'export' && requests === 1))
    }
  })

  test('of notes of a prospect that has become a client', async () => {
    const org = await organisation()
    const { created } = (await org.post('/prospects', { first_name: 'Joan', last_name: 'Hart' })).body
    const note = { notes: 'Lives alone' }
    await org.post(`/prospects/${created}/notes`, note)
    await org.get(`/prospects/${created}/notes`)
    assert.deepEqual(await recorded(org), [])
    const convert = { client_type: 'NDIS', business_id: org.businessId }
    const { created: client } = (await org.post(`/prospects/${created}/convert`, convert)).body
    await recorded(org)
    await org.post(`/prospects/${created}/notes`, note)
    assert.equal((await org.get(`/prospects/${created}/notes`)).body.data.length, 2)
    assert.equal((await org.get('/prospects/999999/notes')).status, 404)
    assert.deepEqual(clientsOf(await recorded(org)), [
      ['addProspectNote', [client]],
      ['listProspectNotes', [client]],
    ])
  })

  test('of events about a client, and of those whose detail names one', async () => {
    const org = await organisation()
    const { client } = rosterOf(db, org)
    const [first, second] = [await client(), await client()]
    await org.post(`/clients/${second}/notes`, { notes: 'Well' })
    await org.post('/staff', { first_name: 'Ana', last_name: 'Li', status: 'Active' })
    await numberEvents()
    await recorded(org)
    const { data } = (await org.get('/events?types=client.*,staff.*&limit=1')).body
    assert.equal(data[0].subject.id, first)
    assert.deepEqual(
      (await recorded(org)).map(({ operation, client_ids }) => [operation, client_ids]),
      [['listEvents', [first]]],
    )
    await org.get('/events?types=staff.*')
    assert.deepEqual(await recorded(org), [])
    await org.get('/events?types=note.*')
    assert.deepEqual(
      (await recorded(org)).map(({ client_ids }) => client_ids),
      [[second]],
    )
    await org.get('/events/1')
    assert.deepEqual(
      (await recorded(org)).map(({ operation, client_ids }) => [operation, client_ids]),
      [['getEvent', [first]]],
    )
    await org.get('/events?after=latest')
    assert.deepEqual(await recorded(org), [])
  })

  test('of events about a record of a client: shifts, tasks and all others that have one', async () => {
    const org = await organisation()
    await importBundle(
      db,
      org.orgId,
      Readable.from([JSON.stringify({ ...fixtureBundle('Events'), organisation: undefined })]),
    )
    const of = (columns: string, from: string, detail = 'null') =>
      `select ${columns}, ${detail}::jsonb as detail from ${from}`
    const own = `org_id, id, null as ref, client_id`
    const tasksOf = (table: string) => `${table} r join task t on t.org_id = r.org_id and t.id = r.task_id`
    const task = `json_build_object('task_id', task_id)`
    const kind = (name: string) => `json_build_object('kind', '${name}')`
    const kinds: [type: string, records: string][] = [
      ['shift.unpublished', of(`org_id, shift_id as id, 'a:' || shift_id as ref, client_id`, 'appointment')],
      ['task.completed', of(own, 'task')],
      ['task_charge.updated', of('r.org_id, r.id, null as ref, t.client_id', tasksOf('task_charge'), task)],
      ['note.updated', of(`org_id, id, 'general:' || id as ref, client_id`, 'note', kind('General'))],
      ['note.updated', of(`r.org_id, r.id, 'task:' || r.id as ref, t.client_id`, tasksOf('task_note'), kind('Task'))],
      ['billable.updated', of(own, 'billable', task)],
      ['form_submission.updated', of(own, 'form_submission')],
      ['prospect.updated', of(own, 'prospect')],
    ]
    let after = 0
    for (const [type, records] of kinds) {
      const { rows } = await db.query(
        `with r as (select r.* from (${records}) r where r.org_id = $1),
         inserted as (
           insert into event (org_id, type, subject_id, ref, detail)
           select $1, $2, r.id, r.ref, r.detail from (select distinct id, ref, detail from r) r order by r.id)
         select array_agg(distinct client_id order by client_id) as clients from r where client_id is not null`,
        [org.orgId, type],
      )
      const [{ clients }] = rows
      assert.ok(clients?.length > 0, type)
      await numberEvents()
      await recorded(org)
      const { data, meta } = (await org.get(`/events?types=${type}&after=${after}`)).body
      const [read, ...others] = await recorded(org)
      assert.deepEqual([read?.operation, read?.client_ids, others], ['listEvents', clients, []], `${type} ${records}`)
      const [first] = data
      await org.get(`/events/${first.id}`)
      const ofFirst = (await recorded(org)).flatMap(({ client_ids }) => client_ids)
      assert.ok(ofFirst.length <= 3 && ofFirst.every((id) => clients.includes(id)), type)
      after = meta.next
    }
  })

  test('of events of a shift that was removed: clients that they name', async () => {
    const org = await organisation()
    const { client, shift, remove } = rosterOf(db, org)
    const joan = await client()
    const { ref } = await shift({ client_ids: [joan] })
    await numberEvents()
    await recorded(org)
    await org.get('/events?types=shift.*')
    assert.deepEqual(clientsOf(await recorded(org)), [['listEvents', [joan]]])
    await remove([ref])
    await numberEvents()
    await recorded(org)
    assert.equal((await org.get('/events?types=shift.*')).body.data.length, 2)
    assert.deepEqual(await recorded(org), [])
  })

  test('of a calendar with names, when it is sent anew', async () => {
    const org = await organisation()
    const { shift, client, staff } = rosterOf(db, org)
    const [clientId, staffId] = [await client(), await staff()]
    await shift({ client_ids: [clientId], staff_ids: [staffId], publish: true })
    const address = async (detail: string) => {
      const { body } = await org.post(`/staff/${staffId}/calendar`, { detail })
      return new URL(body.data.url).pathname
    }
    const open = (url: string, method: 'GET' | 'HEAD' = 'GET', headers: Record<string, string> = {}) =>
      app.inject({ method, url, headers })
    const [named, unnamed] = [await address('full'), await address('shift')]
    await recorded(org)
    assert.equal((await open(unnamed)).statusCode, 200)
    assert.deepEqual(await recorded(org), [], 'the last detail was without names')
    assert.equal(await address('full'), named)
    const { headers, statusCode } = await open(named)
    assert.equal(statusCode, 200)
    const expected = { operation: 'calendar', via: 'calendar', client_ids: [clientId], requests: 1, token_id: null }
    assert.deepEqual(await recorded(org), [expected])
    assert.equal((await open(named, 'GET', { 'if-none-match': String(headers.etag) })).statusCode, 304)
    await open(named, 'HEAD')
    assert.deepEqual(await recorded(org), [])
  })

  test('of two organisations with the same ids, each for itself', async () => {
    const [one, two] = [await organisation(), await organisation()]
    for (const { orgId, businessId } of [one, two])
      await db.query(
        `insert into client (org_id, id, first_name, last_name, client_type, business_id) values ($1, 77, 'A', 'B', 'NDIS', $2)`,
        [orgId, businessId],
      )
    await one.get('/clients/77')
    assert.deepEqual([(await recorded(one)).length, (await recorded(two)).length], [1, 0])
  })
})

test('metrics count what waits for the database', { skip }, async () => {
  const org = await organisation()
  const id = await rosterOf(db, org).client()
  await store()
  const metrics = async () => (await app.inject('/metrics')).body
  assert.match(await metrics(), /^wattle_client_reads_waiting 0$/m)
  await org.get(`/clients/${id}`)
  assert.match(await metrics(), /^wattle_client_reads_waiting 2$/m)
  await store()
  assert.match(await metrics(), /^wattle_client_reads_waiting 0$/m)
  assert.match(await metrics(), /^wattle_client_reads_lost_total 0$/m)
})

test('WATTLE_READ_AUDIT=off records nothing', { skip }, async () => {
  const off = await harness({ readAudit: 'off' })
  const org = await off.organisation()
  const { client } = rosterOf(off.db, org)
  assert.equal((await org.get(`/clients/${await client()}`)).status, 200)
  assert.equal(off.app.jobs['store reads of clients'], undefined)
  await off.app.close()
  assert.equal((await off.db.query('select 1 from client_read')).rowCount, 0)
})

test('a service that stops stores what it has recorded', { skip }, async () => {
  const own = await harness()
  const org = await own.organisation()
  const id = await rosterOf(own.db, org).client()
  await org.get(`/clients/${id}`)
  assert.equal((await own.db.query('select 1 from client_read')).rowCount, 0)
  await own.app.close()
  const { rows } = await own.db.query('select operation, client_ids from client_read order by n')
  assert.deepEqual(rows, [
    { operation: 'createClient', client_ids: [id] },
    { operation: 'getClient', client_ids: [id] },
  ])
})

test('reads are kept for 400 days', { skip }, async () => {
  const org = await organisation()
  const insert = (age: string, count: number) =>
    db.query(
      `insert into client_read (org_id, at, node, n, connection_id, token_id, operation, via, client_ids, requests)
       select $1, to_timestamp($2) - $3::interval, gen_random_uuid(), n, $4, $5, 'getClient', 'api', '{7}', 1 from generate_series(1, $6) n`,
      [org.orgId, clock.now() / 1000, age, org.connectionId, org.tokenId, count],
    )
  await insert('400 days 1 second', 5001)
  await insert('401 days', 3)
  await insert('399 days', 2)
  await app.jobs['delete old reads of clients']!.work()
  assert.equal((await db.query('select 1 from client_read where org_id = $1', [org.orgId])).rowCount, 2)
})
