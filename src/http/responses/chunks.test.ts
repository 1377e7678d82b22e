import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import fastify from 'fastify'
import { dashboardsOf } from '../../../test/factories/reports/dashboards.ts'
import { rosterOf, setClock } from '../../../test/factories/roster/roster.ts'
import { chargesOf } from '../../../test/factories/tasks/charges.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import { importBundle } from '../../bundle/import.ts'
import { chunkBytes } from '../../db/chunk.ts'
import { sendInChunks } from './chunks.ts'

const { db, clock, organisation } = await harness()
setClock(clock)

/** Large and small records alternate: some chunks have one record, some have several. */
const isLarge = (n: number) => n % 3 > 0
const largeText = 'ä'.repeat(10_000)
const notesOf = (n: number) => (isLarge(n) ? 5 : 0)

/** The response has no Content-Length, so it was sent in chunks. */
async function assertInParts(org: Organisation, path: string, wanted: object) {
  const answer = await org.get(path)
  assert.equal(answer.status, 200)
  assert.ok(answer.text.length > 2 * chunkBytes, `${answer.text.length} characters`)
  assert.deepEqual(answer.headers['content-length'], undefined)
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(answer.headers['cache-control'], 'no-store')
  assert.deepEqual(answer.body, wanted)
}
const metaOf = (total: number, per_page: number) => ({ page: 1, per_page, total, last_page: 1 })

test('a failure after the first chunk closes the connection', async () => {
  const app = fastify()
  const read = async ([id]: number[]) => {
    if (id! > 3) throw new Error('as when the database is gone')
    return [{ id: id! }]
  }
  app.get('/', (_, reply) => sendInChunks(reply, { ids: [1, 2, 3, 4, 5], read, record: (row) => row }, {}))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  try {
    const answer = await fetch(address)
    assert.equal(answer.status, 200)
    await assert.rejects(answer.text(), TypeError)
  } finally {
    await app.close()
  }
})

test('records deleted after their ids were read are omitted, wherever they were', async () => {
  const ids = Array.from({ length: 250 }, (_, n) => n + 1)
  for (const isGone of [
    () => false,
    () => true,
    (id: number) => id <= 120,
    (id: number) => id > 3,
    (id: number) => id % 2 > 0,
  ]) {
    const app = fastify()
    const read = async (some: number[]) =>
      some.filter((id) => !isGone(id)).slice(0, 7).map((id) => ({ id })) // biome-ignore format: one line
    app.get('/', (_, reply) => sendInChunks(reply, { ids, read, record: (row) => row }, { meta: { total: 250 } }))
    const { body } = await app.inject('/')
    const data = ids.filter((id) => !isGone(id)).map((id) => ({ id }))
    assert.deepEqual(JSON.parse(body), { data, meta: { total: 250 } })
  }
})

describe('a response with large records is sent in chunks and is complete', () => {
  test('GET /tasks, found by state or by date', async () => {
    const { org, task, find } = chargesOf(db, await organisation())
    const ids: number[] = []
    for (let n = 0; n < 10; n++) {
      ids.push(await task({ title: `Task ${n}` }))
      await db.query(
        'insert into task_note (org_id, task_id, type, notes) select $1, $2, $3, $4 from generate_series(1, $5)',
        [org.orgId, ids.at(-1), 'General', largeText, notesOf(n)],
      )
    }
    const data = await Promise.all(ids.map(find))
    for (const query of ['per_page=100', 'from=2026-11-20&per_page=100'])
      await assertInParts(org, `/tasks?${query}`, { data, meta: metaOf(10, 100) })
  })

  test('GET /tasks with many charges and documents', async () => {
    const { org, task, priceCode, find } = chargesOf(db, await organisation())
    const price_code = await priceCode()
    const ids: number[] = []
    for (let n = 0; n < 6; n++) {
      ids.push(await task())
      const values = [org.orgId, ids.at(-1), 'ä'.repeat(255)]
      await db.query(
        `insert into task_charge (org_id, task_id, price_code, name, minutes, total_cost, claim_type, is_primary)
         select $1, $2, $4, $3, 60, 1, 'Standard', n = 1 from generate_series(1, 100) n`,
        [...values, price_code],
      )
      await db.query(
        'insert into task_document (org_id, task_id, name) select $1, $2, $3 from generate_series(1, 100)',
        values,
      )
    }
    const data = await Promise.all(ids.map(find))
    await assertInParts(org, '/tasks', { data, meta: metaOf(6, 50) })
  })

  test('GET /sites, by name, with their people', async () => {
    const org = await organisation()
    const person = (id: number) => ({ id, first_name: 'ä'.repeat(100), last_name: 'ö'.repeat(100) })
    const ids = Array.from({ length: 150 }, (_, n) => 700_001 + n)
    const names = Array.from({ length: 9 }, (_, n) => `${(n * 4) % 9} House`)
    const bundle = {
      staff: ids.map(person),
      clients: ids.map((id) => ({ ...person(id), client_type: 'NDIS', business_id: org.businessId })),
      sites: names.map((name, n) => ({
        ...{ id: 800_001 + n, name, participant_ids: ids, support_staff_ids: ids, admin_staff_ids: ids.slice(5) },
      })),
    }
    await importBundle(db, org.orgId, Readable.from([JSON.stringify(bundle)]))
    for (const query of ['', '?include_staff=true', '?query=house&include_staff=true']) {
      const { headers, body } = await org.get(`/sites${query}`)
      const found: { id: number; name: string }[] = body.data
      assert.deepEqual(
        found.map(({ name }) => name),
        [...names].sort(),
      )
      assert.equal(headers['x-total-count'], '9')
      const each = found.map(async ({ id }) => (await org.get(`/sites/${id}?include_staff=${query !== ''}`)).body.data)
      await assertInParts(org, `/sites${query}`, { data: await Promise.all(each) })
    }
  })

  test('GET /shifts with many staff in segments', async () => {
    const org = await organisation()
    const { staff, shift } = rosterOf(db, org)
    const staff_ids = [await staff(), await staff(), await staff()]
    await db.query(`update staff set first_name = repeat('ä', 100), last_name = repeat('ö', 100) where org_id = $1`, [
      org.orgId,
    ])
    const refs: string[] = []
    for (let n = 10; n < 20; n++) {
      const times = { start: `2026-11-${n} 09:00:00`, end: `2026-11-${n} 10:00:00` }
      const segments = Array.from({ length: 40 }, () => ({ ...times, service: 'Care', staff_ids }))
      refs.push((await shift({ ...times, staff_ids, segments })).ref)
    }
    const data = await Promise.all(refs.map(async (ref) => (await org.get(`/shifts/${ref}`)).body.data))
    await assertInParts(org, '/shifts?per_page=100', { data, meta: metaOf(10, 100) })
  })

  test('GET /prospects/{id}/stage-history', async () => {
    const org = await organisation()
    const { id } = (await org.post('/prospects', { first_name: 'Max', last_name: 'Roe' })).body.data
    await db.query('delete from prospect_stage_change where org_id = $1', [org.orgId])
    await db.query(
      `insert into prospect_stage_change (org_id, prospect_id, stage, by_name, created_at)
       select $1, $2, 'S' || n, repeat('b', 1000), '2026-11-02T00:00:00Z' from generate_series(1, 350) n`,
      [org.orgId, id],
    )
    const data = Array.from({ length: 350 }, (_, n) => ({
      ...{ stage: `S${n + 1}`, by: 'b'.repeat(1000), at: '2026-11-02T00:00:00.000000Z' },
    }))
    await assertInParts(org, `/prospects/${id}/stage-history`, { data })
  })

  test('GET /shifts, found by status or by day', async () => {
    const org = await organisation()
    const { shift } = rosterOf(db, org)
    const refs: string[] = []
    for (let n = 0; n < 10; n++) {
      const { ref } = await shift({ start: `2026-11-1${n} 09:00:00`, end: `2026-11-1${n} 10:00:00` })
      refs.push(ref)
      await db.query(
        `insert into shift_note (org_id, shift_id, notes)
         select $1, (select max(id) from shift where org_id = $1), $2 from generate_series(1, $3)`,
        [org.orgId, largeText, notesOf(n)],
      )
    }
    const data = await Promise.all(refs.map(async (ref) => (await org.get(`/shifts/${ref}`)).body.data))
    for (const query of ['per_page=100', 'from=2026-11-10&per_page=100'])
      await assertInParts(org, `/shifts?${query}`, { data, meta: metaOf(10, 100) })
  })

  test('GET /reports/dashboards, newest first', async () => {
    const { org, create, read, path } = dashboardsOf(db, await organisation())
    const ids: number[] = []
    for (let n = 0; n < 10; n++) {
      const texts = Array.from({ length: isLarge(n) ? 12 : 0 }, () => ({ op: 'add_text', text: 'ä'.repeat(2_500) }))
      const { id } = await create({ name: `Board ${n}`, operations: texts })
      for (let more = 0; more < 2 && isLarge(n); more++) await org.patch(`${path}/${id}`, { operations: texts })
      ids.unshift(id)
    }
    const data = await Promise.all(ids.map(read))
    for (const query of ['per_page=50', 'query=board&per_page=50'])
      await assertInParts(org, `${path}?${query}`, { data, meta: metaOf(10, 50) })
  })

  test('GET /notes/{ref}/revisions, with more than are read for one chunk', async () => {
    const org = await organisation()
    const { client } = rosterOf(db, org)
    const { body } = await org.post(`/clients/${await client()}/notes`, { notes: 'First' })
    await db.query(
      `insert into note_revision (org_id, note_id, note_type, notes, date, answers, by_name, created_at)
       select $1, $2, 'General', case when n % 9 = 0 then $3 else 'v' || n end, '2026-11-01', '[]', 'Payroll sync', '2026-11-02T00:00:00Z'
       from generate_series(1, 250) n`,
      [org.orgId, body.data.id, largeText],
    )
    const data = Array.from({ length: 250 }, (_, n) => ({
      ...{ revision: n + 1, title: null, note_type: 'General', notes: (n + 1) % 9 === 0 ? largeText : `v${n + 1}` },
      ...{ date: '2026-11-01', answers: [], replaced_by: 'Payroll sync', replaced_at: '2026-11-02T00:00:00.000000Z' },
    }))
    await assertInParts(org, `/notes/${body.data.ref}/revisions`, { data })
  })
})
