import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dashboardsOf, positionsOf } from '../../../test/factories/reports/dashboards.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const boards = async () => dashboardsOf(db, await organisation())
const text = (words: string, more: object = {}) => ({ op: 'add_text', text: words, ...more })

describe('POST /reports/dashboards', () => {
  test('creates an empty dashboard from a name alone', async () => {
    const { create, read, org } = await boards()
    const { created, ...made } = await create({ name: ' Board ' })
    const { link, created_at, updated_at, ...rest } = made
    assert.deepEqual(rest, {
      ...{ id: created, name: 'Board', description: null, space: null, subfolder_id: null, protected: false },
      ...{ settings: { auto_layout: true }, cards: [] },
    })
    assert.match(link, new RegExp(`/r/${org.slug}/dashboards/${created}\\?link=.+$`))
    assert.equal(created_at, updated_at)
    assert.deepEqual(await read(created), made)
    assert.deepEqual(
      (await org.events()).map(({ type, subject_id, fields }) => [type, subject_id, fields]),
      [['dashboard.created', created, ['name']]],
    )
  })

  test('accepts everything that PATCH accepts, and adds cards', async () => {
    const { create, read, insight, space, org } = await boards()
    const [number, table] = [await insight('metric', { name: 'Clients' }), await insight('table')]
    const location = {
      space_id: await space('Operations', [{ id: 'monthly', name: 'Monthly' }]),
      subfolder_id: 'monthly',
    }
    const made = await create({
      ...{ description: 'For Mondays.', ...location },
      settings: { auto_layout: false, date_range: { last: 2, unit: 'weeks' } },
      operations: [
        { op: 'add_insight', insight_id: number },
        { op: 'add_insight', insight_id: table, show_title: false, show_description: true, position: { x: 2, y: 9 } },
        text('Hello'),
      ],
    })
    assert.deepEqual(made.settings, { auto_layout: false, date_range: { last: 2, unit: 'weeks' } })
    assert.deepEqual([made.space, made.subfolder_id], [{ id: location.space_id, name: 'Operations' }, 'monthly'])
    const [first, second, third] = made.cards
    const display = { show_title: true, show_description: false, locked: false }
    assert.deepEqual(first, {
      ...{ id: first.id, type: 'insight', insight_id: number, insight: { name: 'Clients', visualization: 'metric' } },
      ...{ position: { x: 0, y: 0, w: 6, h: 4 }, min_size: { w: 4, h: 3 }, ...display },
    })
    assert.deepEqual(second, {
      ...{ id: second.id, type: 'text', text: 'Hello' },
      ...{ position: { x: 6, y: 0, w: 12, h: 3 }, min_size: { w: 4, h: 2 }, ...display },
    })
    assert.deepEqual(third, {
      ...{ id: third.id, type: 'insight', insight_id: table, insight: { name: 'A table', visualization: 'table' } },
      ...{ position: { x: 2, y: 9, w: 12, h: 8 }, min_size: { w: 8, h: 4 } },
      ...{ show_title: false, show_description: true, locked: false },
    })
    assert.ok(first.id < third.id && third.id < second.id, 'ids follow the order in which they were added')
    const { created, ...record } = made
    assert.deepEqual(await read(created), record)
    const fields = ['name', 'description', 'space_id', 'subfolder_id', 'settings', 'cards']
    assert.deepEqual((await org.events())[0].fields.sort(), fields.sort())
  })

  test('returns all errors at once and creates nothing', async () => {
    const { org, path, space, insight } = await boards()
    const [here, there] = [await space('Here'), await space('There', [{ id: 'a', name: 'A' }])]
    const shapes = await org.post(path, {
      ...{
        description: 5,
        protected: true,
        space_id: 'x',
        settings: { auto_layout: null, date_range: { preset: 'ever' }, x: 1 },
      },
      operations: [
        text(''),
        { op: 'add' },
        text('a', { key: 'k' }),
        text('b', { key: 'k' }),
        { op: 'update_card', card_id: null },
      ],
    })
    assert.equal(shapes.status, 422)
    assert.deepEqual(Object.keys(shapes.body.errors).sort(), [
      ...['description', 'name', 'operations.0.text', 'operations.1.op', 'operations.3.key', 'operations.4.card_id'],
      ...['protected', 'settings.auto_layout', 'settings.date_range', 'settings.x', 'space_id'],
    ])
    assert.match(shapes.body.errors['settings.date_range'][0], /^settings\.date_range\.preset must be one of today, /)
    assert.match(shapes.body.errors['operations.1.op'][0], /must be one of add_insight, add_text, update_card, /)
    const known = await insight()
    const add = (insight_id: number) => ({ op: 'add_insight', insight_id })
    const rules = await org.post(path, {
      ...{ name: 'B', space_id: 999_999, subfolder_id: 'a' },
      operations: [add(known), add(888_888), text('x'), add(777_777)],
    })
    assert.deepEqual(rules.body.errors, {
      space_id: [`space_id must be null or one of ${here} (Here), ${there} (There).`],
      ...Object.fromEntries(
        [1, 3].map((i) => [
          `operations.${i}.insight_id`,
          [
            `operations.${i}.insight_id must be the id of an insight of this organisation, as GET /reports/insights lists them.`,
          ],
        ]),
      ),
    })
    const other = await org.post(path, { name: 'B', space_id: here, subfolder_id: 'a' })
    assert.deepEqual(Object.keys(other.body.errors), ['subfolder_id'])
    assert.deepEqual((await org.get(path)).body.meta.total, 0)
    assert.deepEqual(await org.events(), [])
  })

  test('enforces the documented limits of texts and lists', async () => {
    const { create, org, path, insight } = await boards()
    const max = { name: 'N'.repeat(255), description: 'D'.repeat(2000) }
    const insight_id = await insight()
    const many = Array.from({ length: 60 }, () => ({ op: 'add_insight', insight_id }))
    const made = await create({ ...max, operations: many })
    assert.equal(made.cards.length, 60)
    assert.deepEqual(positionsOf(made).slice(0, 5), [[0, 0, 6, 4], [6, 0, 6, 4], [12, 0, 6, 4], [18, 0, 6, 4], [0, 4, 6, 4]]) // biome-ignore format: a row of places
    const errors = async (body: object) => (await org.post(path, { name: 'N', ...body })).body.errors
    const tooMany = await errors({ operations: [...many, text('One more')] })
    assert.deepEqual(tooMany, {
      'operations.60.op': ['operations.60.op cannot add a card: a dashboard has at most 60.'],
    })
    const hundred = Array.from({ length: 101 }, () => ({ op: 'auto_layout' }))
    assert.deepEqual(await errors({ operations: hundred }), { operations: ['operations must have 0 to 100 items.'] })
    assert.deepEqual(Object.keys(await errors({ name: `${max.name}x`, description: `${max.description}x` })), [
      'name',
      'description',
    ])
    assert.deepEqual(Object.keys(await errors({ name: ' ' })), ['name'])
    assert.deepEqual(
      Object.keys(
        await errors({ operations: [text('t'.repeat(5001)), text(' '), text('a', { key: 'k'.repeat(61) })] }),
      ),
      [...['operations.0.text', 'operations.1.text', 'operations.2.key']],
    )
    await create({ operations: [text('t'.repeat(5000), { key: 'k'.repeat(60) })] })
  })
})

describe('DELETE /reports/dashboards/{id}', () => {
  test('deletes the dashboard and its cards, not the insights', async () => {
    const { create, org, path, insight } = await boards()
    const insight_id = await insight()
    const { id } = await create({ operations: [{ op: 'add_insight', insight_id }] })
    assert.deepEqual((await org.delete(`${path}/${id}`)).body, { deleted: id })
    for (const call of [org.get, org.delete] as const) assert.equal((await call(`${path}/${id}`)).status, 404)
    const { rows } = await db.query(
      `select (select count(*)::int from dashboard_card where org_id = $1) as cards, (select count(*)::int from insight where org_id = $1) as insights`,
      [org.orgId],
    )
    assert.deepEqual(rows, [{ cards: 0, insights: 1 }])
    assert.deepEqual((await org.events()).map(({ type, subject_id }) => [type, subject_id])[1], [
      'dashboard.deleted',
      id,
    ])
    assert.equal((await org.events()).length, 2)
  })

  test('of two concurrent deletions one succeeds and the other is 404', async () => {
    const { create, org, path } = await boards()
    const { id } = await create()
    const answers = await Promise.all([org.delete(`${path}/${id}`), org.delete(`${path}/${id}`)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
    assert.equal((await org.events()).length, 2)
  })

  test('a protected dashboard is not deleted', async () => {
    const { create, org, path, protect, read } = await boards()
    const { id } = await create({ operations: [text('T')] })
    await protect(id)
    const response = await org.delete(`${path}/${id}`)
    assert.equal(response.status, 422)
    assert.deepEqual(response.body, { message: 'This dashboard is protected and cannot be deleted.' })
    assert.equal((await read(id)).cards.length, 1)
    assert.equal((await org.events()).length, 1)
  })
})
