import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FilledList, filledLists, fillLists } from '../../../test/factories/lists.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const org = await organisation()
const other = await organisation()
for (let n = 1; n < 25; n += 5) {
  await fillLists(db, org, n, n + 4)
  await fillLists(db, other, n, n + 4)
}

/** The records of a list with a filter, in the order of ids. */
async function stored({ table, key }: FilledList, condition = 'true', orgId = org.orgId): Promise<(number | string)[]> {
  const sql = `select ${key?.sql ?? 'r.id'} as key from ${table} r where r.org_id = $1 and ${condition} order by r.id`
  return (await db.query(sql, [orgId])).rows.map((row) => row.key)
}

interface Reading {
  perPage?: number
  /** Called with the keys of each response before the next request. */
  between?: (keys: (number | string)[]) => Promise<unknown>
  by?: Organisation
}

/** Reads a list by after_id until the end. */
async function readAll({ path, key }: FilledList, query: string, { perPage = 4, between, by = org }: Reading = {}) {
  const read: (number | string)[] = []
  let after: number | null = 0
  while (after !== null) {
    const url: string = `${path}?after_id=${after}&per_page=${perPage}${query && `&${query}`}`
    const { status, body, text } = await by.get(url)
    assert.equal(status, 200, `${url}: ${text}`)
    assert.deepEqual(Object.keys(body.meta), ['per_page', 'next_after_id'])
    assert.equal(body.meta.per_page, perPage)
    const keys = body.data.map((record: Record<string, number | string>) => record[key?.field ?? 'id'])
    read.push(...keys)
    // Only the last response may have fewer records, and one that is full may be the last.
    if (body.meta.next_after_id !== null) assert.equal(keys.length, perPage)
    assert.ok(body.meta.next_after_id === null || body.meta.next_after_id > after, 'it reads on')
    after = body.meta.next_after_id
    await between?.(keys)
  }
  return read
}

for (const list of filledLists) {
  const { path, table, filters, leave } = list

  test(`GET ${path} by after_id returns every record of the organisation once, in the order of ids`, async () => {
    for (const perPage of [1, 4, 5, 7, 100]) {
      if (perPage > 50 && path === '/forms') continue
      assert.deepEqual(await readAll(list, '', { perPage }), await stored(list), `per_page ${perPage}`)
    }
    assert.deepEqual(await readAll(list, '', { by: other }), await stored(list, 'true', other.orgId))
  })

  for (const [query, condition] of Object.entries(filters)) {
    test(`GET ${path}?${query} by after_id returns the records that match`, async () => {
      const expected = await stored(list, condition)
      const all = await stored(list)
      assert.ok(condition === 'false' || (expected.length > 2 && expected.length < all.length), `${expected.length}`)
      assert.deepEqual(await readAll(list, query, { perPage: 2 }), expected)
    })
  }

  const [first] = Object.entries(filters)
  if (leave && first)
    test(`GET ${path} by after_id skips no record when those already read leave the filter`, async () => {
      const [query, condition] = first
      const expected = await stored(list, condition)
      const gone: (number | string)[] = []
      const read = await readAll(list, query, {
        perPage: 3,
        between: async (keys) => {
          gone.push(...keys)
          const named = `select r.id, ${list.key?.sql ?? 'r.id'} as key from ${table} r where r.org_id = $1`
          const { rows } = await db.query(named, [org.orgId])
          const ids = rows.filter(({ key }) => keys.includes(key)).map(({ id }) => id)
          await db.query(`update ${table} set ${leave} where org_id = $1 and id = any ($2::bigint[])`, [org.orgId, ids])
        },
      })
      assert.deepEqual(read, expected)
      assert.deepEqual(await stored(list, `(${condition})`), [], 'all of them have left it')
      assert.ok(gone.length > 3)
    })
}

test('a record that is added behind the position is not returned, one after it is', async () => {
  const own = await organisation()
  const add = async (first_name: string, id: number) =>
    db.query(`insert into staff (org_id, id, first_name, last_name, status) values ($1, $2, $3, 'Li', 'Active')`, [
      own.orgId,
      id,
      first_name,
    ])
  for (const id of [10, 20, 30, 40]) await add('Ana', id)
  const first = await own.get('/staff?after_id=0&per_page=2')
  assert.equal(first.body.meta.next_after_id, 20)
  await add('Late', 15)
  await add('New', 35)
  const second = await own.get('/staff?after_id=20&per_page=3')
  assert.deepEqual(
    [second.body.data.map(({ id }: { id: number }) => id), second.body.meta.next_after_id],
    [[30, 35, 40], null],
  )
  assert.deepEqual((await own.get('/staff?after_id=40')).body, {
    data: [],
    meta: { per_page: 50, next_after_id: null },
  })
  assert.deepEqual((await own.get('/staff?after_id=9007199254740991')).body.data, [])
})

test('after_id is a whole number from 0 and not combined with page, in every list', async () => {
  for (const { path } of filledLists) {
    for (const [value, message] of [
      ['-1', 'after_id must be 0 or greater.'],
      ['x', 'after_id must be a whole number.'],
      ['', 'after_id must be a whole number.'],
      ['1.5', 'after_id must be a whole number.'],
      ['9007199254740992', 'after_id must be from 0 to 9007199254740991.'],
    ]) {
      const { status, body } = await org.get(`${path}?after_id=${value}`)
      assert.deepEqual([status, body.errors], [422, { after_id: [message] }], `${path} ${value}`)
    }
    if (path === '/sites') continue // has no pages
    for (const page of ['1', '2']) {
      const { status, body } = await org.get(`${path}?after_id=0&page=${page}`)
      assert.deepEqual([status, body.errors], [422, { after_id: ['after_id cannot be sent with page.'] }], path)
    }
  }
})

test('sites and form submissions have up to 100 records after an id, and as many as before without', async () => {
  for (const [path, most] of [
    ['/form-submissions', 50],
    ['/sites', 100],
  ] as const) {
    assert.equal((await org.get(`${path}?after_id=0&per_page=100`)).status, 200)
    const { status, body } = await org.get(`${path}?after_id=0&per_page=101`)
    assert.deepEqual([status, body.errors], [422, { per_page: ['per_page must be from 1 to 100.'] }])
    assert.equal((await org.get(`${path}?per_page=${most}`)).status, 200)
  }
  const { status, body } = await org.get('/form-submissions?per_page=51')
  assert.deepEqual([status, body.errors], [422, { per_page: ['per_page must be from 1 to 50 without after_id.'] }])
  assert.equal((await org.get('/sites?after_id=0')).body.meta.per_page, 100)
  assert.deepEqual(Object.keys((await org.get('/sites')).body), ['data'])
})
