import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRoundTrip, exportedBundle, importTo, type Row } from '../../../test/factories/bundles/bundles.ts'
import { baseBundle, note } from '../../../test/factories/bundles/notes.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const ok = <T extends { status: number; body: Row }>(answer: T) => {
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return answer.body.data as Row
}

test('notes that were created and edited through the API are exported and imported with all fields and revisions', async () => {
  const org = await organisation()
  await importTo(db, org.orgId, {
    ...baseBundle,
    note_templates: [{ id: 4, name: 'Daily', questions: [{ key: 'mood', label: 'Mood' }] }],
  })
  const answers = [{ key: 'mood', value: { was: null } }]
  const general = ok(await org.post('/clients/7/notes', { notes: 'Well.', template_id: 4, answers }))
  ok(await org.patch(`/notes/${general.ref}`, { notes: 'Very well.', template_id: null, answers: [] }))
  const ofTask = ok(await org.post('/tasks/50/notes', { notes: 'Call first', type: 'Reminder' }))
  ok(await org.patch(`/notes/task:${ofTask.id}`, { title: 'Call', date: '2026-11-01' }))
  ok(await org.post('/shifts/g:102/notes', { notes: 'Walked', staff_id: 31 }))
  ok(await org.post('/shifts/g:102/notes', { notes: 'Rang' }))
  const bundle = await exportedBundle(db, org.orgId)
  const { notes, tasks, shifts } = bundle
  assert.deepEqual(
    notes.map((row: Row) => [row.kind, row.source, row.author ?? row.author_id, row.revisions?.length]),
    [
      ['General', 'api', general.author.name, 1],
      ['Task', 'api', general.author.name, 1],
      ['Appointment', 'api', 31, undefined],
      ['Appointment', 'api', general.author.name, undefined],
    ],
  )
  assert.deepEqual(
    [...tasks, ...shifts].flatMap((row: Row) => row.notes),
    [],
  )
  await assertRoundTrip(db, bundle)
})

test('an edit while an import changes the same note of a task does not bring back what it was', async () => {
  const org = await organisation()
  await importTo(db, org.orgId, {
    ...baseBundle,
    notes: [note({ kind: 'Task', task_id: 50, title: 'Call', notes: 'Before' })],
  })
  let running = true
  const notes = [note({ kind: 'Task', task_id: 50, title: 'Imported', notes: 'After' })]
  const importing = importTo(db, org.orgId, { notes }).finally(() => {
    running = false
  })
  for (let edit = 0; running; edit++) ok(await org.patch('/notes/task:70', { title: `Edit ${edit}` }))
  await importing
  assert.equal(ok(await org.get('/notes/task:70')).notes, 'After')
})
