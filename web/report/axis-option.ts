import type { EChartsCoreOption } from 'echarts/core'
import { contrast } from '../../src/reports/logic/colour.ts'
import { formatShort, formatValue } from '../../src/reports/logic/format.ts'
import { type AxisPicture, liesDown, saysValues } from './picture.ts'
import type { Palette } from './scheme.ts'
import { font, tooltip } from './text.ts'

/** Bars, lines and areas. */
export function axisOption(
  picture: AxisPicture,
  colours: Palette,
  { width, height }: { width: number; height: number },
): EChartsCoreOption {
  const { groups, view, kind } = picture
  const isDown = liesDown(picture, width)
  const text = { color: colours.soft, fontSize: 12, lineHeight: 15, fontFamily: font }
  const along = {
    type: 'category',
    data: groups.map(({ short }) => short),
    boundaryGap: kind === 'bar' || groups.length === 1,
    inverse: isDown,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: colours.line } },
    axisLabel: isDown
      ? { ...text, ...namesBeside(picture, width), interval: 0 }
      : { ...text, hideOverlap: true, ...nameWidth(picture, width) },
  }
  const across = {
    type: 'value',
    axisLabel: {
      ...text,
      show: !(isDown && saysValues(picture, isDown)),
      hideOverlap: true,
      formatter: (value: number) => formatShort(value, view.format),
    },
    splitLine: { show: !(isDown && saysValues(picture, isDown)), lineStyle: { color: colours.line } },
    splitNumber: isDown ? Math.max(2, Math.round(width / 130)) : Math.max(2, Math.round(height / 70)),
    // Counts have no halves.
    ...(view.aggregation?.startsWith('count') && { minInterval: 1 }),
  }
  return {
    animation: false,
    textStyle: { fontFamily: font },
    grid: {
      ...{ left: 4, right: isDown ? 56 : 22, top: view.target ? 26 : 14, bottom: 4 },
      ...{ outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    },
    tooltip: tooltip(colours, 'axis', (items) => {
      const group = groups[items[0]!.dataIndex]!
      const lines = items
        .filter(({ seriesIndex }) => seriesIndex < picture.series.length)
        .map(({ seriesIndex, dataIndex }) => {
          const { name, values } = picture.series[seriesIndex]!
          return `${name}: ${formatValue(values[dataIndex] ?? null, view.format)}`
        })
      return [group.isCutShort ? `${group.label} (not all of it)` : group.label, ...lines]
    }),
    xAxis: isDown ? across : along,
    yAxis: isDown ? along : across,
    series: [
      ...seriesOf(picture, colours, isDown ? Infinity : width / groups.length),
      ...targetOf(picture, colours, isDown),
    ],
  }
}

/** Names beside bars that lie down are cut where they would take more than a third of the room. */
function namesBeside({ groups }: AxisPicture, width: number) {
  const most = Math.round(width * 0.34)
  const longest = Math.max(...groups.map(({ label }) => label.length))
  return longest * 7 > most ? { width: most, overflow: 'truncate' } : {}
}

/** Names of groups below the axis are cut to the room that there is; dates are left out where there are too many. */
const nameWidth = ({ groups, isOverTime }: AxisPicture, width: number) =>
  isOverTime || groups.length > 24
    ? {}
    : { interval: 0, width: Math.max(24, Math.floor((width - 60) / groups.length) - 6), overflow: 'truncate' }

/** `room` is how wide the place of a group is; there is always enough of it for bars that lie down. */
function seriesOf(picture: AxisPicture, colours: Palette, room: number) {
  const isDown = room === Infinity
  const { kind, series, view } = picture
  const isStacked = view.options?.stacked === true && series.length > 1
  const hasGaps = series.some(({ values }) => values.includes(null))
  const showsValues = saysValues(picture, isDown)
  return series.map(({ name, values, isRest }, place) => {
    const colour = isRest ? colours.rest : colours.series[place % colours.series.length]!
    const isInside = isStacked && kind === 'bar'
    const longest = Math.max(...values.map((value) => formatValue(value, view.format).length))
    const label = {
      // What is wider than its bar is read off the axis.
      show: showsValues && (!isInside || longest * 7 < Math.min(52, room * 0.7)),
      position: isInside ? 'inside' : isDown ? 'right' : 'top',
      color: isInside ? inkOn(colour) : colours.text,
      ...{ fontFamily: font, fontSize: 12, textBorderWidth: 0 },
      formatter: ({ value }: { value: number | null }) => (value === null ? '' : formatValue(value, view.format)),
    }
    const common = {
      ...{ name, data: values, label, labelLayout: { hideOverlap: true } },
      ...(isStacked && { stack: 'all' }),
      itemStyle: { color: colour },
      emphasis: { disabled: true },
    }
    if (kind === 'bar') {
      const round = isStacked ? 0 : isDown ? [0, 3, 3, 0] : [3, 3, 0, 0]
      return {
        ...common,
        type: 'bar',
        barMaxWidth: 52,
        barGap: '8%',
        itemStyle: { color: colour, borderRadius: round },
      }
    }
    return {
      ...common,
      ...{
        type: 'line',
        symbol: 'circle',
        symbolSize: 6,
        showSymbol: hasGaps || values.length <= 31,
        showAllSymbol: true,
      },
      lineStyle: { width: 2.5, color: colour },
      ...(kind === 'area' && { areaStyle: { color: colour, opacity: isStacked ? 0.65 : 0.16 } }),
    }
  })
}

/** White or black, whichever is read better on a colour. */
export const inkOn = (colour: string): string =>
  contrast('#ffffff', colour) >= contrast('#000000', colour) ? '#ffffff' : '#000000'

/** A line that nothing is drawn on but the target: the axis then reaches to it. */
function targetOf({ groups, view: { target, format } }: AxisPicture, colours: Palette, isDown: boolean) {
  if (!target) return []
  const text = `${target.label ?? 'Target'}: ${formatValue(target.value, format)}`
  const shape = { type: 'line', symbol: 'none', silent: true, lineStyle: { width: 0, opacity: 0 } }
  const at = isDown ? { xAxis: target.value } : { yAxis: target.value }
  return [
    {
      ...shape,
      data: groups.map((_, place) => (isDown ? [target.value, place] : target.value)),
      tooltip: { show: false },
      markLine: {
        ...{ silent: true, symbol: 'none', data: [at] },
        lineStyle: { color: colours.text, width: 1.5, type: 'dashed' },
        label: {
          ...{
            formatter: text,
            position: isDown ? 'start' : 'insideEndTop',
            color: colours.text,
            fontSize: 12,
            fontFamily: font,
          },
          ...{ fontWeight: 600, textBorderColor: colours.background, textBorderWidth: 3 },
        },
      },
    },
  ]
}
