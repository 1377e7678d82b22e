import type { Pair } from '../shifts/plan.ts'

export interface PairUpdate {
  retained: (Pair & { id: number })[]
  added: Pair[]
  removedIds: number[]
}

/**
 * How the existing appointments of a shift become the wanted pairs. A pair that stays keeps its id. Other pairs then get
 * the lowest free ids, and the highest ids are removed. So the lowest id of a shift, which is its ref, never changes.
 */
export function updatePairs(existing: readonly (Pair & { id: number })[], wanted: readonly Pair[]): PairUpdate {
  const free = [...existing].sort((a, b) => a.id - b.id)
  const retained: PairUpdate['retained'] = []
  const take = (fits: (pair: Pair & { id: number }) => boolean, pair: Pair) => {
    const index = free.findIndex(fits)
    if (index < 0) return false
    retained.push({ id: free.splice(index, 1)[0]!.id, ...pair })
    return true
  }
  const isSame = (a: Pair) => (b: Pair) => a.client_id === b.client_id && a.employee_id === b.employee_id
  const lowest = free[0]
  const isLowestLeaving = lowest !== undefined && !wanted.some(isSame(lowest))
  let others = [...wanted]
  if (isLowestLeaving && wanted.length > 0) {
    // Another pair takes over the lowest id: a new pair, if there is one.
    const successor = others.find((pair) => !existing.some(isSame(pair))) ?? others[0]!
    take(({ id }) => id === lowest.id, successor)
    others = others.filter((pair) => pair !== successor)
  }
  others = others.filter((pair) => !take(isSame(pair), pair))
  const added = others.filter((pair) => !take(() => true, pair))
  return { retained, added, removedIds: free.map(({ id }) => id) }
}
