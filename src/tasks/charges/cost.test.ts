import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { cents } from '../../../test/factories/tasks/billing.ts'
import { createDatabase } from '../../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)

type Sample = [priceCents: bigint, unit: string, minutes: number]
const hours = ['hour', 'Hour', 'HOURS', ' hr ', 'h']

/** Integer arithmetic: half a cent is rounded up. */
const expected = ([price, unit, minutes]: Sample): bigint =>
  hours.includes(unit) ? (price * BigInt(minutes) * 2n + 60n) / 120n : price

const text = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`

async function assertCosts(samples: Sample[]): Promise<void> {
  const { rows } = await pool.query(
    `select charge_cost(price, unit, minutes)::numeric(14, 2)::text as cost
     from unnest($1::numeric[], $2::text[], $3::int[]) with ordinality given (price, unit, minutes, place) order by place`,
    [samples.map(([price]) => text(price)), samples.map(([, unit]) => unit), samples.map(([, , minutes]) => minutes)],
  )
  for (const [i, sample] of samples.entries()) {
    assert.equal(cents(rows[i].cost), expected(sample), `${text(sample[0])} a ${sample[1]} for ${sample[2]} minutes`)
  }
}

const unit = fc.constantFrom(...hours, 'each', 'day', 'km', 'week')
const minutes = fc.integer({ min: 0, max: 1440 })
const price = fc.oneof(fc.bigInt(0n, 20_000n), fc.bigInt(0n, 999_999_999_999n))

test('a charge costs its price by the hour, or once, rounded half up to cents, as integer arithmetic computes it', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(price, unit, minutes), { minLength: 300, maxLength: 300 }), assertCosts),
    { seed: 20261115, numRuns: 20 },
  ))

test('every half cent there is goes up: 30 sixtieths over, at small and at the largest prices', async () => {
  const samples: Sample[] = []
  for (const base of [0n, 6_756n, 999_999_999_900n]) {
    for (let extra = 0n; extra < 60n; extra++) {
      for (const minute of [1, 2, 3, 5, 6, 10, 15, 30, 45, 90, 1439]) {
        const amount = base + extra
        if ((amount * BigInt(minute)) % 60n === 30n) samples.push([amount, 'hour', minute])
      }
    }
  }
  assert.ok(samples.length > 50)
  await assertCosts(samples)
})
