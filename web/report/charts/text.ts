/** The font of the page, for the texts of charts. */
export const font = getComputedStyle(document.body).fontFamily

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
