import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStream } from '../../../test/factories/notes/notes.ts'
import { rosterOf, setClock } from '../../../test/factories/roster/roster.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'

const { db, clock, organisation } = await harness()

async function withClient(timezone?: string) {
  const org = await organisation('read-write', timezone)
  const id = await rosterOf(db, org).client()
  return { org, id, write: (body: unknown, headers?: object) => org.post(`/clients/${id}/notes`, body, headers) }
}
const noteEvents = async (org: Organisation) => (await org.events()).filter(({ type }) => type.startsWith('note.'))
const stored = async ({ orgId }: Organisation) =>
  (await db.query('select * from note where org_id = $1 order by id', [orgId])).rows

test('a note of its text alone is General, of today, by the connection that writes it', async () => {
  setClock(clock, Date.parse('2026-11-02T03:00:00Z'))
  const { org, id, write } = await withClient()
  const { status, body } = await write({ notes: 'Joan is well.' })
  assert.equal(status, 201)
  const { id: noteId, created_at, updated_at, ...rest } = body.data
  assert.deepEqual(rest, {
    ...{ ref: `general:${noteId}`, kind: 'General', title: null, note_type: 'General', notes: 'Joan is well.' },
    ...{ date: '2026-11-02', author: { id: null, name: 'Payroll sync' }, source: 'api', attachments: [], answers: [] },
    ...{ submissions: [], shift_cautions: [], can_edit: true },
  })
  assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  assert.equal(updated_at, created_at)
  assert.deepEqual((await org.get(`/notes/general:${noteId}`)).body, body)
  assert.deepEqual((await org.get(`/clients/${id}/notes`)).body.notes, [body.data])
  assert.deepEqual(await noteEvents(org), [
    {
      ...{ type: 'note.created', subject_id: noteId, fields: ['notes', 'note_type'], detail: { client_id: id } },
      connection_id: org.connectionId,
    },
  ])
  await assertStream(db, org)
})

test('today begins at midnight of the organisation', async () => {
  const days = [
    ['Australia/Sydney', '2026-11-02T12:59:59Z', '2026-11-02'],
    ['Australia/Sydney', '2026-11-02T13:00:00Z', '2026-11-03'],
    ['America/New_York', '2026-11-02T04:59:59Z', '2026-11-01'],
    ['America/New_York', '2026-11-02T05:00:00Z', '2026-11-02'],
    ['Pacific/Kiritimati', '2026-11-02T10:00:00Z', '2026-11-03'],
  ] as const
  for (const [zone, instant, day] of days) {
    setClock(clock, Date.parse(instant))
    const { org, write } = await withClient(zone)
    await db.query(`update access_token set expires_at = '2099-01-01' where org_id = $1`, [org.orgId])
    assert.equal((await write({ notes: 'x' })).body.data.date, day, `${zone} ${instant}`)
  }
})

test('all fields of the body are stored unchanged, with any characters', async () => {
  const { org, write } = await withClient()
  const input = {
    notes: '  Zoë’s naïve café – 東京 👩‍👩‍👧 \u202eright-to-left\n\ttab \\n "quote" <b>%_\'  ',
    ...{ title: 'Übung "1"', note_type: 'Phone call', date: '2024-02-29' },
    answers: [
      { key: 'mood', label: 'Mood', value: 'fine' },
      { key: 'pain', value: { scale: 3, where: ['left', null] } },
    ],
  }
  const { status, body, text } = await write(input)
  assert.equal(status, 201, text)
  const { notes, title, note_type, date, answers } = body.data
  const { answers: _, ...plain } = input
  assert.deepEqual({ notes, title, note_type, date }, plain)
  assert.deepEqual(answers, [
    input.answers[0],
    { key: 'pain', label: 'pain', value: { scale: 3, where: ['left', null] } },
  ])
  assert.deepEqual((await org.get(`/notes/${body.data.ref}`)).body, body)
  const [event] = await noteEvents(org)
  assert.deepEqual(event.fields.sort(), ['answers', 'date', 'note_type', 'notes', 'title'])
})

test('the text has 1 to 20,000 characters, however many bytes they take', async () => {
  const { org, write } = await withClient()
  for (const character of ['x', 'ü', '東']) {
    const { status, body } = await write({ notes: character.repeat(20_000) })
    assert.equal(status, 201)
    assert.equal([...body.data.notes].length, 20_000)
  }
  // The limit of 64 KB for the body applies before that of the text.
  assert.equal((await write({ notes: '😀'.repeat(15_000) })).status, 201)
  const { status, body } = await write({ notes: 'x'.repeat(20_001) })
  assert.equal(status, 422)
  assert.deepEqual(body.errors, { notes: ['notes must have at most 20000 characters.'] })
  assert.equal((await stored(org)).length, 4)
})

test('all errors of a body are reported at once and nothing is stored', async () => {
  const { org, write } = await withClient()
  const { status, body } = await write({
    ...{ notes: ' ', title: 'x'.repeat(256), note_type: '', date: '2026-02-30', template_id: 'x', colour: 'red' },
    answers: [{ key: '', value: 1 }, { value: 1 }, 'x', { key: 'a', value: 1, labels: 'x' }],
  })
  assert.equal(status, 422)
  const keys = ['notes', 'title', 'note_type', 'date', 'template_id', 'colour']
  const nested = ['answers.0.key', 'answers.1.key', 'answers.2', 'answers.3.labels']
  assert.deepEqual(Object.keys(body.errors).sort(), [...keys, ...nested].sort())
  for (const [field, sentences] of Object.entries(body.errors as Record<string, string[]>))
    for (const sentence of sentences) assert.match(sentence, new RegExp(`^${field} .+\\.$`))
  assert.match(body.errors.colour[0], /notes, title, note_type, date, template_id, answers/)
  for (const invalid of [
    {},
    { notes: null },
    { notes: 7 },
    { notes: 'a\u0000b' },
    { notes: 'x', title: 7 },
    { notes: 'x', date: null },
    { notes: 'x', note_type: null },
  ])
    assert.equal((await write(invalid)).status, 422, JSON.stringify(invalid))
  assert.deepEqual(await stored(org), [])
  assert.deepEqual(await noteEvents(org), [])
})

test('a template must exist, and its questions are what can be answered', async () => {
  const { org, write } = await withClient()
  const none = await write({ notes: 'x', template_id: 1 })
  assert.deepEqual(none.body.errors, { template_id: ['template_id must be null: there are no templates.'] })
  const questions = JSON.stringify([{ key: 'mood', label: 'How was their mood?' }])
  const made = await db.query(
    `insert into note_template (org_id, name, questions) values ($1, 'Daily', $2), ($1, 'Free', '[]') returning id`,
    [org.orgId, questions],
  )
  const [daily, free] = made.rows.map(({ id }) => id)
  assert.deepEqual((await org.get('/note-templates')).body.data, [
    { id: daily, name: 'Daily', questions: JSON.parse(questions) },
    { id: free, name: 'Free', questions: [] },
  ])
  const elsewhere = await withClient()
  assert.deepEqual((await elsewhere.org.get('/note-templates')).body, { data: [] })
  assert.equal((await elsewhere.write({ notes: 'x', template_id: daily })).status, 422)
  const unknown = await write({ notes: 'x', template_id: daily + free })
  assert.deepEqual(unknown.body.errors, {
    template_id: [`template_id must be one of ${daily} (Daily), ${free} (Free).`],
  })

  const answered = await write({ notes: 'x', template_id: daily, answers: [{ key: 'mood', value: 'good' }] })
  assert.deepEqual(answered.body.data.template, { id: daily, name: 'Daily' })
  assert.deepEqual(answered.body.data.answers, [{ key: 'mood', label: 'How was their mood?', value: 'good' }])
  assert.deepEqual((await org.get(`/notes/${answered.body.data.ref}`)).body, answered.body)
  const invalid = await write({
    ...{ notes: 'x', template_id: daily },
    answers: [
      { key: 'mood', value: 1 },
      { key: 'pain', value: 1 },
      { key: 'mood', value: 2 },
    ],
  })
  assert.equal(invalid.status, 422)
  assert.deepEqual(Object.keys(invalid.body.errors), ['answers.1.key', 'answers.2.key'])
  assert.equal((await write({ notes: 'x', template_id: free, answers: [{ key: 'any', value: null }] })).status, 201)
  assert.equal((await stored(org)).length, 2)
})

test('a client of another organisation or none gets no note', async () => {
  const { org, id } = await withClient()
  const elsewhere = await withClient()
  for (const invalid of [id, 9_007_199_254_740_991, 0, 'x'])
    assert.equal((await elsewhere.org.post(`/clients/${invalid}/notes`, { notes: 'x' })).status, 404, String(invalid))
  const sent = ['/clients/9007199254740991/notes', { notes: 'x' }, { 'idempotency-key': 'n0' }] as const
  const [first, again] = [await org.post(...sent), await org.post(...sent)]
  assert.deepEqual([first.status, first.body], [404, { message: 'Client not found.' }])
  assert.deepEqual([again.status, again.headers['idempotency-replayed']], [404, 'true'])
  assert.deepEqual(await stored(org), [])
  assert.deepEqual(await noteEvents(elsewhere.org), [])
  assert.deepEqual(await noteEvents(org), [])
})

test('a note sent again with its Idempotency-Key is created once', async () => {
  const { org, write } = await withClient()
  const key = { 'idempotency-key': 'n1' }
  const first = await write({ notes: 'x' }, key)
  const again = await write({ notes: 'x' }, key)
  assert.deepEqual([again.status, again.body], [201, first.body])
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.equal((await write({ notes: 'y' }, key)).status, 422)
  assert.equal((await stored(org)).length, 1)
  assert.equal((await noteEvents(org)).length, 1)
})

test('reading needs Clients read, writing Clients read-write', async () => {
  const reader = await organisation({ clients: 'read' })
  const withoutAccess = await organisation({ roster: 'read-write', tasks: 'read-write' })
  for (const path of ['/clients/1/notes', '/notes/general:1', '/notes/general:1/revisions', '/note-templates']) {
    assert.equal((await withoutAccess.get(path)).status, 403)
    assert.notEqual((await reader.get(path)).status, 403)
  }
  assert.equal(
    (await reader.post('/clients/1/notes', { notes: 'x' })).headers['x-required-access'],
    'clients=read-write',
  )
  assert.equal((await reader.patch('/notes/general:1', { notes: 'x' })).status, 403)
})
