import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { emptyOrganisation, importTo } from '../../../test/factories/bundles/bundles.ts'
import { people, shift } from '../../../test/factories/roster/shifts.ts'
import { createDatabase } from '../../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)

const query = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows
async function withShifts(...shifts: object[]): Promise<number> {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, { ...people, shifts })
  return orgId
}

describe('the status of an imported shift', () => {
  const at = (check_in: string | null, check_out: string | null = null, staff_id = 31) => ({
    staff_id,
    check_in,
    check_out,
  })
  const came = '2026-11-16 08:58:00'
  const left = '2026-11-16 11:02:00'
  const cancellation = { cancelled_at: '2026-11-15T10:00:00+11:00', cancelled_by: 'client', reason: 'Unwell' }
  for (const [status, fields] of [
    ['scheduled', {}],
    ['draft', { is_draft: true }],
    ['started', { is_draft: true, attendance: [at(came), at(came, left, 32)] }],
    ['completed', { attendance: [at(came, left)] }],
    ['cancelled', { attendance: [at(came)], cancellation }],
  ] as const) {
    test(`is ${status} by ${Object.keys(fields).join(' and ') || 'default'}`, async () => {
      const orgId = await withShifts(shift({ staff_ids: [31, 32], ...fields }))
      assert.deepEqual(await query('select status from shift where org_id = $1', orgId), [{ status }])
      const flags = await query(
        'select distinct is_draft, appointment_cancelled, is_deleted from appointment where org_id = $1',
        orgId,
      )
      const expected = { is_draft: Number(status === 'draft'), appointment_cancelled: Number(status === 'cancelled') }
      assert.deepEqual(flags, [{ ...expected, is_deleted: 0 }])
    })
  }

  test('deleted keeps its time, and a row with deleted false restores the shift', async () => {
    const orgId = await withShifts(shift({ deleted: true }))
    const [first] = await query('select deleted_at from shift where org_id = $1', orgId)
    await importTo(pool, orgId, { shifts: [shift({ deleted: true, title: 'New' })] })
    assert.deepEqual(await query('select deleted_at from shift where org_id = $1', orgId), [first])
    await importTo(pool, orgId, { shifts: [shift()] })
    assert.deepEqual(
      await query(
        'select deleted_at, is_deleted from shift s join appointment a using (org_id) where org_id = $1',
        orgId,
      ),
      [{ deleted_at: null, is_deleted: 0 }],
    )
  })
})
