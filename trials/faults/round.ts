import type pg from 'pg'
import type { Harness } from '../../bench/harness.ts'
import type { Random } from '../../demo/random.ts'
import type { Caller } from './caller.ts'
import type { Environment, Fixture } from './environment.ts'
import { brokenInvariants } from './invariants.ts'
import { Ledger } from './ledger.ts'
import { runWriter } from './writer.ts'
import { isAsAcknowledged } from './writes.ts'

const writers = 6

export interface Totals extends CheckedCounts {
  rounds: number
  sent: number
  acknowledged: number
  unanswered: number
  rejected: number
  problems: string[]
  /** Other results of a scenario, as sentences. */
  remarks: string[]
}
export const emptyTotals = (): Totals => ({
  ...{ rounds: 0, sent: 0, acknowledged: 0, unanswered: 0, rejected: 0, records: 0, replays: 0 },
  ...{ problems: [], remarks: [] },
})

interface RoundOptions {
  name: string
  random: Random
  totals: Totals
  /** The client that writers use; by default that of the environment. */
  caller?: Caller
  /** Causes a failure while writers run. Resolves when the service should work again. */
  disrupt: () => Promise<void>
}

/** Runs writers during a disruption, then checks the data against the acknowledged writes. */
export async function runRound(
  { db, fixture, caller }: Omit<Environment, 'service'>,
  options: RoundOptions,
): Promise<Ledger> {
  const { name, random, totals, disrupt } = options
  const ledger = new Ledger()
  let isOver = false
  const writerCaller = options.caller ?? caller
  const writing = Array.from({ length: writers }, (_, n) =>
    runWriter({ fixture, ledger, random, caller: writerCaller, name: `${name}.${n}`, isOver: () => isOver }),
  )
  try {
    await disrupt()
  } finally {
    isOver = true
    await Promise.all(writing)
  }
  const checked = await checkRound(db, caller, fixture, ledger)
  totals.rounds++
  for (const figure of ['sent', 'acknowledged', 'unanswered', 'rejected'] as const) totals[figure] += ledger[figure]
  for (const figure of ['records', 'replays'] as const) totals[figure] += checked[figure]
  totals.problems.push(...ledger.problems.map((text) => `${name}: ${text}`))
  return ledger
}

export interface ScenarioContext {
  harness: Harness
  /** The checkout whose built service is tested. */
  root: string
  rounds: number
  random: Random
  progress: (runRound: number, totals: Totals) => void
}

export interface Scenario {
  name: string
  title: string
  rounds: { full: number; quick: number }
  /** Returns a message instead of totals if the scenario cannot run on this machine. */
  run(setting: ScenarioContext): Promise<Totals | string>
}

/** How much the checks of all rounds covered. */
interface CheckedCounts {
  records: number
  replays: number
}

/**
 * Checks that every acknowledged record reads as in its last response, and that every idempotency key replays its first
 * response byte for byte. Then checks the invariants.
 */
async function checkRound(db: pg.Pool, caller: Caller, fixture: Fixture, ledger: Ledger): Promise<CheckedCounts> {
  const certainRecords = ledger.records.filter(({ isUncertain }) => !isUncertain)
  await forEachConcurrently(certainRecords, async (record) => {
    const { status, body, text } = await caller.get(record.path)
    if (status === 404) ledger.problem(`lost: ${record.path} was acknowledged and does not exist`)
    else if (status !== 200) ledger.problem(`${record.path} cannot be read: ${status} ${text.slice(0, 200)}`)
    else if (!isAsAcknowledged(record, body)) {
      const acknowledged = JSON.stringify(record.acknowledged)
      ledger.problem(
        `incomplete: ${record.path} is ${text.slice(0, 500)} and was acknowledged as ${acknowledged.slice(0, 500)}`,
      )
    }
  })
  await forEachConcurrently(ledger.keyed, async ({ request, response }) => {
    const again = await caller.send(request)
    const isSame = again.status === response.status && again.text === response.text
    if (!isSame || again.headers['idempotency-replayed'] !== 'true') {
      const first = `${response.status} ${response.text.slice(0, 300)}`
      ledger.problem(
        `not replayed: ${request.method} ${request.path} returned ${first}, then ${again.status} ${again.text.slice(0, 300)}`,
      )
    }
  })
  ledger.problems.push(...(await brokenInvariants(db, fixture.orgId)))
  return { records: certainRecords.length, replays: ledger.keyed.length }
}

const concurrency = 8

async function forEachConcurrently<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
