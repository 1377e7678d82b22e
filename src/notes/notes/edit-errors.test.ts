import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edits, notesToEdit, revisions } from '../../../test/factories/notes/edits.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const made = async () => notesToEdit(db, await organisation())

test('a note of a shift is edited on the shift', async () => {
  const { org, id, shift, staff } = await made()
  const ana = await staff('Ana')
  const { ref } = await shift({ client_ids: [id], staff_ids: [ana] })
  const note = (await org.post(`/shifts/${ref}/notes`, { notes: 'Walked', staff_id: ana })).body.data.id
  const before = await org.get(`/notes/appointment:${note}`)
  const { data } = before.body
  assert.deepEqual(
    [data.can_edit, data.author, data.employee, data.shift],
    [false, { id: ana, name: 'Ana Li' }, { id: ana, name: 'Ana Li' }, { ref }],
  )
  for (const body of [{ notes: 'Ran' }, {}, { notes: 'Walked' }]) {
    const { status, body: rejected } = await org.patch(`/notes/appointment:${note}`, body)
    assert.equal(status, 422)
    assert.equal(rejected.message, 'Appointment notes are edited on the shift.')
  }
  assert.deepEqual((await org.get(`/notes/appointment:${note}`)).body, before.body)
  assert.deepEqual(await revisions(org, `appointment:${note}`), [])
  assert.deepEqual(await edits(org), [])
})

test('unknown refs, invalid refs and notes of another organisation are 404 and nothing changes', async () => {
  const { org, general, ofTask } = await made()
  const elsewhere = await organisation()
  const invalid = [
    'general:0',
    'general:x',
    'general',
    '7',
    'Task:7',
    'task:-1',
    'general:9007199254740991',
    'appointment:9007199254740991',
    'general:99999999999999999',
    'note:1',
    'general:1.5',
    '%20',
  ]
  for (const ref of invalid) {
    assert.equal((await org.get(`/notes/${ref}`)).status, 404, ref)
    assert.equal((await org.get(`/notes/${ref}/revisions`)).status, 404, ref)
    assert.equal((await org.patch(`/notes/${ref}`, { notes: 'x' })).status, 404, ref)
  }
  for (const note of [general, ofTask]) {
    assert.equal((await elsewhere.get(`/notes/${note.ref}`)).status, 404)
    assert.equal((await elsewhere.get(`/notes/${note.ref}/revisions`)).status, 404)
    assert.equal((await elsewhere.patch(`/notes/${note.ref}`, { notes: 'x' })).status, 404)
    assert.deepEqual((await org.get(`/notes/${note.ref}`)).body.data, note)
  }
  assert.deepEqual(await edits(elsewhere), [])
})

test('two organisations may have notes of the same id, and each reads and edits its own', async () => {
  const { org, id, general } = await made()
  const other = await made()
  const values = [other.org.orgId, other.id, general.id]
  await db.query(
    `insert into note (org_id, client_id, id, notes, date) values ($1, $2, $3, 'Theirs', '2026-11-02')`,
    values,
  )
  const refs = async (one: Organisation, client: number) =>
    (await one.get(`/clients/${client}/notes?to=2026-11-02`)).body.notes.map(({ ref, notes }: any) => [ref, notes])
  await org.patch(`/notes/${general.ref}`, { notes: 'Ours' })
  assert.equal((await org.get(`/notes/${general.ref}`)).body.data.notes, 'Ours')
  assert.equal((await other.org.get(`/notes/${general.ref}`)).body.data.notes, 'Theirs')
  assert.deepEqual(await refs(org, id), [[general.ref, 'Ours']])
  assert.ok(
    (await refs(other.org, other.id)).some(([ref, notes]: string[]) => ref === general.ref && notes === 'Theirs'),
  )
  assert.equal((await revisions(other.org, general.ref)).length, 0)
})

test('an invalid patch is a 422 with all errors, and the note does not change', async () => {
  const { org, general } = await made()
  const input = { notes: null, note_type: ' ', date: 'x', template_id: 5, answers: null, source: 'web', author: 1 }
  const { status, body } = await org.patch(`/notes/${general.ref}`, input)
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(body.errors).sort(), ['answers', 'author', 'date', 'note_type', 'notes', 'source'])
  assert.deepEqual(
    Object.keys(
      (
        await org.patch(`/notes/${general.ref}`, {
          template_id: 5,
          answers: [
            { key: 'a', value: 1 },
            { key: 'a', value: 2 },
          ],
        })
      ).body.errors,
    ).sort(),
    ['answers.1.key', 'template_id'],
  )
  assert.deepEqual((await org.get(`/notes/${general.ref}`)).body.data, general)
  assert.deepEqual(await revisions(org, general.ref), [])
})
