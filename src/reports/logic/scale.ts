/** The numbers along an axis. */
export interface Scale {
  min: number
  max: number
  step: number
  ticks: number[]
}

const steps = [1, 2, 2.5, 5, 10]

/** An axis with nought that reaches past the lowest and the highest value, in about so many round steps. Counts have no halves. */
export function scaleOf(values: number[], about: number, isWhole: boolean): Scale {
  const low = values.reduce((least, value) => Math.min(least, value), 0)
  const highest = values.reduce((most, value) => Math.max(most, value), 0)
  const high = highest === low ? 1 : highest
  const [few, more] = [about, about + 1].map((count) => inSteps(low, high, count, isWhole)) as [Scale, Scale]
  return more.max - more.min < few.max - few.min ? more : few
}

function inSteps(low: number, high: number, count: number, isWhole: boolean): Scale {
  const wanted = (high - low) / count
  const power = 10 ** Math.floor(Math.log10(wanted))
  const round = steps.map((one) => clean(one * power)).find((one) => one >= clean(wanted)) ?? clean(10 * power)
  const step = isWhole ? Math.ceil(round) : round
  const first = Math.floor(clean(low / step))
  const last = Math.max(Math.ceil(clean(high / step)), first + 1)
  const ticks = Array.from({ length: last - first + 1 }, (_, place) => clean((first + place) * step))
  return { min: ticks[0]!, max: ticks.at(-1)!, step, ticks }
}

/** Without what is left over from counting with fractions: 0.30000000000000004. */
const clean = (value: number): number => Number(value.toPrecision(12))
