import { progress } from '../../bench/harness.ts'
import type { Outcome } from './load-generator.ts'

/** The most that a node serves in time: more and more a second, until it does not keep up. */
export async function peakOf(
  at: (rate: number, seconds: number) => Promise<Outcome>,
  isQuick: boolean,
): Promise<number> {
  let peak = 0
  // A bad round may be another program's; three in a row are the end.
  for (let rate = 400, bad = 0; bad < 3 && rate < 50_000; rate = Math.ceil(rate * 1.25)) {
    const { goodput, p99, late } = await at(rate, isQuick ? 2 : 4)
    progress(
      `  ${rate} a second: ${goodput.toFixed(0)} served, p99 ${p99.toFixed(0)} ms, load late by ${late.toFixed(0)} ms`,
    )
    peak = Math.max(peak, goodput)
    bad = goodput < rate * 0.85 ? bad + 1 : 0
  }
  return peak
}
