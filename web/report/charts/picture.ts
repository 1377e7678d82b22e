import type { Grain } from '../../../src/reports/logic/dates.ts'
import { formatValue } from '../../../src/reports/logic/format.ts'
import type { Chart } from '../../../src/reports/logic/series.ts'
import type { PieData } from '../../../src/reports/logic/slices.ts'
import { isStacked, type View } from '../../../src/reports/logic/view.ts'
import { widthOf } from './text.ts'

interface Common {
  view: View
  /** The label of the value column. */
  measure: string
}
export interface AxisPicture extends Common, Chart {
  kind: 'bar' | 'line' | 'area'
  grain: Grain | undefined
  /** The number of groups that are not drawn. */
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

/** Further bars are only in the table. */
export const maxBars = 100

export const maxWidth = (texts: string[]): number => texts.reduce((max, text) => Math.max(max, widthOf(text)), 0)

/** Bars are horizontal if there are many, or if their names are long. */
export function hasHorizontalBars({ kind, groups, grain }: AxisPicture, width: number): boolean {
  if (kind !== 'bar' || grain) return false
  return (
    groups.length > 12 || (width - 60) / Math.max(1, groups.length) < maxWidth(groups.map(({ label }) => label)) + 10
  )
}

/** Whether values are written on the chart. Horizontal bars with values need no value axis. */
export function hasValueLabels(picture: AxisPicture, isHorizontal: boolean, width: number): boolean {
  const { kind, groups, series, view } = picture
  if (view.options?.show_values !== undefined) return view.options.show_values
  if (kind !== 'bar' || series.length > 1) return false
  return isHorizontal || (groups.length <= 12 && (width - 80) / groups.length > maxValueWidth(picture) + 4)
}

export const maxValueWidth = ({ series, view }: AxisPicture): number =>
  maxWidth(series.flatMap(({ values }) => values.map((value) => formatValue(value, view.format))))

/** The minimum height for horizontal bars; 0 for any height. */
export function heightOf(picture: Picture, width: number): number {
  if ('slices' in picture || !hasHorizontalBars(picture, width)) return 0
  const beside = isStacked(picture.view) ? 1 : picture.series.length
  const target = picture.view.target ? 22 : 0
  return (
    picture.groups.length * Math.max(22, beside * 12 + 10) + (hasValueLabels(picture, true, width) ? 12 : 36) + target
  )
}
