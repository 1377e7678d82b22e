import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counting, insightOf, reportRows } from '../../../test/factories/reports/reports.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const rows = reportRows(db)
const path = '/reports/insights'
const idsOf = async (org: Organisation, search = '') =>
  (await org.get(`${path}${search}`)).body.data.map(({ id }: { id: number }) => id)

test('a list item has exactly the fields of the contract', async () => {
  const org = await organisation()
  const space_id = await rows.space(org, 'Operations')
  const first = await insightOf(org, { name: 'By status', spec: { source: 'staff', group_by: 'status' }, space_id })
  const second = await insightOf(org)
  const { data, meta } = (await org.get(path)).body
  assert.deepEqual(meta, { page: 1, per_page: 50, total: 2, last_page: 1 })
  assert.deepEqual(data, [
    { id: second, name: 'Clients', visualization: 'metric', source: 'clients', spaces: [], protected: false },
    { id: first, name: 'By status', visualization: 'bar', source: 'staff', spaces: ['Operations'], protected: false },
  ])
})

test('insights are listed newest first, then by id, each on one page', async () => {
  const org = await organisation()
  const made: number[] = []
  for (let n = 0; n < 7; n++) made.push(await insightOf(org))
  await db.query(`update insight set created_at = '2026-03-01Z' where org_id = $1`, [org.orgId])
  await db.query(`update insight set created_at = '2026-03-04Z' where org_id = $1 and id % 2 = 1`, [org.orgId])
  const expected = made.toSorted((a, b) => (b % 2) - (a % 2) || b - a)
  assert.deepEqual(await idsOf(org), expected)
  const pages = await Promise.all([1, 2, 3].map((page) => idsOf(org, `?per_page=3&page=${page}`)))
  assert.deepEqual(pages.flat(), expected)
  const named = await Promise.all([1, 2, 3].map((page) => idsOf(org, `?query=client&per_page=3&page=${page}`)))
  assert.deepEqual(named.flat(), expected)
  const past = (await org.get(`${path}?per_page=3&page=9`)).body
  assert.deepEqual(past, { data: [], meta: { page: 9, per_page: 3, total: 7, last_page: 3 } })
  await org.delete(`${path}/${expected[0]}`)
  assert.equal((await org.get(`${path}?per_page=3`)).body.meta.total, 6)
})

test('query matches part of the name without regard to case; %, _ and \\ are literal', async () => {
  const org = await organisation()
  const named: Record<string, number> = {}
  for (const name of ['100% Österreich', 'a_b', 'aXb', 'back\\slash']) named[name] = await insightOf(org, { name })
  const idsFor = async (text: string) => idsOf(org, `?query=${encodeURIComponent(text)}`)
  assert.deepEqual(await idsFor('%'), [named['100% Österreich']])
  assert.deepEqual(await idsFor('öSTERR'), [named['100% Österreich']])
  assert.deepEqual(await idsFor('A_B'), [named.a_b])
  assert.deepEqual(await idsFor('\\'), [named['back\\slash']])
  assert.deepEqual(await idsFor('nothing'), [])
  const page = (await org.get(`${path}?query=a&per_page=1&page=2`)).body
  assert.deepEqual(page.meta, { page: 2, per_page: 1, total: 3, last_page: 3 })
  assert.deepEqual(
    page.data.map(({ name }: { name: string }) => name),
    ['aXb'],
  )
  assert.deepEqual((await org.get(`${path}?query=a&per_page=1&page=7`)).body.meta.total, 3)
})

test('space_id filters the list, alone and with a name; other organisations’ insights are not listed', async () => {
  const [org, other] = [await organisation(), await organisation()]
  const space_id = await rows.space(org, 'Ops')
  await insightOf(org, { name: 'Apples' })
  const inside = await insightOf(org, { name: 'Apples too', space_id })
  const pears = await insightOf(org, { name: 'Pears', space_id })
  await insightOf(other, { name: 'Apples of others' })
  assert.deepEqual(await idsOf(org, `?space_id=${space_id}`), [pears, inside])
  assert.deepEqual(await idsOf(org, `?space_id=${space_id}&query=apples`), [inside])
  assert.deepEqual(await idsOf(other, `?space_id=${space_id}`), [])
  assert.deepEqual((await org.get(`${path}?query=apples`)).body.meta.total, 2)
  await org.patch(`${path}/${pears}`, { space_id: null })
  assert.deepEqual((await org.get(`${path}?space_id=${space_id}`)).body.meta.total, 1)
})

test('invalid page numbers and space ids are rejected by name', async () => {
  const org = await organisation()
  const { status, body } = await org.get(`${path}?page=0&per_page=101&space_id=x&query=`)
  assert.deepEqual([status, Object.keys(body.errors)], [422, ['page', 'per_page', 'query', 'space_id']])
  assert.equal((await org.post(path, { name: 'A', spec: counting })).status, 201)
  assert.equal((await org.get(`${path}?per_page=100`)).body.data.length, 1)
})
