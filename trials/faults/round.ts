import type { Random } from '../../demo/random.ts'
import type { Arena } from './arena.ts'
import type { Caller } from './caller.ts'
import { check, type Looked } from './checks.ts'
import { Ledger } from './ledger.ts'
import { write } from './writer.ts'

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
