import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rosterOf, setClock } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, clock, organisation } = await harness()

test('general, task and appointment notes of a client are one stream, newest first', async () => {
  const org = await organisation()
  const { staff, client } = rosterOf(db, org)
  const [joan, ana] = [await client(), await staff()]
  await org.post(`/clients/${joan}/notes`, { notes: 'Joan is well.', title: 'Call', date: '2026-11-02' })
  const task = (await org.post('/tasks', { title: 'Plan review', date: '2026-11-20', client: joan })).body.data.id
  await org.post(`/tasks/${task}/notes`, { notes: 'Call first', type: 'Reminder' })
  const shift = await org.post('/shifts', {
    ...{ type: 'single', start: '2026-11-16 09:00:00', end: '2026-11-16 10:00:00' },
    ...{ client_ids: [joan], staff_ids: [ana] },
  })
  await org.post(`/shifts/${shift.body.data.ref}/notes`, { notes: 'Walked to the park', staff_id: ana })
  const { body } = await org.get(`/clients/${joan}/notes`)
  assert.deepEqual(
    body.notes.map(({ kind }: { kind: string }) => kind),
    ['Appointment', 'Task', 'General'],
  )
})

test('notes of tasks and shifts have the local day of their creation, and name their task or shift', async () => {
  setClock(clock, Date.parse('2026-11-02T13:30:00Z'))
  const org = await organisation()
  const { client, staff, shift } = rosterOf(db, org)
  const [joan, max, ana] = [await client('Joan'), await client('Max'), await staff()]
  const task = (await org.post('/tasks', { title: 'Plan review', date: '2026-11-20', client: joan })).body.data.id
  await org.post(`/tasks/${task}/notes`, { notes: 'Call first', type: 'Reminder' })
  const single = await shift({ client_ids: [joan], staff_ids: [ana] })
  const group = await shift({ type: 'group', client_ids: [joan, max], staff_ids: [] })
  for (const { ref } of [single, group]) await org.post(`/shifts/${ref}/notes`, { notes: 'Sang', staff_id: ana })
  const { body } = await org.get(`/clients/${joan}/notes?from=2026-11-03&to=2026-11-03`)
  assert.equal(body.total, 3)
  const actual = body.notes.map(({ kind, date, note_type, source, task, shift, author, employee, can_edit }: any) => ({
    ...{ kind, date, note_type, source, task, shift, author: author.name, employee: employee?.name, can_edit },
  }))
  const appointment = {
    ...{ kind: 'Appointment', date: '2026-11-03', note_type: 'General', source: 'api', task: undefined },
    ...{ author: 'Ana Li', employee: 'Ana Li', can_edit: false },
  }
  const expected = [
    { ...appointment, shift: { ref: single.ref } },
    { ...appointment, shift: { ref: group.ref } },
    {
      ...{ kind: 'Task', date: '2026-11-03', note_type: 'Reminder', source: 'api', shift: undefined },
      ...{ task: { id: task, title: 'Plan review' }, author: 'Payroll sync', employee: undefined, can_edit: true },
    },
  ]
  // Each kind has its own ids, so the order of notes of one day and different kinds is not predictable.
  const sorted = (list: any[]) => list.sort((a, b) => String(a.shift?.ref).localeCompare(String(b.shift?.ref)))
  assert.deepEqual(sorted(actual), sorted(expected))
  assert.equal((await org.get(`/clients/${max}/notes`)).body.total, 1)
})
