import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { builtForms } from '../../../test/factories/forms/built-forms.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const forms = async () => builtForms(db, await organisation())

describe('POST /forms with something wrong', () => {
  test('with an empty name or tag is rejected with one message', async () => {
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
      const response = await org.post('/forms', body)
      assert.equal(response.status, 422)
      assert.deepEqual(Object.keys(response.body.errors).sort(), [...errors].sort())
      for (const [path, sentences] of Object.entries<string[]>(response.body.errors)) {
        assert.ok(sentences.length === 1 && sentences[0]!.startsWith(`${path} `), String(sentences))
      }
      assert.deepEqual(await stored(), [])
    })
  }

  test('reports errors of well-formed fields together with shape errors of others, and its Idempotency-Key stays free', async () => {
    const { org } = await forms()
    const good = { type: 'text', label: 'L' }
    const bad = { ...good, options: ['a'] }
    const body = {
      steps: [{ title: 'T', fields: [good, { ...bad, x: 1 }, bad] }, { fields: [bad] }, 7, { title: 'U', fields: 7 }],
    }
    const headers = { 'idempotency-key': 'shape' }
    const response = await org.post('/forms', body, headers)
    assert.equal(response.status, 422)
    assert.deepEqual(Object.keys(response.body.errors).sort(), [
      ...['name', 'steps.0.fields.1.x', 'steps.0.fields.2.options', 'steps.1.fields.0.options', 'steps.1.title'],
      ...['steps.2', 'steps.3.fields'],
    ])
    assert.equal((await org.post('/forms', { name: 'F' }, headers)).status, 201)
  })

  test('checks references outside the form together with the builder’s rules', async () => {
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
      'prospect.stage': ['prospect.stage must be one of New, Contacted, Qualified, Won, Lost.'],
      'prospect.map.a': ['prospect.map.a must not be an attribute: this organisation has none.'],
    })
  })
})
