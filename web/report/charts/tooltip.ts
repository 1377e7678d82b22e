import { make } from '../dom.ts'
import type { Palette } from '../scheme.ts'

export interface HoveredItem {
  dataIndex: number
  seriesIndex: number
}

/** The content of a tooltip. */
export interface Tip {
  title: string
  lines: TipLine[]
  /** The sum of the lines, where it has a meaning. */
  total?: TipLine | undefined
}
export interface TipLine {
  /** Of its series; absent for a chart with one. */
  colour?: string | undefined
  name: string
  value: string
}

/** The distance to the pointer and to the edges of the window. */
const gap = 12

/**
 * A tooltip as an element of the page, so that it has the font and the colours of the page and is not cut off by a small
 * card. Its content is built of elements and never parsed; the chart library positions it.
 */
export const tooltip = (
  { soft }: Palette,
  trigger: 'axis' | 'item',
  element: HTMLElement,
  tipOf: (items: HoveredItem[]) => Tip,
) => ({
  ...{ trigger, appendTo: 'body', className: 'tip', transitionDuration: 0 },
  // The stylesheet has all of its look; the library would write its own into the element.
  ...{ backgroundColor: '', borderWidth: 0, padding: 0, shadowBlur: 0, shadowColor: 'transparent' },
  textStyle: { color: 'inherit', fontFamily: 'inherit' },
  extraCssText: 'white-space:normal;font:inherit;line-height:inherit;box-shadow:none;',
  axisPointer: { type: 'shadow', shadowStyle: { color: soft, opacity: 0.1 } },
  formatter: (hovered: HoveredItem | HoveredItem[]) => tipElement(tipOf([hovered].flat())),
  position: (
    [x, y]: [number, number],
    _: unknown,
    __: unknown,
    ___: unknown,
    size: { contentSize: [number, number] },
  ) => {
    const { left, top } = element.getBoundingClientRect()
    const [width, height] = size.contentSize
    const { clientWidth, clientHeight } = document.documentElement
    // Beside the pointer, on the other side where it would leave the window.
    const beside = left + x + gap + width > clientWidth - gap ? x - gap - width : x + gap
    const below = top + y + gap + height > clientHeight - gap ? y - gap - height : y + gap
    return [Math.max(gap - left, beside), Math.max(gap - top, below)]
  },
})

function tipElement({ title, lines, total }: Tip): HTMLElement {
  const rowOf = ({ colour, name, value }: TipLine, kind?: string) => {
    const swatch = colour !== undefined && make('span', { class: 'swatch' })
    if (swatch) swatch.style.backgroundColor = colour!
    return make(
      'tr',
      { class: kind },
      make('th', { scope: 'row', dir: 'auto' }, swatch, name),
      make('td', { class: 'number' }, value),
    )
  }
  return make(
    'div',
    {},
    make('p', { dir: 'auto' }, title),
    make('table', {}, ...lines.map((line) => rowOf(line)), total && rowOf(total, 'total')),
  )
}
