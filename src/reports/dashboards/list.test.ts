import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dashboardsOf } from '../../../test/factories/reports/dashboards.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const boards = async () => dashboardsOf(db, await organisation())

describe('GET /reports/dashboards', () => {
  test('returns whole records, newest first, and by id for equal times', async () => {
    const { create, read, org, path } = await boards()
    const made: number[] = []
    for (let i = 0; i < 5; i++) {
      made.push((await create({ name: `B${i}`, operations: [{ op: 'add_text', text: `T${i}` }] })).id)
    }
    await db.query(`update dashboard set created_at = '2026-01-01' where org_id = $1 and id = any ($2)`, [
      ...[org.orgId, [made[1], made[3], made[4]]],
    ])
    const order = [2, 0, 4, 3, 1].map((i) => made[i]!)
    const { data, meta } = (await org.get(path)).body
    assert.deepEqual(data, await Promise.all(order.map(read)))
    assert.deepEqual(meta, { page: 1, per_page: 25, total: 5, last_page: 1 })
    const page = (await org.get(`${path}?page=2&per_page=2`)).body
    assert.deepEqual(
      [page.data.map(({ id }: any) => id), page.meta],
      [...[order.slice(2, 4), { page: 2, per_page: 2, total: 5, last_page: 3 }]],
    )
    const past = (await org.get(`${path}?page=9`)).body
    assert.deepEqual([past.data, past.meta.total], [[], 5])
  })

  test('filters by part of the name, by space, and by both', async () => {
    const { create, space, org, path, patch } = await boards()
    const [here, there] = [await space('Here'), await space('There')]
    const names = async (query: string) => {
      const { data, meta } = (await org.get(`${path}?${query}`)).body
      assert.equal(meta.total, data.length)
      return data.map(({ name }: any) => name)
    }
    await create({ name: 'Monthly BOARD', space_id: here })
    const { id } = await create({ name: '100% of it', space_id: here })
    await create({ name: 'board_two', space_id: there })
    await create({ name: 'Nowhere' })
    assert.deepEqual(await names('query=board'), ['board_two', 'Monthly BOARD'])
    assert.deepEqual(await names(`query=Board&space_id=${here}`), ['Monthly BOARD'])
    assert.deepEqual(await names('query=%25'), ['100% of it'])
    assert.deepEqual(await names('query=_'), ['board_two'])
    assert.deepEqual(await names('query=absent'), [])
    assert.deepEqual(await names(`space_id=${here}`), ['100% of it', 'Monthly BOARD'])
    await patch(id, { space_id: there })
    assert.deepEqual(await names(`space_id=${there}`), ['board_two', '100% of it'])
    assert.deepEqual(await names('space_id=999999'), [])
    const past = (await org.get(`${path}?query=board&page=2`)).body
    assert.deepEqual([past.data, past.meta.total], [[], 2])
  })

  test('rejects an invalid parameter by name', async () => {
    const { org, path } = await boards()
    const { status, body } = await org.get(`${path}?page=0&per_page=51&space_id=x&query=`)
    assert.equal(status, 422)
    assert.deepEqual(Object.keys(body.errors).sort(), ['page', 'per_page', 'query', 'space_id'])
  })
})

test('a token with read access reads dashboards and cannot change them; one without reports cannot read them', async () => {
  const reader = await organisation({ reports: 'read' })
  assert.equal((await reader.get('/reports/dashboards')).status, 200)
  const rejected = await reader.post('/reports/dashboards', { name: 'B' })
  assert.deepEqual([rejected.status, rejected.headers['x-required-access']], [403, 'reports=read-write'])
  const other = await organisation({ clients: 'read-write' })
  assert.equal((await other.get('/reports/dashboards')).status, 403)
})

describe('two organisations with the same ids', () => {
  test('see and change only their own dashboards', async () => {
    const orgs = [await boards(), await boards()] as const
    const [ids, spec] = [[97, 99, 95, 11], { source: 'clients', metric: 'records::count', visualization: 'metric' }]
    const [dashboard, card, insight, space] = ids
    for (const [i, { org }] of orgs.entries()) {
      await db.query(
        `with s as (insert into space (org_id, id, name) values ($1, $5, $6)),
              i as (insert into insight (org_id, id, name, spec) values ($1, $4, $6, $7)),
              d as (insert into dashboard (org_id, id, name, space_id, settings) values ($1, $2, $6, $5, '{"auto_layout": true}'))
         insert into dashboard_card (org_id, id, dashboard_id, type, insight_id, x, y, w, h) values ($1, $3, $2, 'insight', $4, $8, 0, 6, 4)`,
        [org.orgId, dashboard, card, insight, space, `Org ${i}`, spec, i],
      )
    }
    const [one, two] = orgs
    const before = await two.read(dashboard!)
    assert.deepEqual([before.name, before.space.name, before.cards[0].insight.name], ['Org 1', 'Org 1', 'Org 1'])
    assert.equal(before.cards.length, 1)
    const mine = await one.edited(dashboard!, { op: 'update_card', card_id: card, position: { x: 9 } })
    assert.deepEqual([mine.name, mine.cards[0].position.x], ['Org 0', 9])
    await one.edited(dashboard!, { op: 'remove_card', card_id: card }, { op: 'add_insight', insight_id: insight })
    assert.equal((await one.org.get(`${one.path}?space_id=${space}&query=org`)).body.meta.total, 1)
    assert.equal((await one.org.delete(`${one.path}/${dashboard}`)).status, 200)
    assert.deepEqual(await two.read(dashboard!), before)
    assert.deepEqual(await two.org.events(), [])
  })

  test('cannot read, change or reference each other’s records', async () => {
    const [one, two] = [await boards(), await boards()]
    const theirs = { insight_id: await two.insight(), space_id: await two.space() }
    const their = await two.create({ operations: [{ op: 'add_insight', insight_id: theirs.insight_id }] })
    const before = await two.read(their.id)
    for (const response of [
      await one.org.get(`${one.path}/${their.id}`),
      await one.patch(their.id, { name: 'Mine' }),
      await one.org.delete(`${one.path}/${their.id}`),
    ]) {
      assert.deepEqual([response.status, response.body], [404, { message: 'Dashboard not found.' }])
    }
    const { id } = await one.create()
    const invalid = await one.patch(id, {
      space_id: theirs.space_id,
      operations: [{ op: 'add_insight', insight_id: theirs.insight_id }],
    })
    assert.deepEqual(Object.keys(invalid.body.errors), ['space_id', 'operations.0.insight_id'])
    const card = { card_id: their.cards[0].id }
    for (const operation of [
      { op: 'remove_card', ...card },
      { op: 'update_card', ...card, locked: true },
    ]) {
      assert.deepEqual(Object.keys((await one.edit(id, operation)).body.errors), ['operations.0.card_id'])
    }
    assert.deepEqual(
      (await one.org.get(one.path)).body.data.map((board: any) => board.id),
      [id],
    )
    assert.deepEqual(await two.read(their.id), before)
    assert.equal((await two.org.events()).length, 1)
  })
})
