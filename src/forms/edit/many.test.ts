import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtForms } from '../../../test/factories/forms/built-forms.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const forms = async () => builtForms(db, await organisation())
const text = (label: string, more: object = {}) => ({ type: 'text', label, ...more })

test('thousands of conditions that no longer fit are reported in part, for the operation that broke them', async () => {
  const { org, rejected } = await forms()
  const condition = { field: 'a', operator: 'contains', value: 'x'.repeat(12) }
  const when = { combinator: 'and', conditions: Array.from({ length: 20 }, () => condition) }
  const fields = Array.from({ length: 180 }, (_, n) => ({
    ...text(`L${n}`, { key: `k${n}` }),
    required: false,
    visible_when: when,
  }))
  const steps = [
    { key: 's', title: 'S', fields: [{ ...text('A', { key: 'a' }), required: true }, ...fields], routing: [] },
  ]
  const id = Number(
    (
      await db.query(`insert into form (org_id, name, settings, steps) values ($1, 'Big', '{}', $2) returning id`, [
        org.orgId,
        JSON.stringify(steps),
      ])
    ).rows[0].id,
  )
  assert.equal(JSON.stringify(steps).length > 220 * 1024, true)
  const move = (n: number) => ({ op: 'move_field', field: `k${n}`, position: 1 + (n % 7) })
  const moves = Array.from({ length: 98 }, (_, n) => move(n))
  const change = { op: 'update_field', field: 'a', changes: { type: 'number' } }
  const errors = await rejected(id, move(99), change, ...moves)
  const paths = Object.keys(errors)
  assert.deepEqual(paths, ['operations.1', 'operations.99'])
  assert.equal(errors['operations.1']!.length, 50)
  assert.match(
    errors['operations.1']![0]!,
    /^operations\.1 does not fit the rest of the form: steps\.0\.fields\.1\.visible_when/,
  )
  const rule = `leaves ${180 * 20 - 50} more places that do not fit the rest of the form`
  assert.deepEqual(errors['operations.99'], [`operations.99 ${rule}.`])
})
