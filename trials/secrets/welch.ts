/** Welch's t of two samples without their slowest tenth, which is the scheduler's and the collector's and not the code's. */
export function welch(a: number[], b: number[]): { t: number; difference: number } {
  const [x, y] = [summary(a), summary(b)]
  const difference = x.mean - y.mean
  return { t: difference / Math.sqrt(x.variance / x.count + y.variance / y.count), difference }
}

function summary(sample: number[]) {
  const kept = sample.toSorted((p, q) => p - q).slice(0, Math.floor(sample.length * 0.9))
  const mean = kept.reduce((sum, value) => sum + value, 0) / kept.length
  const variance = kept.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (kept.length - 1)
  return { count: kept.length, mean, variance }
}
