import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { builtForms } from '../../../test/factories/forms/built-forms.ts'
import { harness } from '../../../test/harness/harness.ts'
import { ops } from './edit.schema.ts'

const { db, organisation } = await harness()
const forms = async () => builtForms(db, await organisation())
const text = (label: string, more: object = {}) => ({ type: 'text', label, ...more })
const sentences = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([path, rule]) => [path, [`${path} ${rule}.`]]))

describe('operations of the wrong shape', () => {
  test('an unknown or missing op is one error that lists the existing ops', async () => {
    const { create, rejected } = await forms()
    const { id } = await create()
    const errors = await rejected(id, { op: 'explode', step: 1 }, {}, { op: 7 })
    const rule = `must be one of ${ops.join(', ')}`
    assert.deepEqual(errors, sentences({ 'operations.0.op': rule, 'operations.1.op': rule, 'operations.2.op': rule }))
    assert.equal(ops.length, 16)
  })

  test('what is missing, unknown or of another type is named, once each', async () => {
    const { create, rejected } = await forms()
    const { id } = await create()
    const errors = await rejected(
      id,
      { op: 'rename', name: 'Fine' },
      { op: 'rename' },
      { op: 'add_field', field: { type: 'text', label: 'L' } },
      { op: 'add_field', step: 'what', field: { label: 'L', colour: 'red' } },
      { op: 'move_step', step: 'what', position: -1 },
      { op: 'update_step', step: 'what', title: null },
      { op: 'remove_step', step: 'what', force: true },
      { op: 'update_field', field: 'kind', changes: { required: null, options: [''], validation: { most: 1 } } },
      { op: 'set_incident' },
      'rename',
    )
    assert.deepEqual(
      Object.keys(errors).sort(),
      [
        ...['operations.1.name', 'operations.2.step', 'operations.3.field.type', 'operations.3.field.colour'],
        ...['operations.4.position', 'operations.5.title', 'operations.6.force', 'operations.7.changes.required'],
        ...['operations.7.changes.options.0', 'operations.7.changes.validation.most', 'operations.8.incident'],
        'operations.9',
      ].sort(),
    )
    assert.deepEqual(errors['operations.2.step'], ['operations.2.step is required.'])
    assert.deepEqual(errors['operations.6.force'], [
      'operations.6.force is not supported; supported fields are op, step.',
    ])
    assert.ok(Object.values(errors).every((list) => list.length === 1 || list[0]!.includes('options.0')))
  })

  test('none, or more than a hundred, or no list', async () => {
    const { create, edit } = await forms()
    const { id } = await create()
    const many = Array.from({ length: 101 }, () => ({ op: 'rename', name: 'x' }))
    for (const operations of [[], many]) {
      const { status, body } = await edit(id, operations)
      assert.deepEqual([status, body.errors], [422, sentences({ operations: 'must have 1 to 100 items' })])
    }
  })
})

describe('operations that do not fit the form', () => {
  test('a key that nothing has lists those there are', async () => {
    const { create, rejected } = await forms()
    const { id } = await create()
    const errors = await rejected(
      id,
      { op: 'remove_step', step: 'kind' },
      { op: 'update_field', field: 'what', changes: { label: 'L' } },
      { op: 'move_field', field: 'no', step: 'nor', position: 0 },
      { op: 'add_field', step: 'where', field: text('L') },
    )
    const [steps, fields] = ['must be one of what, more', 'must be one of kind, which, often']
    assert.deepEqual(
      errors,
      sentences({
        'operations.0.step': steps,
        'operations.1.field': fields,
        'operations.2.field': fields,
        'operations.2.step': steps,
        'operations.3.step': steps,
      }),
    )
    const empty = await create({ steps: [] })
    const none = await rejected(empty.id, { op: 'remove_step', step: 'a' }, { op: 'remove_field', field: 'b' })
    assert.deepEqual(
      none,
      sentences({
        'operations.0.step': 'cannot be there: this form has no steps',
        'operations.1.field': 'cannot be there: this form has no fields',
      }),
    )
  })

  test('a position beyond the end', async () => {
    const { create, rejected } = await forms()
    const { id } = await create()
    const errors = await rejected(
      id,
      { op: 'add_step', title: 'C', position: 3 },
      { op: 'move_step', step: 'what', position: 3 },
      { op: 'add_field', step: 'more', field: text('L'), position: 2 },
      { op: 'move_field', field: 'kind', position: 2 },
      { op: 'move_field', field: 'kind', step: 'more', position: 9 },
    )
    const to = (most: number) => `must be from 0 to ${most}`
    assert.deepEqual(
      errors,
      sentences({
        'operations.0.position': to(2),
        'operations.1.position': to(2),
        'operations.2.position': to(1),
        'operations.3.position': to(1),
        'operations.4.position': to(2),
      }),
    )
  })

  test('a field that breaks the builder’s rules, with the path of the error', async () => {
    const { create, rejected } = await forms()
    const { id } = await create()
    const errors = await rejected(
      id,
      { op: 'add_field', step: 'more', field: text('L', { options: ['a'], default: 5 }) },
      { op: 'update_field', field: 'kind', changes: { type: 'text' } },
      { op: 'update_field', field: 'often', changes: { validation: { min: 2, max: 1 } } },
      { op: 'add_step', title: 'S', key: 'submit', fields: [text('L', { validation: { pattern: '[' } })] },
    )
    assert.deepEqual(Object.keys(errors), [
      ...['operations.0.field.options', 'operations.0.field.default', 'operations.1.changes.options'],
      ...['operations.2.changes.validation.max', 'operations.3.key', 'operations.3.fields.0.validation.pattern'],
    ])
  })

  test('a part of an operation that does not fit the rest of the form, with its path in the operation', async () => {
    const { create, rejected } = await forms()
    const { id } = await create()
    const when = (operator: string, value: unknown, field = 'often') => ({ conditions: [{ field, operator, value }] })
    const errors = await rejected(
      id,
      { op: 'add_field', step: 'more', field: text('A', { visible_when: when('contains', 'x') }) },
      { op: 'update_field', field: 'which', changes: { visible_when: when('is', 'x') } },
      { op: 'update_step', step: 'more', routing: [{ when: when('is', 1), go_to: 'what' }], otherwise: 'more' },
      { op: 'add_step', title: 'S', fields: [text('B', { visible_when: when('greater_than', true) })], position: 0 },
    )
    assert.deepEqual(Object.keys(errors).sort(), [
      'operations.0.field.visible_when.conditions.0.operator',
      'operations.1.changes.visible_when.conditions.0.value',
      'operations.2.otherwise',
      'operations.2.routing.0.go_to',
      'operations.3.fields.0.visible_when.conditions.0.value',
    ])
    assert.deepEqual(errors['operations.2.otherwise'], ['operations.2.otherwise must be a later step, or submit.'])
  })

  test('an error caused elsewhere in the form is reported for the operation after which it stays', async () => {
    const { create, rejected } = await forms()
    const { id } = await create()
    assert.deepEqual(
      await rejected(
        id,
        { op: 'rename', name: 'N' },
        { op: 'move_step', step: 'more', position: 0 },
        { op: 'move_step', step: 'more', position: 1 },
        { op: 'move_step', step: 'what', position: 1 },
        { op: 'update_field', field: 'kind', changes: { type: 'number', options: null } },
        { op: 'add_step', title: 'S', position: 0 },
      ),
      {
        'operations.3': [
          'operations.3 does not fit the rest of the form: steps.2.routing.0.go_to must be a later step, or submit.',
        ],
        'operations.4': [
          'operations.4 does not fit the rest of the form: steps.2.fields.1.visible_when.conditions.0.value must be a number for a field of type number.',
          'operations.4 does not fit the rest of the form: steps.2.routing.0.when.conditions.0.value must be a number for a field of type number.',
        ],
      },
    )
  })

  test('what one breaks another may mend', async () => {
    const { create, edited } = await forms()
    const { id } = await create()
    const form = await edited(
      id,
      { op: 'move_step', step: 'more', position: 0 },
      { op: 'update_field', field: 'kind', changes: { type: 'text', options: null } },
      { op: 'update_field', field: 'kind', changes: { type: 'number' } },
      { op: 'update_step', step: 'what', routing: [] },
      { op: 'update_field', field: 'which', changes: { visible_when: null } },
    )
    assert.deepEqual(form.steps.map(({ key }: any) => key), ['more', 'what']) // biome-ignore format: one line
  })

  test('assignee, stage and attributes of other organisations, or of none', async () => {
    const { create, rejected } = await forms()
    const { id } = await create()
    const errors = await rejected(
      id,
      { op: 'update_settings', settings: { assignee_id: 999_999_999 } },
      { op: 'set_prospect', prospect: { stage: 'Nowhere', map: { which: 'attributes.pets' } } },
      { op: 'remove_field', field: 'no' },
    )
    assert.deepEqual(Object.keys(errors).sort(), [
      ...['operations.0.settings.assignee_id', 'operations.1.prospect.map.which', 'operations.1.prospect.stage'],
      'operations.2.field',
    ])
  })

  test('more steps or fields than a form may have, and more bytes', async () => {
    const { create, rejected, edited } = await forms()
    const fields = (count: number) => Array.from({ length: count }, (_, n) => text(`L${n}`))
    const full = await create({ steps: [{ title: 'A', key: 'a', fields: fields(199) }] })
    assert.deepEqual(
      await rejected(
        full.id,
        { op: 'add_field', step: 'a', field: text('B') },
        { op: 'add_field', step: 'a', field: text('C') },
        { op: 'rename', name: 'N' },
      ),
      sentences({ 'operations.1': 'does not fit the rest of the form: steps must have at most 200 fields in all' }),
    )
    const long = await create({ steps: Array.from({ length: 50 }, (_, n) => ({ title: `S${n}` })) })
    assert.deepEqual(
      await rejected(long.id, { op: 'add_step', title: 'T' }),
      sentences({ 'operations.0': 'does not fit the rest of the form: steps must be at most 50' }),
    )
    const wide = await create({ steps: [{ title: 'A', key: 'a' }] })
    const heavy = {
      type: 'select',
      label: 'L',
      options: Array.from({ length: 200 }, (_, n) => `${n}`.padEnd(250, 'x')),
    }
    const add = { op: 'add_field', step: 'a', field: heavy }
    for (let n = 0; n < 5; n++) await edited(wide.id, add)
    assert.deepEqual(
      await rejected(wide.id, add),
      sentences({ 'operations.0': 'makes the form too large: steps must take at most 256 KB as JSON' }),
    )
  })
})
