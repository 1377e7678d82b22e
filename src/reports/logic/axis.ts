import type { Grain } from './dates.ts'
import type { Group, Series } from './series.ts'

/** The numbers of periods that may lie between two labels of a time axis. */
const strides: Record<Grain, number[]> = {
  day: [1, 2, 7, 14, 28],
  week: [1, 2, 4, 13, 26, 52],
  month: [1, 2, 3, 6, 12],
  quarter: [1, 2, 4],
  year: [1, 2, 5, 10],
}
export function strideOf(grain: Grain, min: number): number {
  const largest = strides[grain].at(-1)!
  return strides[grain].find((stride) => stride >= min) ?? Math.ceil(min / largest) * largest
}

/**
 * The labels of a time axis, one every `stride` periods. The year is on a second line where it differs from that of
 * the label before. If periods are not in order of time, every label has its year.
 */
export function axisLabels(groups: Group[], stride: number, isByTime: boolean): string[] {
  let labelledYear: string | undefined
  return groups.map(({ short, year }, index) => {
    if (index % stride > 0) return ''
    if (year === undefined || (isByTime && year === labelledYear)) return short
    labelledYear = year
    return `${short}\n${year}`
  })
}

/** For each series, how many earlier series it mostly covers. Points that are zero do not count. */
export const coveredCounts = (series: Series[]): number[] =>
  series.map(
    ({ values }, index) => series.slice(0, index).filter((other) => isMostlyEqual(values, other.values)).length,
  )

function isMostlyEqual(values: Series['values'], others: Series['values']): boolean {
  const indexes = [...values.keys()].filter((index) => values[index])
  const same = indexes.filter((index) => values[index] === others[index])
  return same.length > 0 && same.length * 2 >= indexes.length
}

/** The numeric axis of a chart. */
export interface Scale {
  min: number
  max: number
  step: number
  ticks: number[]
}

const steps = [1, 2, 2.5, 5, 10]

/** An axis that includes zero and all values, in about `about` round steps. Counts have whole steps. */
export function scaleOf(values: number[], about: number, isWhole: boolean): Scale {
  const low = values.reduce((min, value) => Math.min(min, value), 0)
  const highest = values.reduce((max, value) => Math.max(max, value), 0)
  const high = highest === low ? 1 : highest
  const [few, more] = [about, about + 1].map((count) => scaleWithSteps(low, high, count, isWhole)) as [Scale, Scale]
  return more.max - more.min < few.max - few.min ? more : few
}

function scaleWithSteps(low: number, high: number, count: number, isWhole: boolean): Scale {
  const wanted = (high - low) / count
  const power = 10 ** Math.floor(Math.log10(wanted))
  const round = steps.map((one) => clean(one * power)).find((one) => one >= clean(wanted)) ?? clean(10 * power)
  const step = isWhole ? Math.ceil(round) : round
  const first = Math.floor(clean(low / step))
  const last = Math.max(Math.ceil(clean(high / step)), first + 1)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => clean((first + index) * step))
  return { min: ticks[0]!, max: ticks.at(-1)!, step, ticks }
}

/** Removes errors of binary fractions such as 0.30000000000000004. */
const clean = (value: number): number => Number(value.toPrecision(12))
