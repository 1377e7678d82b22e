import { formatShare, formatValue } from '../../src/reports/logic/format.ts'
import type { Results } from '../../src/reports/logic/results.ts'
import { chartOf, slicesOf } from '../../src/reports/logic/series.ts'
import type { View } from '../../src/reports/logic/view.ts'
import { make } from './dom.ts'
import { mostBars, type Picture } from './picture.ts'
import { keepInReach } from './reach.ts'
import { inEachScheme, palette } from './scheme.ts'

const kinds = {
  bar: 'Bar chart',
  line: 'Line chart',
  area: 'Area chart',
  pie: 'Pie chart',
  donut: 'Donut chart',
} as const
type Kind = keyof typeof kinds

interface Drawing {
  drawing: HTMLElement
  notes: string[]
  /** Refused when it cannot be drawn. */
  drawn: Promise<void>
}

/** A chart with its legend. What draws it is loaded when the first one is needed. */
export function drawingOf(name: string, results: Results, view: View): Drawing {
  const kind = view.visualization as Kind
  const label = `${kinds[kind]}: ${name}. The figures are in the table below it.`
  const picture = pictureOf(kind, results, view)
  const chart = make('div', { class: 'chart', role: 'img', 'aria-label': label })
  const scroll = make('div', { class: 'drawn' }, chart)
  const drawing = make('div', { class: `drawing ${kind}` }, scroll)
  const legend = legendOf(picture, view)
  if (legend) {
    drawing.append(legend)
    keepInReach(legend)
  }
  const drawn = import('./charts.ts').then(({ draw }) => draw(chart, scroll, picture))
  return { drawing, notes: notesOf(picture), drawn }
}

function pictureOf(kind: Kind, results: Results, view: View): Picture {
  const measure = results.columns.at(-1)!.label
  if (kind === 'pie' || kind === 'donut') return { kind, view, measure, ...slicesOf(results, view) }
  const { groups, series, ...rest } = chartOf(results, view)
  if (kind !== 'bar' || rest.isOverTime || groups.length <= mostBars)
    return { kind, view, measure, groups, series, ...rest, undrawn: 0 }
  const shown = series.map(({ values, ...one }) => ({ ...one, values: values.slice(0, mostBars) }))
  const undrawn = groups.length - mostBars
  return { kind, view, measure, groups: groups.slice(0, mostBars), series: shown, ...rest, undrawn }
}

/** What the drawing does not show. That a period is not over is said where there is room for it. */
function notesOf(picture: Picture): string[] {
  if ('slices' in picture) {
    const { leftOut } = picture
    const values = leftOut === 1 ? 'One value is' : `${leftOut} values are`
    return leftOut === 0 ? [] : [`${values} not above nought and so no part of the whole.`]
  }
  const { leftOut, undrawn, groups, series } = picture
  const cut = groups.filter(({ isCutShort }) => isCutShort).map(({ label }) => label.replace('Week', 'week'))
  return [
    ...(undrawn > 0 ? [`The first ${mostBars} groups are drawn; all are in the data.`] : []),
    ...(leftOut > 0 ? [`The ${series.length} largest are drawn; ${leftOut} more are in the data.`] : []),
    ...(cut.length > 0 ? [`Not counted in full: ${cut.join(', ')}.`] : []),
  ]
}

/** What the colours stand for, and of a whole how large its parts are. */
function legendOf(picture: Picture, { options, format }: View): HTMLElement | undefined {
  const isWhole = 'slices' in picture
  const entries: { name: string; isRest?: true }[] = isWhole ? picture.slices : picture.series
  if (!(options?.show_legend ?? (isWhole || entries.length > 1))) return undefined
  const swatches = entries.map(() => make('span', { class: 'swatch', 'aria-hidden': 'true' }))
  inEachScheme(() => {
    const { series, rest } = palette()
    entries.forEach(({ isRest }, place) => {
      swatches[place]!.style.backgroundColor = isRest ? rest : series[place % series.length]!
    })
  })
  const items = entries.map(({ name }, place) => {
    const item = make('li', {}, swatches[place], make('span', { class: 'name', dir: 'auto' }, name))
    if (isWhole) {
      const { value } = picture.slices[place]!
      item.append(
        make('span', { class: 'value' }, formatValue(value, format)),
        make('span', { class: 'share' }, formatShare(value, picture.whole)),
      )
    }
    return item
  })
  return make('ul', { class: isWhole ? 'legend whole' : 'legend' }, ...items)
}
