import type { Group, Series, Slice } from '../../src/reports/logic/series.ts'
import type { View } from '../../src/reports/logic/view.ts'

interface Common {
  view: View
  /** What is counted, as its column is called. */
  measure: string
  /** What is not drawn for want of colours, or because it is not above nought. */
  leftOut: number
}
export interface AxisPicture extends Common {
  kind: 'bar' | 'line' | 'area'
  groups: Group[]
  series: Series[]
  isOverTime: boolean
  /** Groups that there is no room for. */
  undrawn: number
}
export interface WholePicture extends Common {
  kind: 'pie' | 'donut'
  slices: Slice[]
  whole: number
}
export type Picture = AxisPicture | WholePicture

/** More bars than that are looked up in the table. */
export const mostBars = 100

/** Bars with long names, or many of them, lie down: their names can then be read. */
export function liesDown({ kind, groups, isOverTime }: AxisPicture, width: number): boolean {
  if (kind !== 'bar' || isOverTime) return false
  const longest = Math.max(0, ...groups.map(({ label }) => label.length))
  return groups.length > 12 || width / Math.max(1, groups.length) < longest * 7 + 12
}

/** Whether bars have their values at their ends, which then need no axis. */
export function saysValues({ kind, groups, series, view }: AxisPicture, isDown: boolean): boolean {
  if (view.options?.show_values !== undefined) return view.options.show_values
  return kind === 'bar' && series.length === 1 && (isDown || groups.length <= 12)
}

/** How high a chart has to be so that bars that lie down can be told apart; 0 where any height will do. */
export function heightOf(picture: Picture, width: number): number {
  if ('slices' in picture || !liesDown(picture, width)) return 0
  const beside = picture.view.options?.stacked ? 1 : picture.series.length
  return picture.groups.length * Math.max(22, beside * 12 + 10) + (saysValues(picture, true) ? 12 : 36)
}
