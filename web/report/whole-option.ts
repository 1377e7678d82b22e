import type { EChartsCoreOption } from 'echarts/core'
import { formatShare, formatValue } from '../../src/reports/logic/format.ts'
import { isAdditive } from '../../src/reports/logic/view.ts'
import { inkOn } from './axis-option.ts'
import type { WholePicture } from './picture.ts'
import type { Palette } from './scheme.ts'
import { font, tooltip } from './text.ts'

/** Pies and donuts. */
export function wholeOption(
  { kind, slices, whole, view, measure }: WholePicture,
  colours: Palette,
  { width, height }: { width: number; height: number },
): EChartsCoreOption {
  const { format, options } = view
  // Words beside a small drawing would be cut off; its figures are in the table.
  const hasLegend = (options?.show_legend ?? true) || width < 380
  const outer = hasLegend ? 0.96 : 0.64
  const radius = (Math.min(width, height) / 2) * outer
  const hole = radius * 0.58
  const said = (value: number) => `${formatValue(value, format)} (${formatShare(value, whole)})`
  const data = slices.map(({ name, value, isRest }, place) => {
    const colour = isRest ? colours.rest : colours.series[place % colours.series.length]!
    // A part that is too thin for words has them in the legend.
    const isWide = value / whole >= 0.07 && radius >= (kind === 'donut' ? 115 : 60) && options?.show_values !== false
    const label = hasLegend
      ? { show: isWide, position: 'inside', color: inkOn(colour), formatter: formatShare(value, whole) }
      : { show: true, position: 'outside', color: colours.text, formatter: `${name}\n${said(value)}` }
    return {
      name,
      value,
      itemStyle: { color: colour },
      label: { ...label, fontFamily: font, fontSize: 12, lineHeight: 15, textBorderWidth: 0 },
    }
  })
  const total = {
    ...{
      text: formatValue(whole, format),
      subtext: hole > 50 ? measure : '',
      left: 'center',
      top: 'center',
      itemGap: 4,
    },
    textStyle: {
      color: colours.text,
      fontFamily: font,
      fontSize: Math.max(12, Math.min(26, hole / 3)),
      fontWeight: 650,
    },
    subtextStyle: { color: colours.soft, fontFamily: font, fontSize: 12 },
  }
  return {
    animation: false,
    textStyle: { fontFamily: font },
    ...(kind === 'donut' && isAdditive(view) && { title: total }),
    tooltip: tooltip(colours, 'item', ([item]) => [
      slices[item!.dataIndex]!.name,
      said(slices[item!.dataIndex]!.value),
    ]),
    series: [
      {
        ...{ type: 'pie', radius: kind === 'donut' ? [hole, radius] : [0, radius], center: ['50%', '50%'], data },
        itemStyle: { borderColor: colours.background, borderWidth: 2 },
        emphasis: { disabled: true },
        labelLine: { lineStyle: { color: colours.soft } },
      },
    ],
  }
}
