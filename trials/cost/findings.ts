import { table, targetStatus } from '../../bench/report.ts'

/** The limits, in the order of the report. */
export const ceilings = {
  thread: { what: 'main thread time of one request', unit: 'ms' },
  memory: { what: 'memory above its level before', unit: 'MB' },
  p99: { what: 'p99 of another caller, relative to alone', unit: 'times' },
  answers: { what: 'responses that another caller does not get', unit: '' },
} as const
export type Ceiling = keyof typeof ceilings

export interface Measurement {
  ceiling: Ceiling
  /** The operation, page or case. */
  name: string
  /** Description of the input. */
  input: string
  figure: number
  limit: number
  isWithin: boolean
  /** Details, such as the milliseconds behind a ratio. */
  detail?: string
}

const rowsPerCeiling = 8
export const maxMemoryMb = 50

export class Findings {
  readonly measured: Measurement[] = []

  add(measured: Omit<Measurement, 'isWithin'> & { isWithin?: boolean }): void {
    this.measured.push({ isWithin: measured.figure <= measured.limit, ...measured })
  }

  get exceeded(): Measurement[] {
    return worstFirst(this.measured.filter(({ isWithin }) => !isWithin))
  }

  /** The worst measurements of each limit, one row for each operation, page or case. */
  table(): string {
    const rows = (Object.keys(ceilings) as Ceiling[]).flatMap((ceiling) => {
      const names = new Set<string>()
      const worst = worstFirst(this.measured.filter((one) => one.ceiling === ceiling)).filter(
        ({ name }) => !names.has(name) && names.add(name),
      )
      const exceeded = worst.filter(({ isWithin }) => !isWithin).length
      return worst.slice(0, Math.max(rowsPerCeiling, exceeded))
    })
    const cells = rows.map((one) => [
      ...[ceilings[one.ceiling].what, one.name, one.input, figureOf(one)],
      `${one.limit} ${ceilings[one.ceiling].unit}`.trim(),
      targetStatus(one.isWithin),
    ])
    return table([['limit', 'worst case', 'input', 'measured', 'maximum', ''], ...cells])
  }
}

export const figureOf = ({ ceiling, figure, detail }: Measurement): string => {
  const digits = ceiling === 'answers' || figure >= 10 ? 0 : 1
  return [figure.toFixed(digits), ceilings[ceiling].unit, detail && `(${detail})`].filter(Boolean).join(' ')
}

export const describeMeasurement = (one: Measurement): string =>
  `${one.name}, ${one.input}: ${ceilings[one.ceiling].what} ${figureOf(one)}, maximum ${one.limit}`

const worstFirst = (list: Measurement[]) =>
  list.toSorted((a, b) => b.figure / (b.limit || 1) - a.figure / (a.limit || 1))
