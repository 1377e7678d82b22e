import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rosterOf } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const org = await organisation()
const id = await rosterOf(db, org).client()
const ask = (query: string) => org.get(`/clients/${id}/notes?${query}`)
const json = (filters: unknown) => ask(`filters=${encodeURIComponent(JSON.stringify(filters))}`)
const spelled = (filter: object) =>
  ask(
    new URLSearchParams(
      Object.entries(filter).map(([name, value]) => [`filters[0][${name}]`, String(value)] as [string, string]),
    ).toString(),
  )

async function assertRefused(answer: ReturnType<typeof ask>, errors: Record<string, string>, what = '') {
  const { status, body } = await answer
  assert.equal(status, 422, what)
  assert.equal(body.message, 'The given data was invalid.')
  const sentences = Object.fromEntries(Object.entries(errors).map(([field, rule]) => [field, [`${field} ${rule}.`]]))
  assert.deepEqual(body.errors, sentences, what)
}

const text = ['contains', 'does_not_contain', 'starts_with', 'ends_with', 'is', 'is_not', 'empty', 'not_empty']
const days = ['is', 'on_or_after', 'on_or_before']
const operatorsOf: Record<string, string[]> = {
  ...{ author: text, source: text, keyword: text, note_type: text, attachments: text, shift_cautions: text },
  ...{ date: days, employee: text, has_attachments: ['is'], has_template: ['is'] },
}
const operators = [...text.slice(0, 6), 'on_or_after', 'on_or_before', 'empty', 'not_empty']
const fittingValue = (field: string) =>
  ({ date: '2026-11-02', has_attachments: 'true', has_template: 'false' })[field] ?? 'x'

for (const [field, fitting] of Object.entries(operatorsOf)) {
  test(`${field} takes ${fitting.join(', ')} in both spellings; other operators are a 422 that lists these`, async () => {
    for (const operator of operators) {
      const filter = { field, operator, ...(!operator.endsWith('empty') && { value: fittingValue(field) }) }
      for (const answer of [spelled(filter), json([filter])]) {
        if (fitting.includes(operator)) assert.equal((await answer).status, 200, JSON.stringify(filter))
        else await assertRefused(answer, { 'filters.0.operator': `must be one of ${fitting.join(', ')}` }, operator)
      }
    }
  })

  test(`${field} needs a value that fits it`, async () => {
    const key = 'filters.0.value'
    for (const operator of fitting.filter((one) => !one.endsWith('empty'))) {
      await assertRefused(json([{ field, operator }]), { [key]: 'is required' }, operator)
      await assertRefused(spelled({ field, operator }), { [key]: 'is required' }, operator)
    }
    const rule = field.startsWith('has_')
      ? 'must be one of true, false'
      : field === 'date'
        ? 'must be a date such as 2026-11-30'
        : 'must not be empty'
    await assertRefused(spelled({ field, operator: 'is', value: '' }), { [key]: rule })
    const invalid =
      field === 'date'
        ? ['2026-13-01', '2026-02-30', '0000-01-01', 'today', '2026-11-02T00:00:00Z']
        : ['yes', '1', 'TRUE']
    if (rule !== 'must not be empty')
      for (const value of invalid)
        await assertRefused(spelled({ field, operator: 'is', value }), { [key]: rule }, value)
    else {
      await assertRefused(json([{ field, operator: 'is', value: 'x'.repeat(201) }]), {
        [key]: 'must have at most 200 characters',
      })
      assert.equal((await json([{ field, operator: 'is', value: 'x'.repeat(200) }])).status, 200)
    }
  })
}

test('an unknown field, operator or combinator is a 422 that lists the allowed ones, all at once', async () => {
  const errors = {
    'filters.0.field': `must be one of ${Object.keys(operatorsOf).join(', ')}`,
    'filters.1.operator': `must be one of ${operatorsOf.keyword!.join(', ')}`,
    'filters.2.combinator': 'must be one of and, or',
    'filters.3.values': 'is not supported; supported fields are field, operator, value, combinator',
    'filters.4.field': 'is required',
    'filters.5.operator': 'is required',
    limit: 'must be from 1 to 100',
    from: 'must be a date such as 2026-11-30',
  }
  const is = { field: 'keyword', operator: 'is', value: 'x' }
  const filters = [
    { ...is, field: 'text' },
    { ...is, operator: 'like' },
    { ...is, combinator: 'xor' },
    { ...is, values: 'x' },
    { operator: 'is', value: 'x' },
    { field: 'keyword', value: 'x' },
  ]
  const { status, body } = await ask(`limit=0&from=2026-13-01&filters=${encodeURIComponent(JSON.stringify(filters))}`)
  assert.equal(status, 422)
  for (const [field, rule] of Object.entries(errors)) {
    assert.ok(body.errors[field]?.includes(`${field} ${rule}.`), `${field}: ${JSON.stringify(body.errors[field])}`)
  }
  assert.deepEqual(Object.keys(body.errors).sort(), Object.keys(errors).sort())
})

test('filters that are no list of up to 20 objects are a 422; an empty list filters nothing', async () => {
  const is = { field: 'keyword', operator: 'is', value: 'x' }
  const spelling = 'filters[0][field]=… with filters[0][operator]=… and filters[0][value]=…'
  const list = { filters: `must be a list, spelled ${spelling}, or JSON text of one` }
  for (const broken of ['[{', 'x', '', 'author', '{"field":"author","operator":"empty"}', '7', 'null', '"[]"', 'true'])
    await assertRefused(ask(`filters=${encodeURIComponent(broken)}`), list, broken)
  assert.equal((await json([])).status, 200)
  await assertRefused(json(Array(21).fill(is)), { filters: 'must have 0 to 20 items' })
  assert.equal((await json(Array(20).fill(is))).status, 200)
  await assertRefused(json(['x', null, [is]]), {
    'filters.0': 'must be an object',
    'filters.1': 'must be an object',
    'filters.2': 'must be an object',
  })
  for (const key of [
    'filters[x][field]',
    'filters[0]',
    'filters[0][field][x]',
    'filters[][field]',
    'filters[-1][field]',
    'filters[0',
    'filters[0]field',
  ])
    await assertRefused(ask(`${encodeURIComponent(key)}=author`), list, key)
  const both = `filters[0][field]=author&filters[0][operator]=empty&filters=${encodeURIComponent(JSON.stringify([is]))}`
  await assertRefused(ask(both), list)
  const spelledOut = Array.from({ length: 21 }, (_, n) => `filters[${n}][field]=author&filters[${n}][operator]=empty`)
  await assertRefused(ask(spelledOut.join('&')), { filters: 'must have 0 to 20 items' })
  assert.equal((await ask(spelledOut.slice(0, 20).join('&'))).status, 200)
})

test('limit is a whole number from 1 to 100, from and to are days in order, search has a word', async () => {
  for (const limit of ['0', '101', '-1', '9999999999'])
    await assertRefused(ask(`limit=${limit}`), { limit: 'must be from 1 to 100' }, limit)
  for (const limit of ['x', '', '1.5', '1e1'])
    await assertRefused(ask(`limit=${limit}`), { limit: 'must be a whole number' }, limit)
  for (const limit of [1, 100]) assert.equal((await ask(`limit=${limit}`)).status, 200)
  const day = 'must be a date such as 2026-11-30'
  for (const invalid of ['x', '', '2026-11-31', '2026-1-1', '0000-01-01', '2026-11-02 10:00:00'])
    await assertRefused(ask(`from=${invalid}&to=${invalid}`), { from: day, to: day }, invalid)
  await assertRefused(ask('from=2026-11-03&to=2026-11-02'), { to: 'must be on or after from' })
  for (const fine of ['from=2026-11-02&to=2026-11-02', 'from=0001-01-01', 'to=9999-12-31'])
    assert.equal((await ask(fine)).status, 200)
  const word = 'must have at least one letter or digit'
  for (const search of ['', ' ', '!?', '%', '_', '😀'])
    await assertRefused(ask(`search=${encodeURIComponent(search)}`), { search: word }, search)
  await assertRefused(ask(`search=${'x'.repeat(201)}`), { search: 'must have at most 200 characters' })
  assert.equal((await ask(`search=${'x'.repeat(200)}`)).status, 200)
  await assertRefused(ask('search=a%00b'), { search: 'must not contain the character U+0000' })
  assert.equal((await ask('colour=red')).status, 200)
})

test('a client of another organisation, an unknown client and an invalid id are 404', async () => {
  const elsewhere = await organisation()
  const other = await rosterOf(db, elsewhere).client()
  for (const invalid of [other, 0, -1, 'x', '9007199254740992', '1.5']) {
    for (const query of ['', '?search=x', '?from=2026-11-02'])
      assert.equal((await org.get(`/clients/${invalid}/notes${query}`)).status, 404, `${invalid}${query}`)
  }
})
