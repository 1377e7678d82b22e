import type { Cell } from './results.ts'
import { isStatus } from './statuses.ts'
import type { DeclaredValue, Tone } from './view.ts'

/** The number of colours that can be told apart. */
export const maxColours = 8

/** The colour index of each meaning. Good is green and bad is red; 8 and 9 are for statuses only. */
export const toneColours: Readonly<Record<Tone, number>> = {
  ...{ good: 0, waiting: 1, underway: 2, planned: 3, attention: 4, ended: 7, bad: 8, inactive: 9 },
}
/** The colours of values without a meaning beside those that have one, such as the open stages: none is green or red. */
const colourIndexesBesideTones = [2, 1, 3, 5, 6, 7] as const
/** The one colour of all values without a meaning, where each value has a bar of its own. */
export const openColourIndex = colourIndexesBesideTones[0]

const byName = new Intl.Collator('en-AU', { numeric: true })

/**
 * The colour index of each displayed value. It depends on the value and not on its size, so that a value has the same
 * colour on every card. A status has the colour of its meaning. Of the others declared values come first, in their
 * order, then all others by name.
 */
export function colourIndexes(
  displayed: Cell[],
  all: Iterable<Cell>,
  declared: readonly DeclaredValue[] = [],
): number[] {
  const tones = new Map<Cell, Tone>(declared.flatMap(({ value, tone }) => (tone ? [[value, tone]] : [])))
  const known = new Set<Cell>(declared.map(({ value }) => value))
  const others = [...new Set(all)].filter((cell) => cell !== null && !known.has(cell))
  others.sort((a, b) => byName.compare(String(a), String(b)))
  const free = [...known, ...others, null].filter((cell) => !tones.has(cell))
  const positions = new Map<Cell, number>(free.map((cell, index) => [cell, index]))
  const indexes = new Map<Cell, number>()
  const palette: readonly number[] = isStatus(declared) ? colourIndexesBesideTones : [...Array(maxColours).keys()]
  const taken = new Set<number>()
  // If a colour is taken, the next free one is used.
  for (const cell of displayed.filter((one) => !tones.has(one)).sort((a, b) => positions.get(a)! - positions.get(b)!)) {
    let at = positions.get(cell)! % palette.length
    while (taken.has(at) && taken.size < palette.length) at = (at + 1) % palette.length
    taken.add(at)
    indexes.set(cell, palette[at]!)
  }
  return displayed.map((cell) => (tones.has(cell) ? toneColours[tones.get(cell)!] : indexes.get(cell)!))
}
