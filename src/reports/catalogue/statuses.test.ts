import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sources } from './sources.ts'
import { statusTones } from './statuses.ts'

const fields = Object.entries(sources).flatMap(([source, { fields }]) =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.type === 'choice' ? [{ id: `${source}.${name}`, field }] : [],
  ),
)

test('every status has a meaning of its own within its field; values of other fields have none', () => {
  const statuses = fields.filter(({ id }) => /\.(status|billed)$/.test(id))
  assert.deepEqual(
    statuses.map(({ id }) => id),
    ['clients.status', 'staff.status', 'appointments.status', 'charges.billed', 'form_submissions.status'],
  )
  for (const { id, field } of fields) {
    const tones = field.values.map((value) => statusTones[value])
    const isStatus = statuses.some((one) => one.id === id)
    if (isStatus) assert.ok(tones.every(Boolean) && new Set(tones).size === tones.length, `${id}: ${tones}`)
    else assert.ok(!tones.some(Boolean), `${id}: ${tones}`)
  }
})

test('what went well is good and what did not is bad', () => {
  for (const status of ['completed', 'Approved', 'Active', 'invoiced']) assert.equal(statusTones[status], 'good')
  for (const status of ['cancelled', 'Non-compliant']) assert.equal(statusTones[status], 'bad')
})
