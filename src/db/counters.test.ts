import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { insertAppointments } from '../../test/factories/roster/appointments.ts'
import { createDatabase } from '../../test/harness/database.ts'
import { counterMismatches } from '../../test/oracles/counters.ts'
import { violatedConstraint } from './constraint.ts'
import { compactAllCounters, compactCounters } from './counters.ts'

const { pool, drop } = await createDatabase()
after(drop)
const organisation = async (slug: string): Promise<number> =>
  (await pool.query(`insert into organisation (slug, name) values ($1, 'A') returning id`, [slug])).rows[0].id
const org = await organisation('a')

const insertStaff = (count: number, orgId = org) =>
  pool.query(
    `insert into staff (org_id, first_name, last_name, status) select $1, 'F', 'L', 'Active' from generate_series(1, $2)`,
    [orgId, count],
  )
const pending = async (orgId = org): Promise<number> =>
  (await pool.query('select count(*)::int as n from counter where org_id = $1 and width = -1', [orgId])).rows[0].n
const totals = async (list: string) =>
  (
    await pool.query(
      'select width, sum(n)::int as n from counter where org_id = $1 and list = $2 and width >= 0 group by width order by width',
      [org, list],
    )
  ).rows

/** Visits, nights and weeks, before and after 1970. */
const given = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const start = Date.UTC(n % 10 ? 2026 : 1969, 11, 20) + n * 9 * 3_600_000
    const hours = n % 17 === 0 ? 168 : n % 5 === 0 ? 10 : 2
    const text = (at: number) => new Date(at).toISOString().slice(0, 19)
    return { start: text(start), end: text(start + hours * 3_600_000) }
  })

test('counters with their changes equal a count, before and after compacting', async () => {
  await insertStaff(700)
  await pool.query(`update staff set status = 'Archived' where id % 3 = 0`)
  await pool.query(`update staff set supplier = true where id % 7 = 0`)
  await pool.query('delete from staff where id % 11 = 0')
  await insertAppointments(pool, org, given(120))
  await pool.query(
    `update appointment set starts = starts + interval '11 hours', ends = ends + interval '15 hours'
     where id % 3 = 0 and ends < starts + interval '6 days'`,
  )
  await pool.query('delete from appointment where id % 4 = 1')
  assert.ok((await pending()) > 800)
  assert.deepEqual(await counterMismatches(pool, org), [])
  await compactCounters(pool, org)
  assert.equal(await pending(), 0)
  assert.deepEqual(await counterMismatches(pool, org), [])
  const { n } = (await pool.query('select count(*)::int as n from staff where not supplier')).rows[0]
  assert.deepEqual(
    await totals('staff.all'),
    [8, 14, 20].map((width) => ({ width, n })),
  )
})

test('a change of a field that no filter uses appends nothing', async () => {
  await compactCounters(pool, org)
  await pool.query(`update staff set phone = '1'`)
  await pool.query(`update appointment set appointment_title = 'Other'`)
  assert.equal(await pending(), 0)
})

test('a shift counts its appointments with it', async () => {
  await pool.query('delete from shift')
  assert.deepEqual(await counterMismatches(pool, org), [])
  await compactCounters(pool, org)
  assert.deepEqual(await totals('appointments.days'), [{ width: 0, n: 0 }])
})

test('compacting on several nodes beside many writers loses and duplicates nothing', async () => {
  let writing = true
  const compacting = [1, 2].map(async () => {
    while (writing) await compactAllCounters(pool)
  })
  await Promise.all(
    Array.from({ length: 6 }, async (_, writer) => {
      for (let i = 0; i < 12; i++) {
        await insertStaff(1 + (i % 3))
        const ids = await insertAppointments(pool, org, given(10 + i))
        await pool.query(
          `update appointment set starts = starts - interval '1 day' where id = $1 and ends < starts + interval '6 days'`,
          [ids[writer]],
        )
        await pool.query('delete from appointment where id = $1', [ids[i % 10]])
      }
    }),
  )
  writing = false
  await Promise.all(compacting)
  assert.deepEqual(await counterMismatches(pool, org), [])
  await compactAllCounters(pool)
  assert.equal(await pending(), 0)
  assert.deepEqual(await counterMismatches(pool, org), [])
})

test('compacting applies to every organisation, or to one', async () => {
  const [one, other] = [await organisation('one'), await organisation('other')]
  await insertStaff(3, one)
  await insertStaff(4, other)
  await compactCounters(pool, other)
  assert.deepEqual([await pending(one), await pending(other)], [3, 0])
  await compactAllCounters(pool)
  assert.equal(await pending(one), 0)
  assert.deepEqual([await counterMismatches(pool, one), await counterMismatches(pool, other)], [[], []])
})

test('an organisation whose changes cannot be compacted does not stop the others', async () => {
  const [broken, next] = [await organisation('broken'), await organisation('next')]
  await pool.query(
    `insert into counter values ($1, 'staff', -1, 1, 'Active', '', 1, 2147483647), ($1, 'staff', -1, 1, 'Active', '', 2, 1)`,
    [broken],
  )
  await insertStaff(2, next)
  await assert.rejects(compactAllCounters(pool), { code: '22003' })
  assert.deepEqual([await pending(broken), await pending(next)], [2, 0])
  await pool.query('delete from counter where org_id = $1', [broken])
})

test('a row that ends before it starts, or lasts longer than windows look back, is rejected', async () => {
  for (const end of ['2026-11-02 08:59:59', '2026-11-11 00:00:00']) {
    const constraint = end < '2026-11-03' ? 'shift_times' : 'appointment_times'
    await assert.rejects(
      insertAppointments(pool, org, [{ start: '2026-11-02 09:00:00', end }]),
      (error: Error) => violatedConstraint(error) === constraint,
    )
  }
})
