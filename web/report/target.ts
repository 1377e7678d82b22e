import { formatValue } from '../../src/reports/logic/format.ts'
import type { Plot } from './axis-option.ts'
import type { AxisPicture } from './picture.ts'
import type { Palette } from './scheme.ts'
import { font, fontSize, widthOf } from './text.ts'

const lineHeight = 18
const wordsOf = ({ view: { target, format } }: AxisPicture): string =>
  `${target!.label ?? 'Target'}: ${formatValue(target!.value, format)}`

const weight = 600
const boxOf = (picture: AxisPicture, { left, right }: Plot): number =>
  Math.min(Math.ceil(widthOf(wordsOf(picture), weight)) + 10, right - left)

/** How far along its axis the target is, from 0 to 1. */
const shareOf = ({ view: { target } }: AxisPicture, { scale }: Plot): number =>
  (target!.value - scale.min) / (scale.max - scale.min)

/** A line that nothing is drawn on but the target. Its words stand at its end, on the colour of the page. */
export function targetOf(picture: AxisPicture, colours: Palette, plot: Plot): object[] {
  const { target } = picture.view
  if (!target) return []
  const share = shareOf(picture, plot)
  const side = share > 0.7 ? 'right' : share < 0.3 ? 'left' : 'center'
  const words = plot.isDown
    ? { position: 'start', align: side, distance: 4 }
    : { position: 'insideEndTop', distance: [0, 3] }
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
          data: [plot.isDown ? { xAxis: target.value } : { yAxis: target.value }],
        },
        lineStyle: { color: colours.text, width: 1.5, type: 'dashed' },
        label: {
          ...{ formatter: wordsOf(picture).replace(/[{}]/g, ' '), color: colours.text, fontSize, fontFamily: font },
          ...{ fontWeight: weight, backgroundColor: colours.background, padding: [1, 4], borderRadius: 3 },
          ...{ width: boxOf(picture, plot) - 8, overflow: 'truncate', ...words },
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

/** Values keep out of each other’s way, of the target, and of its words at its end: they stand further from their points. */
export function besideTarget(picture: AxisPicture, plot: Plot) {
  if (!picture.view.target || plot.isDown) return { hideOverlap: true }
  const { value } = picture.view.target
  const left = plot.right - boxOf(picture, plot)
  return ({ labelRect: label, rect: point }: { labelRect: Box; rect: Box }) => {
    const line = plot.heightAt(value)
    const end = label.y + label.height
    const isAbove = label.y < point.y
    const isAtWords = label.x + label.width > left && label.y < line && end > line - lineHeight
    const isOnLine = label.y < line + 1 && end > line - 1
    if (isAtWords && (isAbove || !isOnLine)) return { hideOverlap: true, dy: line - lineHeight - 1 - end }
    if (!isOnLine) return { hideOverlap: true }
    return { hideOverlap: true, dy: isAbove ? line - 2 - end : line + 3 - label.y }
  }
}
