import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dashboardsOf, positionsOf } from '../../../test/factories/reports/dashboards.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const boards = async () => dashboardsOf(db, await organisation())
const text = (more: object = {}) => ({ op: 'add_text', text: 'T', ...more })
const update = (card_id: number | string, more: object) => ({ op: 'update_card', card_id, ...more })
const remove = (card_id: number | string) => ({ op: 'remove_card', card_id })
const arrange = { op: 'auto_layout' }

describe('moving cards', () => {
  const invalid = async (
    positions: Parameters<Awaited<ReturnType<typeof boards>>['withTexts']>[0],
    position: object,
  ) => {
    const { withTexts, edit, read } = await boards()
    const board = await withTexts(positions)
    const { status, body } = await edit(board.id, update(board.cards[0].id, { position }))
    assert.equal(status, 422)
    assert.deepEqual(await read(board.id), board)
    return { errors: body.errors, cards: board.cards }
  }

  test('a position outside the grid or below the minimum size is rejected with its numbers', async () => {
    const path = 'operations.0.position'
    const within = `${path} must stay within the 24 columns: x is at least 0 and x + w at most 24, but`
    const messages = async (position: object) => (await invalid([[0, 0, 12, 3]], position)).errors
    assert.deepEqual(await messages({ x: 13 }), { [path]: [`${within} x is 13 and w is 12.`] })
    assert.deepEqual(await messages({ x: -1 }), { [path]: [`${within} x is -1 and w is 12.`] })
    assert.deepEqual(await messages({ y: 9998 }), {
      [path]: [
        `${path} must stay within the 10000 rows: y is at least 0 and y + h at most 10000, but y is 9998 and h is 3.`,
      ],
    })
    const min = `${path} must be at least 4 wide and 2 to 100 high for a text:`
    assert.deepEqual(await messages({ w: 3 }), { [path]: [`${min} w is 3 and h is 3.`] })
    assert.deepEqual(await messages({ h: 101 }), { [path]: [`${min} w is 12 and h is 101.`] })
    assert.equal((await messages({ x: 1e300, y: -1, w: 0 }))[path].length, 3)
  })

  test('an overlapping position is rejected: the message names the other card and a free position', async () => {
    const { errors, cards } = await invalid([[0, 0, 12, 3], [12, 0, 12, 3]], { x: 1, y: 0 }) // biome-ignore format: a card beside another
    assert.deepEqual(errors, {
      'operations.0.position': [
        `operations.0.position must not overlap card ${cards[1].id}, which has x 12, y 0, w 12, h 3; the first free place of this size is x 0, y 3.`,
      ],
    })
    const smaller = await invalid([[0, 0, 12, 3], [12, 0, 12, 3]], { x: 10, w: 4 }) // biome-ignore format: a card beside another
    assert.match(smaller.errors['operations.0.position'][0], /the first free place of this size is x 0, y 0\.$/)
    const { create, edit } = await boards()
    const { id } = await create()
    const at = { position: { x: 0, y: 0 } }
    const second = (await edit(id, text({ ...at, key: 'top' }), text(at))).body.errors['operations.1.position'][0]
    assert.match(second, /must not overlap card 'top', which has .*; the first free place of this size is x 12, y 0\.$/)
    const third = (await edit(id, text(at), text(at))).body.errors['operations.1.position'][0]
    assert.match(third, /must not overlap the card of operations\.0, /)
  })

  test('absent fields of a position stay, and cards can swap positions in several operations', async () => {
    const { withTexts, edited } = await boards()
    const { id, cards } = await withTexts([[0, 0, 12, 3], [12, 0, 12, 3]]) // biome-ignore format: a card beside another
    const [a, b] = cards.map((card: any) => card.id)
    const board = await edited(
      id,
      update(a, { position: { y: 5 } }),
      update(b, { position: { x: 0, w: 8 } }),
      update(a, { position: { y: 0, x: 12 } }),
    )
    assert.deepEqual(
      board.cards.map((card: any) => card.id),
      [b, a],
    )
    assert.deepEqual(positionsOf(board), [[0, 0, 8, 3], [12, 0, 12, 3]]) // biome-ignore format: a card beside another
  })

  test('moving a card turns auto_layout off; its current position does not', async () => {
    const { withTexts, edited } = await boards()
    const { id, cards } = await withTexts([[0, 0, 12, 3]], true)
    const to = (position: object) => edited(id, update(cards[0].id, { position }))
    assert.equal((await to(cards[0].position)).settings.auto_layout, true)
    assert.equal((await to({ y: 4 })).settings.auto_layout, false)
  })

  test('a position of -0 is 0 and changes nothing', async () => {
    const { withTexts, org, path, read } = await boards()
    const board = await withTexts([[0, 0, 12, 3]])
    const before = (await org.events()).length
    const raw = `{"operations": [{"op": "update_card", "card_id": ${board.cards[0].id}, "position": {"x": -0, "y": -0}}]}`
    const headers = { 'content-type': 'application/json' }
    assert.equal((await org.call('PATCH', `${path}/${board.id}`, raw, headers)).status, 200)
    assert.deepEqual(await read(board.id), board)
    assert.equal((await org.events()).length, before)
  })

  test('turning auto_layout on arranges before the operations, of which a move turns it off again', async () => {
    const { withTexts, patch, org } = await boards()
    const { id, cards } = await withTexts([[5, 7, 12, 3], [0, 20, 12, 3]]) // biome-ignore format: a card beside another
    const on = { settings: { auto_layout: true } }
    const moved = (await patch(id, { ...on, operations: [update(cards[0].id, { position: { y: 9 } })] })).body
    assert.deepEqual([positionsOf(moved), moved.settings.auto_layout], [[[12, 0, 12, 3], [0, 9, 12, 3]], false]) // biome-ignore format: a card beside another
    const arranged = (await patch(id, on)).body
    assert.deepEqual([positionsOf(arranged), arranged.settings.auto_layout], [[[0, 0, 12, 3], [12, 0, 12, 3]], true]) // biome-ignore format: a card beside another
    assert.deepEqual((await org.events()).at(-1).fields, ['settings', 'cards'])
  })

  test('a locked card cannot be moved; one operation can unlock and move it', async () => {
    const { withTexts, edit, edited } = await boards()
    const { id, cards } = await withTexts([[0, 0, 12, 3, true]])
    const card = cards[0].id
    for (const more of [{}, { locked: true }]) {
      const { status, body } = await edit(id, update(card, { position: { y: 1 }, ...more }))
      assert.equal(status, 422)
      assert.deepEqual(body.errors, {
        'operations.0.position': [
          `operations.0.position must stay as it is: card ${card} is locked; send locked false along with the position to unlock it.`,
        ],
      })
    }
    const same = await edited(id, update(card, { position: cards[0].position, text: 'Still editable' }))
    assert.deepEqual([same.cards[0].text, same.cards[0].locked], ['Still editable', true])
    const moved = await edited(id, update(card, { position: { y: 1 }, locked: false }), update(card, { locked: true }))
    assert.deepEqual([positionsOf(moved), moved.cards[0].locked], [[[0, 1, 12, 3]], true])
  })

  test('the auto_layout operation arranges once around locked cards and keeps the setting', async () => {
    const { withTexts, edited } = await boards()
    const { id } = await withTexts([[6, 2, 12, 3, true], [0, 9, 6, 4], [12, 9, 12, 3]]) // biome-ignore format: a card beside another
    const board = await edited(id, arrange)
    assert.deepEqual(positionsOf(board), [[0, 0, 6, 4], [6, 2, 12, 3], [0, 5, 12, 3]]) // biome-ignore format: a card beside another
    assert.equal(board.settings.auto_layout, false)
  })

  test('removing a card closes the gap only if auto_layout is on', async () => {
    const { withTexts, edited } = await boards()
    for (const auto_layout of [true, false]) {
      const { id, cards } = await withTexts([[0, 0, 24, 4], [0, 4, 12, 3], [12, 4, 12, 3]], auto_layout) // biome-ignore format: a card beside another
      const y = auto_layout ? 0 : 4
      assert.deepEqual(positionsOf(await edited(id, remove(cards[0].id))), [[0, y, 12, 3], [12, y, 12, 3]]) // biome-ignore format: a card beside another
    }
  })
})
