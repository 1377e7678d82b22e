/** How much a value grows with time: the slope of the straight line that fits best. */
export function slopeOf(points: { at: number; value: number }[]): number {
  const mean = (of: (point: { at: number; value: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [at, value] = [mean((point) => point.at), mean((point) => point.value)]
  const above = points.reduce((sum, point) => sum + (point.at - at) * (point.value - value), 0)
  const below = points.reduce((sum, point) => sum + (point.at - at) ** 2, 0)
  return above / below
}
