import type { Grain } from '../../../src/reports/logic/dates.ts'
import { formatValue } from '../../../src/reports/logic/format.ts'
import type { Chart } from '../../../src/reports/logic/series.ts'
import type { PieData } from '../../../src/reports/logic/slices.ts'
import { isStacked, type View } from '../../../src/reports/logic/view.ts'
import { widthOf } from './text.ts'

interface Common {
  view: View
  /** What is counted, as its column is called. */
  measure: string
}
export interface AxisPicture extends Common, Chart {
  kind: 'bar' | 'line' | 'area'
  grain: Grain | undefined
  /** Groups that there is no room for. */
  undrawn: number
}
export interface PiePicture extends Common, PieData {
  kind: 'pie' | 'donut'
}
export type Picture = AxisPicture | PiePicture
export interface Size {
  width: number
  height: number
}

/** More bars than that are looked up in the table. */
export const maxBars = 100

export const maxWidth = (texts: string[]): number => texts.reduce((max, text) => Math.max(max, widthOf(text)), 0)

/** Bars with long names, or many of them, lie down: their names can then be read. */
export function hasHorizontalBars({ kind, groups, grain }: AxisPicture, width: number): boolean {
  if (kind !== 'bar' || grain) return false
  return (
    groups.length > 12 || (width - 60) / Math.max(1, groups.length) < maxWidth(groups.map(({ label }) => label)) + 10
  )
}

/** Whether values are written on the drawing; lying bars that have them at their ends need no axis. */
export function hasValueLabels(picture: AxisPicture, isHorizontal: boolean, width: number): boolean {
  const { kind, groups, series, view } = picture
  if (view.options?.show_values !== undefined) return view.options.show_values
  if (kind !== 'bar' || series.length > 1) return false
  return isHorizontal || (groups.length <= 12 && (width - 80) / groups.length > maxValueWidth(picture) + 4)
}

/** How wide the widest value is. */
export const maxValueWidth = ({ series, view }: AxisPicture): number =>
  maxWidth(series.flatMap(({ values }) => values.map((value) => formatValue(value, view.format))))

/** How high a chart has to be so that bars that lie down can be told apart; 0 where any height will do. */
export function heightOf(picture: Picture, width: number): number {
  if ('slices' in picture || !hasHorizontalBars(picture, width)) return 0
  const beside = isStacked(picture.view) ? 1 : picture.series.length
  const target = picture.view.target ? 22 : 0
  return (
    picture.groups.length * Math.max(22, beside * 12 + 10) + (hasValueLabels(picture, true, width) ? 12 : 36) + target
  )
}
