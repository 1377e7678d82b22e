import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf } from './cards.ts'
import type { CardLine } from './page-data.ts'

/** Cards that a test completes. */
function cardsOf(count: number) {
  const begun: number[] = []
  const done: (() => void)[] = []
  const cards = Array.from({ length: count }, (_, card) => () => {
    begun.push(card)
    return new Promise<CardLine>((resolve) => {
      done[card] = () => resolve({ card, message: 'Done' })
    })
  })
  return { cards, begun, done }
}
const cardIn = (line: IteratorResult<string>): number => JSON.parse(line.value).card

test('lines come in the order of completion, with four cards computed at once', async () => {
  const { cards, begun, done } = cardsOf(6)
  const lines = linesOf(cards)
  const first = lines.next()
  assert.deepEqual(begun, [0, 1, 2, 3])
  done[2]!()
  assert.equal(cardIn(await first), 2)
  assert.deepEqual(begun, [0, 1, 2, 3, 4])
  const second = lines.next()
  done[4]!()
  assert.equal(cardIn(await second), 4)
  assert.deepEqual(begun, [0, 1, 2, 3, 4, 5])
  for (const card of [5, 3, 1, 0]) {
    const next = lines.next()
    done[card]!()
    assert.equal(cardIn(await next), card)
  }
  assert.equal((await lines.next()).done, true)
})

test('no further card starts after the client disconnects', async () => {
  const { cards, begun, done } = cardsOf(6)
  const lines = linesOf(cards)
  const first = lines.next()
  done[0]!()
  await first
  assert.equal(begun.length, 5)
  await lines.return(undefined)
  for (const card of [1, 2, 3, 4]) done[card]!()
  assert.equal((await lines.next()).done, true)
  assert.equal(begun.length, 5)
})

test('a dashboard without insights has no lines', async () => {
  assert.equal((await linesOf([]).next()).done, true)
})
