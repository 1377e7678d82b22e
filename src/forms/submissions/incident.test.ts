import assert from 'node:assert/strict'
import { test } from 'node:test'
import { field, formsOf, oneStep } from '../../../test/factories/forms/forms.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const fields = [field('client', 'who'), field('rating', 'stars'), field('date', 'day'), field('text', 'other')]
const incident = { enabled: true, severity_field: 'stars', client_field: 'who', occurred_field: 'day' }

test('the record of an incident has the facts from the answers, by the version that was answered', async () => {
  const { publishedForm, submit, read, change } = await formsOf(db, await organisation())
  const id = await publishedForm({ ...oneStep(...fields), incident })
  const made = await submit(id, { who: 'Joan Hart', stars: 4, day: '2026-11-14', other: 'x' })
  const facts = { severity: '4', occurred_at: '2026-11-14', client: { name: 'Joan Hart' } }
  assert.deepEqual(made.incident, facts)

  await publishedForm({ ...oneStep(...fields), incident: { enabled: true, severity_field: 'other' } }, id)
  assert.deepEqual((await read(made.id)).incident, facts)
  assert.deepEqual((await change(made.id, { status: 'In review' })).body.data.incident, facts)
  assert.deepEqual((await submit(id, { stars: 4, other: 'Bad' })).incident, { severity: 'Bad' })
})

test('incident is omitted without facts in the answers, and for other forms', async () => {
  const { publishedForm, submit, read } = await formsOf(db, await organisation())
  const ids = [
    await publishedForm({ ...oneStep(...fields), incident }),
    await publishedForm({ ...oneStep(...fields), incident: { ...incident, enabled: false } }),
    await publishedForm({ ...oneStep(...fields), incident, prospect: { enabled: true, map: { other: 'first_name' } } }),
  ]
  const records = [
    await submit(ids[0]!, { other: 'x' }),
    await submit(ids[1]!, { other: 'x', stars: 3 }),
    await submit(ids[2]!, { other: 'x', stars: 3 }),
  ]
  for (const record of records) {
    assert.ok(!('incident' in record))
    assert.deepEqual(await read(record.id), record)
  }
})
