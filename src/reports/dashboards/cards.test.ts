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

describe('adding cards', () => {
  test('each kind of card has a default and a minimum size', async () => {
    const { create, insight } = await boards()
    const kinds = ['metric', 'bar', 'line', 'area', 'pie', 'donut', 'table']
    const ids = await Promise.all(kinds.map((kind) => insight(kind)))
    const at = (y: number) => ({ position: { x: 0, y } })
    const { cards } = await create({
      operations: [...ids.map((insight_id, i) => ({ op: 'add_insight', insight_id, ...at(i * 8) })), text(at(56))],
    })
    const sizes = cards.map(({ insight, position: { w, h }, min_size }: any) => [
      ...[insight?.visualization ?? 'text', `${w}×${h}`, `${min_size.w}×${min_size.h}`],
    ])
    const charts = ['bar', 'line', 'area', 'pie', 'donut'].map((kind) => [kind, '12×8', '6×4'])
    assert.deepEqual(sizes, [['metric', '6×4', '4×3'], ...charts, ['table', '12×8', '8×4'], ['text', '12×3', '4×2']])
  })

  test('a card without a position takes the first free one and moves no other, whatever auto_layout is', async () => {
    const { withTexts, edited } = await boards()
    for (const auto_layout of [true, false]) {
      const { id } = await withTexts([[0, 0, 8, 4], [20, 2, 4, 2], [0, 30, 24, 2]], auto_layout) // biome-ignore format: a card beside another
      const { settings, ...board } = await edited(id, text(), text())
      assert.deepEqual(positionsOf(board), [[0, 0, 8, 4], [8, 0, 12, 3], [20, 2, 4, 2], [8, 3, 12, 3], [0, 30, 24, 2]]) // biome-ignore format: a card beside another
      assert.equal(settings.auto_layout, auto_layout)
    }
  })

  test('a card with a position is placed there, and auto_layout stays on', async () => {
    const { create, edited } = await boards()
    const { id } = await create()
    const board = await edited(
      id,
      text({ position: { x: 4, y: 20 } }),
      text({ position: { x: 20, y: 0, w: 4, h: 100 } }),
    )
    assert.deepEqual(positionsOf(board), [[20, 0, 4, 100], [4, 20, 12, 3]]) // biome-ignore format: a card beside another
    assert.equal(board.settings.auto_layout, true)
  })

  test('a card with a size alone takes the first free position, and the size must fit', async () => {
    const { withTexts, edited, edit } = await boards()
    const { id } = await withTexts([[0, 0, 8, 4]])
    const board = await edited(id, text({ position: { w: 16, h: 2 } }), text({ position: { w: 17 } }), text({ position: {} })) // biome-ignore format: a card beside another
    assert.deepEqual(positionsOf(board), [[0, 0, 8, 4], [8, 0, 16, 2], [0, 4, 17, 3], [0, 7, 12, 3]]) // biome-ignore format: a card beside another
    for (const [position, rule] of [
      [{ w: 25 }, /must stay within the 24 columns/],
      [{ w: 3 }, /must be at least 4 wide/],
      [{ h: 101 }, /must be at least 4 wide and 2 to 100 high/],
    ] as const) {
      const { errors } = (await edit(id, text({ position }))).body
      assert.deepEqual(Object.keys(errors), ['operations.0.position'])
      assert.match(errors['operations.0.position'][0], rule)
    }
  })

  test('if no position of a size is free, the error asks for another size', async () => {
    const { withTexts, edit } = await boards()
    const { id } = await withTexts(Array.from({ length: 51 }, (_, i) => [0, 95 + i * 195, 24, 100]))
    const { errors } = (await edit(id, text({ position: { w: 24, h: 100 } }))).body
    assert.deepEqual(errors, {
      'operations.0.position': ['operations.0.position must have another size: no place of this one is free.'],
    })
  })

  test('a key names the new card for later operations', async () => {
    const { create, edited, edit } = await boards()
    const { id } = await create()
    const board = await edited(
      id,
      text({ key: '12' }),
      text({ key: 'b' }),
      update('b', { text: 'B', locked: true }),
      remove('12'),
    )
    assert.deepEqual(
      board.cards.map((card: any) => [card.text, card.locked, 'key' in card]),
      [['B', true, false]],
    )
    const { errors } = (await edit(id, update('c', {}), text({ key: 'c' }))).body
    assert.deepEqual(Object.keys(errors), ['operations.0.card_id'], 'not before it is added')
    const gone = (await edit(id, text({ key: 'c' }), remove('c'), update('c', {}))).body.errors
    assert.deepEqual(gone, {
      'operations.2.card_id': [`operations.2.card_id must be a card of this dashboard: one of ${board.cards[0].id}.`],
    })
    const listed = (await edit(id, text({ key: 'c' }), remove(7))).body.errors['operations.1.card_id']
    assert.deepEqual(listed, [
      `operations.1.card_id must be a card of this dashboard: one of ${board.cards[0].id}, 'c'.`,
    ])
    const empty = await create()
    assert.match(
      (await edit(empty.id, remove(7))).body.errors['operations.0.card_id'][0],
      /must be a card of this dashboard, which has no cards at this point\.$/,
    )
    const only = (await edited(empty.id, text())).cards[0].id
    assert.match(
      (await edit(empty.id, remove(only), update(only, {}))).body.errors['operations.1.card_id'][0],
      /which has no cards at this point\.$/,
    )
    assert.match(
      (await edit(empty.id, remove(only), text(), remove(7))).body.errors['operations.2.card_id'][0],
      /must be a card of this dashboard; one that this request adds is named by the key it is given\.$/,
    )
  })

  test('a dashboard has at most sixty cards at any time', async () => {
    const { create, edit, edited, insight } = await boards()
    const insight_id = await insight()
    const many = Array.from({ length: 60 }, () => ({ op: 'add_insight', insight_id }))
    const { id, cards } = await create({ operations: many })
    assert.deepEqual(Object.keys((await edit(id, text(), remove(cards[0].id))).body.errors), ['operations.0.op'])
    assert.equal((await edited(id, remove(cards[0].id), text())).cards.length, 60)
  })

  test('an operation that does not match its schema is rejected by field', async () => {
    const { create, edit } = await boards()
    const { id } = await create()
    const { errors } = (
      await edit(
        id,
        text({ position: { x: 1 } }),
        text({ position: { y: 1, w: 4 } }),
        text({ position: { x: '1', y: 1.5, z: 1 } }),
        text({ show_title: true, locked: true }),
        { op: 'add_insight' },
        { ...arrange, card_id: 1 },
        update(1, { insight_id: 1, position: null, locked: 'yes' }),
        { op: 'remove_card' },
        'x' as never,
        {},
      )
    ).body
    assert.deepEqual(Object.keys(errors).sort(), [
      ...['operations.0.position.y', 'operations.1.position.x'],
      ...['operations.2.position.x', 'operations.2.position.y', 'operations.2.position.z'],
      ...['operations.3.locked', 'operations.3.show_title', 'operations.4.insight_id', 'operations.5.card_id'],
      ...['operations.6.insight_id', 'operations.6.locked', 'operations.6.position', 'operations.7.card_id'],
      ...['operations.8', 'operations.9.op'],
    ])
  })
})

describe('what a card shows', () => {
  test('show_title, show_description and locked can be set, on text cards too', async () => {
    const { create, edited, insight } = await boards()
    const { id, cards } = await create({ operations: [{ op: 'add_insight', insight_id: await insight() }, text()] })
    const display = { show_title: false, show_description: true, locked: true }
    const board = await edited(id, ...cards.map((card: any) => update(card.id, display)))
    for (const { show_title, show_description, locked } of board.cards) {
      assert.deepEqual({ show_title, show_description, locked }, display)
    }
  })

  test('only text cards accept a text', async () => {
    const { create, edit, insight } = await boards()
    const { id, cards } = await create({ operations: [{ op: 'add_insight', insight_id: await insight() }] })
    const { errors } = (await edit(id, update(cards[0].id, { text: 'T', position: { x: 99 } }))).body
    assert.deepEqual(Object.keys(errors), ['operations.0.text', 'operations.0.position'])
    assert.deepEqual(errors['operations.0.text'], [
      `operations.0.text is for text cards: card ${cards[0].id} shows an insight.`,
    ])
  })

  test('the minimum size follows the insight; a smaller card stays until it is moved', async () => {
    const { create, edit, edited, read, insight, org } = await boards()
    const insight_id = await insight('metric')
    const { id, cards } = await create({ operations: [{ op: 'add_insight', insight_id }] })
    await db.query(`update insight set spec = spec || '{"visualization": "table"}' where org_id = $1 and id = $2`, [
      ...[org.orgId, insight_id],
    ])
    const card = (await read(id)).cards[0]
    assert.deepEqual([card.min_size, card.position.w, card.insight.visualization], [{ w: 8, h: 4 }, 6, 'table'])
    await edited(id, update(cards[0].id, { show_title: false }), arrange)
    const { errors } = (await edit(id, update(cards[0].id, { position: { x: 1 } }))).body
    assert.match(
      errors['operations.0.position'][0],
      /must be at least 8 wide and 4 to 100 high for a table: w is 6 and h is 4\.$/,
    )
    assert.deepEqual(positionsOf(await edited(id, update(cards[0].id, { position: { x: 1, w: 8 } }))), [[1, 0, 8, 4]])
  })
})
