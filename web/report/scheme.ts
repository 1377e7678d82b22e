/** Charts have colours of their own and are redrawn when the colour scheme changes. Print is always light. */
const dark = window.matchMedia('(prefers-color-scheme: dark)')
const print = window.matchMedia('print')

/** The print layout has a fixed width, so that charts can be drawn for it before printing. */
const root = document.documentElement
const setPaper = (isPaper: boolean) => root.classList.toggle('paper', isPaper)
setPaper(print.matches)
print.addEventListener('change', () => setPaper(print.matches))
window.addEventListener('beforeprint', () => setPaper(true))
window.addEventListener('afterprint', () => setPaper(false))

export interface Palette {
  background: string
  text: string
  soft: string
  line: string
  /** One colour for each series, then red and grey for statuses, with a contrast of at least 3 to the background. */
  series: readonly string[]
  rest: string
  /** The minimum contrast of text in a custom colour. Light text on dark looks dimmer than it measures. */
  contrast: number
}

const lightPalette: Palette = {
  background: '#ffffff',
  text: '#1c231d',
  soft: '#565f56',
  line: '#e2e2d3',
  series: [
    ...['#1c7a44', '#c08a00', '#2f6db5', '#7a4fa3', '#c05a10', '#0f8b8d', '#b8467f', '#7a6a4f'],
    ...['#c0272d', '#858b82'],
  ],
  rest: '#858b82',
  contrast: 4.5,
}
const darkPalette: Palette = {
  background: '#191e19',
  text: '#e5e9e1',
  soft: '#a5aea5',
  line: '#343c34',
  series: [
    ...['#7cc691', '#f2b91d', '#7fb0ec', '#bb9be6', '#f0a070', '#5cc8c4', '#ec93bd', '#c9b58c'],
    ...['#f26d6d', '#8f978f'],
  ],
  rest: '#8f978f',
  contrast: 7.5,
}

export const palette = (): Palette => (dark.matches && !root.classList.contains('paper') ? darkPalette : lightPalette)

/** Calls `draw` now and whenever the colours or the layout change. */
export function onSchemeChange(draw: () => void) {
  draw()
  for (const query of [dark, print]) query.addEventListener('change', draw)
  for (const name of ['beforeprint', 'afterprint']) window.addEventListener(name, draw)
}

/** The colour of an index; the sum of the smallest series has its own. */
export const colourOf = ({ series, rest }: Palette, colourIndex: number | undefined): string =>
  colourIndex === undefined ? rest : series[colourIndex]!
