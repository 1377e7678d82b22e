/** What an import does at the moment. */
export interface ImportProgress {
  /** Such as `writing 20,000 shifts`. */
  step: string
  /**
   * The share of the time, from 0 to 1, that has passed when the step begins and when it ends. Undefined while a source of
   * unknown size is read.
   */
  share: { from: number; to: number } | undefined
}

/** The shares of the phases of an import. `npm run bench:import` measures them. */
const phases = { read: 0.23, check: 0.22, write: 0.5, finish: 0.05 }

/** What a statement for a list costs, compared with the others for the same list. */
const statementCosts = { lookup: 2, stageChild: 1, compare: 2, upsert: 4, replaceChild: 2 }
export type ListStatement = keyof typeof statementCosts

/** What decides the time of a list: the size of its rows, and the statements that write them. */
export interface ListWork {
  name: string
  rows: number
  bytes: number
  statements: ListStatement[]
}

/** Turns what an import has done into shares of its time. Shares never decrease, also when writing is repeated. */
export class ProgressReport {
  readonly #report: (progress: ImportProgress) => void
  readonly #size: number | undefined
  #highest = 0

  constructor(report: (progress: ImportProgress) => void, size?: number) {
    this.#report = report
    this.#size = size
  }

  reading(bytes: number, rows: number): void {
    const step = `reading ${rows.toLocaleString('en-AU')} rows`
    const at = this.#size && phases.read * Math.min(1, bytes / this.#size)
    if (at === undefined) this.#report({ step, share: undefined })
    else this.#send(step, at, at)
  }

  /** A part of the checks, as shares of all of them. */
  checking(from: number, to: number): void {
    this.#send('checking', phases.read + phases.check * from, phases.read + phases.check * to)
  }

  /** Returns a function to call before each statement of each list, in their order. */
  writing(lists: ListWork[]): () => void {
    const start = phases.read + phases.check
    const steps = lists.flatMap(({ name, rows, bytes, statements }) => {
      const costs = statements.map((statement) => statementCosts[statement])
      const all = sum(costs)
      return costs.map((cost) => ({
        text: `writing ${rows.toLocaleString('en-AU')} ${name}`,
        cost: (bytes * cost) / all,
      }))
    })
    const total = sum(steps.map(({ cost }) => cost))
    let done = 0
    let next = 0
    return () => {
      const step = steps[next++]
      if (!step) return
      const from = start + (phases.write * done) / total
      done += step.cost
      this.#send(step.text, from, start + (phases.write * done) / total)
    }
  }

  finishing(): void {
    this.#send('finishing', 1 - phases.finish, 1)
  }

  #send(step: string, from: number, to: number): void {
    this.#highest = Math.max(this.#highest, from)
    this.#report({ step, share: { from: this.#highest, to: Math.max(this.#highest, to) } })
  }
}

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0)
