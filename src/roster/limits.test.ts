import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { rosterOf, setClock, stored } from '../../test/factories/roster/roster.ts'
import { harness, type Organisation } from '../../test/harness/harness.ts'
import { importBundle } from '../bundle/import.ts'

const { db, clock, organisation } = await harness()
setClock(clock)

const many = <Item>(count: number, item: (n: number) => Item) => Array.from({ length: count }, (_, n) => item(n))
const importTo = ({ orgId }: Organisation, bundle: object) =>
  importBundle(db, orgId, Readable.from([JSON.stringify(bundle)]))
const staffIds = many(20, (n) => 700_001 + n)

/** An organisation with 20 staff, and one client to put on shifts. */
async function crowded() {
  const org = await organisation()
  const staff = staffIds.map((id) => ({ id, first_name: `Ana ${id}`, last_name: 'Li', status: 'Active' }))
  await importTo(org, { staff })
  return { org, ...rosterOf(db, org), clientId: await rosterOf(db, org).client() }
}
const firstDay = Date.parse('2026-11-16')
const dayOf = (n: number) => new Date(firstDay + n * 86_400_000).toISOString().slice(0, 10)
const shiftOn = (day: string, fields: object) => ({
  ...{ type: 'group', start: `${day} 09:00:00`, end: `${day} 11:00:00`, is_draft: true, ...fields },
})

const accept = { override_conflicts: ['staff_overlap'], override_reason: 'Handover' }

describe('limits on what one request reaches', () => {
  test('GET /shifts/{ref}/conflicts lists 100; a write with more than 3,000 overlaps is a 422 and stores nothing', async () => {
    const { org, body, clientId } = await crowded()
    const people = { client_ids: [clientId], staff_ids: staffIds }
    await importTo(org, { shifts: many(152, (n) => shiftOn('2026-11-16', { id: 800_001 + n, ...people })) })
    const { status, body: conflicts } = await org.get('/shifts/g:800001/conflicts')
    assert.deepEqual([status, conflicts.data.length, conflicts.data[0].code], [200, 100, 'staff_overlap'])
    const sentence = 'conflicts must be at most 3000 at once; have fewer shifts or people, or change the others first.'
    const request = await body({ type: 'group', ...people, client_ids: [await rosterOf(db, org).client()], ...accept })
    const before = await stored(db, org.orgId)
    const rejected = [
      await org.post('/shifts', request),
      await org.post('/shifts', { ...request, dry_run: true }),
      await org.post('/shifts/publish', { refs: ['g:800001'], ...accept }),
    ]
    for (const answer of rejected)
      assert.deepEqual([answer.status, answer.body.errors], [422, { conflicts: [sentence] }])
    assert.deepEqual(await stored(db, org.orgId), before)
    const few = await org.post('/shifts', { ...request, staff_ids: staffIds.slice(0, 2) })
    assert.deepEqual([few.status, few.body.conflicts.length], [201, 100])
  })

  test('POST /shifts/publish accepts at most 10,000 appointments; a scope reaches at most 5,000 shifts', async () => {
    const { org, client, clientId } = await crowded()
    const scope = 'this_and_following'
    const series = (id: number, count: number, fields: object) => ({
      shift_series: [{ id, recurrence: { every: 1, unit: 'Day' } }],
      shifts: many(count, (n) => shiftOn(dayOf(n), { id: id + n, series_id: id, ...fields })),
    })
    await importTo(org, series(800_001, 501, { client_ids: [clientId], staff_ids: staffIds }))
    await importTo(org, series(900_001, 4500, { client_ids: [await client()] }))
    const before = await stored(db, org.orgId)
    const rejected = await org.post('/shifts/publish', { refs: ['g:800001'], scope })
    const sentence = 'refs would publish 10020 appointments at once; at most 10000 are possible: send fewer of them.'
    assert.deepEqual([rejected.status, rejected.body.errors], [422, { refs: [sentence] }])
    for (const [method, path] of [
      ['POST', '/shifts/publish'],
      ['DELETE', '/shifts'],
    ] as const) {
      const { status, body } = await org.call(method, path, { refs: ['g:800001', 'g:900001'], scope })
      const tooFar = ['scope must reach at most 5000 shifts at once; send fewer refs.']
      assert.deepEqual([status, body.errors], [422, { scope: tooFar }])
    }
    assert.deepEqual(await stored(db, org.orgId), before)
  })

  test('a series with more than 10,000 people in segments is a 422', async () => {
    const { org, body } = await crowded()
    const staff_ids = staffIds.slice(0, 6)
    const times = { start: '2026-09-07 09:00:00', end: '2026-09-07 11:00:00' }
    const segments = many(20, () => ({ ...times, service: 'Care', staff_ids }))
    const request = await body({ ...times, staff_ids, segments, recurrence: { unit: 'Day' } })
    const before = await stored(db, org.orgId)
    const { status, body: response } = await org.post('/shifts', request)
    const sentence =
      'recurrence would make 10080 people in segments at once; at most 10000 are possible: let it start later, or have fewer people.'
    assert.deepEqual([status, response.errors], [422, { recurrence: [sentence] }])
    assert.deepEqual(await stored(db, org.orgId), before)
  })
})
