import { grainOf } from '../../../src/reports/logic/dates.ts'
import { formatShares, formatValue } from '../../../src/reports/logic/format.ts'
import type { Results } from '../../../src/reports/logic/results.ts'
import { chartOf, type Group } from '../../../src/reports/logic/series.ts'
import { slicesOf } from '../../../src/reports/logic/slices.ts'
import type { View } from '../../../src/reports/logic/view.ts'
import { make } from '../dom.ts'
import { colourOf, onSchemeChange, palette } from '../scheme.ts'
import { makeScrollable } from '../scrollable.ts'
import { clipToMarker } from './markers.ts'
import { maxBars, type Picture } from './picture.ts'

const kinds = {
  bar: 'Bar chart',
  line: 'Line chart',
  area: 'Area chart',
  pie: 'Pie chart',
  donut: 'Donut chart',
} as const
type Kind = keyof typeof kinds

interface ChartElement {
  drawing: HTMLElement
  notes: string[]
  /** Rejected if the chart cannot be drawn. */
  drawn: Promise<void>
}

/** A chart with its legend. The chart library is loaded when the first chart needs it. */
export function chartElement(name: string, results: Results, view: View): ChartElement {
  const kind = view.visualization as Kind
  const label = `${kinds[kind]}: ${name}. The figures are in the table below it.`
  const picture = pictureOf(kind, results, view)
  const chart = make('div', { class: 'chart', role: 'img', 'aria-label': label })
  const scroll = make('div', { class: 'drawn' }, chart)
  const drawing = make('div', { class: `drawing ${kind}` }, scroll)
  const legend = legendOf(picture, view)
  if (legend) {
    drawing.append(legend)
    makeScrollable(legend)
  }
  const drawn = import('./charts.ts').then(({ draw }) => draw(chart, scroll, picture))
  return { drawing, notes: notesOf(picture), drawn }
}

function pictureOf(kind: Kind, results: Results, view: View): Picture {
  const measure = results.columns.at(-1)!.label
  if (kind === 'pie' || kind === 'donut') return { kind, view, measure, ...slicesOf(results, view) }
  const chart = chartOf(results, view)
  const { groups, series } = chart
  const grain = chart.isOverTime ? grainOf(results.columns[0]!.key) : undefined
  const picture = { kind, view, measure, grain, ...chart, undrawn: 0 }
  if (kind !== 'bar' || grain || groups.length <= maxBars) return picture
  const drawnSeries = series.map((one) => ({ ...one, values: one.values.slice(0, maxBars) }))
  return { ...picture, groups: groups.slice(0, maxBars), series: drawnSeries, undrawn: groups.length - maxBars }
}

/** What the chart leaves out. */
function notesOf(picture: Picture): string[] {
  if ('slices' in picture) {
    const { leftOut } = picture
    const values = leftOut === 1 ? 'One value is' : `${leftOut} values are`
    return leftOut === 0 ? [] : [`${values} not above nought and so no part of the whole.`]
  }
  const { leftOut, undrawn, groups, series, hasUndated } = picture
  const listed = (some: Group[]) => some.map(({ label }) => label.replace('Week', 'week')).join(', ')
  const [cut, ongoing] = [groups.filter(({ isCutShort }) => isCutShort), groups.filter(({ isOngoing }) => isOngoing)]
  return [
    ...(undrawn > 0 ? [`The first ${maxBars} groups are drawn; all are in the data.`] : []),
    ...(leftOut > 0 ? [`The ${series.length} largest are drawn; ${leftOut} more are in the data.`] : []),
    ...(hasUndated ? ['What has no date is in the data.'] : []),
    ...(cut.length > 0 ? [`Not counted in full: ${listed(cut)}.`] : []),
    ...(ongoing.length > 0 ? [`Not over yet: ${listed(ongoing)}.`] : []),
  ]
}

/** The names of the colours; for a pie also values and shares. */
function legendOf(picture: Picture, { options, format }: View): HTMLElement | undefined {
  const isWhole = 'slices' in picture
  const entries: { name: string; colourIndex?: number }[] = isWhole ? picture.slices : picture.series
  if (!(options?.show_legend ?? (isWhole || entries.length > 1))) return undefined
  const swatches = entries.map(() => make('span', { class: 'swatch', 'aria-hidden': 'true' }))
  if (picture.kind === 'line' || picture.kind === 'area')
    entries.forEach(({ colourIndex }, index) => {
      clipToMarker(swatches[index]!, colourIndex)
    })
  onSchemeChange(() => {
    const colours = palette()
    entries.forEach(({ colourIndex }, index) => {
      swatches[index]!.style.backgroundColor = colourOf(colours, colourIndex)
    })
  })
  const items = entries.map(({ name }, index) =>
    make('li', {}, swatches[index], make('span', { class: 'name', dir: 'auto' }, name)),
  )
  if (isWhole && options?.show_values !== false) {
    const values = picture.slices.map(({ value }) => value)
    const shares = formatShares(values, picture.total)
    items.forEach((item, index) => {
      item.append(
        make('span', { class: 'value' }, formatValue(values[index]!, format)),
        make('span', { class: 'share' }, shares[index]!),
      )
    })
  }
  return make('ul', { class: isWhole ? 'legend whole' : 'legend', 'data-many': items.length > 5 }, ...items)
}
