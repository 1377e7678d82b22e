import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filledLists, fillLists } from '../../../test/factories/lists.ts'
import { rosterOf, setClock } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, clock, organisation } = await harness()
setClock(clock)
const org = await organisation()
const other = await organisation()
for (let n = 1; n < 13; n += 4) {
  await fillLists(db, org, n, n + 3)
  await fillLists(db, other, n, n + 3)
}
const withIds = ['/clients', '/staff', '/tasks', '/prospects', '/form-submissions', '/billables']

for (const list of filledLists.filter(({ path }) => withIds.includes(path))) {
  const { path, table, filters } = list
  const idsOf = async (orgId: number, condition = 'true'): Promise<number[]> =>
    (await db.query(`select id from ${table} where org_id = $1 and ${condition} order by id`, [orgId])).rows.map(
      ({ id }) => id,
    )
  const get = async (query: string) => {
    const { status, body, text } = await org.get(`${path}?${query}`)
    assert.equal(status, 200, text)
    const ids = body.data.map(({ id }: { id: number }) => id)
    return { ids: ids.sort((a: number, b: number) => a - b), meta: body.meta }
  }
  const page = (total: number) => ({ page: 1, per_page: 100, total, last_page: 1 })

  test(`GET ${path}?ids returns those records as one page, each once, without unknown ones`, async () => {
    const [all, theirs] = [await idsOf(org.orgId), await idsOf(other.orgId)]
    const some = [all[7]!, all[2]!, all[7]!, theirs[1]!, 999_999_999, all[11]!]
    assert.deepEqual(await get(`ids=${some.join()}`), { ids: [all[2], all[7], all[11]], meta: page(3) })
    const repeated = await get(`ids=${all[0]}&ids=${all[1]}&ids[]=${all[3]}`)
    assert.deepEqual(repeated.ids, [all[0], all[1], all[3]])
    assert.deepEqual(await get(`ids=${theirs.join()}`), { ids: [], meta: page(0) })
    const hundred = [...all, ...Array.from({ length: 100 - all.length }, (_, i) => 999_000_000 + i)]
    assert.deepEqual(await get(`ids=${hundred.join()}&per_page=2`), { ids: all, meta: page(all.length) })
  })

  test(`GET ${path}?ids is combined with the other filters`, async () => {
    const all = await idsOf(org.orgId)
    for (const [query, condition] of Object.entries(filters)) {
      const expected = await idsOf(org.orgId, condition)
      assert.deepEqual((await get(`ids=${all.join()}&${query}`)).ids, expected, query)
    }
  })

  test(`GET ${path}?ids rejects what is no id, none and too many, and page and after_id`, async () => {
    const tooMany = Array.from({ length: 101 }, (_, i) => i + 1).join()
    for (const [query, errors] of [
      ['ids=', { 'ids.0': ['ids.0 must be a whole number.'] }],
      [
        'ids=1,x,-1,9007199254740992',
        {
          'ids.1': ['ids.1 must be a whole number.'],
          'ids.2': ['ids.2 must be 1 or greater.'],
          'ids.3': ['ids.3 must be from 1 to 9007199254740991.'],
        },
      ],
      [`ids=${tooMany}`, { ids: ['ids must have 1 to 100 items.'] }],
      ['ids=1&page=1', { ids: ['ids cannot be sent with page.'] }],
      ['ids=1&after_id=0', { ids: ['ids cannot be sent with after_id.'] }],
    ] as const) {
      const { status, body } = await org.get(`${path}?${query}`)
      assert.deepEqual([status, body.errors], [422, errors], query)
    }
  })
}

test('a list without ids, refs or format ignores them, as every unknown parameter', async () => {
  for (const path of [
    '/clients?refs=x',
    '/shifts?ids=1',
    '/price-codes?ids=1',
    '/forms?format=csv',
    '/businesses?format=x',
  ]) {
    const [list, unknown] = path.split('?')
    const page = `${list}?per_page=1&page=2`
    assert.deepEqual((await org.get(`${page}&${unknown}`)).body, (await org.get(page)).body, path)
  }
})

test('thousands of invalid ids are a 422 with the errors of the first', async () => {
  const { status, body } = await org.get(`/clients?ids=${'x,'.repeat(7000)}`)
  assert.equal(status, 422)
  assert.ok(Object.keys(body.errors).length <= 102)
})

test('GET /shifts?refs finds single shifts by any appointment and others by their own ref, too', async () => {
  const own = await organisation()
  const { shift, client, staff } = rosterOf(db, own)
  const single = await shift()
  const pair = [await client(), await client('Max')]
  const group = await shift({ type: 'group', client_ids: pair, staff_ids: [await staff()] })
  await shift()
  const appointments = (await own.get('/appointments?per_page=100')).body.data as { id: number; client_id: number }[]
  const ofGroup = appointments.filter(({ client_id }) => pair.includes(client_id)).map(({ id }) => `a:${id}`)
  const refsOf = async (query: string, by = own) => {
    const { status, body, text } = await by.get(`/shifts?${query}`)
    assert.equal(status, 200, text)
    assert.deepEqual(body.meta, { page: 1, per_page: 100, total: body.data.length, last_page: 1 })
    return body.data.map(({ ref }: { ref: string }) => ref)
  }
  assert.deepEqual(await refsOf(`refs=${group.ref},${single.ref}`), [single.ref, group.ref])
  assert.deepEqual(await refsOf(`refs=${ofGroup.join()},${group.ref}`), [group.ref])
  const inner = (await db.query('select id from shift where org_id = $1 order by id limit 1', [own.orgId])).rows[0].id
  assert.deepEqual(await refsOf(`refs=g:${inner},a:9999999999999999,g:999999`), [], 'a single shift has no ref g')
  assert.deepEqual(await refsOf(`refs=${group.ref},${single.ref}&client_id=${pair[0]}`), [group.ref])
  assert.deepEqual(await refsOf(`refs=${group.ref},${single.ref}`, other), [])
  for (const [query, errors] of [
    ['refs=12', { 'refs.0': ['refs.0 must be a ref such as a:801 or g:110.'] }],
    ['refs=', { 'refs.0': ['refs.0 must be a ref such as a:801 or g:110.'] }],
    [`refs=${'a:1,'.repeat(100)}a:1`, { refs: ['refs must have 1 to 100 items.'] }],
    ['refs=a:1&page=2', { refs: ['refs cannot be sent with page.'] }],
    ['refs=a:1&after_id=0', { refs: ['refs cannot be sent with after_id.'] }],
  ] as const) {
    const { status, body } = await own.get(`/shifts?${query}`)
    assert.deepEqual([status, body.errors], [422, errors], query)
  }
})
