import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { builtForms } from '../../test/built-forms.ts'
import { harness } from '../../test/harness.ts'
import { prospectsOf } from '../../test/prospects.ts'

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
        version: null,
        published_at: null,
      },
      ...{ settings, steps: [{ key: 'step_1', title: 'Step 1', fields: [], routing: [] }] },
      ...{ incident: null, prospect: null, client_prefill: null, issues, submission_count: 0 },
    })
    assert.equal(created_at, updated_at)
  })

  test('keeps what is sent and leaves out what is not set', async () => {
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

  test('keeps its name without blanks around it, as an edit does', async () => {
    const { create, read, edited } = await forms()
    const { id, name } = await create({ name: ' Intake ' })
    assert.deepEqual([name, (await read(id)).name], ['Intake', 'Intake'])
    assert.equal((await edited(id, { op: 'rename', name: '\tIntake 2 ' })).name, 'Intake 2')
  })

  test('tells what it adjusted', async () => {
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

  test('with an empty name or tag is told so once', async () => {
    const { body } = await (await organisation()).post('/forms', { name: '', tags: ['', ' '] })
    const errors = { name: 'must not be empty', 'tags.0': 'must not be empty', 'tags.1': 'must not be blank' }
    const expected = Object.entries(errors).map(([path, rule]) => [path, [`${path} ${rule}.`]])
    assert.deepEqual(Object.entries(body.errors), expected)
  })

  for (const [circumstance, body, errors] of [
    ['no name', {}, ['name']],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, ['name']],
    [
      'unknown fields at every depth',
      {
        name: 'F',
        a: 1,
        settings: { b: 1 },
        incident: { c: 1 },
        prospect: { d: 1 },
        client_prefill: { e: 1 },
        steps: [{ title: 'T', f: 1, fields: [{ type: 'text', label: 'L', g: 1 }] }],
      },
      ['a', 'settings.b', 'incident.c', 'prospect.d', 'client_prefill.e', 'steps.0.f', 'steps.0.fields.0.g'],
    ],
    [
      'tags that are none',
      { name: 'F', tags: [1, ' ', { color: 'red' }, { name: 'a', color: 'url(x)' }] },
      ['tags.0', 'tags.1', 'tags.2.name', 'tags.3.color'],
    ],
    [
      'settings that cannot be',
      {
        name: 'F',
        settings: {
          submit_button_text: ' ',
          allow_step_navigation: 1,
          redirect_url: 'https://[',
          closes_at: '2027-01-01',
          success_message: 'x'.repeat(2001),
          show_step_numbers: null,
        },
      },
      [
        'settings.submit_button_text',
        'settings.allow_step_navigation',
        'settings.redirect_url',
        'settings.closes_at',
        'settings.success_message',
        'settings.show_step_numbers',
      ],
    ],
    [
      'mappings to nothing',
      { name: 'F', prospect: { map: { a: 'surname', b: 'attributes.' } }, client_prefill: { map: { a: 'status' } } },
      ['prospect.map.a', 'prospect.map.b', 'client_prefill.map.a'],
    ],
    ['a step without a title', { name: 'F', steps: [{ fields: [] }] }, ['steps.0.title']],
    [
      'a key that is none',
      { name: 'F', steps: [{ title: 'T', key: '1a', fields: [{ type: 'text', label: 'L', key: 'a-b' }] }] },
      ['steps.0.key', 'steps.0.fields.0.key'],
    ],
    [
      'an unknown type and operator',
      {
        name: 'F',
        steps: [
          {
            title: 'T',
            fields: [{ type: 'file', label: 'L', visible_when: { conditions: [{ field: 'a', operator: 'like' }] } }],
          },
        ],
      },
      ['steps.0.fields.0.type', 'steps.0.fields.0.visible_when.conditions.0.operator'],
    ],
    ['too much of everything', { name: 'F', steps: Array.from({ length: 51 }, () => ({ title: 'T' })) }, ['steps']],
  ] as const) {
    // biome-ignore format: one line a case
    test(`with ${circumstance} is 422, with a sentence for each`, async () => {
      const { org, stored } = await forms()
      const answer = await org.post('/forms', body)
      assert.equal(answer.status, 422)
      assert.deepEqual(Object.keys(answer.body.errors).sort(), [...errors].sort())
      for (const [path, sentences] of Object.entries<string[]>(answer.body.errors)) {
        assert.ok(sentences.length === 1 && sentences[0]!.startsWith(`${path} `), String(sentences))
      }
      assert.deepEqual(await stored(), [])
    })
  }

  test('judges fields whose shape is right also where that of others is not, and keeps no such answer', async () => {
    const { org } = await forms()
    const good = { type: 'text', label: 'L' }
    const bad = { ...good, options: ['a'] }
    const body = {
      steps: [{ title: 'T', fields: [good, { ...bad, x: 1 }, bad] }, { fields: [bad] }, 7, { title: 'U', fields: 7 }],
    }
    const headers = { 'idempotency-key': 'shape' }
    const answer = await org.post('/forms', body, headers)
    assert.equal(answer.status, 422)
    assert.deepEqual(Object.keys(answer.body.errors).sort(), [
      ...['name', 'steps.0.fields.1.x', 'steps.0.fields.2.options', 'steps.1.fields.0.options', 'steps.1.title'],
      ...['steps.2', 'steps.3.fields'],
    ])
    assert.equal((await org.post('/forms', { name: 'F' }, headers)).status, 201)
  })

  test('judges what names things outside the form together with the builder’s rules', async () => {
    const { org } = await forms()
    const other = await organisation()
    const foreign = (await other.post('/staff', { first_name: 'A', last_name: 'B' })).body.data.id
    const { status, body } = await org.post('/forms', {
      name: 'F',
      steps: [{ title: 'T', key: 'submit' }],
      settings: { assignee_id: foreign },
      prospect: { stage: 'Nowhere', map: { a: 'attributes.hobbies' } },
    })
    assert.equal(status, 422)
    assert.deepEqual(body.errors, {
      'steps.0.key': ['steps.0.key must not be submit, which means the end of the form.'],
      'settings.assignee_id': ['settings.assignee_id must be the id of a staff member of this organisation.'],
      'prospect.stage': ['prospect.stage must be one of New, Won, Lost.'],
      'prospect.map.a': ['prospect.map.a must not be an attribute: this organisation has none.'],
    })
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
    const refused = await org.post('/forms', {
      name: 'F',
      settings: { assignee_id: staff },
      prospect: { map: { a: 'attributes.x' } },
    })
    assert.deepEqual(Object.keys(refused.body.errors), ['settings.assignee_id', 'prospect.map.a'])
    assert.match(refused.body.errors['prospect.map.a'][0], /attributes are pets, rooms, /)
  })

  test('sent twice with one Idempotency-Key is one form', async () => {
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
