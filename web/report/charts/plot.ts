import { type Scale, scaleOf } from '../../../src/reports/logic/axis.ts'
import { formatAxis } from '../../../src/reports/logic/format.ts'
import { isStacked } from '../../../src/reports/logic/view.ts'
import { type AxisPicture, hasHorizontalBars, hasValueLabels, maxValueWidth, maxWidth, type Size } from './picture.ts'

/** The geometry of a chart with axes, which its parts share to avoid overlaps. */
export interface Plot {
  isHorizontal: boolean
  showsValues: boolean
  scale: Scale
  /** The approximate plot area. */
  left: number
  right: number
  top: number
  bottom: number
  /** The space of one group. */
  groupSize: number
  /** The pixel position of a value, known after layout. */
  heightAt: (value: number) => number
}

export function plotOf(picture: AxisPicture, { width, height }: Size): Omit<Plot, 'heightAt'> {
  const { groups, view, kind } = picture
  const isHorizontal = hasHorizontalBars(picture, width)
  const showsValues = hasValueLabels(picture, isHorizontal, width)
  const about = isHorizontal ? Math.round(width / 110) : Math.round(height / 60)
  const values = [...extremes(picture), ...(view.target ? [view.target.value] : [])]
  const whole = view.aggregation?.startsWith('count') === true
  const round = scaleOf(values, Math.max(2, about), whole)
  // Without numbers, the axis ends at the longest bar.
  const scale = isHorizontal && showsValues ? { ...round, ...boundsOf(values) } : round
  const numbers = maxWidth(formatAxis(scale.ticks, view.format))
  const left = isHorizontal ? nameWidth(picture, width) + 12 : numbers + 12
  const beyond = isHorizontal ? (showsValues ? maxValueWidth(picture) + 12 : numbers / 2 + 4) : 22
  const below = isHorizontal ? 0 : hasYears(picture, height) ? 38 : 23
  const above = (view.target ? targetHeight : 0) + (isHorizontal ? 4 : showsValues ? 18 : 10)
  const [right, top, bottom] = [width - beyond, above, height - below - 4]
  const slots = kind === 'bar' || showsValues ? groups.length : Math.max(1, groups.length - 1)
  const groupSize = (isHorizontal ? bottom - top : right - left) / Math.max(1, slots)
  return { isHorizontal, showsValues, scale, left, right, top, bottom, groupSize }
}

/** The height of the target's label above the plot. */
export const targetHeight = 20

const boundsOf = (values: number[]) => ({ min: Math.min(0, ...values), max: Math.max(0, ...values) || 1 })

/** All values that the axis must include: of stacked series the sums. */
function extremes({ groups, series, view }: AxisPicture): number[] {
  if (!isStacked(view)) return series.flatMap(({ values }) => values.filter((value) => value !== null))
  const heaps = (sign: 1 | -1) =>
    groups.map((_, index) =>
      series.reduce((heap, { values }) => heap + (Math.sign(values[index] ?? 0) === sign ? values[index]! : 0), 0),
    )
  return [...heaps(1), ...heaps(-1)]
}

/** Names beside horizontal bars take the width of the longest, and at most two fifths of the chart. */
export const nameWidth = ({ groups }: AxisPicture, width: number): number =>
  Math.min(Math.ceil(maxWidth(groups.map(({ label }) => label))) + 1, Math.round(width * 0.4))

/** Years have a second line, unless the chart is low. */
export const hasYears = ({ grain }: AxisPicture, height: number): boolean =>
  grain !== undefined && grain !== 'year' && !isLow(height)
const isLow = (height: number): boolean => height < 120
