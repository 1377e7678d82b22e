import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { harness, type Organisation } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()

const questions = [
  { key: 'mood', label: 'How was their mood?' },
  { key: 'meal', label: 'What did they eat?' },
]
const createTemplate = async (org: Organisation) =>
  (await org.post('/note-templates', { name: 'Daily', questions })).body.data
const createClient = async (org: Organisation): Promise<number> => {
  const client = { first_name: 'Joan', last_name: 'Hart', client_type: 'NDIS', business_id: org.businessId }
  return (await org.post('/clients', client)).body.data.id
}

describe('a note template', () => {
  test('is created, listed, changed and used by a note; each change has its event', async () => {
    const org = await organisation()
    const created = await org.post('/note-templates', { name: 'Daily', questions })
    const { id } = created.body.data
    assert.deepEqual([created.status, created.body], [201, { data: { id, name: 'Daily', questions } }])
    const client = await createClient(org)
    const note = await org.post(`/clients/${client}/notes`, {
      notes: 'Well.',
      template_id: id,
      answers: [{ key: 'mood', value: 'Bright' }],
    })
    assert.deepEqual(note.body.data.answers, [{ key: 'mood', label: 'How was their mood?', value: 'Bright' }])

    const changed = await org.patch(`/note-templates/${id}`, { questions: questions.slice(0, 1) })
    assert.deepEqual(changed.body, { data: { id, name: 'Daily', questions: questions.slice(0, 1) } })
    await org.patch(`/note-templates/${id}`, { name: 'Daily' })
    const { body } = await org.post('/note-templates', { name: 'Free' })
    assert.deepEqual(body.data.questions, [])
    assert.equal((await org.get('/note-templates')).body.data.length, 2)
    const events = (await org.events()).filter(({ type }) => type.startsWith('note_template.'))
    assert.deepEqual(
      events.map(({ type, subject_id, fields }) => [type, subject_id, fields]),
      [
        ['note_template.created', id, ['name', 'questions']],
        ['note_template.updated', id, ['questions']],
        ['note_template.created', body.data.id, ['name', 'questions']],
      ],
    )
  })

  test('that is deleted is no longer offered; its notes keep name and answers and can be edited', async () => {
    const org = await organisation()
    const { id } = await createTemplate(org)
    const client = await createClient(org)
    const body = { notes: 'Well.', template_id: id, answers: [{ key: 'mood', value: 'Bright' }] }
    const { ref } = (await org.post(`/clients/${client}/notes`, body)).body.data
    assert.deepEqual((await org.delete(`/note-templates/${id}`)).body, { deleted: id })
    assert.deepEqual((await org.get('/note-templates')).body.data, [])
    assert.deepEqual((await org.post(`/clients/${client}/notes`, body)).body.errors, {
      template_id: ['template_id must be null: there are no templates.'],
    })
    const edited = await org.patch(`/notes/${ref}`, { answers: [{ key: 'meal', value: 'Soup' }] })
    assert.deepEqual([edited.status, edited.body.data.template], [200, { id, name: 'Daily' }])
    assert.deepEqual(edited.body.data.answers, [{ key: 'meal', label: 'What did they eat?', value: 'Soup' }])
    for (const again of [
      await org.delete(`/note-templates/${id}`),
      await org.patch(`/note-templates/${id}`, { name: 'X' }),
    ]) {
      assert.deepEqual([again.status, again.body], [404, { message: 'Note template not found.' }])
    }
  })

  test('with two questions of one key is a 422 that names the second, and nothing is stored', async () => {
    const org = await organisation()
    const twice = [...questions, { key: 'mood', label: 'And now?' }]
    const field = 'questions.2.key'
    const errors = { [field]: [`${field} must differ from questions.0.key, which is mood.`] }
    assert.deepEqual((await org.post('/note-templates', { name: 'X', questions: twice })).body.errors, errors)
    const { id } = await createTemplate(org)
    assert.deepEqual((await org.patch(`/note-templates/${id}`, { questions: twice })).body.errors, errors)
    assert.deepEqual((await org.get('/note-templates')).body.data, [{ id, name: 'Daily', questions }])
  })

  test('with questions of more than 32 KB is a 422, created or changed', async () => {
    const org = await organisation()
    const questions = (length: number) =>
      Array.from({ length: 200 }, (_, n) => ({ key: `q${n}`, label: 'é'.repeat(length) }))
    const { body } = await org.post('/note-templates', { name: 'Night', questions: questions(50) })
    for (const response of [
      await org.post('/note-templates', { name: 'Long', questions: questions(100) }),
      await org.patch(`/note-templates/${body.data.id}`, { questions: questions(100) }),
    ])
      assert.deepEqual(
        [response.status, response.body.errors],
        [422, { questions: ['questions must have at most 32 KB as JSON.'] }],
      )
    assert.deepEqual((await org.get('/note-templates')).body.data, [body.data])
  })

  test('is the 101st: a 422, until one is deleted', async () => {
    const org = await organisation()
    const { rows } = await db.query(
      `insert into note_template (org_id, name) select $1, 'T' || n from generate_series(1, 100) n returning id`,
      [org.orgId],
    )
    const { status, body } = await org.post('/note-templates', { name: 'More' })
    assert.deepEqual([status, body.message], [422, 'An organisation has at most 100 note templates.'])
    await org.delete(`/note-templates/${rows[0].id}`)
    assert.equal((await org.post('/note-templates', { name: 'More' })).status, 201)
  })

  test('of another organisation is a 404 and never changes', async () => {
    const [org, other] = [await organisation(), await organisation()]
    const { id } = await createTemplate(org)
    assert.equal((await other.patch(`/note-templates/${id}`, { name: 'Theirs' })).status, 404)
    assert.equal((await other.delete(`/note-templates/${id}`)).status, 404)
    assert.deepEqual((await org.get('/note-templates')).body.data, [{ id, name: 'Daily', questions }])
    assert.deepEqual((await other.get('/note-templates')).body.data, [])
  })
})
