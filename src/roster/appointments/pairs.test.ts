import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Pair, pairsOf } from '../shifts/plan.ts'
import { updatePairs } from './pairs.ts'

const seed = Number(process.env.WATTLE_FUZZ_SEED ?? 20261115)
const key = ({ client_id, employee_id }: Pair) => `${client_id} ${employee_id}`
const numbered = (pairs: Pair[], first = 10) => pairs.map((pair, i) => ({ id: first + i, ...pair }))
const lowest = (pairs: readonly { id: number }[]) => Math.min(...pairs.map(({ id }) => id))

test('pairs are every client with every staff member, client by client', () => {
  assert.deepEqual(pairsOf([1, 2], [7, 8]).map(key), ['1 7', '1 8', '2 7', '2 8'])
})

test('a shift without staff, clients or both has a vacant pair for each of the others', () => {
  assert.deepEqual(pairsOf([1, 2], []).map(key), ['1 null', '2 null'])
  assert.deepEqual(pairsOf([], [7, 8]).map(key), ['null 7', 'null 8'])
  assert.deepEqual(pairsOf([], []).map(key), ['null null'])
})

test('the same pairs again change nothing', () => {
  const pairs = numbered(pairsOf([1, 2], [7]))
  assert.deepEqual(updatePairs(pairs, pairsOf([2, 1], [7])).added, [])
  assert.deepEqual(updatePairs(pairs, pairsOf([1, 2], [7])), { retained: pairs, added: [], removedIds: [] })
})

test('the pair that replaces the first takes its id, and a remaining pair keeps its own', () => {
  const { retained, added, removedIds } = updatePairs(numbered(pairsOf([1], [7, 8])), pairsOf([1], [8, 9]))
  assert.deepEqual(Object.fromEntries(retained.map((pair) => [pair.id, pair.employee_id])), { 10: 9, 11: 8 })
  assert.deepEqual([added, removedIds], [[], []])
})

test('when the first pair leaves without a new one, a remaining pair takes its id', () => {
  const { retained, added, removedIds } = updatePairs(numbered(pairsOf([1], [7, 8])), pairsOf([1], [8]))
  assert.deepEqual([retained, added, removedIds], [[{ id: 10, client_id: 1, employee_id: 8 }], [], [11]])
})

const people = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 5 })
const crowds = fc.tuple(people, people).map(([clients, staff]) => pairsOf(clients, staff))

test('after any change there are exactly the wanted pairs, and the lowest id stays', () => {
  fc.assert(
    fc.property(crowds, fc.array(crowds, { minLength: 1, maxLength: 6 }), (first, changes) => {
      let existing = numbered(first)
      let next = 100
      for (const wanted of changes) {
        const { retained, added, removedIds } = updatePairs(existing, wanted)
        const after = [...retained, ...added.map((pair) => ({ id: next++, ...pair }))]
        assert.deepEqual(after.map(key).sort(), wanted.map(key).sort())
        assert.equal(lowest(after), 10)
        const ids = [...retained.map(({ id }) => id), ...removedIds]
        assert.deepEqual(
          ids.sort(),
          existing.map(({ id }) => id).sort(),
          'an id is retained or removed, never both or neither',
        )
        existing = after
      }
    }),
    { seed, numRuns: 500 },
  )
})

test('a pair that stays keeps its id, unless it takes over the lowest', () => {
  fc.assert(
    fc.property(crowds, crowds, (first, wanted) => {
      const existing = numbered(first)
      const { retained } = updatePairs(existing, wanted)
      const moved = existing.filter((pair) => {
        const now = retained.find((one) => key(one) === key(pair))
        return now && now.id !== pair.id
      })
      assert.ok(moved.length <= 1)
      for (const pair of moved) assert.equal(retained.find((one) => key(one) === key(pair))!.id, 10)
    }),
    { seed, numRuns: 500 },
  )
})
