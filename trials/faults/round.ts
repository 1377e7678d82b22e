import type pg from 'pg'
import type { Stage } from '../../bench/harness.ts'
import type { Random } from '../../demo/random.ts'
import type { Caller } from './caller.ts'
import type { Arena, World } from './environment.ts'
import { brokenInvariants } from './invariants.ts'
import { Ledger } from './ledger.ts'
import { write } from './writer.ts'
import { isAsShown } from './writes.ts'

const writers = 6

export interface Totals extends Looked {
  rounds: number
  sent: number
  acknowledged: number
  unanswered: number
  refused: number
  problems: string[]
  /** What else a scenario measured, in words. */
  remarks: string[]
}
export const noTotals = (): Totals => ({
  ...{ rounds: 0, sent: 0, acknowledged: 0, unanswered: 0, refused: 0, records: 0, replays: 0 },
  ...{ problems: [], remarks: [] },
})

interface RoundOptions {
  name: string
  random: Random
  totals: Totals
  /** Through which the writers go, where it is not the arena's own. */
  caller?: Caller
  /** Breaks something while writers write, and comes back when the service should work again. */
  trouble: () => Promise<void>
}

/** Writers at work while trouble comes and goes; then everything is held against what was acknowledged. */
export async function round({ db, world, caller }: Omit<Arena, 'service'>, options: RoundOptions): Promise<Ledger> {
  const { name, random, totals, trouble } = options
  const ledger = new Ledger()
  let isOver = false
  const through = options.caller ?? caller
  const writing = Array.from({ length: writers }, (_, n) =>
    write({ world, ledger, random, caller: through, name: `${name}.${n}`, isOver: () => isOver }),
  )
  try {
    await trouble()
  } finally {
    isOver = true
    await Promise.all(writing)
  }
  const looked = await check(db, caller, world, ledger)
  totals.rounds++
  for (const figure of ['sent', 'acknowledged', 'unanswered', 'refused'] as const) totals[figure] += ledger[figure]
  for (const figure of ['records', 'replays'] as const) totals[figure] += looked[figure]
  totals.problems.push(...ledger.problems.map((text) => `${name}: ${text}`))
  return ledger
}

export interface Setting {
  stage: Stage
  /** The checkout whose built service is tried. */
  root: string
  rounds: number
  random: Random
  progress: (round: number, totals: Totals) => void
}

export interface Scenario {
  name: string
  title: string
  rounds: { full: number; quick: number }
  /** Gives a sentence in place of totals where it cannot be run here. */
  run(setting: Setting): Promise<Totals | string>
}

/** What the checks of all rounds looked at. */
interface Looked {
  records: number
  replays: number
}

/**
 * Holds a round against what was acknowledged in it: every record is read back as its last answer showed it, every key
 * gives its first answer again byte for byte, and the invariants hold over all tables.
 */
async function check(db: pg.Pool, caller: Caller, world: World, ledger: Ledger): Promise<Looked> {
  const known = ledger.records.filter(({ isOpen }) => !isOpen)
  await inTurns(known, async (record) => {
    const { status, body, text } = await caller.get(record.path)
    if (status === 404) ledger.problem(`lost: ${record.path} was acknowledged and is not there`)
    else if (status !== 200) ledger.problem(`${record.path} cannot be read: ${status} ${text.slice(0, 200)}`)
    else if (!isAsShown(record, body)) {
      const shown = JSON.stringify(record.shown)
      ledger.problem(
        `not whole: ${record.path} is ${text.slice(0, 500)} and was acknowledged as ${shown.slice(0, 500)}`,
      )
    }
  })
  await inTurns(ledger.keyed, async ({ sent, answer }) => {
    const again = await caller.send(sent)
    const isSame = again.status === answer.status && again.text === answer.text
    if (!isSame || again.headers['idempotency-replayed'] !== 'true') {
      const first = `${answer.status} ${answer.text.slice(0, 300)}`
      ledger.problem(
        `not replayed: ${sent.method} ${sent.path} answered ${first}, then ${again.status} ${again.text.slice(0, 300)}`,
      )
    }
  })
  ledger.problems.push(...(await brokenInvariants(db, world.orgId)))
  return { records: known.length, replays: ledger.keyed.length }
}

const atOnce = 8

async function inTurns<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
