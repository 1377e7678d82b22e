import { formatValue } from '../../src/reports/logic/format.ts'
import { isLow, type Plot } from './axis-option.ts'
import type { AxisPicture } from './picture.ts'
import type { Palette } from './scheme.ts'
import { font, fontSize, widthOf } from './text.ts'

const lineHeight = 18
const weight = 600
const padding = 4

/** What the target is called and how much it is. Of a long name the end is left out, never of the number. */
function wordsOf({ view: { target, format } }: AxisPicture, { left, right }: Plot): string {
  const name = target!.label ?? 'Target'
  const value = formatValue(target!.value, format)
  let [words, letters] = [`${name}: ${value}`, [...name]]
  while (letters.length > 1 && widthOf(words, weight) > right - left - 2 * padding) {
    letters = letters.slice(0, -1)
    words = `${letters.join('').trimEnd()}…: ${value}`
  }
  return words
}

/** How far along its axis the target is, from 0 to 1. */
const shareOf = ({ view: { target } }: AxisPicture, { scale }: Plot): number =>
  (target!.value - scale.min) / (scale.max - scale.min)

/** A line that nothing is drawn on but the target. Its words stand at its end, on the colour of the page. */
export function targetOf(picture: AxisPicture, colours: Palette, plot: Plot): object[] {
  const { target } = picture.view
  if (!target) return []
  const share = shareOf(picture, plot)
  const { top, bottom } = plot
  const side = share > 0.7 ? 'right' : share < 0.3 ? 'left' : 'center'
  const words = wordsOf(picture, plot)
  // In a low drawing they stand above all of it: they would hide what there is.
  const stands = plot.isDown
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
          data: [plot.isDown ? { xAxis: target.value } : { yAxis: target.value }],
        },
        lineStyle: { color: colours.text, width: 1.5, type: 'dashed' },
        label: {
          ...{ formatter: words.replace(/[{}]/g, ' '), color: colours.text, fontSize, fontFamily: font },
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

/** Values keep out of each other’s way, of the target, and of its words at its end: they stand further from their points. */
export function besideTarget(picture: AxisPicture, plot: Plot) {
  if (!picture.view.target || plot.isDown) return { hideOverlap: true }
  const { value } = picture.view.target
  const left = plot.right - widthOf(wordsOf(picture, plot), weight) - 2 * padding
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
