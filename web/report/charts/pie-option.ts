import type { EChartsCoreOption } from 'echarts/core'
import { textColourOn } from '../../../src/http/pages/colour.ts'
import { formatShares, formatValue } from '../../../src/reports/logic/format.ts'
import { isAdditive } from '../../../src/reports/logic/view.ts'
import { colourOf, type Palette } from '../scheme.ts'
import { maxWidth, type PiePicture, type Size } from './picture.ts'
import { font, fontSize, widthOf } from './text.ts'
import { tooltip } from './tooltip.ts'

/** The ECharts option of pies and donuts. */
export function pieOption(
  picture: PiePicture,
  colours: Palette,
  { width, height }: Size,
  element: HTMLElement,
): EChartsCoreOption {
  const { kind, slices, total: whole, view, measure, isTruncated: isPart } = picture
  const { format, options } = view
  const shares = formatShares(
    slices.map(({ value }) => value),
    whole,
  )
  const valueText = (index: number) => `${formatValue(slices[index]!.value, format)} (${shares[index]})`
  const showsValues = options?.show_values !== false
  // Without a legend the names are around the chart if they fit; otherwise they are only in the table.
  const labels = slices.map(({ name }, index) => (showsValues ? [name, valueText(index)] : [name]))
  const between = Math.min(width - 2 * (maxWidth(labels.flat()) + 56), height * 0.78)
  const isNamed = options?.show_legend === false && between >= 90
  const radius = ((isNamed ? between : Math.min(width, height)) / 2) * 0.96
  const hole = radius * 0.58
  const thick = kind === 'donut' ? radius - hole : radius * 0.6
  const data = slices.map(({ name, value, colourIndex }, index) => {
    const colour = colourOf(colours, colourIndex)
    // A slice that is too thin has its share in the legend only.
    const isWide = value / whole >= 0.06 && thick >= widthOf(shares[index]!) + 6
    const label = isNamed
      ? {
          show: true,
          position: 'outside',
          color: colours.text,
          formatter: labels[index]!.join('\n'),
        }
      : { show: isWide && showsValues, position: 'inside', color: textColourOn(colour), formatter: shares[index] }
    return {
      ...{ name, value, itemStyle: { color: colour } },
      label: { ...label, fontFamily: font, fontSize, lineHeight: 15, textBorderWidth: 0 },
    }
  })
  const total = formatValue(whole, format)
  const below = isPart ? `in the ${slices.length} shown` : measure
  const large = Math.max(11, Math.min(26, (hole * 1.6 * fontSize) / widthOf(total)))
  const title = {
    text: total,
    // A label wider than the hole is left out.
    subtext: hole > 36 && widthOf(below) < hole * 1.55 ? below : '',
    ...{ left: 'center', top: 'center', itemGap: 2 },
    textStyle: { color: colours.text, fontFamily: font, fontSize: large, lineHeight: large * 1.2, fontWeight: 650 },
    subtextStyle: { color: colours.soft, fontFamily: font, fontSize },
  }
  return {
    animation: false,
    textStyle: { fontFamily: font },
    ...(kind === 'donut' && isAdditive(view) && hole > 18 && { title }),
    tooltip: tooltip(colours, 'item', element, ([item]) => ({
      title: slices[item!.dataIndex]!.name,
      lines: [{ name: measure, value: valueText(item!.dataIndex) }],
      total: isAdditive(view) ? { name: isPart ? `In the ${slices.length} shown` : 'Total', value: total } : undefined,
    })),
    series: [
      {
        ...{ type: 'pie', radius: kind === 'donut' ? [hole, radius] : [0, radius], center: ['50%', '50%'], data },
        itemStyle: { borderColor: colours.background, borderWidth: slices.length > 1 ? 2 : 0 },
        emphasis: { disabled: true },
        labelLine: { length: 12, length2: 8, lineStyle: { color: colours.soft } },
      },
    ],
  }
}
