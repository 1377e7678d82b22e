import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counting, insightOf, reportRows } from '../../../test/factories/reports/reports.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const rows = reportRows(db)
const path = '/reports/insights'

const rejected = async (org: Organisation, body: object, id?: number) => {
  const response = await (id === undefined ? org.post(path, body) : org.patch(`${path}/${id}`, body))
  assert.deepEqual([response.status, response.body.message], [422, 'The given data was invalid.'])
  return response.body.errors
}

test('all errors of a body and its spec are returned at once, by field', async () => {
  const org = await organisation()
  const spec = { source: 'clients', metric: 'hours::sum', group_by: 'stage', colour: 1, target: { value: 1 } }
  const errors = await rejected(org, { name: ' ', spec, description: 7, other: 1 })
  assert.deepEqual(Object.keys(errors).sort(), [
    ...['description', 'name', 'other', 'spec.colour', 'spec.group_by', 'spec.metric', 'spec.target'],
  ])
  assert.deepEqual(errors['spec.metric'], ['metric must be one of records::count.'])
  assert.deepEqual(errors.other, [
    'other is not supported; supported fields are name, spec, description, space_id, subfolder_id.',
  ])
  assert.deepEqual(await org.events(), [])
})

test('a spec is required and must be an object', async () => {
  const org = await organisation()
  assert.deepEqual(await rejected(org, { name: 'A' }), { spec: ['spec is required.'] })
  for (const spec of [null, [], 'clients', 1]) {
    assert.deepEqual(await rejected(org, { name: 'A', spec }), { spec: ['spec must be an object.'] })
  }
  assert.match(
    (await rejected(org, { name: 'A', spec: {} }))['spec.source'][0],
    /^source is required and must be one of clients, staff, /,
  )
})

test('names and descriptions have maximum lengths', async () => {
  const org = await organisation()
  const errors = await rejected(org, { name: 'x'.repeat(256), description: 'x'.repeat(2001), spec: counting })
  assert.deepEqual(Object.keys(errors), ['name', 'description'])
  const maximal = { name: 'x'.repeat(255), description: 'x'.repeat(2000), spec: counting }
  assert.equal((await org.post(path, maximal)).status, 201)
})

test('a patch is validated together with the stored spec', async () => {
  const org = await organisation()
  const bars = await insightOf(org, {
    spec: { ...counting, visualization: 'bar', group_by: 'status', target: { value: 1 } },
  })
  assert.deepEqual(await rejected(org, { spec: { visualization: 'pie' } }, bars), {
    'spec.target': ['target is for bar, area, line only and cannot be kept by pie; null removes it.'],
  })
  assert.deepEqual(Object.keys(await rejected(org, { spec: { group_by: null, breakdown_by: 'status' } }, bars)), [
    'spec.breakdown_by',
  ])
  const number = await insightOf(org, {
    spec: {
      ...counting,
      formula: { expression: 'a', terms: { a: { metric: 'records::count' } } },
      conditional_formatting: [{ operator: 'more_than', value: 1, color: 'green' }],
    },
  })
  const errors = await rejected(org, { name: '', spec: { visualization: 'bar' } }, number)
  assert.deepEqual(Object.keys(errors).sort(), ['name', 'spec.conditional_formatting', 'spec.formula'])
  const freed = { visualization: 'bar', formula: null, conditional_formatting: null }
  assert.equal((await org.patch(`${path}/${number}`, { spec: freed })).status, 200)
})

test('an unknown space or subfolder is rejected with the allowed ones', async () => {
  const org = await organisation()
  const other = await organisation()
  const theirs = await rows.space(other, 'Theirs')
  const make = (location: object) => rejected(org, { name: 'A', spec: counting, ...location })
  assert.deepEqual(await make({ space_id: theirs }), {
    space_id: ['space_id must be null: this organisation has no spaces.'],
  })
  const ours = await rows.space(org, 'Ops', [{ id: 'm', name: 'Monthly' }])
  const empty = await rows.space(org, 'Empty')
  assert.deepEqual(await make({ space_id: theirs, subfolder_id: 'm' }), {
    space_id: [`space_id must be null or one of ${empty} (Empty), ${ours} (Ops).`],
  })
  assert.deepEqual(await make({ space_id: ours, subfolder_id: 'x' }), {
    subfolder_id: ['subfolder_id must be null or one of m (Monthly).'],
  })
  assert.deepEqual(await make({ space_id: empty, subfolder_id: 'x' }), {
    subfolder_id: ['subfolder_id must be null: its space has no subfolders.'],
  })
  assert.deepEqual(await make({ subfolder_id: 'x' }), { subfolder_id: ['subfolder_id needs the space_id it is in.'] })
  // The message names the space that has it.
  const home = `m is in space ${ours} (Ops)`
  assert.deepEqual(await make({ space_id: empty, subfolder_id: 'm' }), {
    subfolder_id: [`subfolder_id must be null: its space has no subfolders; ${home}.`],
  })
  assert.deepEqual(await make({ subfolder_id: 'm' }), {
    subfolder_id: [`subfolder_id needs the space_id it is in; ${home}.`],
  })
  const third = await rows.space(org, 'Third', [{ id: 'm', name: 'M' }, { id: 'y', name: 'Y' }]) // biome-ignore format: a subfolder beside another
  assert.deepEqual(await make({ space_id: ours, subfolder_id: 'y' }), {
    subfolder_id: [`subfolder_id must be null or one of m (Monthly); y is in space ${third} (Third).`],
  })
  assert.match(
    (await make({ space_id: empty, subfolder_id: 'm' })).subfolder_id[0],
    /; m is in spaces \d+ \(Ops\), \d+ \(Third\)\.$/,
  )
  assert.deepEqual(await make({ space_id: ours, subfolder_id: 'x'.repeat(101) }), {
    subfolder_id: ['subfolder_id must have at most 100 characters.'],
  })
  const spec = { ...counting, source: 'x' }
  assert.deepEqual(Object.keys(await rejected(org, { name: 'A', spec, space_id: theirs })).sort(), [
    'space_id',
    'spec.source',
  ])
  const id = await insightOf(org, { space_id: ours, subfolder_id: 'm' })
  await rejected(org, { space_id: theirs }, id)
  await rejected(org, { space_id: null, subfolder_id: 'm' }, id)
  await rejected(org, { space_id: empty, subfolder_id: 'm' }, id)
  assert.equal((await org.events()).length, 1)
})

test('an unchanged location is not checked again', async () => {
  const org = await organisation()
  const space_id = await rows.space(org, 'Ops', [{ id: 'm', name: 'Monthly' }])
  const id = await insightOf(org, { space_id, subfolder_id: 'm' })
  await db.query(`update space set subfolders = '[]' where org_id = $1`, [org.orgId])
  const response = await org.patch(`${path}/${id}`, { name: 'New', space_id, subfolder_id: 'm' })
  assert.deepEqual([response.status, response.body.subfolder_id], [200, 'm'])
})

test('a protected insight cannot be edited or deleted', async () => {
  const org = await organisation()
  const id = await insightOf(org)
  await rows.protect(org, id)
  const edit = 'This insight is protected and cannot be edited.'
  for (const body of [{}, { name: 'B' }, { spec: { source: 'x' } }]) {
    const response = await org.patch(`${path}/${id}`, body)
    assert.deepEqual([response.status, response.body], [422, { message: edit }])
  }
  const gone = await org.delete(`${path}/${id}`)
  assert.deepEqual([gone.status, gone.body], [422, { message: 'This insight is protected and cannot be deleted.' }])
  const { data } = (await org.get(`${path}/${id}`)).body
  assert.deepEqual([data.name, data.protected], ['Clients', true])
  assert.equal((await org.events()).length, 1)
})
