import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import {
  assertRoundTrip,
  emptyOrganisation,
  exportedBundle,
  exportText,
  importTo,
  type Row,
  withoutTimestamps,
} from '../../../test/factories/bundles/bundles.ts'
import { people, shift, whole } from '../../../test/factories/roster/shifts.ts'
import { createDatabase } from '../../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)

const exported = (orgId: number) => exportedBundle(pool, orgId)
const shiftsOf = async (orgId: number): Promise<Row[]> => (await exported(orgId)).shifts
const query = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows
/** An organisation with people and these shifts. */
async function withShifts(...shifts: object[]): Promise<number> {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, { ...people, shifts })
  return orgId
}

describe('a complete roster', () => {
  test('exports what was imported', async () => {
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, whole)
    const { sites, price_codes, shift_series, shifts } = await exported(orgId)
    assert.deepEqual(shifts.map(withoutTimestamps), whole.shifts)
    assert.deepEqual(shift_series.map(withoutTimestamps), whole.shift_series)
    assert.deepEqual(sites.map(withoutTimestamps), whole.sites)
    assert.deepEqual(price_codes.map(withoutTimestamps), whole.price_codes)
  })

  test('exports the same bytes again from an empty organisation, and imported again it changes nothing', async () => {
    await assertRoundTrip(pool, whole)
  })

  test('another organisation with the same ids of shifts and children keeps its own', async () => {
    const [first, second] = [await emptyOrganisation(pool), await emptyOrganisation(pool)]
    await importTo(pool, first, whole)
    const before = await exportText(pool, first)
    const shifts = whole.shifts.map((row) => ({ ...row, title: 'Theirs', segments: [], notes: [] }))
    await importTo(pool, second, { ...whole, shifts })
    assert.equal(await exportText(pool, first), before)
  })

  test('the sequences are past the ids of all children', async () => {
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, whole)
    for (const [sequence, highest] of [
      ['shift_id_seq', 103],
      ['appointment_id_seq', 885],
      ['shift_segment_id_seq', 201],
      ['shift_note_id_seq', 303],
    ]) {
      const [{ next }] = await query(`select nextval('${sequence}') as next`)
      assert.ok(next > highest!, `${sequence} gives ${next}`)
    }
  })
})

describe('defaults of a row', () => {
  test('is a single scheduled shift called Shift, with a vacant pair', async () => {
    const orgId = await withShifts({ id: 1, start: '2026-11-16 09:00:00', end: '2026-11-16 11:00:00', client_ids: [7] })
    const [row] = await shiftsOf(orgId)
    assert.deepEqual(withoutTimestamps(row!), {
      ...{ id: 1, type: 'single', title: 'Shift', start: '2026-11-16 09:00:00', end: '2026-11-16 11:00:00' },
      ...{ address: null, client_ids: [7], staff_ids: [], site_id: null, series_id: null, is_draft: false },
      ...{ deleted: false, services: [], segments: [], attendance: [], cancellation: null, funding: [] },
      ...{ client_charge_split: [], notes: [] },
      appointments: [{ id: row!.appointments[0].id, client_id: 7, employee_id: null }],
    })
    assert.deepEqual(await query('select status from shift where org_id = $1', orgId), [{ status: 'scheduled' }])
  })

  test('pairs are every client with every staff member; a site without clients has pairs without one', async () => {
    const orgId = await withShifts(
      shift({ id: 1, type: 'group', client_ids: [8, 7], staff_ids: [32, 31] }),
      shift({ id: 2, type: 'site', site_id: 3, client_ids: [], staff_ids: [31, 32] }),
      shift({ id: 3, type: 'site', site_id: 3, client_ids: [], staff_ids: [] }),
    )
    const pairs = (await shiftsOf(orgId)).map(({ appointments }) =>
      appointments.map(({ client_id, employee_id }: Row) => [client_id, employee_id]),
    )
    assert.deepEqual(pairs[0], [
      [8, 32],
      [8, 31],
      [7, 32],
      [7, 31],
    ])
    assert.deepEqual(pairs.slice(1), [
      [
        [null, 31],
        [null, 32],
      ],
      [[null, null]],
    ])
  })

  test('keeps its ids, so that the same bundle changes nothing', async () => {
    const bundle = {
      ...people,
      shifts: [
        shift({
          type: 'group',
          client_ids: [7, 8],
          staff_ids: [31],
          segments: [segment({ shift_notes: [{ notes: 'Same' }, { notes: 'Same' }] }), segment(), segment()],
          notes: [{ notes: 'Same' }, { notes: 'Same', staff_id: 31 }],
        }),
      ],
    }
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, bundle)
    const before = await exportText(pool, orgId)
    await importTo(pool, orgId, bundle)
    assert.equal(await exportText(pool, orgId), before)
    const [{ segments, notes }] = JSON.parse(before).shifts
    assert.deepEqual([segments.length, segments[0].shift_notes.length, notes.length], [3, 2, 2])
  })

  test('a charge is split equally, with the rounding difference on the first client', async () => {
    const three = { type: 'group', client_ids: [7, 8, 9], staff_ids: [] }
    const orgId = await withShifts(
      shift({ id: 1, ...three }),
      shift({ id: 2, ...three, client_charge_split: [{ client_id: 8, share: 1 }] }),
    )
    const shares = (await shiftsOf(orgId)).map((row) => row.client_charge_split.map(({ share }: Row) => share))
    assert.deepEqual(shares, [
      [0.333334, 0.333333, 0.333333],
      [0, 1, 0],
    ])
  })
})

describe('importing again', () => {
  test('replaces the children of a row and updates its appointments', async () => {
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, whole)
    const changed = {
      ...shift({ id: 101, title: 'Evening', start: '2026-11-17 18:00:00', end: '2026-11-17 20:00:00' }),
      client_ids: [8],
      staff_ids: [32],
      segments: [segment({ id: 202, start: '2026-11-17 18:00:00', end: '2026-11-17 19:00:00' })],
    }
    const { counts } = await importTo(pool, orgId, { shifts: [changed] })
    assert.deepEqual(counts, { shifts: { created: 0, updated: 1, unchanged: 0 } })
    const [row] = await shiftsOf(orgId)
    assert.deepEqual(
      [row!.client_ids, row!.attendance, row!.notes, row!.services, row!.segments.map((s: Row) => s.id)],
      [[8], [{ staff_id: 32, check_in: null, check_out: null }], [], [], [202]],
    )
    const [flat, ...others] = await query(
      `select a.client_id, a.employee_id, a.appointment_title, a.starts, a.starts_at, a.updated_at = s.updated_at as same
       from appointment a join shift s on s.org_id = a.org_id and s.id = a.shift_id where a.org_id = $1 and a.shift_id = 101`,
      orgId,
    )
    assert.deepEqual(others, [])
    assert.deepEqual(flat, {
      ...{ client_id: 8, employee_id: 32, appointment_title: 'Evening', starts: '2026-11-17 18:00:00' },
      ...{ starts_at: '2026-11-17T07:00:00.000000Z', same: true },
    })
  })

  test('a child without an id does not take the id of an equal child in the row', async () => {
    const care = segment({ id: 401 })
    const orgId = await withShifts(shift({ segments: [care] }))
    const changed = shift({ segments: [segment(), care], notes: [{ notes: 'A' }] })
    await importTo(pool, orgId, { shifts: [changed] })
    const [row] = await shiftsOf(orgId)
    const ids = row!.segments.map(({ id }: Row) => id)
    assert.deepEqual([ids.length, ids[0], ids[1] > 401], [2, 401, true])
  })

  test('a changed child sets updated_at of its shift', async () => {
    const row = shift({ notes: [{ id: 5, notes: 'Before', created_at: '2026-11-01 10:00:00' }] })
    const orgId = await withShifts({ ...row, updated_at: '2026-01-01T00:00:00Z' })
    const { counts } = await importTo(pool, orgId, {
      shifts: [{ ...row, notes: [{ ...(row as Row).notes[0], notes: 'After' }] }],
    })
    assert.equal(counts.shifts!.updated, 1)
    const [after] = await shiftsOf(orgId)
    assert.deepEqual([after!.notes[0].notes, after!.updated_at > '2026-01-02'], ['After', true])
  })

  test('microseconds that only the database has are no difference', async () => {
    const orgId = await withShifts(
      shift({ attendance: [{ staff_id: 31, check_in: '2026-11-16 08:58:00' }], notes: [{ notes: 'A' }] }),
    )
    await query(
      `update shift_staff set check_in = (check_in at time zone 'UTC' + interval '0.123456 s') at time zone 'UTC' where org_id = $1`,
      orgId,
    )
    const bytes = await exportText(pool, orgId)
    const { counts } = await importTo(pool, orgId, bytes)
    assert.equal(counts.shifts!.unchanged, 1)
    // Another field does not change them either.
    await importTo(pool, orgId, bytes.replace('"Visit"', '"Call"'))
    const [{ check_in }] = await query('select check_in from shift_staff where org_id = $1', orgId)
    assert.equal(check_in, '2026-11-15T21:58:00.123456Z')
  })
})

const segment = (fields: object = {}) => ({
  ...{ start: '2026-11-16 09:00:00', end: '2026-11-16 10:00:00', service: 'Care', staff_ids: [31] },
  ...fields,
})
