import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { builtForms } from '../../../test/factories/forms/built-forms.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const forms = async () => builtForms(db, await organisation())
const keysOf = ({ steps }: any) => steps.map(({ key, fields }: any) => [key, fields.map((field: any) => field.key)])
const text = (label: string, more: object = {}) => ({ type: 'text', label, ...more })

describe('PATCH /forms/{id}', () => {
  test('answers with the form as it is then, its notes and its issues', async () => {
    const { create, edit, read, events } = await forms()
    const { id } = await create()
    const { status, body } = await edit(id, [{ op: 'rename', name: 'Near misses' }])
    const { updated, notes, ...form } = body
    assert.deepEqual([status, updated, notes, form.name], [200, id, [], 'Near misses'])
    assert.deepEqual(form, await read(id))
    assert.ok(form.updated_at > form.created_at)
    assert.deepEqual((await events()).slice(1), [['form.updated', id, ['name'], null]])
  })

  test('rename, set_description, set_tags: replace', async () => {
    const { create, edited } = await forms()
    const { id } = await create({ tags: ['old'], description: 'Old' })
    const form = await edited(
      id,
      { op: 'rename', name: 'New' },
      { op: 'set_description', description: '' },
      { op: 'set_tags', tags: ['b', { name: 'a', color: 'green' }, 'B'] },
    )
    assert.deepEqual(
      [form.name, form.description, form.tags],
      ['New', '', [{ name: 'b' }, { name: 'a', color: 'green' }]],
    )
    assert.deepEqual(form.notes, [
      { code: 'duplicate_tag', path: 'operations.2.tags.2', message: 'The tag B was there already.' },
    ])
  })

  test('update_settings: applies the patch to the settings, and null clears', async () => {
    const { create, edited } = await forms()
    const { id } = await create({ settings: { success_message: 'Thanks', show_step_numbers: false } })
    const form = await edited(id, {
      op: 'update_settings',
      settings: { success_message: null, redirect_url: 'https://example.com/a', submit_button_text: 'Go' },
    })
    assert.deepEqual(form.settings, {
      ...{ allow_step_navigation: false, show_step_numbers: false, submit_button_text: 'Go' },
      redirect_url: 'https://example.com/a',
    })
  })

  test('set_incident, set_prospect, set_client_prefill: replace as a whole, and null removes', async () => {
    const { create, edited } = await forms()
    const { id } = await create({ incident: { severity_field: 'kind', client_field: 'x' } })
    const form = await edited(
      id,
      { op: 'set_incident', incident: { severity_field: 'which' } },
      { op: 'set_prospect', prospect: { enabled: false, source: 'Web', map: { which: 'email' } } },
      { op: 'set_client_prefill', client_prefill: { enabled: false, map: { which: 'name' } } },
    )
    assert.deepEqual(
      [form.incident, form.prospect, form.client_prefill],
      [
        { enabled: true, severity_field: 'which' },
        { enabled: false, source: 'Web', map: { which: 'email' } },
        { enabled: false, map: { which: 'name' } },
      ],
    )
    const without = await edited(
      id,
      { op: 'set_incident', incident: null },
      { op: 'set_prospect', prospect: null },
      { op: 'set_client_prefill', client_prefill: null },
    )
    assert.deepEqual([without.incident, without.prospect, without.client_prefill], [null, null, null])
  })

  test('add_step: with fields, at a position or at the end', async () => {
    const { create, edited } = await forms()
    const { id } = await create()
    const form = await edited(
      id,
      { op: 'add_step', title: 'More', fields: [text('Which'), text('Kind', { key: 'kind_2' }), text('Kind')] },
      { op: 'add_step', title: 'First', key: 'first', position: 0 },
    )
    assert.deepEqual(keysOf(form), [
      ['first', []],
      ['what', ['kind', 'which']],
      ['more', ['often']],
      ['more_2', ['which_2', 'kind_2', 'kind_3']],
    ])
    assert.deepEqual(
      form.notes.map(({ path }: { path: string }) => path),
      ['operations.0.key', 'operations.0.fields.0.key', 'operations.0.fields.2.key'],
    )
  })

  test('update_step: only the fields in the body; routing as a whole; null removes otherwise', async () => {
    const { create, edited } = await forms()
    const { id } = await create()
    const { steps } = await edited(id, { op: 'update_step', step: 'what', title: ' Why ', otherwise: null })
    assert.deepEqual([steps[0].title, steps[0].routing.length, 'otherwise' in steps[0]], ['Why', 1, false])
    const routing = [
      { when: { combinator: 'or', conditions: [{ field: 'kind', operator: 'empty' }] }, go_to: 'submit' },
    ]
    const again = await edited(id, { op: 'update_step', step: 'what', routing, otherwise: 'more' })
    assert.deepEqual([again.steps[0].title, again.steps[0].routing, again.steps[0].otherwise], ['Why', routing, 'more'])
  })

  test('a renamed key replaces a stale entry for that key in a map', async () => {
    const { create, edited } = await forms()
    const map = { which: 'last_name', departed: 'first_name', kind: 'suburb' }
    const { id } = await create({ prospect: { map } })
    const form = await edited(id, { op: 'update_field', field: 'which', changes: { key: 'departed' } })
    assert.deepEqual(form.prospect.map, { departed: 'last_name', kind: 'suburb' })
    // An unmapped field can be renamed to a key that a map already has.
    const waiting = await create({ prospect: { map: { departed: 'first_name' } } })
    const found = await edited(waiting.id, { op: 'update_field', field: 'which', changes: { key: 'departed' } })
    assert.deepEqual(found.prospect.map, { departed: 'first_name' })
  })

  test('settings.submitter_field follows a renamed key, and blocks publishing when its field is gone or no name', async () => {
    const { create, edited, publish } = await forms()
    const { id } = await create({ settings: { submitter_field: 'which' } })
    const renamed = await edited(id, { op: 'update_field', field: 'which', changes: { key: 'who' } })
    assert.deepEqual([renamed.settings.submitter_field, renamed.issues], ['who', []])
    const issue = (message: string) => [
      { ...{ code: 'dangling_reference', path: 'settings.submitter_field' }, ...{ message, severity: 'error' } },
    ]
    const types = 'No field of type text or select or radio or client or staff has the key'
    const date = await edited(id, { op: 'update_field', field: 'who', changes: { type: 'date' } })
    assert.deepEqual(date.issues, issue(`${types} who.`))
    await edited(id, { op: 'remove_field', field: 'who' })
    const { status, body } = await publish(id)
    assert.deepEqual([status, body.issues], [422, issue(`${types} who.`)])
    const cleared = await edited(id, { op: 'update_settings', settings: { submitter_field: null } })
    assert.deepEqual(['submitter_field' in cleared.settings, cleared.issues], [false, []])
    assert.equal((await publish(id)).status, 200)
  })

  test('move_step and remove_step: what names a step that is gone is an issue', async () => {
    const { create, edited } = await forms()
    const { id } = await create()
    const form = await edited(
      id,
      { op: 'add_step', title: 'C', key: 'c' },
      { op: 'move_step', step: 'c', position: 1 },
      { op: 'remove_step', step: 'more' },
    )
    assert.deepEqual(
      keysOf(form).map(([key]: [string]) => key),
      ['what', 'c'],
    )
    assert.deepEqual(
      form.issues.map(({ code, path }: any) => [code, path]),
      [
        ['dangling_reference', 'steps.0.routing.0.go_to'],
        ['unreachable_step', 'steps.1'],
      ],
    )
  })

  test('add_field, move_field, remove_field: by position, within and between steps', async () => {
    const { create, edited } = await forms()
    const { id } = await create()
    const form = await edited(
      id,
      { op: 'add_field', step: 'more', field: text('Last') },
      { op: 'add_field', step: 'more', field: text('First'), position: 0 },
      { op: 'move_field', field: 'last', position: 0 },
      { op: 'move_field', field: 'which', step: 'more', position: 3 },
      { op: 'remove_field', field: 'often' },
    )
    assert.deepEqual(keysOf(form), [
      ['what', ['kind']],
      ['more', ['last', 'first', 'which']],
    ])
    assert.deepEqual(form.issues, [])
  })

  test('update_field: changes only the fields in the body, null clears, and references follow a new key', async () => {
    const { create, edited } = await forms()
    const { id } = await create({
      incident: { severity_field: 'kind' },
      prospect: { enabled: false, map: { kind: 'source' } },
    })
    const form = await edited(
      id,
      { op: 'update_field', field: 'kind', changes: { key: 'sort', label: 'Sort', options: ['Other', 'Slip', 'Fall'], help: 'Pick' } },
      { op: 'update_field', field: 'which', changes: { visible_when: null, validation: { max_length: 5 } } },
    ) // biome-ignore format: a line an operation
    const [sort, which] = form.steps[0].fields
    const { options } = sort
    assert.deepEqual(sort, { type: 'select', label: 'Sort', key: 'sort', required: true, help: 'Pick', options })
    assert.deepEqual(which, {
      type: 'text',
      label: 'Which',
      key: 'which',
      required: false,
      validation: { max_length: 5 },
    })
    assert.equal(form.steps[0].routing[0].when.conditions[0].field, 'sort')
    assert.deepEqual([form.incident.severity_field, form.prospect.map], ['sort', { sort: 'source' }])
    assert.deepEqual(form.issues, [])
    const cleared = await edited(id, {
      op: 'update_field',
      field: 'which',
      changes: { validation: null, default: null },
    })
    assert.equal('validation' in cleared.steps[0].fields[1], false)
  })

  test('update_field: a key that two fields have is followed by nothing', async () => {
    const { create, edited } = await forms()
    const { id } = await create()
    const twice = await edited(id, { op: 'add_field', step: 'what', field: text('K', { key: 'kind' }), position: 0 })
    assert.deepEqual(twice.issues[0].code, 'duplicate_key')
    const form = await edited(id, { op: 'update_field', field: 'kind', changes: { key: 'other' } })
    assert.deepEqual(keysOf(form)[0], ['what', ['other', 'kind', 'which']])
    assert.deepEqual(form.issues, [])
    assert.equal(form.steps[0].fields[2].visible_when.conditions[0].field, 'kind')
  })

  test('update_field: options that conditions go on speaking of are issues, as they are of a new form', async () => {
    const { create, edited, read, publish } = await forms()
    const { id, issues } = await create()
    assert.equal(issues, undefined)
    const without = { op: 'update_field', field: 'kind', changes: { options: ['FALL', 'Near miss'] } }
    const form = await edited(id, without)
    const expected = [
      {
        ...{ code: 'dangling_reference', path: 'steps.0.fields.1.visible_when.conditions.0.value' },
        ...{ message: 'Other is no option of kind; its options are FALL, Near miss.', severity: 'error' },
      },
    ]
    assert.deepEqual(
      [form.issues, (await read(id)).issues, (await publish(id)).body.issues],
      [expected, expected, expected],
    )
    const { name, steps } = form
    assert.deepEqual((await create({ name, steps })).issues, expected)
    const mended = await edited(id, { op: 'update_field', field: 'kind', changes: { options: ['Fall', 'other'] } })
    assert.deepEqual([mended.issues, (await publish(id)).status], [[], 200])
  })
})
