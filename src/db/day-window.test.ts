import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { insertAppointments } from '../../test/appointments.ts'
import { createDatabase } from '../../test/database.ts'
import { foldTally } from './tally.ts'

const { pool, drop } = await createDatabase()
after(drop)
const { id: org } = (await pool.query(`insert into organisation (slug, name) values ('a', 'A') returning id`)).rows[0]

/** What the counts by day say, and what counting the rows by day gives. */
const kept = async () =>
  (
    await pool.query(
      `select list, width, bucket, sum(n)::int as n from tally where list like 'roster.appointment.%'
       group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3`,
    )
  ).rows
const recounted = async () =>
  (
    await pool.query(
      `select 'roster.appointment.goes_on' as list, 0 as width, day::bigint as bucket, count(*)::int as n
       from appointment, generate_series(ends::date - date '1970-01-01', starts::date - date '1970-01-01' + 1, -1) day group by 3
       union all
       select 'roster.appointment.starts', width, floor((starts::date - date '1970-01-01') / (1 << width)::float)::bigint, count(*)::int
       from appointment, unnest(array[0, 5]) width group by 2, 3
       order by 1, 2, 3`,
    )
  ).rows
const assertExact = async () => assert.deepEqual(await kept(), await recounted())

/** Visits, nights and weeks, before and after 1970. */
const given = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const start = Date.UTC(n % 10 ? 2026 : 1969, 11, 20) + n * 9 * 3_600_000
    const hours = n % 17 === 0 ? 168 : n % 5 === 0 ? 10 : 2
    const text = (at: number) => new Date(at).toISOString().slice(0, 19)
    return { start: text(start), end: text(start + hours * 3_600_000) }
  })
const move = (which: string) =>
  pool.query(
    `update appointment set starts = starts + interval '11 hours', ends = ends + interval '15 hours' where ${which} and ends < starts + interval '6 days'`,
  )

test('a write locks counts in the order in which folding does, so that neither waits for the other in a ring', async () => {
  const [id] = await insertAppointments(pool, org, [{ start: '2026-11-02 22:00:00', end: '2026-11-04 06:00:00' }])
  const written = async () =>
    (
      await pool.query('select list, width, bucket from tally where list like $1 order by ctid', [
        'roster.appointment%',
      ])
    ).rows
  const sorted = (
    await pool.query('select list, width, bucket from tally where list like $1 order by 1, 2, 3', [
      'roster.appointment%',
    ])
  ).rows
  assert.equal(sorted.length, 3 + 2 + 2)
  assert.deepEqual(await written(), sorted)
  await pool.query('truncate tally')
  await pool.query('delete from appointment where id = $1', [id])
  assert.deepEqual(await written(), sorted)
  await pool.query('truncate tally')
})

test('counts by day are exact after inserts, moves within and between days, and deletes', async () => {
  await insertAppointments(pool, org, given(120))
  await assertExact()
  await move('id % 3 = 0')
  await assertExact()
  await pool.query(`update appointment set appointment_title = 'Other' where id % 2 = 0`)
  await assertExact()
  await pool.query('delete from appointment where id % 4 = 1')
  await assertExact()
  await pool.query('delete from shift') // takes its appointments along
  assert.deepEqual(await kept(), [])
})

test('counts by day are exact after many writers at once beside folding, and after the last fold', async () => {
  let writing = true
  const folding = (async () => {
    while (writing) await foldTally(pool)
  })()
  await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; i < 6; i++) {
        const ids = await insertAppointments(pool, org, given(10 + i))
        await pool.query(
          `update appointment set starts = starts - interval '1 day' where id = $1 and ends < starts + interval '6 days'`,
          [ids[writer]],
        )
        await pool.query('delete from appointment where id = $1', [ids[i]])
      }
    }),
  )
  writing = false
  await folding
  await assertExact()
  await foldTally(pool)
  await assertExact()
  const { rows } = await pool.query('select count(*) from tally where slot > 0')
  assert.equal(rows[0].count, 0)
})

test('a row that ends before it starts, or goes on longer than windows look back, is refused', async () => {
  for (const end of ['2026-11-02 08:59:59', '2026-11-11 00:00:00']) {
    await assert.rejects(insertAppointments(pool, org, [{ start: '2026-11-02 09:00:00', end }]), {
      constraint: end < '2026-11-03' ? 'shift_times' : 'appointment_times',
    })
  }
})
