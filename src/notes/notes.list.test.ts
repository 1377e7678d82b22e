import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness } from '../../test/harness.ts'
import { rosterOf } from '../../test/roster.ts'

const { db, organisation } = await harness()

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
