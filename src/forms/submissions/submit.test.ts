import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { field, formsOf, oneStep, step, storedSubmissions, when } from '../../../test/factories/forms/forms.ts'
import { setClock } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'
import { localOf } from '../../time/local-time.ts'
import type { Field } from '../logic/form.ts'

const { db, clock, organisation } = await harness()
const forms = async (timezone?: string) => formsOf(db, await organisation('read-write', timezone))
const png = `data:image/png;base64,${'iVBORw0KGgo='}`

describe('POST /forms/{id}/submissions', () => {
  test('stores the answers with their labels and returns exactly the record', async () => {
    const { org, publishedForm, send, read, eventsOf } = await forms('Australia/Perth')
    const fields = [
      field('text', 'name', { label: 'Your name' }),
      field('textarea', 'story', { label: 'What happened?' }),
    ]
    const id = await publishedForm({ name: 'Feedback', steps: [step('about', fields)] })
    const { status, body, text } = await send(
      id,
      { story: ' All well.\n ', name: 'Ana Li' },
      { email: 'ana@x.example' },
    )
    const { id: made, created_at, updated_at } = body.data
    const data = {
      ...{ id: made, form_id: id, form: 'Feedback', submitter: 'Ana Li', email: 'ana@x.example' },
      ...{ status: 'Submitted', type: 'form', submitted_at: localOf(created_at, 'Australia/Perth'), form_version: 1 },
      answers: [
        { key: 'name', label: 'Your name', type: 'text', value: 'Ana Li', step: 'about' },
        { key: 'story', label: 'What happened?', type: 'textarea', value: 'All well.', step: 'about' },
      ],
      history: [{ status: 'Submitted', by: 'Payroll sync', at: created_at }],
      ...{ source: 'api', created_at, updated_at },
    }
    assert.deepEqual([status, text], [201, JSON.stringify({ created: made, data })])
    assert.equal(JSON.stringify(await read(made)), JSON.stringify(data))
    assert.deepEqual(await eventsOf('form_submission.created'), [
      { subject_id: made, fields: ['answers', 'email'], detail: { form_id: id }, connection_id: org.connectionId },
    ])
  })

  /** The body, and the stored answers. */
  const values: [type: Field['type'], sent: unknown, kept: unknown, more?: Partial<Field>][] = [
    ['text', ' a ', 'a'],
    ['textarea', 'a\nb', 'a\nb'],
    ['number', 2.5, 2.5],
    ['number', 0, 0],
    ['email', 'a@b.example', 'a@b.example'],
    ['phone', '+61 491 570 158', '+61 491 570 158'],
    ['date', '2028-02-29', '2028-02-29'],
    ['time', '09:15:00', '09:15'],
    ['datetime', '2026-11-30T09:15', '2026-11-30 09:15:00'],
    ['select', 'Red', 'Red', { options: ['Red', 'Blue'] }],
    ['radio', 'Blue', 'Blue', { options: ['Red', 'Blue'] }],
    ['multiselect', ['Blue', 'Red'], ['Blue', 'Red'], { options: ['Red', 'Blue'] }],
    ['checklist', ['Red'], ['Red'], { options: ['Red', 'Blue'] }],
    ['yes_no', false, false],
    ['rating', 5, 5],
    ['signature', 'Ana Li', 'Ana Li'],
    ['signature', png, png],
    ['address', '1 High St', '1 High St'],
    ['client', 'Nobody Known', { name: 'Nobody Known' }],
    ['staff', 'Nobody', { name: 'Nobody' }],
  ]
  test('stores a value of every type in its normal form', async () => {
    const { publishedForm, submit, read } = await forms()
    const fields = values.map(([type, , , more], n) => field(type, `${type}_${n}`, more))
    const id = await publishedForm(oneStep(field('heading', 'h'), ...fields, field('paragraph', 'p')))
    const record = await submit(id, Object.fromEntries(values.map(([type, sent], n) => [`${type}_${n}`, sent])))
    const expected = values.map(([type, , kept], n) => ({
      ...{ key: `${type}_${n}`, label: `${type}_${n}`, type, value: kept, step: 'only' },
    }))
    assert.deepEqual(record.answers, expected)
    assert.deepEqual((await read(record.id)).answers, expected)
  })

  test('reports all invalid answers at once, by key, and writes nothing', async () => {
    const { org, publishedForm, send } = await forms()
    const fields = [
      field('email', 'mail'),
      field('text', 'constructor', { required: true }),
      field('number', 'n'),
      field('heading', 'h'),
    ]
    const id = await publishedForm(oneStep(...fields))
    const { status, body } = await send(id, { mail: 'x', n: [1], h: 'a', other: 1 })
    assert.equal(status, 422)
    assert.deepEqual(body.errors, {
      'answers.h': ['This form has no such field; the fields are mail, constructor, n.'],
      'answers.other': ['This form has no such field.'],
      'answers.mail': ['Must be an email address such as ana@example.com.'],
      'answers.constructor': ['An answer is required.'],
      'answers.n': ['Must be a number.'],
    })
    assert.deepEqual(await storedSubmissions(db, org.orgId), [])
  })

  test('drops answers to hidden fields and to steps that were left out, and lists them', async () => {
    const { publishedForm, send, read } = await forms()
    const id = await publishedForm({
      steps: [
        step(
          'first',
          [field('yes_no', 'hurt'), field('text', 'where', { visible_when: when('hurt', 'is', true), required: true })],
          {
            routing: [{ when: when('hurt', 'is', false), go_to: 'last' }],
          },
        ),
        step('harm', [field('text', 'doctor', { required: true })]),
        step('last', [field('text', 'more')]),
      ],
    })
    const short = await send(id, { hurt: false, where: 'Arm', doctor: 'Dr Who', more: 'No' })
    assert.deepEqual([short.status, short.body.ignored], [201, ['where', 'doctor']])
    const kept = (await read(short.body.created)).answers
    assert.deepEqual(
      kept.map(({ key, step }: any) => [key, step]),
      [
        ['hurt', 'first'],
        ['more', 'last'],
      ],
    )
    const nothing = await send(id, { hurt: false, where: '', doctor: null })
    assert.deepEqual([nothing.status, 'ignored' in nothing.body], [201, false])
    const long = await send(id, { hurt: true })
    assert.deepEqual(Object.keys(long.body.errors), ['answers.where', 'answers.doctor'])
  })

  test('takes an answered form without any answer', async () => {
    const { publishedForm, submit } = await forms()
    const { answers, submitter, email } = await submit(await publishedForm(), {})
    assert.deepEqual([answers, submitter, email], [[], undefined, undefined])
  })

  test('rejects a draft, a form that is off, and one that is closed', async () => {
    const { org, publishedForm, draft, unpublish, send } = await forms('Australia/Perth')
    setClock(clock, Date.parse('2026-11-15T01:00:00Z')) // nine in Perth
    const off = await publishedForm()
    await unpublish(off)
    const messages: [id: number, message: string][] = [
      [await draft(), 'This form is not published.'],
      [off, 'This form is not published.'],
      [await publishedForm({ settings: { closes_at: '2026-11-15 09:00:00' } }), 'This form is closed.'],
    ]
    for (const [id, message] of messages) {
      const { status, body } = await send(id, {})
      assert.deepEqual([status, body], [422, { message }])
    }
    assert.equal((await send(await publishedForm({ settings: { closes_at: '2026-11-15 09:00:01' } }), {})).status, 201)
    assert.equal((await storedSubmissions(db, org.orgId)).length, 3)
  })

  test('stores the version it was checked against, whatever is published after', async () => {
    const { publishedForm, submit, send, read } = await forms()
    const id = await publishedForm(oneStep(field('text', 'colour', { label: 'Colour?' })))
    const first = await submit(id, { colour: 'Red' })
    await publishedForm({ name: 'Enquiry 2', ...oneStep(field('text', 'size', { required: true })) }, id)
    assert.equal((await send(id, { colour: 'Red' })).status, 422)
    const second = await submit(id, { size: 'L' })
    assert.deepEqual([first.form_version, second.form_version], [1, 2])
    const { form, form_version, answers } = await read(first.id)
    assert.deepEqual([form, form_version, answers[0].label], ['Enquiry 2', 1, 'Colour?'])
  })

  test('is assigned to whom the settings name, otherwise to the owner of the organisation', async () => {
    const { org, publishedForm, submit } = await forms()
    const staff = async (first_name: string) => (await org.post('/staff', { first_name, last_name: 'Li' })).body.data.id
    const [owner, other] = [await staff('Owen'), await staff('Ana')]
    await db.query('update organisation set owner_id = $2 where id = $1', [org.orgId, owner])
    assert.deepEqual((await submit(await publishedForm(), {})).assignee, { id: owner, name: 'Owen Li' })
    const named = await publishedForm({ settings: { assignee_id: other } })
    assert.deepEqual((await submit(named, {})).assignee, { id: other, name: 'Ana Li' })
  })

  test('of an incident form is an incident, about the client that its field names', async () => {
    const { org, publishedForm, submit } = await forms()
    const client = async (first_name: string) =>
      (await org.post('/clients', { first_name, last_name: 'Hart', client_type: 'HCP', business_id: org.businessId }))
        .body.data.id
    const [joan, max] = [await client('Joan'), await client('Max')]
    const id = await publishedForm({
      ...oneStep(field('client', 'witness'), field('client', 'hurt')),
      incident: { enabled: true, client_field: 'hurt' },
    })
    const { type, client: about } = await submit(id, { witness: max, hurt: joan })
    assert.deepEqual([type, about], ['incident', { id: joan, name: 'Joan Hart' }])
    assert.equal((await submit(id, { witness: max, hurt: 'Somebody else' })).client.id, max)
  })

  test('of another organisation is a 404 and stores nothing', async () => {
    const [acme, other] = [await forms(), await forms()]
    const id = await acme.publishedForm()
    const { status, body } = await other.send(id, { name: 'A' })
    assert.deepEqual([status, body.message], [404, 'Form not found.'])
    assert.deepEqual(await storedSubmissions(db, acme.org.orgId), [])
  })
})
