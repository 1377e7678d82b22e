import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dashboardsOf, positionsOf } from '../../../test/factories/reports/dashboards.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const boards = async () => dashboardsOf(db, await organisation())
const text = (more: object = {}) => ({ op: 'add_text', text: 'T', ...more })
const update = (card_id: number | string, more: object) => ({ op: 'update_card', card_id, ...more })

describe('PATCH /reports/dashboards/{id}', () => {
  test('updates the given fields and returns the dashboard with its link and cards', async () => {
    const { create, patch, read, org } = await boards()
    const { id, link, created_at } = await create({ description: 'Old' })
    const { status, body } = await patch(id, { name: 'New', operations: [text()] })
    const { updated, ...record } = body
    assert.deepEqual([status, updated, record.name, record.description, record.link], [200, id, 'New', 'Old', link])
    assert.equal(record.cards.length, 1)
    assert.equal(record.created_at, created_at)
    assert.ok(record.updated_at > created_at, 'the edit is later')
    assert.deepEqual(await read(id), record)
    const { type, subject_id, fields, connection_id } = (await org.events())[1]
    assert.deepEqual([type, subject_id, fields], ['dashboard.updated', id, ['name', 'cards']])
    assert.equal(connection_id, org.connectionId)
    assert.equal((await patch(id, { description: null })).body.description, null)
  })

  test('writes nothing if nothing changes', async () => {
    const { create, patch, read, org, space } = await boards()
    const space_id = await space('S', [{ id: 'a', name: 'A' }])
    const settings = { auto_layout: true, date_range: { from: '2026-01-01', to: '2026-01-31' } }
    const { id } = await create({
      ...{ space_id, subfolder_id: 'a', settings, description: 'D' },
      operations: [text()],
    })
    const before = await read(id)
    const [card] = before.cards
    const same = { locked: false, show_title: true, show_description: false, text: 'T' }
    for (const body of [
      {},
      { operations: [] },
      { name: ' Board', description: 'D', settings: {}, space_id },
      { settings: { date_range: { to: '2026-01-31', from: '2026-01-01' } }, subfolder_id: 'a' },
      { operations: [update(card.id, { position: card.position, ...same }), update(card.id, { position: {} })] },
      {
        operations: [
          { op: 'auto_layout' },
          text({ key: 'k' }),
          update('k', { locked: true }),
          { op: 'remove_card', card_id: 'k' },
        ],
      },
    ]) {
      const { status, body: response } = await patch(id, body)
      assert.equal(status, 200, JSON.stringify(response))
      assert.deepEqual(response, { updated: id, ...before })
    }
    assert.deepEqual(await read(id), before)
    assert.equal((await org.events()).length, 1)
  })

  test('merges settings into the stored ones, and null removes the date range', async () => {
    const { create, patch } = await boards()
    const { id } = await create({ settings: { date_range: { preset: 'today' } } })
    const after = async (settings: object) => (await patch(id, { settings })).body.settings
    assert.deepEqual(await after({ auto_layout: false }), { auto_layout: false, date_range: { preset: 'today' } })
    assert.deepEqual(await after({ date_range: { last: 3, unit: 'months' } }), {
      ...{ auto_layout: false, date_range: { last: 3, unit: 'months' } },
    })
    assert.deepEqual(await after({ date_range: null }), { auto_layout: false })
    const { errors } = (await patch(id, { settings: { date_range: { from: '2026-02-01', to: '2026-01-01' } } })).body
    assert.deepEqual(errors, { 'settings.date_range': ['settings.date_range.to must be on or after from.'] })
    const named = (await patch(id, { settings: { date_range: 'last_30_days' } })).body.errors
    assert.deepEqual(named, {
      'settings.date_range': [
        'settings.date_range must be one of the shapes {preset}, {from, to} and {last, unit}, such as {"preset": "last_30_days"}, or null.',
      ],
    })
  })

  test('moves between spaces: another space resets the subfolder, and null resets both', async () => {
    const { create, patch, space, org } = await boards()
    const [a, b] = [await space('A', [{ id: 'x', name: 'X' }]), await space('B', [{ id: 'y', name: 'Y' }])]
    const { id } = await create({ space_id: a, subfolder_id: 'x' })
    const after = async (body: object) => {
      const { body: response } = await patch(id, body)
      return response.errors ?? [response.space?.name, response.subfolder_id]
    }
    assert.deepEqual(await after({ space_id: b }), ['B', null])
    assert.deepEqual((await org.events())[1].fields, ['space_id', 'subfolder_id'])
    assert.deepEqual(await after({ subfolder_id: 'x' }), {
      subfolder_id: [`subfolder_id must be null or one of y (Y); x is in space ${a} (A).`],
    })
    assert.deepEqual(await after({ subfolder_id: 'y' }), ['B', 'y'])
    assert.deepEqual(await after({ space_id: a, subfolder_id: 'x' }), ['A', 'x'])
    assert.deepEqual(await after({ space_id: null, subfolder_id: 'x' }), {
      subfolder_id: [`subfolder_id needs the space_id it is in; x is in space ${a} (A).`],
    })
    assert.deepEqual(await after({ space_id: null }), [undefined, null])
  })

  test('rejects any patch of a protected dashboard, which does not change', async () => {
    const { create, patch, protect, read, org } = await boards()
    const { id } = await create()
    await protect(id)
    const before = await read(id)
    for (const body of [{}, { name: 'New' }, { operations: [text()] }]) {
      const { status, body: response } = await patch(id, body)
      assert.equal(status, 422)
      assert.deepEqual(response, { message: 'This dashboard is protected and cannot be edited.' })
    }
    assert.deepEqual(await read(id), before)
    assert.equal((await org.events()).length, 1)
  })

  test('an unknown dashboard is 404, and so is an invalid id', async () => {
    const { patch, org, path } = await boards()
    assert.deepEqual((await patch(999_999, { name: 'X' })).body, { message: 'Dashboard not found.' })
    for (const id of ['x', '0', '1.5', '9007199254740992']) {
      assert.equal((await org.patch(`${path}/${id}`, { name: 5 })).status, 404)
    }
  })

  test('a rejected operation undoes the whole request', async () => {
    const { create, patch, read, org } = await boards()
    const { id, cards } = await create({ operations: [text()] })
    const before = await read(id)
    const { status, body } = await patch(id, {
      ...{ name: 'New', settings: { auto_layout: false } },
      operations: [
        text(),
        update(cards[0].id, { text: 'New' }),
        { op: 'remove_card', card_id: 5 },
        { op: 'remove_card', card_id: 6 },
      ],
    })
    assert.equal(status, 422)
    assert.deepEqual(body, {
      message: 'The given data was invalid.',
      errors: {
        'operations.2.card_id': [`operations.2.card_id must be a card of this dashboard: one of ${cards[0].id}.`],
      },
    })
    assert.deepEqual(await read(id), before)
    assert.equal((await org.events()).length, 1)
  })

  test('a retry with the same Idempotency-Key adds nothing twice', async () => {
    const { create, org, path, read } = await boards()
    const { id } = await create()
    const send = () => org.patch(`${path}/${id}`, { operations: [text()] }, { 'idempotency-key': 'once' })
    const [first, second] = [await send(), await send()]
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.deepEqual(second.body, first.body)
    assert.equal((await read(id)).cards.length, 1)
    const made = await Promise.all([1, 2].map(() => org.post(path, { name: 'Once' }, { 'idempotency-key': 'new' })))
    assert.ok(
      made.some(({ status }) => status === 201),
      'one is made',
    )
    assert.equal((await org.get(`${path}?query=once`)).body.meta.total, 1)
  })
})

describe('concurrent changes to a dashboard', () => {
  test('two edits are both applied and do not overlap', async () => {
    const { create, edit, read, org } = await boards()
    const { id } = await create()
    const answers = await Promise.all(Array.from({ length: 8 }, () => edit(id, text(), text())))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    const rows = Array.from({ length: 8 }, (_, i) => [[0, i * 3, 12, 3], [12, i * 3, 12, 3]]) // biome-ignore format: a row of places
    assert.deepEqual(positionsOf(await read(id)), rows.flat())
    assert.equal((await org.events()).length, 9)
  })

  test('of two edits for the same position one is rejected', async () => {
    const { create, edit, read } = await boards()
    const { id, cards } = await create({ operations: [text(), text()] })
    const move = { position: { x: 0, y: 10 } }
    const answers = await Promise.all(cards.map((card: { id: number }) => edit(id, update(card.id, move))))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
    assert.deepEqual(positionsOf(await read(id)).at(-1), [0, 10, 12, 3])
  })

  test('of an edit and a deletion, the edit comes first or is 404', async () => {
    const { create, edit, org, path } = await boards()
    const { id } = await create()
    const [changed, gone] = await Promise.all([edit(id, text()), org.delete(`${path}/${id}`)])
    assert.equal(gone!.status, 200)
    assert.ok([200, 404].includes(changed!.status), changed!.text)
    const { rows } = await db.query('select 1 from dashboard_card where org_id = $1', [org.orgId])
    assert.deepEqual(rows, [])
  })

  test('an insight added to dashboards while it is deleted ends up on none of them', async () => {
    const { create, edit, read, insight, org, path } = await boards()
    const made = await Promise.all([1, 2, 3].map(() => create({ operations: [text()] })))
    for (let round = 0; round < 5; round++) {
      const insight_id = await insight()
      const add = { op: 'add_insight', insight_id }
      await edit(made[0].id, add)
      const [gone, ...answers] = await Promise.all([
        org.delete(`/reports/insights/${insight_id}`),
        ...made.map(({ id }) => edit(id, add, text())),
        org.post(path, { name: 'Another', operations: [add] }),
      ])
      assert.equal(gone!.status, 200)
      for (const { status, body } of answers) {
        assert.ok(status === 200 || status === 201 || body.errors['operations.0.insight_id'], JSON.stringify(body))
      }
      for (const { id } of made) {
        assert.deepEqual(
          (await read(id)).cards.filter((card: any) => card.insight_id === insight_id),
          [],
        )
      }
    }
  })

  test('the database rejects overlapping cards from any writer', async () => {
    const { withTexts, org } = await boards()
    const { id } = await withTexts([[0, 0, 6, 4]])
    const insert = (x: number, y: number) =>
      db.query(
        `insert into dashboard_card (org_id, dashboard_id, type, text, x, y, w, h) values ($1, $2, 'text', 'T', $3, $4, 6, 4)`,
        [org.orgId, id, x, y],
      )
    await assert.rejects(insert(5, 3), /exclusion constraint "dashboard_card_overlap/)
    await assert.rejects(insert(19, 9), /check constraint "dashboard_card_grid_check/)
    await insert(6, 0)
    await insert(5, 4)
  })
})
