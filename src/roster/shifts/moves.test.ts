import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { assertAppointments, rosterOf, setClock, stored } from '../../../test/factories/roster/roster.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import { type ActionName, actions, deletion, moveTable, type ShiftStatus, shiftStatuses, statusError } from './moves.ts'

const { app, db, clock, organisation } = await harness()
/** During the shift: actions that depend on its times are tested where they are. */
setClock(clock, Date.parse('2026-11-15T23:00:00Z'))

/** The table of the contract and the documentation, to compare with the code's. */
const expectedMoves: Record<ActionName, Partial<Record<ShiftStatus, ShiftStatus | 'deleted' | 'removed'>>> = {
  edit: { draft: 'draft', scheduled: 'scheduled', started: 'started' },
  publish: { draft: 'scheduled' },
  unpublish: { scheduled: 'draft' },
  clock_in: { scheduled: 'started', started: 'started', completed: 'started' },
  clock_out: { started: 'completed' },
  correct_attendance: { scheduled: 'started', started: 'started', completed: 'started' },
  cancel: { draft: 'cancelled', scheduled: 'cancelled' },
  restore: { cancelled: 'scheduled' },
  remove: { draft: 'removed', scheduled: 'removed' },
  soft_delete: { started: 'deleted', completed: 'deleted', cancelled: 'deleted' },
}
const events: Record<ActionName, string> = {
  ...{ edit: 'updated', publish: 'published', unpublish: 'unpublished', clock_in: 'clocked_in' },
  ...{ correct_attendance: 'attendance_corrected' },
  ...{ clock_out: 'clocked_out', cancel: 'cancelled', restore: 'restored', remove: 'removed', soft_delete: 'deleted' },
}

const now = () => new Date(clock.now()).toISOString()

interface Subject {
  ref: string
  /** A staff member of the shift who has not clocked in, and all who have. */
  waiting: number
  present: number[]
}
type Act = (org: Organisation, subject: Subject) => Promise<{ isDone: boolean; sentence: string | undefined }>

const one = (path: string, body: (subject: Subject) => object, method: 'POST' | 'PUT' | 'PATCH' = 'POST'): Act => {
  return async (org, subject) => {
    const response = await org.call(method, `/shifts/${subject.ref}${path}`, body(subject))
    assert.ok(response.status === 200 || response.status === 422, response.text)
    return { isDone: response.status === 200, sentence: response.body.message }
  }
}
const many = (path: string, method: 'POST' | 'DELETE' = 'POST'): Act => {
  return async (org, { ref }) => {
    const { status, body } = await org.call(method, `/shifts${path}`, { refs: [ref] })
    assert.equal(status, 200)
    return { isDone: body.succeeded === 1, sentence: body.results[0].error }
  }
}
const acts: Partial<Record<ActionName, Act>> = {
  edit: one('', () => ({ title: 'Evening visit' }), 'PATCH'),
  publish: many('/publish'),
  unpublish: many('/unpublish'),
  clock_in: one('/clock-in', ({ waiting }) => ({ staff_ids: [waiting] })),
  clock_out: one('/clock-out', ({ present, waiting }) => ({ staff_ids: present.length > 0 ? present : [waiting] })),
  correct_attendance: one(
    '/attendance',
    ({ waiting }) => ({ staff_id: waiting, check_in: now(), reason: 'Forgot' }),
    'PUT',
  ),
  cancel: one('/cancel', () => ({ cancelled_by: 'provider', reason: 'Flood' })),
  restore: one('/restore', () => ({})),
}
const remove = many('', 'DELETE')

async function subjectIn(org: Organisation, status: ShiftStatus): Promise<Subject> {
  const { staff, shiftIn, shift } = rosterOf(db, org)
  const [ana, bo] = [await staff('Ana'), await staff('Bo')]
  if (status !== 'started' && status !== 'completed') {
    return { ref: (await shiftIn(status, { staff_ids: [ana, bo] })).ref, waiting: bo, present: [] }
  }
  const { ref } = await shift({ staff_ids: [ana, bo], publish: true })
  await org.post(`/shifts/${ref}/clock-in`, { staff_ids: [ana] })
  if (status === 'completed') await org.post(`/shifts/${ref}/clock-out`, { staff_ids: [ana] })
  return { ref, waiting: bo, present: [ana] }
}

async function statusOf(org: Organisation, ref: string): Promise<string> {
  const { status, body } = await org.get(`/shifts/${ref}`)
  if (status === 200) return body.data.status
  return (await org.get('/appointments')).body.data.length > 0 ? 'deleted' : 'removed'
}

for (const name of Object.keys(actions) as ActionName[]) {
  describe(`${name.replace('_', ' ')} of a shift`, () => {
    for (const status of shiftStatuses) {
      const to = expectedMoves[name][status]
      const isDeletion = name === 'remove' || name === 'soft_delete'
      if (isDeletion && !to) continue // DELETE works in every status; `deletion` decides how

      test(to ? `that is ${status} makes it ${to}` : `that is ${status} is rejected and changes nothing`, async () => {
        const org = await organisation()
        const subject = await subjectIn(org, status)
        const before = await stored(db, org.orgId)
        const lowest = await assertAppointments(db, org.orgId)
        const { isDone, sentence } = await (acts[name] ?? remove)(org, subject)
        assert.equal(isDone, to !== undefined, sentence)
        if (to) {
          assert.equal(await statusOf(org, subject.ref), to)
          const [last] = (await org.events()).slice(-1)
          assert.equal(last.type, `shift.${events[name]}`)
          assert.equal((await stored(db, org.orgId)).event!.length, before.event!.length + 1)
        } else {
          assert.match(sentence!, /^[A-Z].*\.$/)
          assert.equal(sentence, statusError(name, status))
          assert.deepEqual(await stored(db, org.orgId), before)
        }
        await assertAppointments(db, org.orgId, lowest)
      })
    }
  })
}

test('the table of the code is the same', () => {
  for (const [name, { from }] of Object.entries(actions)) {
    assert.deepEqual([...from].sort(), Object.keys(expectedMoves[name as ActionName]).sort(), name)
  }
  for (const status of shiftStatuses) assert.ok(expectedMoves[deletion(status)][status], status)
})

test('the documentation has the table, with a line for each action', async () => {
  const page = (await app.inject({ url: '/docs/roster' })).body
  const section = page.split('id="createShift"')[1]!.split('<section class="operation"')[0]!
  const texts = (row: string, mark: RegExp) =>
    row
      .split(mark)
      .map((cell) => cell.trim())
      .filter(Boolean)
  const rows = section.split('<table role="table">')[1]!.split('</table>')[0]!.split('<tr role="row">').slice(1)
  const documented = rows.map((row) => texts(row, /<[^>]+>/))
  const [head, , ...lines] = moveTable.split('\n').map((line) => texts(line, /\|/))
  assert.deepEqual(documented, [head, ...lines])
  assert.equal(lines.length, Object.keys(actions).length)
  assert.deepEqual(
    lines.find(([action]) => action === 'clock out'),
    ['clock out', 'started', 'completed when the last is out'],
  )
})

test('docs/roster.md has the same table as the code', () => {
  assert.ok(readFileSync(new URL('../../../docs/roster.md', import.meta.url), 'utf8').includes(moveTable))
})
