import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { emptyOrganisation, exportText, importTo } from '../../../test/factories/bundles/bundles.ts'
import { base } from '../../../test/factories/bundles/tasks.ts'
import { clockChangeDays, clockTimes, daysFrom } from '../../../test/factories/zones.ts'
import { createDatabase } from '../../../test/harness/database.ts'
import { claimTypes } from '../../clients/funding.ts'

const { pool, drop } = await createDatabase()
after(drop)
const seed = Number(process.env.WATTLE_FUZZ_SEED ?? 20261120)

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((words) => /^[^\0]*\S[^\0]*$/u.test(words))
const codes = fc.constantFrom(...base.price_codes.map(({ id }) => id))
const local = fc.tuple(clockChangeDays, clockTimes).map(([day, clock]) => `${day} ${clock}`)
const cents = fc.integer({ min: 0, max: 2 ** 40 }).map((n) => Number((n / 100).toFixed(2)))
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const orNull = <T>(value: fc.Arbitrary<T>) => optional(fc.option(value, { nil: null }))
const minutes = fc.integer({ min: 0, max: 1440 })

const charge = fc.record({
  name: optional(text),
  price_code: codes,
  minutes: optional(minutes),
  total_cost: optional(cents),
  claim_type: optional(fc.constantFrom(...claimTypes)),
})
const rule = fc.constantFrom<object>(
  { unit: 'Day', every: 3 },
  { unit: 'Week', on_days: ['Sun', 'Tue'], ends_after: 4 },
  { unit: 'Month', month_on_the: 'Last Friday', every: null },
  { unit: 'Month', month_on_day: 31, ends_on: '2026-12-31' },
)
const task = fc.record({
  title: text,
  date: daysFrom('2026-11-01', 60),
  client_id: orNull(fc.constantFrom(7, 8, 9)),
  assignee_id: orNull(fc.constantFrom(31, 32)),
  minutes: optional(minutes),
  price_code: orNull(codes),
  billable: optional(fc.boolean()),
  completed: optional(fc.boolean()),
  charges: fc.array(charge, { maxLength: 3 }),
  notes: optional(
    fc.array(fc.record({ type: optional(text), notes: text, created_at: optional(local) }), { maxLength: 3 }),
  ),
  documents: optional(fc.array(fc.record({ name: text, created_at: optional(local) }), { maxLength: 2 })),
  recurrence: orNull(rule),
  /** The billing of each charge. */
  billed: fc.array(fc.constantFrom('no', 'pending', 'invoiced', 'void'), { minLength: 3, maxLength: 3 }),
  primary: fc.nat(2),
  at: optional(local),
})

type Made = typeof task extends fc.Arbitrary<infer T> ? T : never

/** Adds the ids that billables refer to, one primary charge, and invoice numbers. */
function bundleOf(made: Made[]) {
  const billables: object[] = []
  const tasks = made.map(({ billed, primary, price_code, at, ...row }, index) => {
    const id = index + 1
    const charges = row.charges.map((one, n) => ({
      ...one,
      id: id * 10 + n,
      primary: n === primary % row.charges.length,
    }))
    for (const [n, { id: charge_id }] of charges.entries()) {
      const status = billed[n]!
      const invoice_number = status === 'invoiced' ? `INV-${id}` : null
      if (status !== 'no') billables.push({ id: charge_id, task_id: id, charge_id, status, invoice_number, at })
    }
    return { id, ...row, charges, ...(charges.length === 0 && { price_code }) }
  })
  return { tasks, billables }
}

/** The cost of a charge in cents, in integer arithmetic: half a cent is rounded up. */
function costOf(price_code: number, forMinutes: number): number {
  const { unit, price } = base.price_codes.find(({ id }) => id === price_code)!
  const inCents = Math.round(price * 100)
  return (unit === 'hour' ? Math.floor((2 * inCents * forMinutes + 60) / 120) : inCents) / 100
}

test('any tasks and billables of a bundle are exported unchanged, repeatedly', async () => {
  const property = fc.asyncProperty(fc.array(task, { minLength: 1, maxLength: 8 }), async (made) => {
    const [first, second] = [await emptyOrganisation(pool), await emptyOrganisation(pool)]
    const bundle = { ...base, ...bundleOf(made) }
    await importTo(pool, first, bundle)
    const bytes = await exportText(pool, first)
    const { counts } = await importTo(pool, first, bundle)
    assert.ok(
      Object.values(counts).every(({ created, updated }) => created + updated === 0),
      JSON.stringify(counts),
    )
    assert.equal(await exportText(pool, first), bytes)
    await importTo(pool, second, bytes)
    assert.equal(await exportText(pool, second), bytes)

    const { tasks, task_series } = JSON.parse(bytes)
    for (const [index, { charges, price_code, series_id }] of tasks.entries()) {
      const { minutes: ofTask = 0, charges: given } = bundle.tasks[index]!
      const primary = charges.filter((one: { primary: boolean }) => one.primary)
      assert.deepEqual(charges.length === 0 ? null : primary[0].price_code, price_code)
      assert.ok(primary.length === Math.min(1, charges.length))
      for (const [n, one] of given.entries()) {
        const expected = one.total_cost ?? costOf(one.price_code, one.minutes ?? ofTask)
        assert.equal(charges[n].total_cost, expected)
      }
      assert.equal(series_id !== null, Boolean(bundle.tasks[index]!.recurrence))
    }
    assert.equal(task_series.length, made.filter(({ recurrence }) => recurrence).length)
  })
  await fc.assert(property, { seed, numRuns: 20 })
})
