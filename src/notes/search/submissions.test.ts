import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formsOf } from '../../../test/factories/forms/forms.ts'
import { rosterOf } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()

/** A client with a general note, a note of a task and one of a shift, and another general note. */
async function world() {
  const org = await organisation('read-write', 'Australia/Perth')
  const { client, staff, shift } = rosterOf(db, org)
  const [joan, ana] = [await client(), await staff()]
  const general = async (notes: string) => (await org.post(`/clients/${joan}/notes`, { notes })).body.data.ref
  const task = (await org.post('/tasks', { title: 'Review', date: '2026-11-20', client: joan })).body.data.id
  await org.post(`/tasks/${task}/notes`, { notes: 'Call first', type: 'Reminder' })
  const { ref } = await shift({ client_ids: [joan], staff_ids: [ana] })
  await org.post(`/shifts/${ref}/notes`, { notes: 'Sang', staff_id: ana })
  const [one, other] = [await general('Fell'), await general('Well')]
  const list = async (query = '') => (await org.get(`/clients/${joan}/notes${query}`)).body.notes as any[]
  const refs = (await list()).map((note) => note.ref as string)
  const ofKind = (kind: string) => refs.find((each) => each.startsWith(kind))!
  return { ...formsOf(db, org), list, refs: [one, ofKind('task'), ofKind('appointment')] as string[], other, joan }
}

describe('submissions of a note', () => {
  test('are on the note of each kind that they name, in lists, searches and by ref; other notes have none', async () => {
    const { org, publishedForm, submit, list, refs, other } = await world()
    const form = await publishedForm({ name: 'Incident report' })
    const expected = new Map<string, object[]>([[other, []]])
    for (const note_ref of refs) {
      const made = [await submit(form, {}, { note_ref }), await submit(form, { name: 'A' }, { note_ref })]
      expected.set(
        note_ref,
        made.map(({ id, submitted_at }) => ({
          id,
          form_id: form,
          form: 'Incident report',
          status: 'Submitted',
          submitted_at,
        })),
      )
      assert.deepEqual(
        [made[0].note_ref, (await org.get(`/form-submissions/${made[1].id}`)).body.data.note_ref],
        [note_ref, note_ref],
      )
    }
    const displayed = (notes: any[]) => new Map(notes.map(({ ref, submissions }) => [ref, submissions]))
    assert.deepEqual(new Map([...displayed(await list())].sort()), new Map([...expected].sort()))
    assert.deepEqual(displayed(await list('?search=fell')), new Map([[refs[0], expected.get(refs[0]!)]]))
    for (const [ref, submissions] of expected) {
      assert.deepEqual((await org.get(`/notes/${ref}`)).body.data.submissions, submissions)
    }
  })

  test('show their status as it is now, and stay when the note is edited', async () => {
    const { org, publishedForm, submit, change, refs } = await world()
    const { id } = await submit(await publishedForm(), {}, { note_ref: refs[0] })
    await change(id, { status: 'In review' })
    for (const ref of [refs[0], refs[1]]) {
      const { body } = await org.patch(`/notes/${ref}`, { notes: 'Fell twice' })
      const statuses = body.data.submissions.map(({ status }: any) => status)
      assert.deepEqual(statuses, ref === refs[0] ? ['In review'] : [])
    }
  })

  test('are a 422 for an unknown note and for an invalid ref', async () => {
    const [acme, other] = [await world(), await world()]
    const form = await acme.publishedForm()
    const none = { note_ref: ['note_ref must be the ref of a note of this organisation.'] }
    for (const note_ref of [...other.refs, 'task:9007199254740993']) {
      const { status, body } = await acme.send(form, {}, { note_ref })
      assert.deepEqual([status, body.errors], [422, none])
    }
    for (const note_ref of ['general:0', 'note:1', 'general:1 ', 'general:12345678901234567']) {
      const { status, body } = await acme.send(form, {}, { note_ref })
      assert.deepEqual(
        [status, body.errors],
        [422, { note_ref: ['note_ref must be the ref of a note, such as general:70.'] }],
      )
    }
    assert.deepEqual(
      (await acme.list()).flatMap(({ submissions }) => submissions),
      [],
    )
  })
})
