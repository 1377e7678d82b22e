import type { EChartsCoreOption } from 'echarts/core'
import { axisLabels, type Scale, strideOf } from '../../../src/reports/logic/axis.ts'
import { formatAxis, formatValue } from '../../../src/reports/logic/format.ts'
import { isAdditive } from '../../../src/reports/logic/view.ts'
import { colourOf, type Palette } from '../scheme.ts'
import { seriesOf } from './axis-series.ts'
import { type AxisPicture, maxWidth, type Size } from './picture.ts'
import { hasYears, nameWidth, type Plot, plotOf } from './plot.ts'
import { targetLabel, targetOf } from './target.ts'
import { font, fontSize } from './text.ts'
import { type HoveredItem, type Tip, tooltip } from './tooltip.ts'

/** The ECharts option of bars, lines and areas. */
export function axisOption(
  picture: AxisPicture,
  colours: Palette,
  size: Size,
  { element, heightAt }: { element: HTMLElement; heightAt: Plot['heightAt'] },
): EChartsCoreOption {
  const { groups } = picture
  const plot = { ...plotOf(picture, size), heightAt }
  const { isHorizontal, scale, showsValues } = plot
  const text = { color: colours.soft, fontSize, lineHeight: 15, fontFamily: font }
  const along = {
    type: 'category',
    data: groups.map(({ short }) => short),
    boundaryGap: picture.kind === 'bar' || groups.length === 1 || showsValues,
    inverse: isHorizontal,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: colours.line } },
    axisLabel: { ...text, ...namesOf(picture, plot, size) },
  }
  const hasNumbers = !(isHorizontal && showsValues)
  const across = {
    ...{ type: 'value', min: scale.min, max: scale.max, interval: scale.step },
    axisLabel: { ...text, show: hasNumbers, hideOverlap: true, formatter: numbersOf(scale, picture) },
    splitLine: { show: hasNumbers, lineStyle: { color: colours.line } },
  }
  return {
    animation: false,
    textStyle: { fontFamily: font },
    grid: {
      ...{ left: 4, right: size.width - plot.right, top: plot.top, bottom: 4 },
      ...{ outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    },
    tooltip: tooltip(colours, 'axis', element, (items) => tipOf(picture, colours, items)),
    title: targetLabel(picture, colours, size),
    xAxis: isHorizontal ? across : along,
    yAxis: isHorizontal ? along : across,
    series: [...seriesOf(picture, colours, plot), ...targetOf(picture, colours, plot)],
  }
}

/** The values of a group, with their total if there are several and they may be added up. */
function tipOf({ groups, series, view, leftOut }: AxisPicture, colours: Palette, [item]: HoveredItem[]): Tip {
  const index = item!.dataIndex
  const { label, isCutShort, isOngoing } = groups[index]!
  const remarks = [isCutShort && 'not all of it', isOngoing && 'not over yet'].filter(Boolean)
  const values = series.map((one) => one.values[index] ?? null)
  const textOf = (value: number | null) => formatValue(value, view.format)
  const lines = series.map(({ name, colourIndex }, at) => ({
    ...{ name, value: textOf(values[at]!) },
    colour: series.length > 1 ? colourOf(colours, colourIndex) : undefined,
  }))
  const hasTotal = series.length > 1 && isAdditive(view) && leftOut === 0
  const sum = values.reduce<number>((whole, value) => whole + (value ?? 0), 0)
  return {
    title: remarks.length > 0 ? `${label} (${remarks.join(', ')})` : label,
    lines,
    total: hasTotal ? { name: 'Total', value: textOf(sum) } : undefined,
  }
}

function numbersOf({ ticks }: Scale, { view }: AxisPicture) {
  const texts = formatAxis(ticks, view.format)
  const nearest = (value: number) =>
    ticks.reduce((best, tick, index) => (Math.abs(tick - value) < Math.abs(ticks[best]! - value) ? index : best), 0)
  return (value: number) => texts[nearest(value)]!
}

/** The labels of the group axis. Dates are thinned out to fit; other names are truncated. */
function namesOf(picture: AxisPicture, { isHorizontal, groupSize }: Plot, { width, height }: Size) {
  const { groups, grain, isByTime } = picture
  if (isHorizontal) return { width: nameWidth(picture, width), overflow: 'truncate', interval: 0 }
  if (!grain) {
    if (groups.length > 24) return { hideOverlap: true }
    return { interval: 0, width: Math.max(24, Math.floor(groupSize) - 6), overflow: 'truncate' }
  }
  const two = hasYears(picture, height)
  const needed = maxWidth(groups.flatMap(({ short, year = '' }) => (two ? [short, year] : [`${short} ’00`]))) + 10
  const stride = strideOf(grain, Math.ceil(needed / groupSize))
  const names = axisLabels(groups, stride, isByTime).map((name) => (two ? name : name.replace(/\n\d\d/, ' ’')))
  return {
    hideOverlap: true,
    interval: (index: number) => index % stride === 0,
    formatter: (_: string, index: number) => names[index]!,
  }
}
