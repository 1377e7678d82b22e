import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { field, formsOf, oneStep, step, storedSubmissions, when } from '../../../test/factories/forms/forms.ts'
import { harness } from '../../../test/harness/harness.ts'
import { fieldTypes } from '../logic/form.ts'

const { db, organisation } = await harness()
const options = ['Red', 'Blue']
const all = fieldTypes.map((type) => field(type, type, { options }))
const later = fieldTypes.map((type) => field(type, `${type}_2`, { options, visible_when: when(type, 'is', 'Red') }))
const mapped = Object.fromEntries(
  fieldTypes.flatMap((type) => [
    [type, 'attributes.pets'],
    [`${type}_2`, 'initial_comments'],
  ]),
)
const everything = {
  steps: [step('one', all, { routing: [{ when: when('text', 'is', 'a'), go_to: 'submit' }] }), step('two', later)],
  prospect: {
    enabled: true,
    stage: 'Gone',
    map: { ...mapped, text: 'first_name', textarea: 'last_name', email: 'email', date: 'followup_date' },
  },
  client_prefill: { enabled: true, client_field: 'client', map: { text: 'name', address: 'address' } },
}

describe('hostile answers', () => {
  test('of any JSON are accepted or a 422 by key, never a 500', async () => {
    const { publishedForm, send } = formsOf(db, await organisation())
    const id = await publishedForm(everything)
    const keys = fc.constantFrom(...fieldTypes, ...fieldTypes.map((type) => `${type}_2`))
    const likely = fc.constantFrom<unknown>(
      'Red',
      1,
      -1,
      1e308,
      5e-324,
      true,
      ['Red'],
      ['Red', 'Red'],
      '2026-01-01',
      'a@b.example',
      'Joan Hart',
      '0400 000 000',
      '\ud800',
      'a\u0000',
    )
    const values = fc.oneof(likely, fc.jsonValue(), fc.string({ unit: 'binary' }))
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.oneof(keys, fc.string()), values, { maxKeys: 12 }), async (answers) => {
        const { status, body } = await send(id, answers)
        assert.ok(status === 201 || (status === 422 && Object.keys(body.errors).length > 0), JSON.stringify(body))
      }),
      { numRuns: 150, seed: 20261115 },
    )
  })

  test('nested without end, with __proto__ or half a character are a 422', async () => {
    const { org, publishedForm } = formsOf(db, await organisation())
    const id = await publishedForm(oneStep(field('text', 'a')))
    const deep = `{"answers":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`
    for (const body of [
      ...[
        deep,
        '{"answers":{"__proto__":{"a":1}}}',
        '{"answers":{"a":{"__proto__":1}}}',
        '{"answers":{"a":"\\ud800"}}',
      ],
      ...[
        '{"answers":{"a":"\\u0000"}}',
        '{"answers":{"toString":1}}',
        '{"answers":{"":1}}',
        '{"answers":[]}',
        '{"answers":null}',
      ],
    ]) {
      const headers = { 'content-type': 'application/json' }
      const answer = await org.call('POST', `/forms/${id}/submissions`, body, headers)
      assert.deepEqual([answer.status, typeof answer.body.errors], [422, 'object'], body.slice(0, 60))
    }
    assert.deepEqual(await storedSubmissions(db, org.orgId), [])
  })

  test('of 64 KB are taken where they fit, and wrong ones do not make megabytes', async () => {
    const { publishedForm, submit, send } = formsOf(db, await organisation())
    const fields = Array.from({ length: 200 }, (_, n) => field('textarea', `field_${n}`.padEnd(60, 'x')))
    const id = await publishedForm(oneStep(...fields))
    const texts = fields.slice(0, 6).map(({ key }) => [key, '🌾'.repeat(2400)])
    assert.equal((await submit(id, Object.fromEntries(texts))).answers.length, 6)

    const many = await send(id, Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`k${n}`, 1])))
    assert.deepEqual([many.status, many.body.errors], [422, { answers: ['answers must have at most 200 fields.'] }])
    const list = await send(id, { [fields[0]!.key]: new Array(20_000).fill(1) })
    assert.deepEqual(Object.values(list.body.errors), [['Must be a list of at most 200 choices.']])
    const some = await send(id, Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, 1])))
    assert.deepEqual([some.status, Object.keys(some.body.errors).length, some.text.length < 65_536], [422, 200, true])
  })
})
