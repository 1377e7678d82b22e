import type { Cell, Column } from './results.ts'
import type { View } from './view.ts'

/** The number of colours that can be told apart. */
export const maxColours = 8

const byName = new Intl.Collator('en-AU', { numeric: true })

/**
 * The colour index of each displayed value. It depends on the value and not on its size, so that a value has the same
 * colour on every card. Declared values come first, in their order, then all others by name.
 */
export function colourIndexes(displayed: Cell[], all: Iterable<Cell>, declared: readonly Cell[] = []): number[] {
  const known = new Set<Cell>(declared)
  const others = [...new Set(all)].filter((cell) => cell !== null && !known.has(cell))
  others.sort((a, b) => byName.compare(String(a), String(b)))
  const positions = new Map<Cell, number>([...declared, ...others, null].map((cell, index) => [cell, index]))
  const indexes = new Map<Cell, number>()
  const taken = new Set<number>()
  // If a colour is taken, the next free one is used.
  for (const cell of [...displayed].sort((a, b) => positions.get(a)! - positions.get(b)!)) {
    let index = positions.get(cell)! % maxColours
    while (taken.has(index) && taken.size < maxColours) index = (index + 1) % maxColours
    taken.add(index)
    indexes.set(cell, index)
  }
  return displayed.map((cell) => indexes.get(cell)!)
}

/** The values of a column that has a fixed set of them. */
export const declaredValues = ({ key, type }: Column, { values }: View): readonly Cell[] | undefined =>
  type === 'boolean' ? [true, false] : values?.[key]
