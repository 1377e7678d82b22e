import type { EChartsCoreOption } from 'echarts/core'
import { namesAlong, scaleOf, strideOf, type Scale } from '../../src/reports/logic/axis.ts'
import { formatAxis, formatValue } from '../../src/reports/logic/format.ts'
import { isStacked } from '../../src/reports/logic/view.ts'
import { seriesOf } from './axis-series.ts'
import { type AxisPicture, liesDown, type Size, saysValues, widest, widestValue } from './picture.ts'
import type { Palette } from './scheme.ts'
import { targetOf } from './target.ts'
import { font, fontSize, tooltip } from './text.ts'

/** Where a chart with axes is drawn: what its parts have to know of each other so that they keep out of each other’s way. */
export interface Plot {
  isDown: boolean
  says: boolean
  scale: Scale
  /** About where its field is. */
  left: number
  right: number
  top: number
  bottom: number
  /** What a group has of it. */
  room: number
  /** Where a value is, once the axes are laid out. */
  heightAt: (value: number) => number
}

/** Bars, lines and areas. */
export function axisOption(
  picture: AxisPicture,
  colours: Palette,
  size: Size,
  heightAt: Plot['heightAt'],
): EChartsCoreOption {
  const { groups, view } = picture
  const plot = { ...plotOf(picture, size), heightAt }
  const { isDown, scale, says } = plot
  const text = { color: colours.soft, fontSize, lineHeight: 15, fontFamily: font }
  const along = {
    type: 'category',
    data: groups.map(({ short }) => short),
    boundaryGap: picture.kind === 'bar' || groups.length === 1 || says,
    inverse: isDown,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: colours.line } },
    axisLabel: { ...text, ...namesOf(picture, plot, size) },
  }
  const hasNumbers = !(isDown && says)
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
    series: [...seriesOf(picture, colours, plot), ...targetOf(picture, colours, plot)],
  }
}

function plotOf(picture: AxisPicture, { width, height }: Size): Omit<Plot, 'heightAt'> {
  const { groups, view, kind } = picture
  const isDown = liesDown(picture, width)
  const says = saysValues(picture, isDown, width)
  const about = isDown ? Math.round(width / 110) : Math.round(height / 60)
  const values = [...reached(picture), ...(view.target ? [view.target.value] : [])]
  const whole = view.aggregation?.startsWith('count') === true
  const round = scaleOf(values, Math.max(2, about), whole)
  // Without numbers along it the axis ends where the longest bar does.
  const scale = isDown && says ? { ...round, ...endsOf(values) } : round
  const numbers = widest(formatAxis(scale.ticks, view.format))
  const left = isDown ? nameWidth(picture, width) + 12 : numbers + 12
  const beyond = isDown ? (says ? widestValue(picture) + 12 : numbers / 2 + 4) : 22
  const below = isDown ? 0 : hasYears(picture, height) ? 38 : 23
  const [right, top, bottom] = [width - beyond, view.target ? 26 : says ? 18 : 10, height - below - 4]
  const places = kind === 'bar' || says ? groups.length : Math.max(1, groups.length - 1)
  const room = (isDown ? bottom - top : right - left) / Math.max(1, places)
  return { isDown, says, scale, left, right, top, bottom, room }
}

const endsOf = (values: number[]) => ({ min: Math.min(0, ...values), max: Math.max(0, ...values) || 1 })

/** How far a drawing reaches: where series stand on each other, to the top of the heap. */
function reached({ groups, series, view }: AxisPicture): number[] {
  if (!isStacked(view)) return series.flatMap(({ values }) => values.filter((value) => value !== null))
  const heaps = (sign: 1 | -1) =>
    groups.map((_, place) =>
      series.reduce((heap, { values }) => heap + (Math.sign(values[place] ?? 0) === sign ? values[place]! : 0), 0),
    )
  return [...heaps(1), ...heaps(-1)]
}

function numbersOf({ ticks }: Scale, { view }: AxisPicture) {
  const texts = formatAxis(ticks, view.format)
  const nearest = (value: number) =>
    ticks.reduce((best, tick, place) => (Math.abs(tick - value) < Math.abs(ticks[best]! - value) ? place : best), 0)
  return (value: number) => texts[nearest(value)]!
}

/** Names beside lying bars take what the longest needs, and no more than two fifths of the width. */
const nameWidth = ({ groups }: AxisPicture, width: number): number =>
  Math.min(Math.ceil(widest(groups.map(({ label }) => label))) + 1, Math.round(width * 0.4))

/** Years have a line of their own, unless the drawing needs it. */
const hasYears = ({ grain }: AxisPicture, height: number): boolean =>
  grain !== undefined && grain !== 'year' && !isLow(height)
export const isLow = (height: number): boolean => height < 120

/** The names along the axis. Of dates those are left out that there is no room for; other names are cut. */
function namesOf(picture: AxisPicture, { isDown, room }: Plot, { width, height }: Size) {
  const { groups, grain, isByTime } = picture
  if (isDown) return { width: nameWidth(picture, width), overflow: 'truncate', interval: 0 }
  if (!grain) {
    if (groups.length > 24) return { hideOverlap: true }
    return { interval: 0, width: Math.max(24, Math.floor(room) - 6), overflow: 'truncate' }
  }
  const two = hasYears(picture, height)
  const needed = widest(groups.flatMap(({ short, year = '' }) => (two ? [short, year] : [`${short} ’00`]))) + 10
  const stride = strideOf(grain, Math.ceil(needed / room))
  const names = namesAlong(groups, stride, isByTime).map((name) => (two ? name : name.replace(/\n\d\d/, ' ’')))
  return {
    hideOverlap: true,
    interval: (place: number) => place % stride === 0,
    formatter: (_: string, place: number) => names[place]!,
  }
}
