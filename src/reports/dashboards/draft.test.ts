import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as grid from '../logic/grid.ts'
import type { Operation } from './dashboards.schema.ts'
import { applyOperations, type Draft, type DraftCard, withSettings } from './draft.ts'

/** Few cards and small numbers, so that operations affect each other. */
const id = fc.integer({ min: 1, max: 9 })
const key = fc.constantFrom('a', 'b', 'c')
const spot = { x: fc.integer({ min: -1, max: 20 }), y: fc.integer({ min: -1, max: 12 }) }
const size = { w: fc.integer({ min: 2, max: 14 }), h: fc.integer({ min: 1, max: 9 }) }
const some = <T extends Record<string, fc.Arbitrary<unknown>>>(fields: T, ...required: (keyof T & string)[]) =>
  fc.record(fields, { requiredKeys: required, noNullPrototype: true } as never)
const position = fc.oneof(some({ ...spot, ...size }, 'x', 'y'), some(size))
const op = <T extends Record<string, fc.Arbitrary<unknown>>>(name: string, fields: T, ...required: string[]) =>
  some({ op: fc.constant(name), ...fields }, 'op', ...required)
const update = op(
  'update_card',
  { card_id: fc.oneof(id, key), position: some({ ...spot, ...size }), locked: fc.boolean(), text: fc.constant('N') },
  'card_id',
)
const operation = fc.oneof(
  op('add_insight', { insight_id: fc.integer({ min: 1, max: 4 }), position, key }, 'insight_id'),
  op('add_text', { text: fc.constant('T'), position, key }, 'text'),
  { weight: 3, arbitrary: update },
  op('remove_card', { card_id: fc.oneof(id, key) }, 'card_id'),
  op('auto_layout', {}),
) as fc.Arbitrary<unknown> as fc.Arbitrary<Operation>
const request = fc.record({
  auto_layout: fc.option(fc.boolean(), { nil: undefined }),
  operations: fc.array(operation, { minLength: 1, maxLength: 4 }),
})

const insights = new Map<number, grid.CardKind>([[1, 'metric'], [2, 'bar'], [3, 'table']]) // biome-ignore format: an insight beside another
const empty: Draft = { settings: { auto_layout: true }, cards: [] }
/** Includes a card that is smaller than its current minimum. */
const small: DraftCard = {
  ...{ id: 9, kind: 'table', insight_id: 3, text: null, show_title: true, show_description: false, locked: false },
  position: { x: 3, y: 2, w: 6, h: 3 },
}

const squaresOf = ({ x, y, w, h }: grid.Position) =>
  Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`)
const isTooSmall = ({ position: { w, h }, kind }: DraftCard) => w < grid.minSizeOf(kind).w || h < grid.minSizeOf(kind).h

/** The invariants after any request. */
function assertValid({ cards }: Draft, before: Draft): void {
  const squares = cards.flatMap(({ position }) => squaresOf(position))
  assert.equal(new Set(squares).size, squares.length, 'no two cards share a square')
  for (const card of cards) {
    const { x, y, w, h } = card.position
    assert.ok(x >= 0 && y >= 0 && x + w <= 24 && y + h <= 10_000 && h <= 100, 'no card leaves the grid')
    const was = before.cards.find((one) => one.id === card.id)
    if (isTooSmall(card)) assert.deepEqual([was?.position.w, was?.position.h], [w, h], 'none becomes too small')
  }
}

test('no operations make cards overlap, leave the grid or become too small, and rejected ones change nothing', () => {
  const counts = { rejected: 0, kept: 0 }
  fc.assert(
    fc.property(fc.constantFrom([], [small]), fc.array(request, { maxLength: 12 }), (cards, requests) => {
      let board: Draft = { ...empty, cards }
      let next = 10
      for (const { auto_layout = board.settings.auto_layout, operations } of requests) {
        const before = structuredClone(board)
        const draft = withSettings(board, { auto_layout })
        const { draft: after, errors } = applyOperations(draft, operations, insights)
        assert.deepEqual(board, before, 'what it is applied to stays as it was')
        const paths = Object.keys(errors)
        if (paths.length > 0) {
          counts.rejected++
          assert.equal(new Set(paths.map((path) => path.split('.')[1])).size, 1, 'the first rejected operation ends it')
          for (const path of paths) assert.match(path, /^operations\.\d+\.(op|card_id|insight_id|text|position)$/)
          assert.deepEqual(after, draft)
          continue
        }
        counts.kept++
        assertValid(after, before)
        // As saved: new cards get ids and lose their keys.
        const saved = after.cards.map(({ key: _, addedBy: __, ...card }) => ({
          ...card,
          id: card.id ?? (next++ % 9) + 1,
        }))
        board = { ...after, cards: saved.filter((card, i) => saved.findIndex((one) => one.id === card.id) === i) }
      }
    }),
    { numRuns: 3000 },
  )
  assert.ok(counts.rejected > 1000 && counts.kept > 1000, `both happen: ${JSON.stringify(counts)}`)
})

test('a locked card keeps its position unless an operation unlocks or removes it', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 6 }), (operations) => {
      const locked = { ...small, locked: true }
      const quiet = operations.filter((one) => !('card_id' in one && one.card_id === 9))
      const { draft } = applyOperations({ ...empty, cards: [locked] }, quiet, insights)
      assert.deepEqual(
        draft.cards.find((card) => card.id === 9),
        locked,
      )
    }),
    { numRuns: 1000 },
  )
})

test('only moving a card turns auto_layout off', () => {
  fc.assert(
    fc.property(operation, (one) => {
      const { draft } = applyOperations({ ...empty, cards: [small] }, [one], insights)
      const isMoved = one.op === 'update_card' && !grid.isSamePosition(draft.cards[0]!.position, small.position)
      assert.equal(draft.settings.auto_layout, !isMoved)
    }),
    { numRuns: 2000 },
  )
})
