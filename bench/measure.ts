import assert from 'node:assert/strict'
import type { Case, Side } from './cases/case.ts'
import type { Outcome, Round } from './load.ts'
import type { Options } from './options.ts'
import type { Program } from './processes.ts'

export interface Figures {
  perSecond: number
  p50: number
  p99: number
  /** CPU microseconds of the Node process per request. Other load on the machine hardly changes it. */
  cpu: number
}

export interface CaseResult {
  benchCase: Case
  /** Medians over the rounds. */
  reference: Figures
  tested: Figures
  /** Rate of `tested` relative to `reference` in each round: median, minimum and maximum. */
  ratio: { median: number; min: number; max: number }
}

export interface Bench {
  programs: Record<Side['program'], Program>
  ports: Record<Side['program'], number>
  load: Program
  options: Options
  /** The number of recorded events of a type. */
  countEvents(type: string): Promise<number>
}

const defaultConnections = 16

/** Measures both sides alternately, so that other load on the machine affects both. */
export async function measure(bench: Bench, benchCase: Case): Promise<CaseResult> {
  const { options, countEvents } = bench
  const { connections = defaultConnections } = benchCase
  const position = new Map<Side, number>()
  const round = async (side: Side, seconds: number): Promise<Figures> => {
    const program = bench.programs[side.program]
    const start = position.get(side) ?? 0
    const before = await program.cpuSeconds()
    const port = bench.ports[side.program]
    // The check before the measurement used the first request. The warm-up and the rounds share the others.
    const limit = side.isOnce ? { maxRequests: Math.floor((side.requests.length - 1) / (options.rounds + 1)) } : {}
    const message: Round = { port, requests: side.requests, start, connections, seconds, ...limit }
    const { answered, ...figures } = await bench.load.send<Outcome>(message)
    position.set(side, start + answered)
    return { ...figures, cpu: (((await program.cpuSeconds()) - before) * 1e6) / answered }
  }

  const { reference, tested, event, eventsEach = 1 } = benchCase
  // The check used the first request, so the measurement starts with the second.
  for (const side of [reference, tested]) position.set(side, 1)
  const eventsBefore = event === undefined ? 0 : await countEvents(event)
  for (const side of [reference, tested]) await round(side, options.warmUpSeconds)
  const rounds: { reference: Figures; tested: Figures }[] = []
  for (let n = 0; n < options.rounds; n++) {
    const figures = { reference: undefined as unknown as Figures, tested: undefined as unknown as Figures }
    const order = n % 2 === 0 ? (['reference', 'tested'] as const) : (['tested', 'reference'] as const)
    for (const side of order) figures[side] = await round(benchCase[side], options.roundSeconds)
    rounds.push(figures)
  }
  if (event !== undefined) {
    const eventCount = (await countEvents(event)) - eventsBefore
    assert.equal(
      eventCount,
      (position.get(tested)! - 1) * eventsEach,
      `${benchCase.name}: not every request recorded its event`,
    )
  }

  const ratios = rounds.map((one) => one.tested.perSecond / one.reference.perSecond)
  return {
    benchCase,
    reference: medians(rounds.map((one) => one.reference)),
    tested: medians(rounds.map((one) => one.tested)),
    ratio: { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) },
  }
}

const medians = (all: Figures[]): Figures => {
  const of = (name: keyof Figures) => median(all.map((figures) => figures[name]))
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), cpu: of('cpu') }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
