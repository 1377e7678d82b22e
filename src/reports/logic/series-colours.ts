import type { Cell, Column } from './results.ts'
import type { View } from './view.ts'

/** As many as can be told apart by colour. */
export const maxColours = 8

const byName = new Intl.Collator('en-AU', { numeric: true })

/**
 * The place of each shown value among the colours. It goes by the value and not by how large it is, so that a value has one colour
 * on every card: by its place among the values that a field declares, and otherwise among all that were found.
 */
export function colourIndexes(shown: Cell[], found: Iterable<Cell>, declared: readonly Cell[] = []): number[] {
  const known = new Set<Cell>(declared)
  const others = [...new Set(found)].filter((cell) => cell !== null && !known.has(cell))
  others.sort((a, b) => byName.compare(String(a), String(b)))
  const places = new Map<Cell, number>([...declared, ...others, null].map((cell, place) => [cell, place]))
  const tones = new Map<Cell, number>()
  const taken = new Set<number>()
  // More values than colours: one whose colour is taken has the next free one.
  for (const cell of [...shown].sort((a, b) => places.get(a)! - places.get(b)!)) {
    let tone = places.get(cell)! % maxColours
    while (taken.has(tone) && taken.size < maxColours) tone = (tone + 1) % maxColours
    taken.add(tone)
    tones.set(cell, tone)
  }
  return shown.map((cell) => tones.get(cell)!)
}

/** The values of a column whose order never changes. */
export const declaredValues = ({ key, type }: Column, { values }: View): readonly Cell[] | undefined =>
  type === 'boolean' ? [true, false] : values?.[key]
