import { formatValue } from '../../../src/reports/logic/format.ts'
import type { Palette } from '../scheme.ts'
import type { AxisPicture } from './picture.ts'
import { isLow, type Plot } from './plot.ts'
import { font, fontSize, widthOf } from './text.ts'

const lineHeight = 18
const weight = 600
const padding = 4

/** The label of the target with its value. A long name is truncated, the value never. */
function labelOf({ view: { target, format } }: AxisPicture, { left, right }: Plot): string {
  const name = target!.label ?? 'Target'
  const value = formatValue(target!.value, format)
  let [text, letters] = [`${name}: ${value}`, [...name]]
  while (letters.length > 1 && widthOf(text, weight) > right - left - 2 * padding) {
    letters = letters.slice(0, -1)
    text = `${letters.join('').trimEnd()}…: ${value}`
  }
  return text
}

/** The position of the target on its axis, from 0 to 1. */
const shareOf = ({ view: { target } }: AxisPicture, { scale }: Plot): number =>
  (target!.value - scale.min) / (scale.max - scale.min)

/** A series without data that carries the target line and its label. */
export function targetOf(picture: AxisPicture, colours: Palette, plot: Plot): object[] {
  const { target } = picture.view
  if (!target) return []
  const share = shareOf(picture, plot)
  const { top, bottom } = plot
  const side = share > 0.7 ? 'right' : share < 0.3 ? 'left' : 'center'
  const text = labelOf(picture, plot)
  // In a low chart the label is above the plot, where it covers nothing.
  const stands = plot.isHorizontal
    ? { position: 'start', align: side, distance: 4 }
    : { position: 'insideEndTop', distance: [0, isLow(bottom) ? (1 - share) * (bottom - top) + 4 : 3] }
  return [
    {
      ...{ type: 'line', symbol: 'none', silent: true, lineStyle: { width: 0, opacity: 0 }, z: 5 },
      data: [],
      tooltip: { show: false },
      markLine: {
        ...{
          silent: true,
          symbol: 'none',
          z: 5,
          data: [plot.isHorizontal ? { xAxis: target.value } : { yAxis: target.value }],
        },
        lineStyle: { color: colours.text, width: 1.5, type: 'dashed' },
        label: {
          ...{ formatter: text.replace(/[{}]/g, ' '), color: colours.text, fontSize, fontFamily: font },
          ...{ fontWeight: weight, backgroundColor: colours.background, padding: [1, padding], borderRadius: 3 },
          ...stands,
        },
      },
    },
  ]
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface LabelParams {
  labelRect: Box
  rect: Box
}

/** Keeps value labels away from each other, from the axis and from the target. */
export const layoutOf = (picture: AxisPicture, plot: Plot) => (label: LabelParams) => {
  const { x, width } = label.labelRect
  if (plot.isHorizontal) return { hideOverlap: true }
  const dx = Math.max(0, plot.left - x)
  return { hideOverlap: true, dx, dy: picture.view.target ? offsetFromTarget(picture, plot, label, x + dx + width) : 0 }
}

/** How far a value label moves to avoid the target line and its label. */
function offsetFromTarget(
  picture: AxisPicture,
  plot: Plot,
  { labelRect: { y, height }, rect: point }: LabelParams,
  right: number,
) {
  const line = plot.heightAt(picture.view.target!.value)
  const end = y + height
  const isAbove = y < point.y
  const isOnLine = y < line + 1 && end > line - 1
  const labelStart = plot.right - widthOf(labelOf(picture, plot), weight) - 2 * padding
  const isAtLabel = right > labelStart && y < line && end > line - lineHeight
  if (isAtLabel && (isAbove || !isOnLine)) return line - lineHeight - 1 - end
  if (!isOnLine) return 0
  return isAbove ? line - 2 - end : line + 3 - y
}
