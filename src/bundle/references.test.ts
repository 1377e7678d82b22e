import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { emptyOrganisation, importTo } from '../../test/factories/bundles/bundles.ts'
import { form, submission } from '../../test/factories/bundles/forms.ts'
import { base, task } from '../../test/factories/bundles/tasks.ts'
import { shift } from '../../test/factories/roster/shifts.ts'
import { createDatabase } from '../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)

const charge = { price_code: 12, minutes: 5, claim_type: 'Standard' }
const primary = { ...charge, id: 12, primary: true }
const segment = { id: 6, start: '2026-11-16 09:00:00', end: '2026-11-16 10:00:00', service: 'Care' }

/**
 * What refers to a record that a second import deletes, and whether its own record shows the reference. The reference of
 * `kept` is to one that stays.
 */
const cases = [
  {
    name: 'a charge, by a void billable',
    ...{ table: 'billable', column: 'charge_id', removed: 94, kept: 95, isShown: true },
    first: {
      tasks: [task({ charges: [primary, { ...charge, id: 13, primary: false }] })],
      billables: [
        { id: 94, task_id: 1, charge_id: 13, status: 'void' },
        { id: 95, task_id: 1, charge_id: 12, status: 'void' },
      ],
    },
    second: { tasks: [task({ charges: [primary] })] },
  },
  {
    name: 'a note of a task, by a submission',
    ...{ table: 'form_submission', column: 'task_note_id', removed: 85, kept: 86, isShown: true },
    first: {
      tasks: [
        task({
          notes: [
            { id: 5, notes: 'Call first' },
            { id: 6, notes: 'Called' },
          ],
        }),
      ],
      forms: [form()],
      form_submissions: [submission({ note_ref: 'task:5' }), submission({ id: 86, note_ref: 'task:6' })],
    },
    second: { tasks: [task({ notes: [{ id: 6, notes: 'Called' }] })] },
  },
  {
    name: 'a note of a shift, by a submission',
    ...{ table: 'form_submission', column: 'shift_note_id', removed: 85, kept: 86, isShown: true },
    first: {
      shifts: [
        shift({
          notes: [
            { id: 5, notes: 'Went well' },
            { id: 6, notes: 'Left early' },
          ],
        }),
      ],
      forms: [form()],
      form_submissions: [submission({ note_ref: 'appointment:5' }), submission({ id: 86, note_ref: 'appointment:6' })],
    },
    second: { shifts: [shift({ notes: [{ id: 6, notes: 'Left early' }] })] },
  },
  {
    name: 'a segment of a shift, by a note that the list of notes has',
    ...{ table: 'shift_note', column: 'segment_id', removed: 20, kept: 21, isShown: false },
    first: {
      shifts: [shift({ segments: [segment, { ...segment, id: 7, service: 'Travel' }] })],
      notes: [
        { id: 20, kind: 'Appointment', shift_id: 1, segment_id: 6, title: 'Care', notes: 'Went well' },
        { id: 21, kind: 'Appointment', shift_id: 1, segment_id: 7, title: 'Travel', notes: 'Late' },
      ],
    },
    second: { shifts: [shift({ segments: [{ ...segment, id: 7, service: 'Travel' }] })] },
  },
]

describe('an import that deletes', () => {
  for (const { name, table, column, removed, kept, isShown, first, second } of cases) {
    test(`${name}, clears the reference${isShown ? ', sets updated_at' : ''} and leaves the rest of that record alone`, async () => {
      const orgId = await emptyOrganisation(pool)
      const other = await emptyOrganisation(pool)
      await importTo(pool, orgId, { ...base, ...first })
      await importTo(pool, other, { ...base, ...first })
      const rows = async (of: number) =>
        (
          await pool.query(
            `select to_jsonb(r) - array[$3, 'updated_at', 'json'] as rest, r.${column} as reference, r.updated_at from ${table} r
             where r.org_id = $1 and r.id = any ($2::bigint[]) order by r.id`,
            [of, [removed, kept], column],
          )
        ).rows
      const [before, othersBefore] = [await rows(orgId), await rows(other)]
      assert.equal(before.length, 2)
      assert.ok(before.every(({ reference }) => reference !== null))
      await importTo(pool, orgId, second)
      const [{ updated_at, ...cleared }, left] = await rows(orgId)
      assert.deepEqual([cleared, left], [{ rest: before[0].rest, reference: null }, before[1]])
      assert.equal(updated_at > before[0].updated_at, isShown)
      assert.deepEqual(await rows(other), othersBefore)
    })
  }
})
