import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { builtForms } from '../../../test/factories/forms/built-forms.ts'
import { prospectsOf } from '../../../test/factories/prospects.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const forms = async () => builtForms(db, await organisation())
const settings = { allow_step_navigation: false, show_step_numbers: true, submit_button_text: 'Submit' }

describe('POST /forms', () => {
  test('answers with exactly what the contract names', async () => {
    const { org, events } = await forms()
    const steps = [{ title: 'One', fields: [{ type: 'text', label: 'Name', required: true }] }]
    const { status, text, body } = await org.post('/forms', { name: 'Intake', description: 'For all', steps })
    const { id } = body
    const expected = { created: id, id, name: 'Intake', description: 'For all', published: 'off', url: null, settings }
    assert.deepEqual([status, text], [201, JSON.stringify(expected)])
    assert.deepEqual(await events(), [['form.created', id, ['name', 'description', 'steps'], null]])
  })

  test('with a name alone has one empty step, no description, and the issue that it asks nothing', async () => {
    const { org, read } = await forms()
    const { status, body } = await org.post('/forms', { name: 'Intake' })
    const { issues, ...rest } = body
    const { id } = body
    assert.equal(status, 201)
    assert.deepEqual(rest, { created: id, id, name: 'Intake', description: '', published: 'off', url: null, settings })
    assert.deepEqual(issues, [
      { code: 'empty_form', path: 'steps', message: 'Add a field that people answer.', severity: 'error' },
    ])
    const { created_at, updated_at, ...record } = await read(id)
    assert.deepEqual(record, {
      ...{
        id,
        name: 'Intake',
        description: '',
        tags: [],
        published: 'off',
        url: null,
        address: null,
        version: null,
        published_at: null,
      },
      ...{ settings, steps: [{ key: 'step_1', title: 'Step 1', fields: [], routing: [] }] },
      ...{ incident: null, prospect: null, client_prefill: null, issues, submission_count: 0 },
    })
    assert.equal(created_at, updated_at)
  })

  test('stores what the body sets and leaves out the rest', async () => {
    const { create, read } = await forms()
    const { id } = await create({
      tags: ['Safety', { name: 'Field', color: '#1f6feb' }],
      settings: { submit_button_text: 'Send', closes_at: '2027-01-01 00:00:00', redirect_url: null },
      incident: { severity_field: 'kind' },
      client_prefill: null,
    })
    const form = await read(id)
    assert.deepEqual(form.tags, [{ name: 'Safety' }, { name: 'Field', color: '#1f6feb' }])
    assert.deepEqual(form.settings, { ...settings, submit_button_text: 'Send', closes_at: '2027-01-01 00:00:00' })
    assert.deepEqual([form.incident, form.client_prefill], [{ enabled: true, severity_field: 'kind' }, null])
    const when = { combinator: 'and', conditions: [{ field: 'kind', operator: 'is', value: 'Other' }] }
    assert.deepEqual(form.steps[0].fields[1], {
      ...{ type: 'text', label: 'Which', key: 'which', required: false, visible_when: when },
    })
    assert.deepEqual(form.steps[1], {
      ...{ key: 'more', title: 'More', routing: [] },
      fields: [{ type: 'number', label: 'How often', key: 'often', required: false }],
    })
  })

  test('trims the name, as an edit does', async () => {
    const { create, read, edited } = await forms()
    const { id, name } = await create({ name: ' Intake ' })
    assert.deepEqual([name, (await read(id)).name], ['Intake', 'Intake'])
    assert.equal((await edited(id, { op: 'rename', name: '\tIntake 2 ' })).name, 'Intake 2')
  })

  test('returns notes on what it adjusted', async () => {
    const { create } = await forms()
    const fields = [
      { type: 'text', label: 'Name' },
      { type: 'text', label: 'Name!' },
      { type: 'select', label: 'Kind', options: ['A', 'B ', ' A'] },
      { type: 'heading', label: 'End', required: true },
    ]
    const { notes, issues } = await create({
      tags: ['a', { name: 'A', color: 'red' }],
      steps: [{ title: 'One', fields }],
    })
    assert.deepEqual(
      notes.map(({ code, path }: { code: string; path: string }) => [code, path]),
      [
        ['duplicate_tag', 'tags.1'],
        ['key_renamed', 'steps.0.fields.1.key'],
        ['duplicate_option', 'steps.0.fields.2.options.2'],
        ['required_ignored', 'steps.0.fields.3.required'],
      ],
    )
    assert.equal(issues, undefined)
  })

  test('takes a staff member, stages and attributes that the organisation has, and no supplier', async () => {
    const { org, create, read } = await forms()
    await prospectsOf(db, org).setOptions()
    const staff = (await org.post('/staff', { first_name: 'A', last_name: 'B' })).body.data.id
    const prospect = { stage: 'Qualified', map: { which: 'attributes.pets' } }
    const { id } = await create({ settings: { assignee_id: staff }, prospect })
    const form = await read(id)
    assert.deepEqual([form.settings.assignee_id, form.prospect], [staff, { enabled: true, ...prospect }])
    await db.query('update staff set supplier = true where org_id = $1 and id = $2', [org.orgId, staff])
    const rejected = await org.post('/forms', {
      name: 'F',
      settings: { assignee_id: staff },
      prospect: { map: { a: 'attributes.x' } },
    })
    assert.deepEqual(Object.keys(rejected.body.errors), ['settings.assignee_id', 'prospect.map.a'])
    assert.match(rejected.body.errors['prospect.map.a'][0], /attributes are pets, rooms, /)
  })

  test('repeated with the same Idempotency-Key creates one form', async () => {
    const { org, stored } = await forms()
    const headers = { 'idempotency-key': 'form-1' }
    const [first, second] = [
      await org.post('/forms', { name: 'F' }, headers),
      await org.post('/forms', { name: 'F' }, headers),
    ]
    assert.deepEqual([second.status, second.body], [201, first.body])
    assert.equal((await stored()).length, 2)
  })
})
