import { table, verdict } from '../../bench/report.ts'

/** What is bounded, in the order of the report. */
export const ceilings = {
  thread: { what: 'of the main thread for one request', unit: 'ms' },
  memory: { what: 'of memory over its level before', unit: 'MB' },
  p99: { what: 'p99 of another caller against what it is alone', unit: 'times' },
  answers: { what: 'answers that an ordinary caller does not get', unit: '' },
} as const
export type Ceiling = keyof typeof ceilings

export interface Measured {
  ceiling: Ceiling
  /** The operation, page or case. */
  name: string
  /** What was sent. */
  input: string
  figure: number
  most: number
  holds: boolean
  /** More than the figure says, such as the milliseconds behind a ratio. */
  more?: string
}

const shownOfEach = 8
/** Megabytes. */
export const mostMemory = 50

export class Findings {
  readonly measured: Measured[] = []

  add(measured: Omit<Measured, 'holds'> & { holds?: boolean }): void {
    this.measured.push({ holds: measured.figure <= measured.most, ...measured })
  }

  get broken(): Measured[] {
    return worstFirst(this.measured.filter(({ holds }) => !holds))
  }

  /** For each ceiling what comes nearest to it or is above, one line for each operation, page or case. */
  table(): string {
    const rows = (Object.keys(ceilings) as Ceiling[]).flatMap((ceiling) => {
      const names = new Set<string>()
      const worst = worstFirst(this.measured.filter((one) => one.ceiling === ceiling)).filter(
        ({ name }) => !names.has(name) && names.add(name),
      )
      const broken = worst.filter(({ holds }) => !holds).length
      return worst.slice(0, Math.max(shownOfEach, broken))
    })
    const cells = rows.map((one) => [
      ...[ceilings[one.ceiling].what, one.name, one.input, figureOf(one)],
      `${one.most} ${ceilings[one.ceiling].unit}`.trim(),
      verdict(one.holds),
    ])
    return table([['ceiling', 'worst', 'sent', 'measured', 'at most', ''], ...cells])
  }
}

export const figureOf = ({ ceiling, figure, more }: Measured): string => {
  const digits = ceiling === 'answers' || figure >= 10 ? 0 : 1
  return [figure.toFixed(digits), ceilings[ceiling].unit, more && `(${more})`].filter(Boolean).join(' ')
}

export const told = (one: Measured): string =>
  `${one.name}, ${one.input}: ${figureOf(one)} ${ceilings[one.ceiling].what}, at most ${one.most}`

const worstFirst = (list: Measured[]) => list.toSorted((a, b) => b.figure / (b.most || 1) - a.figure / (a.most || 1))
