import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { builtForms } from '../../../test/factories/forms/built-forms.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const forms = async () => builtForms(db, await organisation())
const keysOf = ({ steps }: any) => steps.map(({ key, fields }: any) => [key, fields.map((field: any) => field.key)])
const text = (label: string, more: object = {}) => ({ type: 'text', label, ...more })

describe('PATCH /forms/{id} with nothing to change', () => {
  test('writes nothing and records nothing', async () => {
    const { create, edit, read, stored } = await forms()
    const { id } = await create({ prospect: { enabled: false, map: { which: 'email', kind: 'source' } } })
    const [before, form] = [await stored(), await read(id)]
    const { status, body } = await edit(id, [
      { op: 'rename', name: form.name },
      { op: 'set_prospect', prospect: { map: { kind: 'source', which: 'email' }, enabled: false } },
      { op: 'update_field', field: 'kind', changes: { options: ['Fall', 'Other'], required: true } },
      { op: 'move_step', step: 'more', position: 0 },
      { op: 'move_step', step: 'more', position: 1 },
      { op: 'update_settings', settings: {} },
    ])
    assert.equal(status, 200)
    assert.deepEqual(body, { updated: id, ...form, notes: [] })
    assert.deepEqual(await stored(), before)
  })
})

describe('a dry run', () => {
  test('answers as the real one would and writes nothing', async () => {
    const { create, edit, stored } = await forms()
    const { id } = await create()
    const operations = [
      { op: 'add_field', step: 'more', field: text('Often') },
      { op: 'remove_field', field: 'kind' },
    ]
    const before = await stored()
    const dry = await edit(id, operations, { dry_run: true })
    assert.deepEqual([dry.status, dry.body.dry_run], [200, true])
    assert.deepEqual(await stored(), before)
    const real = await edit(id, operations)
    const { dry_run, updated_at, ...told } = dry.body
    const { updated_at: later, ...done } = real.body
    assert.deepEqual(told, done)
    assert.ok(later > updated_at && done.issues.length > 0 && done.notes.length > 0)
  })

  test('is rejected as the real edit would be', async () => {
    const { create, edit } = await forms()
    const { id } = await create()
    const operations = [{ op: 'move_step', step: 'more', position: 0 }]
    const [dry, real] = [await edit(id, operations, { dry_run: true }), await edit(id, operations)]
    assert.deepEqual([dry.status, dry.body], [422, real.body])
  })
})

describe('two edits at once', () => {
  test('are both applied, one after the other', async () => {
    const { create, edit, read } = await forms()
    const { id } = await create()
    const labels = Array.from({ length: 8 }, (_, n) => `Field ${n}`)
    const answers = await Promise.all(
      labels.map((label) => edit(id, [{ op: 'add_field', step: 'more', field: text(label) }])),
    )
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    const form = await read(id)
    assert.deepEqual(
      form.steps[1].fields
        .slice(1)
        .map((field: any) => field.label)
        .sort(),
      labels,
    )
  })

  test('of which one removes what the other names: the later is checked against the form at that time', async () => {
    const { create, edit, read } = await forms()
    const { id } = await create()
    const [first, second] = await Promise.all([
      edit(id, [{ op: 'remove_field', field: 'often' }]),
      edit(id, [{ op: 'remove_field', field: 'often' }]),
    ])
    assert.deepEqual([first.status, second.status].sort(), [200, 422])
    assert.deepEqual(keysOf(await read(id))[1], ['more', []])
  })
})

test('another organisation’s form is not there, and never changes', async () => {
  const { create, stored } = await forms()
  const { id } = await create()
  const before = await stored()
  const other = await forms()
  const answers = [
    await other.org.get(`/forms/${id}`),
    await other.edit(id, [{ op: 'rename', name: 'Mine' }]),
    await other.publish(id),
    await other.unpublish(id),
  ]
  for (const { status, body } of answers) assert.deepEqual([status, body], [404, { message: 'Form not found.' }])
  assert.deepEqual(await stored(), before)
})
