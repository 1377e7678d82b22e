import type { Palette } from '../scheme.ts'

export const font = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'

export interface HoveredItem {
  dataIndex: number
  seriesIndex: number
}

/** A tooltip drawn as part of the chart, because an HTML one needs styles that the content security policy rejects. */
export const tooltip = (colours: Palette, trigger: 'axis' | 'item', linesOf: (items: HoveredItem[]) => string[]) => ({
  ...{ trigger, renderMode: 'richText', confine: true, transitionDuration: 0 },
  ...{ backgroundColor: colours.background, borderColor: colours.soft, borderWidth: 1, padding: [8, 10] },
  textStyle: { color: colours.text, fontFamily: font, fontSize: 13, lineHeight: 19 },
  axisPointer: { type: 'shadow', shadowStyle: { color: colours.soft, opacity: 0.1 } },
  formatter: (pointed: HoveredItem | HoveredItem[]) => linesOf([pointed].flat()).map(plain).join('\n'),
})

/** Braces would start a style. */
const plain = (text: string): string => text.replace(/[{}|]/g, ' ')

/** The font size of chart texts. */
export const fontSize = 12
const widths = new Map<string, number>()
let context: CanvasRenderingContext2D | null | undefined

export function widthOf(text: string, weight = 400): number {
  const key = `${weight} ${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  if (context === undefined) context = document.createElement('canvas').getContext('2d')
  if (context) context.font = `${weight} ${fontSize}px ${font}`
  const width = context?.measureText(text).width ?? text.length * 7
  widths.set(key, width)
  return width
}
