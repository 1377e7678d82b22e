import type { Cell, Column } from './results.ts'
import type { View } from './view.ts'

/** As many as can be told apart by colour. */
export const maxColours = 8

const byName = new Intl.Collator('en-AU', { numeric: true })

/**
 * The place of each shown value among the colours. It goes by the value and not by how large it is, so that a value has one colour
 * on every card: by its place among the values that a field declares, and otherwise among all that were found.
 */
export function colourIndexes(displayed: Cell[], all: Iterable<Cell>, declared: readonly Cell[] = []): number[] {
  const known = new Set<Cell>(declared)
  const others = [...new Set(all)].filter((cell) => cell !== null && !known.has(cell))
  others.sort((a, b) => byName.compare(String(a), String(b)))
  const positions = new Map<Cell, number>([...declared, ...others, null].map((cell, index) => [cell, index]))
  const indexes = new Map<Cell, number>()
  const taken = new Set<number>()
  // More values than colours: one whose colour is taken has the next free one.
  for (const cell of [...displayed].sort((a, b) => positions.get(a)! - positions.get(b)!)) {
    let index = positions.get(cell)! % maxColours
    while (taken.has(index) && taken.size < maxColours) index = (index + 1) % maxColours
    taken.add(index)
    indexes.set(cell, index)
  }
  return displayed.map((cell) => indexes.get(cell)!)
}

/** The values of a column whose order never changes. */
export const declaredValues = ({ key, type }: Column, { values }: View): readonly Cell[] | undefined =>
  type === 'boolean' ? [true, false] : values?.[key]
