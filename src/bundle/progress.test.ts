import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { emptyOrganisation, sourceOf } from '../../test/factories/bundles/bundles.ts'
import { whole } from '../../test/factories/roster/shifts.ts'
import { createDatabase } from '../../test/harness/database.ts'
import { shareWithin } from '../cli/output.ts'
import { importBundle } from './import.ts'
import type { ImportProgress } from './progress.ts'

const { pool, drop } = await createDatabase()
after(drop)

test('shares of an import rise from reading to the end of writing, and the lists are named', async () => {
  const reports: ImportProgress[] = []
  const size = Buffer.byteLength(JSON.stringify(whole))
  const onProgress = (at: ImportProgress) => reports.push(at)
  await importBundle(pool, await emptyOrganisation(pool), sourceOf(whole), { onProgress, size })
  const shares = reports.map(({ share }) => share!)
  assert.deepEqual(
    shares.map(({ from }) => from),
    shares.map(({ from }) => from).sort((a, b) => a - b),
  )
  // Each step begins where the one before has ended.
  for (const [n, { from }] of shares.entries())
    if (n > 1) assert.ok(Math.abs(from - shares[n - 1]!.to) < 1e-9, `step ${n}`)
  assert.equal(shares.at(-1)!.to, 1)
  assert.deepEqual([...new Set(reports.map(({ step }) => step))], ['reading', 'checking', 'writing', 'finishing'])
  const written = reports.filter(({ step }) => step === 'writing').map(({ rows }) => rows!)
  assert.ok(written.some(({ list, count }) => list === 'shifts' && count === whole.shifts.length))
})

test('reading and checking are most of an import without changes, and less than half of one with new rows', async () => {
  const orgId = await emptyOrganisation(pool)
  const staff = Array.from({ length: 2000 }, (_, n) => ({ id: n + 1, first_name: 'Ana', last_name: `Nguyen ${n}` }))
  const size = Buffer.byteLength(JSON.stringify({ staff }))
  const checkedAt = async () => {
    const reports: ImportProgress[] = []
    await importBundle(pool, orgId, sourceOf({ staff }), { onProgress: (at) => reports.push(at), size })
    return reports.findLast(({ step }) => step === 'checking')!.share!.to
  }
  const [first, second] = [await checkedAt(), await checkedAt()]
  assert.ok(first < 0.5, `new rows: ${first}`)
  assert.ok(second > 0.6, `no changes: ${second}`)
})

test('a list that has records and gets new ones: the bar waits, and never goes back', async () => {
  const orgId = await emptyOrganisation(pool)
  const staff = Array.from({ length: 50 }, (_, n) => ({ id: n + 1, first_name: 'Ana', last_name: `Nguyen ${n}` }))
  await importBundle(pool, orgId, sourceOf({ staff: staff.slice(0, 1) }))
  const shares: number[] = []
  const onProgress = ({ share }: ImportProgress) => shares.push(share!.from, share!.to)
  await importBundle(pool, orgId, sourceOf({ staff }), {
    onProgress,
    size: Buffer.byteLength(JSON.stringify({ staff })),
  })
  assert.ok(shares.every((share) => share >= 0 && share <= 1))
  const begins = shares.filter((_, n) => n % 2 === 0)
  assert.deepEqual(
    begins,
    begins.toSorted((a, b) => a - b),
  )
  assert.equal(shares.at(-1), 1)
})

test('a source of unknown size has no share while it is read', async () => {
  const reports: ImportProgress[] = []
  await importBundle(pool, await emptyOrganisation(pool), sourceOf(whole), { onProgress: (at) => reports.push(at) })
  for (const { step, share } of reports) assert.equal(share === undefined, step === 'reading', step)
})

test('a pipe, whose file has no size, has no share either', async () => {
  const reports: ImportProgress[] = []
  const onProgress = (at: ImportProgress) => reports.push(at)
  await importBundle(pool, await emptyOrganisation(pool), sourceOf(whole), { onProgress, size: 0 })
  assert.ok(reports.some(({ step, share }) => step === 'reading' && share === undefined))
})

test('within a step the share moves on at the speed so far, up to the end of the step', () => {
  const step = { from: 0.2, to: 0.5 }
  assert.deepEqual(
    [0, 1000, 1500, 9000].map((since) => shareWithin(step, 1000, since)),
    [0.2, 0.4, 0.5, 0.5],
  )
  assert.equal(shareWithin({ from: 0, to: 0.1 }, 0, 500), 0)
})
