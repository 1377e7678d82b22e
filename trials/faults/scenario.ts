import type { Stage } from '../../bench/stage.ts'
import type { Random } from '../../demo/random.ts'
import type { Totals } from './round.ts'

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
