import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { emptyOrganisation, exportText, importTo, problemsOf } from '../../../test/factories/bundles/bundles.ts'
import { people, shift } from '../../../test/factories/roster/shifts.ts'
import { createDatabase } from '../../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)

type Row = Record<string, any>
const query = async (sql: string, ...values: unknown[]): Promise<Row[]> => (await pool.query(sql, values)).rows
async function withShifts(...shifts: object[]): Promise<number> {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, { ...people, shifts })
  return orgId
}
const shiftsOf = async (orgId: number): Promise<Row[]> => JSON.parse(await exportText(pool, orgId)).shifts

const withSettings = { withSettings: true }

describe('local times', () => {
  test('are in the timezone that the bundle sets for the organisation', async () => {
    const orgId = await emptyOrganisation(pool)
    const organisation = { name: 'Acme', timezone: 'Australia/Perth' }
    await importTo(pool, orgId, { shifts: [shift()], ...people, organisation }, withSettings)
    assert.deepEqual(await query('select starts_at, ends_at from shift where org_id = $1', orgId), [
      { starts_at: '2026-11-16T01:00:00.000000Z', ends_at: '2026-11-16T03:00:00.000000Z' },
    ])
  })

  test('that the clock shows twice are the first one; those it skips move forward', async () => {
    // Sydney's clocks go back on 5 April 2026 at 03:00 and forward on 4 October at 02:00.
    const orgId = await withShifts(
      shift({ id: 1, start: '2026-04-05 02:30:00', end: '2026-04-05 04:00:00' }),
      shift({ id: 2, start: '2026-10-04 02:30:00', end: '2026-10-04 05:00:00' }),
    )
    assert.deepEqual(await query('select starts, starts_at from shift where org_id = $1 order by id', orgId), [
      { starts: '2026-04-05 02:30:00', starts_at: '2026-04-04T15:30:00.000000Z' },
      { starts: '2026-10-04 03:30:00', starts_at: '2026-10-03T16:30:00.000000Z' },
    ])
    const again = shift({ id: 2, start: '2026-10-04 02:30:00', end: '2026-10-04 05:00:00' })
    assert.equal((await importTo(pool, orgId, { shifts: [again] })).counts.shifts!.unchanged, 1)
  })

  test('that end before the start because the clock skips are a problem', async () => {
    const orgId = await emptyOrganisation(pool)
    const shifts = [shift({ start: '2026-10-04 02:30:00', end: '2026-10-04 03:10:00' })]
    assert.deepEqual(await problemsOf(pool, orgId, { ...people, shifts }), [
      'shifts[0].end: must be after start also where the clocks go forward.',
    ])
  })
})

describe('clock times', () => {
  // Sydney's clocks go back on 5 April 2026 at 03:00, so 02:30 is first 15:30 UTC, then 16:30.
  const night = (attendance: object, fields: object = {}) =>
    shift({
      ...{ start: '2026-04-04 22:00:00', end: '2026-04-05 06:00:00' },
      attendance: [{ staff_id: 31, ...attendance }],
      ...fields,
    })
  const stored = async (orgId: number) =>
    (await query('select check_in, check_out, corrected from shift_staff where org_id = $1', orgId))[0]
  const [first, second] = ['2026-04-04T15:30:00.000000Z', '2026-04-04T16:30:00.000000Z']
  const halfPast = '2026-04-05 02:30:00'

  test('can be instants, with or without their local times; the status follows from them', async () => {
    for (const [times, status] of [
      [{ check_in_at: '2026-04-05T02:30:00+10:00' }, 'started'],
      [{ check_in: halfPast, check_in_at: second }, 'started'],
      [{ check_in_at: second, check_out: null, check_out_at: second }, 'completed'],
    ] as const) {
      const orgId = await withShifts(night({ ...times, corrected: true }))
      assert.deepEqual(await stored(orgId), {
        ...{ check_in: second, check_out: status === 'completed' ? second : null, corrected: true },
      })
      assert.deepEqual(await query('select status from shift where org_id = $1', orgId), [{ status }])
    }
  })

  test('are exported so that they round-trip: with instants only where the local time would be another', async () => {
    const orgId = await withShifts(
      night({ check_in: halfPast, check_out_at: second }, { id: 1 }),
      night({ check_in_at: first, check_out: '2026-04-05 03:00:00' }, { id: 2 }),
      night(
        { check_in_at: '2026-04-04T15:00:00.250Z', check_out_at: '2026-04-04T16:30:00.1Z', corrected: true },
        { id: 3 },
      ),
    )
    const exported = await shiftsOf(orgId)
    assert.deepEqual(
      exported.map(({ attendance }) => attendance),
      [
        [{ staff_id: 31, check_in: halfPast, check_out: halfPast, check_out_at: second }],
        [{ staff_id: 31, check_in: halfPast, check_out: '2026-04-05 03:00:00' }],
        [
          {
            ...{ staff_id: 31, check_in: '2026-04-05 02:00:00', check_out: halfPast },
            ...{ check_out_at: second, corrected: true },
          },
        ],
      ],
    )
    const text = await exportText(pool, orgId)
    const copy = await emptyOrganisation(pool)
    await importTo(pool, copy, JSON.parse(text))
    assert.equal(await exportText(pool, copy), text)
    const instants = 'select check_in, check_out, corrected from shift_staff where org_id = $1 order by shift_id'
    assert.deepEqual(await query(instants, copy), await query(instants, orgId))
    assert.equal((await importTo(pool, copy, JSON.parse(text))).counts.shifts!.unchanged, 3)
  })

  test('without an instant keep the stored one that shows the same local time', async () => {
    const orgId = await withShifts(night({ check_in_at: second }))
    const { counts } = await importTo(pool, orgId, { shifts: [night({ check_in: halfPast })] })
    assert.equal(counts.shifts!.unchanged, 1)
    await importTo(pool, orgId, { shifts: [night({ check_in: halfPast }, { title: 'New' })] })
    assert.equal((await stored(orgId))!.check_in, second)
    await importTo(pool, orgId, { shifts: [night({ check_in_at: first })] })
    assert.equal((await stored(orgId))!.check_in, first)
  })

  test('that contradict their instants are problems with their paths', async () => {
    const orgId = await emptyOrganisation(pool)
    const shifts = [
      night({ check_in: halfPast, check_in_at: first, check_out: '2026-04-05 04:00:00', check_out_at: second }),
      night({ check_in: '2026-04-05 02:29:59', check_in_at: first }, { id: 2 }),
      // A skipped time is that of the clock, an hour later.
      shift({
        ...{ id: 3, start: '2026-10-04 01:00:00', end: '2026-10-04 05:00:00' },
        attendance: [{ staff_id: 31, check_in: '2026-10-04 02:30:00', check_in_at: '2026-10-03T16:30:00Z' }],
      }),
    ]
    const problem = (path: string, name: string, local: string) =>
      `${path}.${name}_at: must be the instant of ${name}, which is ${local}; it is ${halfPast} in Australia/Sydney. Leave one of them out.`
    assert.deepEqual(await problemsOf(pool, orgId, { ...people, shifts }), [
      problem('shifts[0].attendance[0]', 'check_out', '2026-04-05 04:00:00'),
      problem('shifts[1].attendance[0]', 'check_in', '2026-04-05 02:29:59'),
    ])
  })

  test('in the wrong order are problems, by their instants', async () => {
    const orgId = await emptyOrganisation(pool)
    const outOfOrder = [
      night({ check_in_at: second, check_out_at: first }, { id: 1 }),
      night({ check_in_at: second, check_out: '2026-04-05 02:40:00' }, { id: 2 }),
      shift({
        ...{ id: 3, start: '2026-10-04 01:00:00', end: '2026-10-04 05:00:00' },
        attendance: [{ staff_id: 31, check_in: '2026-10-04 02:30:00', check_out: '2026-10-04 03:10:00' }],
      }),
    ]
    assert.deepEqual(await problemsOf(pool, orgId, { ...people, shifts: outOfOrder }), [
      'shifts[0].attendance[0].check_out_at: must not be before check_in.',
      'shifts[1].attendance[0].check_out: must not be before check_in.',
      'shifts[2].attendance[0].check_out: must not be before check_in.',
    ])
    assert.deepEqual(await problemsOf(pool, orgId, { ...people, shifts: [night({ check_out_at: first })] }), [
      'shifts[0].attendance[0].check_out_at: needs a check_in.',
    ])
    // The clock goes back between the two: 02:50 and, 20 minutes later, 02:10.
    const back = { check_in: '2026-04-05 02:50:00', check_out: '2026-04-05 02:10:00' }
    await importTo(pool, orgId, { ...people, shifts: [night({ ...back, check_out_at: '2026-04-04T16:10:00Z' })] })
  })
})

describe('an import that changes the organisation’s timezone', () => {
  const perth = { organisation: { name: 'Acme Care', timezone: 'Australia/Perth' } }

  test('keeps local times with new instants; attendance and notes keep their instants', async () => {
    const orgId = await withShifts(
      shift({
        attendance: [{ staff_id: 31, check_in: '2026-11-16 08:58:00' }],
        notes: [{ notes: 'A', created_at: '2026-11-16 12:00:00' }],
        updated_at: '2026-01-01T00:00:00Z',
      }),
    )
    await importTo(pool, orgId, perth, withSettings)
    const [row] = await query(
      `select s.starts, s.starts_at, a.starts as flat, a.starts_at as flat_at, a.ends_at as flat_end, p.check_in, n.created_at,
         s.updated_at > '2026-01-02' as updated, a.updated_at > '2026-01-02' as flat_updated
       from shift s join appointment a using (org_id) join shift_staff p using (org_id) join shift_note n using (org_id)
       where org_id = $1`,
      orgId,
    )
    assert.deepEqual(row, {
      ...{ starts: '2026-11-16 09:00:00', starts_at: '2026-11-16T01:00:00.000000Z' },
      ...{
        flat: '2026-11-16 09:00:00',
        flat_at: '2026-11-16T01:00:00.000000Z',
        flat_end: '2026-11-16T03:00:00.000000Z',
      },
      ...{ check_in: '2026-11-15T21:58:00.000000Z', created_at: '2026-11-16T01:00:00.000000Z' },
      ...{ updated: true, flat_updated: false },
    })
    const [{ attendance }] = (await shiftsOf(orgId)) as [Row]
    assert.equal(attendance[0].check_in, '2026-11-16 05:58:00')
  })

  test('changes no shift of another organisation, and none if the timezone stays', async () => {
    const [orgId, other] = [await withShifts(shift()), await withShifts(shift())]
    const before = await query('select * from shift where org_id = $1', other)
    await importTo(pool, orgId, perth, withSettings)
    const moved = await query('select * from shift where org_id = $1', orgId)
    await importTo(pool, orgId, perth, withSettings)
    assert.deepEqual(await query('select * from shift where org_id = $1', orgId), moved)
    assert.deepEqual(await query('select * from shift where org_id = $1', other), before)
  })

  test('is rejected if a shift would end before its start there', async () => {
    const orgId = await emptyOrganisation(pool)
    const shifts = [shift({ start: '2026-10-04 02:30:00', end: '2026-10-04 03:10:00' })]
    await importTo(pool, orgId, { ...people, ...perth, shifts }, withSettings)
    const sydney = { organisation: { name: 'Acme Care', timezone: 'Australia/Sydney' } }
    assert.deepEqual(await problemsOf(pool, orgId, sydney, withSettings), [
      'organisation.timezone: shift 1 would end before it starts.',
    ])
  })
})

describe('the days of a series', () => {
  const weekly = { every: 1, unit: 'Week' }
  const series = (fields: object = {}) => ({ id: 5, recurrence: weekly, ...fields })
  const occurrences = async (orgId: number) =>
    Object.fromEntries(
      (await query('select id, occurrence_on from shift where org_id = $1 order by id', orgId)).map((row) => [
        row.id,
        row.occurrence_on,
      ]),
    )
  const on = (id: number, day: string, fields: object = {}) =>
    shift({ id, series_id: 5, start: `${day} 09:00:00`, end: `${day} 10:00:00`, ...fields })

  test('are the start days of its shifts, one shift each, also when imported again', async () => {
    const shifts = [
      on(3, '2026-11-16'),
      on(2, '2026-11-16'),
      on(4, '2026-11-23'),
      on(5, '2026-11-24', { occurrence_on: '2026-11-23' }),
      on(6, '2026-11-30', { occurrence_on: null }),
      shift({ id: 7 }),
    ]
    const orgId = await withShifts(...shifts)
    const expected = { 2: '2026-11-16', 3: null, 4: null, 5: '2026-11-23', 6: null, 7: null }
    assert.deepEqual(await occurrences(orgId), expected)
    assert.equal((await importTo(pool, orgId, { shifts })).counts.shifts!.unchanged, 6)
    // A new shift does not take the day of a shift outside of the bundle.
    await importTo(pool, orgId, { shifts: [on(1, '2026-11-16')] })
    assert.deepEqual(await occurrences(orgId), { 1: null, ...expected })
  })

  test('can move from one shift to another', async () => {
    const [a, b] = ['2026-11-16', '2026-11-23']
    const orgId = await withShifts(on(1, a, { occurrence_on: a }), on(2, b, { occurrence_on: b }))
    await importTo(pool, orgId, { shifts: [on(1, a, { occurrence_on: b }), on(2, b, { occurrence_on: a })] })
    assert.deepEqual(await occurrences(orgId), { 1: b, 2: a })
  })

  test('are a problem if two shifts have the same day', async () => {
    const day = { occurrence_on: '2026-11-16' }
    const orgId = await withShifts(on(1, '2026-11-16', day))
    const shifts = [on(2, '2026-11-17', day), on(3, '2026-11-18', day), shift({ id: 4, ...day })]
    assert.deepEqual(await problemsOf(pool, orgId, { shifts }), ['shifts[2].occurrence_on: needs a series_id.'])
    assert.deepEqual(await problemsOf(pool, orgId, { shifts: shifts.slice(0, 2) }), [
      'shifts[0].occurrence_on: 2026-11-16 of the series is already that of shifts 1 of the organisation.',
      'shifts[1].occurrence_on: 2026-11-16 of the series is already that of shifts[0].',
      'shifts[1].occurrence_on: 2026-11-16 of the series is already that of shifts 1 of the organisation.',
    ])
  })

  test('start with the earliest shift by default, or today; next_on stays', async () => {
    const orgId = await withShifts(on(1, '2026-11-16'))
    const stored = () => query('select id, starts_on, next_on from shift_series where org_id = $1 order by id', orgId)
    await importTo(pool, orgId, { shift_series: [series(), series({ id: 6 })], shifts: [on(2, '2026-11-09')] })
    const [{ today }] = (await query(`select (now() at time zone 'Australia/Sydney')::date as today`)) as [Row]
    assert.deepEqual(await stored(), [
      { id: 5, starts_on: '2026-11-09', next_on: '2026-11-30' },
      { id: 6, starts_on: today, next_on: null },
    ])
    await importTo(pool, orgId, {
      shift_series: [series({ next_on: null, starts_on: '2026-01-01' }), series({ id: 6, next_on: '2027-01-04' })],
    })
    assert.deepEqual(await stored(), [
      { id: 5, starts_on: '2026-01-01', next_on: null },
      { id: 6, starts_on: today, next_on: '2027-01-04' },
    ])
  })
})
