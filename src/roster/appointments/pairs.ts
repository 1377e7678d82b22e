/** A flat appointment is one pair of a client and a staff member; a vacant place has no staff member. */
export interface Pair {
  client_id: number | null
  employee_id: number | null
}

/** Every client with every staff member. */
export function pairsOf(clientIds: readonly number[], staffIds: readonly number[]): Pair[] {
  const clients = clientIds.length > 0 ? clientIds : [null]
  const staff = staffIds.length > 0 ? staffIds : [null]
  return clients.flatMap((client_id) => staff.map((employee_id) => ({ client_id, employee_id })))
}

export interface PairChange {
  kept: (Pair & { id: number })[]
  added: Pair[]
  removedIds: number[]
}

/**
 * How the appointments of a shift become the pairs wanted. A pair that stays keeps its id; then the lowest ids are given
 * to other pairs and the highest are removed. So the lowest id of a shift, which its ref is made of, outlives every change.
 */
export function changePairs(existing: readonly (Pair & { id: number })[], wanted: readonly Pair[]): PairChange {
  const free = [...existing].sort((a, b) => a.id - b.id)
  const kept: PairChange['kept'] = []
  const take = (fits: (pair: Pair & { id: number }) => boolean, pair: Pair) => {
    const place = free.findIndex(fits)
    if (place < 0) return false
    kept.push({ id: free.splice(place, 1)[0]!.id, ...pair })
    return true
  }
  const isSame = (a: Pair) => (b: Pair) => a.client_id === b.client_id && a.employee_id === b.employee_id
  const lowest = free[0]
  const isLowestLeaving = lowest !== undefined && !wanted.some(isSame(lowest))
  let others = [...wanted]
  if (isLowestLeaving && wanted.length > 0) {
    // Somebody must take the lowest id over: a pair that is new, if there is one.
    const heir = others.find((pair) => !existing.some(isSame(pair))) ?? others[0]!
    take(({ id }) => id === lowest.id, heir)
    others = others.filter((pair) => pair !== heir)
  }
  others = others.filter((pair) => !take(isSame(pair), pair))
  const added = others.filter((pair) => !take(() => true, pair))
  return { kept, added, removedIds: free.map(({ id }) => id) }
}
