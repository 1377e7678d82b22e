import { textColourOn } from '../../../src/http/pages/colour.ts'
import { coveredCounts } from '../../../src/reports/logic/axis.ts'
import { formatValue } from '../../../src/reports/logic/format.ts'
import type { Series } from '../../../src/reports/logic/series.ts'
import { isStacked } from '../../../src/reports/logic/view.ts'
import { colourOf, type Palette } from '../scheme.ts'
import { symbolOf } from './markers.ts'
import type { AxisPicture } from './picture.ts'
import type { Plot } from './plot.ts'
import { layoutOf } from './target.ts'
import { font, fontSize, widthOf } from './text.ts'

/** A line that covers others is dashed, so that they stay visible. */
const dashes = ['solid', [7, 7], [3, 9], [1.5, 11]] as const
const maxBarWidth = 52

/** The ECharts series. The fills of areas that are not stacked come after all lines and are drawn below them. */
export function seriesOf(picture: AxisPicture, colours: Palette, plot: Plot): object[] {
  const { kind, series, view } = picture
  const stacked = isStacked(view) && series.length > 1
  const over = stacked ? [] : coveredCounts(series)
  const layout = layoutOf(picture, plot)
  const drawn = series.map((one, index) => {
    const colour = colourOf(colours, one.colourIndex)
    const isInside = stacked && kind === 'bar'
    const label = {
      show: plot.showsValues,
      position: isInside ? 'inside' : plot.isHorizontal ? 'right' : 'top',
      color: isInside ? textColourOn(colour) : colours.text,
      ...{ fontFamily: font, fontSize, distance: 4, textMargin: 2 },
      // A border keeps a value readable where a line passes behind it.
      ...(kind === 'bar' ? { textBorderWidth: 0 } : { textBorderColor: colours.background, textBorderWidth: 3 }),
      formatter: ({ value }: { value: number | null }) => (value === null ? '' : formatValue(value, view.format)),
    }
    const common = {
      ...{ name: one.name, label, labelLayout: layout },
      ...(stacked && { stack: 'all' }),
      itemStyle: { color: colour },
      emphasis: { disabled: true },
    }
    if (kind === 'bar') {
      const round = stacked ? 0 : plot.isHorizontal ? [0, 3, 3, 0] : [3, 3, 0, 0]
      return {
        ...common,
        ...{ type: 'bar', barMaxWidth: maxBarWidth, barGap: '8%', barCategoryGap: '24%' },
        data: isInside && plot.showsValues ? fittingLabels(one, picture, plot) : colouredValues(one, colours),
        itemStyle: { color: colour, borderRadius: round },
      }
    }
    const isMarked = one.values.includes(null) || one.values.length <= 31 || plot.showsValues
    return {
      ...common,
      ...{ type: 'line', data: plot.showsValues ? labelsBesideLine(one.values, plot) : one.values, z: 3 },
      ...{ symbol: symbolOf(series.length > 1 ? one.colourIndex : 0), symbolSize: one.values.length > 31 ? 4 : 7 },
      ...{ showSymbol: isMarked, showAllSymbol: true },
      lineStyle: { width: 2.5, color: colour, type: dashes[Math.min(over[index] ?? 0, 3)], cap: 'butt' },
      ...(kind === 'area' && stacked && { areaStyle: { color: colour, opacity: 0.65 } }),
    }
  })
  return kind === 'area' && !stacked ? [...drawn, ...areasOf(picture, colours)] : drawn
}

/** Bars of statuses have the colours of their meanings. */
const colouredValues = ({ values, colourIndexes }: Series, colours: Palette) =>
  colourIndexes
    ? values.map((value, index) => ({ value, itemStyle: { color: colourOf(colours, colourIndexes[index]) } }))
    : values

/** Fills below lines, so light that they do not mix to other colours. */
const areasOf = ({ series }: AxisPicture, colours: Palette) =>
  series.map(({ values, colourIndex }) => ({
    ...{ type: 'line', data: values, z: 2, silent: true, symbol: 'none', lineStyle: { width: 0, opacity: 0 } },
    areaStyle: { color: colourOf(colours, colourIndex), opacity: series.length > 1 ? 0.07 : 0.16 },
    emphasis: { disabled: true },
  }))

/** Hides the values that do not fit into their part of a stacked bar. */
function fittingLabels({ values }: Series, { view }: AxisPicture, plot: Plot) {
  const { isHorizontal, scale, left, right, top, bottom, groupSize } = plot
  const unit = (isHorizontal ? right - left : bottom - top) / (scale.max - scale.min)
  const across = Math.min(maxBarWidth, groupSize * 0.76)
  return values.map((value) => {
    if (value === null) return value
    const [length, width] = [Math.abs(value) * unit, widthOf(formatValue(value, view.format))]
    const fits = isHorizontal ? length >= width + 6 && across >= 13 : length >= 15 && across >= width + 2
    return fits ? value : { value, label: { show: false } }
  })
}

/** A value is above its point, or below it at a low point, unless it would touch the axis. */
function labelsBesideLine(values: Series['values'], { scale, top, bottom }: Plot) {
  const axis = scale.min + ((scale.max - scale.min) * 24) / (bottom - top)
  return values.map((value, index) => {
    const [before, after] = [values[index - 1] ?? null, values[index + 1] ?? null]
    if (value === null || value < axis || (before === null && after === null)) return value
    const isLow = (before === null || before > value) && (after === null || after > value)
    return isLow ? { value, label: { position: 'bottom' } } : value
  })
}
