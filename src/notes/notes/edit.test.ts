import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edits, notesToEdit, revisions } from '../../../test/factories/notes/edits.ts'
import { assertStream } from '../../../test/factories/notes/notes.ts'
import { rosterOf } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const made = async () => notesToEdit(db, await organisation())

test('an edit updates the fields of the patch, stores a revision, and records the changed fields', async () => {
  const { org, general, ofTask, id } = await made()
  for (const note of [general, ofTask]) {
    const { status, body } = await org.patch(`/notes/${note.ref}`, { notes: 'Better.', title: note.title })
    assert.equal(status, 200)
    assert.deepEqual({ ...body.data, updated_at: '' }, { ...note, notes: 'Better.', updated_at: '' })
    assert.ok(body.data.updated_at > note.updated_at)
    assert.deepEqual((await org.get(`/notes/${note.ref}`)).body, body)
    const [revision, ...others] = await revisions(org, note.ref)
    assert.deepEqual(others, [])
    const { replaced_at, ...was } = revision
    const { title, note_type, notes, date, answers } = note
    assert.deepEqual(was, { revision: 1, title, note_type, notes, date, answers, replaced_by: 'Payroll sync' })
    assert.equal(replaced_at, body.data.updated_at)
  }
  assert.deepEqual(
    (await edits(org)).map(({ subject_id, fields, detail }) => [subject_id, fields, detail]),
    [
      [general.id, ['notes'], { kind: 'General' }],
      [ofTask.id, ['notes'], { kind: 'Task', task_id: ofTask.task.id }],
    ],
  )
  const { body } = await org.get(`/clients/${id}/notes?search=better`)
  assert.equal(body.total, 2)
  await assertStream(db, org)
})

test('every field of a note can change, and revisions tell all that it was, oldest first', async () => {
  const { org, general, ofTask } = await made()
  const { rows } = await db.query(`insert into note_template (org_id, name) values ($1, 'Daily') returning id`, [
    org.orgId,
  ])
  const template_id = rows[0].id as number
  const changes = [
    { title: 'Two', note_type: 'Visit' },
    { title: null },
    { date: '2025-01-31' },
    { template_id, answers: [{ key: 'mood', label: 'Mood', value: 'good' }] },
    { answers: [] },
    { template_id: null },
  ]
  for (const { ref } of [general, ofTask]) {
    const states = [(await org.get(`/notes/${ref}`)).body.data]
    for (const change of changes) {
      const { status, body, text } = await org.patch(`/notes/${ref}`, change)
      assert.equal(status, 200, text)
      const { template_id: template, ...plain } = change as Record<string, unknown>
      for (const [field, value] of Object.entries(plain)) assert.deepEqual(body.data[field], value)
      if (template !== undefined) assert.equal(body.data.template?.id ?? null, template)
      states.push(body.data)
    }
    const displayed = states.slice(0, -1).map(({ title, note_type, notes, date, template, answers }, index) => ({
      ...{ revision: index + 1, title, note_type, notes, date, answers },
      ...(template && { template }),
    }))
    const stored = await revisions(org, ref)
    assert.deepEqual(
      stored.map(({ replaced_at: _, replaced_by: __, ...revision }) => revision),
      displayed,
    )
    assert.deepEqual(
      stored.map(({ replaced_at }) => replaced_at),
      stored.map(({ replaced_at }) => replaced_at).sort(),
    )
  }
  const fields = (await edits(org)).slice(0, changes.length).map(({ fields: names }) => names)
  assert.deepEqual(
    fields,
    changes.map((change) => Object.keys(change)),
  )
})

test('another template keeps the answers to its own questions, with its labels', async () => {
  const org = await organisation()
  const joan = await rosterOf(db, org).client()
  const template = async (name: string, ...questions: { key: string; label: string }[]) =>
    (
      await db.query('insert into note_template (org_id, name, questions) values ($1, $2, $3) returning id', [
        org.orgId,
        name,
        JSON.stringify(questions),
      ])
    ).rows[0].id as number
  const [mood, pain] = [
    { key: 'mood', label: 'Mood?' },
    { key: 'pain', label: 'Any pain?' },
  ]
  const daily = await template('Daily', mood, pain)
  const weekly = await template('Weekly', { ...mood, label: 'How was the week?' })
  const answers = [
    { key: 'mood', label: 'mine', value: 'bright' },
    { key: 'pain', value: 'none' },
  ]
  const made = await org.post(`/clients/${joan}/notes`, { notes: 'Well.', template_id: daily, answers })
  assert.deepEqual(
    made.body.data.answers.map(({ label }: { label: string }) => label),
    ['Mood?', 'Any pain?'],
  )
  const { body } = await org.patch(`/notes/${made.body.data.ref}`, { template_id: weekly })
  assert.deepEqual(body.data.template, { id: weekly, name: 'Weekly' })
  assert.deepEqual(body.data.answers, [{ key: 'mood', label: 'How was the week?', value: 'bright' }])
  const revisions = (await org.get(`/notes/${made.body.data.ref}/revisions`)).body.data
  assert.equal(revisions[0].answers.length, 2)
})

test('an edit that changes nothing stores no revision and no event', async () => {
  const { org, general, ofTask, task } = await made()
  const value = { b: [1, { d: 2, c: 3 }], a: 'x' }
  await org.patch(`/notes/${general.ref}`, { answers: [{ key: 'k', label: 'K', value }] })
  const before = (await org.get(`/notes/${general.ref}`)).body
  const taskBefore = (await org.get(`/tasks/${task}`)).body
  const same = [
    {},
    { notes: general.notes },
    { title: 'Call', note_type: 'Phone call', date: '2026-11-02', notes: general.notes, template_id: null },
    { answers: [{ key: 'k', label: 'K', value }] },
    { answers: [{ value: { a: 'x', b: [1, { c: 3, d: 2 }] }, label: 'K', key: 'k' }] },
  ]
  for (const body of same) {
    const { status, body: answer } = await org.patch(`/notes/${general.ref}`, body)
    assert.equal(status, 200)
    assert.deepEqual(answer, before, JSON.stringify(body))
  }
  assert.deepEqual((await org.patch(`/notes/${ofTask.ref}`, { date: ofTask.date, title: null })).body.data, ofTask)
  assert.deepEqual((await org.get(`/tasks/${task}`)).body, taskBefore)
  assert.equal((await revisions(org, general.ref)).length, 1)
  assert.deepEqual(await revisions(org, ofTask.ref), [])
  assert.equal((await edits(org)).length, 1)
})

test('an edit of a task’s note shows in the task, which counts as updated', async () => {
  const { org, ofTask, task } = await made()
  const since = new Date(Date.now() - 60_000).toISOString()
  await db.query(`update task set updated_at = '2020-01-01' where org_id = $1 and id = $2`, [org.orgId, task])
  assert.equal((await org.get(`/tasks?updated_since=${since}`)).body.meta.total, 0)
  await org.patch(`/notes/${ofTask.ref}`, { notes: 'Call twice', note_type: 'Plan' })
  const { notes } = (await org.get(`/tasks/${task}`)).body.data
  assert.deepEqual(
    notes.map(({ id, type, notes }: any) => ({ id, type, notes })),
    [{ id: ofTask.id, type: 'Plan', notes: 'Call twice' }],
  )
  assert.equal((await org.get(`/tasks?updated_since=${since}`)).body.meta.total, 1)
})

test('a note of a task without a client is read and edited by its ref, and comes and goes with the client', async () => {
  const { org, id, ofTask, task } = await made()
  const refs = async () => (await org.get(`/clients/${id}/notes`)).body.notes.map(({ ref }: any) => ref)
  assert.ok((await refs()).includes(ofTask.ref))
  await org.patch(`/tasks/${task}`, { client: null })
  assert.ok(!(await refs()).includes(ofTask.ref))
  assert.equal((await org.patch(`/notes/${ofTask.ref}`, { notes: 'Alone' })).body.data.notes, 'Alone')
  await org.patch(`/tasks/${task}`, { client: id })
  assert.ok((await refs()).includes(ofTask.ref))
  await org.delete(`/tasks/${task}`)
  assert.equal((await org.get(`/notes/${ofTask.ref}`)).status, 404)
  assert.equal((await org.get(`/notes/${ofTask.ref}/revisions`)).status, 404)
  await assertStream(db, org)
})

test('an edit sent again with its Idempotency-Key is applied once', async () => {
  const { org, general } = await made()
  const key = { 'idempotency-key': 'e1' }
  const first = await org.patch(`/notes/${general.ref}`, { notes: 'Once' }, key)
  await org.patch(`/notes/${general.ref}`, { notes: 'Twice' })
  const again = await org.patch(`/notes/${general.ref}`, { notes: 'Once' }, key)
  assert.deepEqual([again.status, again.body], [200, first.body])
  assert.equal((await org.get(`/notes/${general.ref}`)).body.data.notes, 'Twice')
  assert.equal((await revisions(org, general.ref)).length, 2)
})
