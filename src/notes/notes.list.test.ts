import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness } from '../../test/harness.ts'
import { rosterOf } from '../../test/roster.ts'

const { db, organisation } = await harness()

test('general, task and appointment notes of a client are one stream, newest first', async () => {
  const org = await organisation()
  const { staff, client } = rosterOf(db, org)
  const [joan, ana] = [await client(), await staff()]
  const general = await org.post(`/clients/${joan}/notes`, {
    notes: 'Joan is well.',
    title: 'Call',
    date: '2026-11-02',
  })
  assert.equal(general.status, 201)
  const task = (await org.post('/tasks', { title: 'Plan review', date: '2026-11-20', client: joan })).body.data.id
  await org.post(`/tasks/${task}/notes`, { notes: 'Call first', type: 'Reminder' })
  const shift = await org.post('/shifts', {
    ...{ type: 'single', start: '2026-11-16 09:00:00', end: '2026-11-16 10:00:00' },
    ...{ client_ids: [joan], staff_ids: [ana] },
  })
  await org.post(`/shifts/${shift.body.data.ref}/notes`, { notes: 'Walked to the park', staff_id: ana })
  const { status, body } = await org.get(`/clients/${joan}/notes`)
  assert.equal(status, 200)
  for (const query of [
    'search=walk',
    'filters[0][field]=author&filters[0][operator]=is&filters[0][value]=payroll+sync',
    'from=2026-11-01&to=2026-11-02',
  ]) {
    const { status, body } = await org.get(`/clients/${joan}/notes?${query}`)
  }
})
