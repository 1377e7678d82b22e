import { formatValue } from '../../../src/reports/logic/format.ts'
import type { Palette } from '../scheme.ts'
import type { AxisPicture, Size } from './picture.ts'
import { type Plot, targetHeight } from './plot.ts'
import { font, fontSize, widthOf } from './text.ts'

const weight = 600
/** The dashed line before the label, and the space after it. */
const [sampleWidth, sampleGap] = [20, 6]

/** The label of the target with its value. A long name is truncated, the value never. */
function labelOf({ view: { target, format } }: AxisPicture, { width }: Size): string {
  const name = target!.label ?? 'Target'
  const value = formatValue(target!.value, format)
  let [text, letters] = [`${name}: ${value}`, [...name]]
  while (letters.length > 1 && widthOf(text, weight) > width - sampleWidth - sampleGap - 16) {
    letters = letters.slice(0, -1)
    text = `${letters.join('').trimEnd()}…: ${value}`
  }
  return text
}

/** The label of the target above the plot, where it covers nothing, with a sample of its line. */
export function targetLabel(picture: AxisPicture, colours: Palette, size: Size): object | undefined {
  if (!picture.view.target) return undefined
  const line = { borderColor: colours.text, borderWidth: 1.5, borderType: [4, 3] }
  return {
    // Braces would start a style.
    text: `{line|}{gap|}${labelOf(picture, size).replace(/[{}]/g, ' ')}`,
    ...{ right: 4, top: 0, padding: 0 },
    textStyle: {
      ...{ color: colours.text, fontSize, fontFamily: font, fontWeight: weight, lineHeight: targetHeight },
      rich: { line: { width: sampleWidth, height: 0, ...line }, gap: { width: sampleGap } },
    },
  }
}

/** A series without data that carries the target line. */
export function targetOf({ view: { target } }: AxisPicture, colours: Palette, { isHorizontal }: Plot): object[] {
  if (!target) return []
  return [
    {
      ...{ type: 'line', symbol: 'none', silent: true, lineStyle: { width: 0, opacity: 0 }, z: 5 },
      data: [],
      tooltip: { show: false },
      markLine: {
        ...{ silent: true, symbol: 'none', z: 5, label: { show: false } },
        data: [isHorizontal ? { xAxis: target.value } : { yAxis: target.value }],
        lineStyle: { color: colours.text, width: 1.5, type: 'dashed' },
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

/** Keeps value labels away from each other, from the axis and from the target line. */
export const layoutOf = (picture: AxisPicture, plot: Plot) => (label: LabelParams) => {
  if (plot.isHorizontal) return { hideOverlap: true }
  const dx = Math.max(0, plot.left - label.labelRect.x)
  return { hideOverlap: true, dx, dy: picture.view.target ? offsetFromTarget(picture, plot, label) : 0 }
}

/** How far a value label moves to avoid the target line. */
function offsetFromTarget(picture: AxisPicture, plot: Plot, { labelRect: { y, height }, rect: point }: LabelParams) {
  const line = plot.heightAt(picture.view.target!.value)
  const end = y + height
  const isOnLine = y < line + 1 && end > line - 1
  if (!isOnLine) return 0
  return y < point.y ? line - 2 - end : line + 3 - y
}
