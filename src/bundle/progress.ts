/** What an import does at the moment. */
export interface ImportProgress {
  step: 'reading' | 'checking' | 'writing' | 'finishing'
  /** The rows so far that are read, or those of the list that is written. */
  rows?: { count: number; list: string }
  /**
   * The share of the time, from 0 to 1, that has passed when the step begins and when it ends. Undefined while a source of
   * unknown size is read.
   */
  share: { from: number; to: number } | undefined
}

/** The time to check a byte, as a multiple of the time to read it. `npm run bench:import` shows what these are good for. */
const checkCost = 1.25

/** The time of a statement for one row of a list, as a number of bytes that are read in that time. */
const statementCosts = { lookup: 100, stageChild: 80, compare: 50, upsert: 300, replaceChild: 200 }
export type ListStatement = keyof typeof statementCosts
/** The time of a statement, and of the statistics after it, for any number of rows. */
const fixedCost = 40_000

/** The statements whose time depends on how many rows are new or changed, and the end of the import, for one such row. */
const changing: ReadonlySet<ListStatement> = new Set(['upsert', 'replaceChild'])
const finishCost = 75

/** What decides the time of a list. */
export interface ListWork {
  name: string
  rows: number
  /** The rows that are new or changed, as far as it is known. */
  changed: number
  statements: ListStatement[]
}

function statementCost(list: ListWork, statement: ListStatement): number {
  const rows = changing.has(statement) ? list.changed : list.rows
  return rows === 0 ? 0 : fixedCost + statementCosts[statement] * rows
}

const listCost = (list: ListWork): number =>
  list.statements.reduce((cost, statement) => cost + statementCost(list, statement), finishCost * list.changed)

const costOf = (lists: ListWork[]): number => lists.reduce((cost, list) => cost + listCost(list), 0)

/**
 * Turns what an import has done into shares of its time, which it counts in bytes that could be read meanwhile. Shares never
 * decrease, also when writing is repeated.
 */
export class ProgressReport {
  readonly #report: (progress: ImportProgress) => void
  #size: number | undefined
  #bytesRead = 0
  #highest = 0

  constructor(report: (progress: ImportProgress) => void, size?: number) {
    this.#report = report
    this.#size = size
  }

  /** `lists` has the rows so far. The rest of the source is expected to be like them. */
  reading(bytes: number, rows: number, lists: ListWork[]): void {
    this.#bytesRead = bytes
    const step = { step: 'reading', rows: { count: rows, list: 'rows' } } as const
    if (!this.#size) {
      this.#report({ ...step, share: undefined })
      return
    }
    const total = this.#size * (1 + checkCost + costOf(lists) / bytes)
    this.#send(step, bytes / total, bytes / total)
  }

  /** A part of the checks, as shares of all of them. */
  checking(from: number, to: number, lists: ListWork[]): void {
    const size = this.#bytesRead
    const total = size * (1 + checkCost) + costOf(lists)
    this.#send({ step: 'checking' }, (size * (1 + checkCost * from)) / total, (size * (1 + checkCost * to)) / total)
  }

  /** Call `statement` before each statement of each list, in their order, and `compared` as soon as its changes are known. */
  writing(lists: readonly ListWork[]): WritingReport {
    const works = lists.map((list) => ({ ...list }))
    const steps = works.flatMap((work) => work.statements.map((statement) => ({ work, statement })))
    let done = this.#bytesRead * (1 + checkCost)
    let next = 0
    const remaining = () => {
      const statements = steps
        .slice(next)
        .reduce((cost, { work, statement }) => cost + statementCost(work, statement), 0)
      return statements + works.reduce((cost, { changed }) => cost + finishCost * changed, 0)
    }
    return {
      statement: () => {
        const { work, statement } = steps[next]!
        const total = done + remaining()
        const from = done
        done += statementCost(work, statement)
        next++
        this.#send({ step: 'writing', rows: { count: work.rows, list: work.name } }, from / total, done / total)
      },
      compared: (changed) => {
        steps[next]!.work.changed = changed
      },
      finishing: () => this.#send({ step: 'finishing' }, done / (done + remaining()), 1),
    }
  }

  #send(step: Omit<ImportProgress, 'share'>, from: number, to: number): void {
    this.#highest = Math.max(this.#highest, from)
    this.#report({ ...step, share: { from: this.#highest, to: Math.max(this.#highest, to) } })
  }
}

export interface WritingReport {
  statement(): void
  compared(changed: number): void
  finishing(): void
}
