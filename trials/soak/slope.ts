/** How much a value grows with time: the slope of the straight line that fits best, and its standard error. */
export function slopeOf(points: { at: number; value: number }[]): { slope: number; error: number } {
  const sum = (of: (point: { at: number; value: number }) => number) =>
    points.reduce((all, point) => all + of(point), 0)
  const [at, value] = [sum((point) => point.at) / points.length, sum((point) => point.value) / points.length]
  const spread = sum((point) => (point.at - at) ** 2)
  const slope = sum((point) => (point.at - at) * (point.value - value)) / spread
  const off = sum((point) => (point.value - value - slope * (point.at - at)) ** 2)
  return { slope, error: Math.sqrt(off / (points.length - 2) / spread) }
}
