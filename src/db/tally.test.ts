import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createDatabase } from '../../test/database.ts'
import { foldTally } from './tally.ts'

const { pool, drop } = await createDatabase()
after(drop)
const { id: org } = (await pool.query(`insert into organisation (slug, name) values ('a', 'A') returning id`)).rows[0]

const insert = (count: number) =>
  pool.query(
    `insert into staff (org_id, first_name, last_name, status) select $1, 'F', 'L', 'Active' from generate_series(1, $2)`,
    [org, count],
  )
const counts = async () =>
  (
    await pool.query(
      `select width, sum(n)::int as n, count(*) filter (where slot > 0)::int as slots from tally where list = 'staff'
       group by width order by width`,
    )
  ).rows
/** By bucket and kind, whatever the status: as kept, and as counted. */
const kept = `select width::int, bucket, kind, sum(n)::int as n from tally where list = 'staff.all' group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3`
const counted = `
  select width, id >> width as bucket, case when supplier then 'supplier' else 'staff' end as kind, count(*)::int as n
  from staff, unnest(array[8, 14, 20]) width group by 1, 2, 3 order by 1, 2, 3`

test('folding leaves every count as it is and only slot 0', async () => {
  await Promise.all(Array.from({ length: 20 }, () => insert(30)))
  await pool.query(`update staff set status = 'Archived' where id % 3 = 0`)
  await pool.query('delete from staff where id % 50 = 0')
  const total = (await pool.query('select count(*)::int as n from staff')).rows[0].n
  assert.deepEqual(
    (await counts()).map(({ n }) => n),
    [total, total, total],
  )
  await foldTally(pool)
  assert.deepEqual(
    await counts(),
    [8, 14, 20].map((width) => ({ width, n: total, slots: 0 })),
  )
})

test('the counts of all rows follow what is written, and a change of status leaves them alone', async () => {
  await insert(700)
  await pool.query(`update staff set supplier = true where id % 7 = 0`)
  await pool.query('delete from staff where id % 11 = 0')
  await foldTally(pool)
  assert.deepEqual((await pool.query(kept)).rows, (await pool.query(counted)).rows)
  await pool.query(`update staff set status = 'Inactive' where id % 5 = 0`)
  const unfolded = await pool.query(`select count(*)::int as n from tally where list = 'staff.all' and slot > 0`)
  assert.equal(unfolded.rows[0].n, 0)
  assert.deepEqual((await pool.query(kept)).rows, (await pool.query(counted)).rows)
})

test('folding leaves no count of nothing', async () => {
  await pool.query(
    `
    insert into tally (org_id, list, width, bucket, status, kind, slot, n)
    values ($1, 'y', 20, 0, 'left', '', 0, 5), ($1, 'y', 20, 0, 'left', '', 3, -2), ($1, 'y', 20, 0, 'left', '', 4, -3),
           ($1, 'y', 20, 0, 'kept', '', 0, 5), ($1, 'y', 20, 0, 'kept', '', 3, -2),
           ($1, 'y', 20, 1, 'passed', '', 3, -1), ($1, 'y', 20, 1, 'passed', '', 6, 1)`.replaceAll('$1', org),
  )
  await foldTally(pool)
  const { rows } = await pool.query(`select status, slot, n from tally where list = 'y'`)
  assert.deepEqual(rows, [{ status: 'kept', slot: 0, n: 3 }])
  await pool.query(`delete from tally where list = 'y'`)
})

test('folding beside writers loses and doubles nothing', async () => {
  const before = (await counts())[0].n
  let writing = true
  const folding = (async () => {
    while (writing) await foldTally(pool)
  })()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let i = 0; i < 25; i++) await insert(1 + (i % 3))
    }),
  )
  writing = false
  await folding
  assert.deepEqual(
    (await counts()).map(({ n }) => n),
    Array(3).fill(before + 8 * 49),
  )
})

test('folding passes over what a writer holds', async () => {
  await pool.query(`insert into tally values ($1, 'x', 20, 0, '', '', 5, 7)`, [org])
  const writer = await pool.connect()
  await writer.query('begin')
  await writer.query(`update tally set n = 8 where list = 'x'`)
  await foldTally(pool)
  await writer.query('commit')
  writer.release()
  assert.deepEqual((await pool.query(`select slot, n from tally where list = 'x'`)).rows, [{ slot: 5, n: 8 }])
})
