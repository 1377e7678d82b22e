import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { visualizations } from '../spec/spec.schema.ts'
import * as grid from './grid.ts'

const kinds = ['text', ...visualizations] as const

/** Small numbers, so that cards overlap often. */
const position = fc
  .record({ w: fc.integer({ min: 1, max: 24 }), h: fc.integer({ min: 1, max: 12 }), y: fc.nat({ max: 30 }) })
  .chain((size) => fc.nat({ max: grid.columns - size.w }).map((x): grid.Position => ({ ...size, x })))
const card = fc.record({ kind: fc.constantFrom(...kinds), position, locked: fc.boolean() }).map((one) => ({ ...one }))
/** Cards that do not overlap: each is left out if it overlaps an earlier one. */
const cards = fc.array(card, { maxLength: 25 }).map((all) => {
  const squares = new Squares()
  return all.filter((one) => squares.isFree(one.position) && squares.take(one.position))
})

/** The grid as a set of cells, without the logic of edges. */
class Squares {
  readonly taken = new Set<string>()
  take(position: grid.Position): true {
    for (const square of squaresOf(position)) this.taken.add(square)
    return true
  }
  isFree = (position: grid.Position) => squaresOf(position).every((square) => !this.taken.has(square))
}
const squaresOf = ({ x, y, w, h }: grid.Position) =>
  Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`)
const filled = (all: readonly { position: grid.Position }[]) => {
  const squares = new Squares()
  for (const { position } of all) squares.take(position)
  return squares
}
const isApart = (all: readonly { position: grid.Position }[]) =>
  filled(all).taken.size === all.reduce((sum, { position: { w, h } }) => sum + w * h, 0)

describe('the grid of a dashboard', () => {
  test('two positions overlap if they share a cell', () => {
    fc.assert(
      fc.property(position, position, (a, b) => {
        assert.equal(grid.overlaps(a, b), !filled([{ position: a }]).isFree(b))
        assert.equal(grid.overlaps(a, b), grid.overlaps(b, a))
      }),
      { numRuns: 2000 },
    )
  })

  test('the first free spot is the same as in a cell-by-cell search', () => {
    fc.assert(
      fc.property(cards, fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 12 }), (all, w, h) => {
        const squares = filled(all)
        const everywhere = Array.from({ length: 60 * grid.columns }, (_, i) => ({
          x: i % grid.columns,
          y: Math.floor(i / grid.columns),
        }))
        const first = everywhere.find(({ x, y }) => x + w <= grid.columns && squares.isFree({ x, y, w, h }))
        assert.deepEqual(grid.firstFreeSpot(all, { w, h }), first)
      }),
      { numRuns: 500 },
    )
  })

  test('no spot is free if none is left above the last row', () => {
    const high = (y: number): { position: grid.Position } => ({ position: { x: 0, y, w: 24, h: 100 } })
    const full = Array.from({ length: 100 }, (_, i) => high(i * 100))
    assert.equal(grid.firstFreeSpot(full, { w: 1, h: 1 }), undefined)
    assert.deepEqual(grid.firstFreeSpot(full.slice(0, -1), { w: 24, h: 100 }), { x: 0, y: 9900 })
    assert.equal(grid.firstFreeSpot(full.slice(0, -1), { w: 24, h: 101 }), undefined)
    assert.equal(grid.firstFreeSpot([], { w: 25, h: 1 }), undefined)
  })

  test('arranging keeps sizes and locked cards, overlaps nothing, and leaves no card that could move up', () => {
    fc.assert(
      fc.property(cards, (all) => {
        const before = structuredClone(all)
        const after = grid.arrange(all)
        assert.deepEqual(all, before, 'what is arranged is a copy')
        assert.ok(isApart(after), 'no two share a square')
        for (const [i, one] of after.entries()) {
          const { x: _, y: __, ...size } = one.position
          assert.deepEqual({ ...one, position: { ...before[i]!.position, ...size } }, before[i])
          assert.deepEqual(
            grid.positionErrors(one.position, one.kind),
            grid.positionErrors(before[i]!.position, one.kind),
          )
          if (one.locked) assert.deepEqual(one, before[i])
          else {
            const others = filled(after.toSpliced(i, 1))
            assert.ok(
              one.position.y === 0 || !others.isFree({ ...one.position, y: one.position.y - 1 }),
              'it could go up',
            )
          }
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('arranging goes from top to bottom and from left to right', () => {
    const at = (x: number, y: number, w: number, h: number, locked = false): grid.Card => ({
      ...{ kind: 'text', locked },
      position: { x, y, w, h },
    })
    const positions = (all: grid.Card[]) => grid.arrange(all).map(({ position: { x, y } }) => [x, y])
    assert.deepEqual(positions([at(0, 9, 12, 3), at(12, 4, 12, 3), at(0, 4, 12, 3)]), [[0, 3], [12, 0], [0, 0]]) // biome-ignore format: a place beside another
    assert.deepEqual(positions([at(6, 0, 12, 3, true), at(0, 5, 12, 3), at(0, 8, 6, 3)]), [[6, 0], [0, 3], [0, 0]]) // biome-ignore format: a place beside another
  })

  test('all cards stay if locked cards leave no spot for one', () => {
    const at = (x: number, y: number, w: number, h: number, locked = true): grid.Card => ({
      ...{ kind: 'text', locked },
      position: { x, y, w, h },
    })
    const below = Array.from({ length: 100 }, (_, i) => at(0, 25 + i * 100, 24, 100))
    // The first card would move up above the second, which is then too high for the remaining space.
    const all = [at(0, 0, 12, 5), at(0, 15, 12, 10), ...below, at(0, 5, 12, 10, false), at(12, 5, 12, 20, false)]
    assert.ok(isApart(all), 'no two share a square')
    assert.deepEqual(grid.arrange(all), all)
    assert.deepEqual(grid.arrange(all.slice(0, -1)).at(-1)!.position, { x: 12, y: 0, w: 12, h: 10 })
  })

  test('minimum and default sizes depend on the kind of card', () => {
    const minimum = Object.fromEntries(kinds.map((kind) => [kind, Object.values(grid.minSizeOf(kind)).join('×')]))
    const charts = { bar: '6×4', line: '6×4', area: '6×4', pie: '6×4', donut: '6×4' }
    assert.deepEqual(minimum, { text: '4×2', metric: '4×3', table: '8×4', ...charts })
    for (const kind of kinds)
      assert.deepEqual(grid.positionErrors({ x: 0, y: 0, ...grid.defaultSizeOf(kind) }, kind), [])
  })

  test('errors of a position contain its numbers', () => {
    const errors = (position: Partial<grid.Position>, kind: grid.CardKind = 'table') =>
      grid.positionErrors({ x: 0, y: 0, w: 12, h: 8, ...position }, kind)
    assert.deepEqual(errors({ w: 7 }), ['must be at least 8 wide and 4 to 100 high for a table: w is 7 and h is 8'])
    assert.deepEqual(errors({ h: 101 }, 'bar'), [
      'must be at least 6 wide and 4 to 100 high for a bar chart: w is 12 and h is 101',
    ])
    assert.deepEqual(errors({ x: 13 }), [
      'must stay within the 24 columns: x is at least 0 and x + w at most 24, but x is 13 and w is 12',
    ])
    assert.deepEqual(errors({ y: 9993 }), [
      'must stay within the 10000 rows: y is at least 0 and y + h at most 10000, but y is 9993 and h is 8',
    ])
    assert.equal(errors({ x: -1, y: -1, w: 1, h: 1 }).length, 3)
    assert.deepEqual([errors({ x: 12, y: 9992 }), errors({ w: 8, h: 4 }), errors({ w: 24, h: 100 })], [[], [], []])
  })
})
