import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type pg from 'pg'
import { insightOf, reportRows } from '../../../test/factories/reports/reports.ts'
import { harness } from '../../../test/harness/harness.ts'
import { untilLockWait } from '../../../test/harness/locks.ts'
import { violatedConstraint } from '../../db/constraint.ts'

const { db, organisation } = await harness()
const rows = reportRows(db)
const path = '/reports/insights'

test('deleting an insight removes its cards from every dashboard and records events', async () => {
  const [org, other] = [await organisation(), await organisation()]
  const [id, stays] = [await insightOf(org), await insightOf(org)]
  const [first, second, third] = [await rows.dashboard(org), await rows.dashboard(org), await rows.dashboard(org)]
  await rows.card(org, first, id, 0)
  const remaining = await rows.card(org, first, stays, 4)
  await rows.card(org, second, id, 0)
  await rows.card(org, second, id, 4)
  await rows.card(org, third, stays, 0)
  // Of another organisation, with the same ids.
  await db.query(`insert into insight (org_id, id, name, spec) values ($1, $2, 'X', '{}')`, [other.orgId, id])
  const theirs = await rows.dashboard(other)
  await rows.card(other, theirs, id, 0)

  const { status, body } = await org.delete(`${path}/${id}`)
  assert.deepEqual([status, body], [200, { deleted: id }])
  assert.equal((await org.get(`${path}/${id}`)).status, 404)
  // Without auto_layout a gap stays.
  assert.deepEqual(await rows.cards(org, first), [{ id: remaining, y: 4 }])
  assert.deepEqual([(await rows.cards(org, second)).length, (await rows.cards(org, third)).length], [0, 1])
  assert.equal((await rows.cards(other, theirs)).length, 1)
  const events = (await org.events())
    .slice(2)
    .map(({ type, subject_id, fields, detail }) => [type, subject_id, fields, detail])
  assert.deepEqual(events, [
    ['dashboard.updated', first, ['cards'], { insight_id: id }],
    ['dashboard.updated', second, ['cards'], { insight_id: id }],
    ['insight.deleted', id, [], { dashboard_ids: [first, second] }],
  ])
  const { rows: times } = await db.query(
    'select id from dashboard where org_id = $1 and updated_at > created_at order by id',
    [org.orgId],
  )
  assert.deepEqual(
    times.map(({ id }) => id),
    [first, second],
  )
})

test('deleting an insight closes the gap on a dashboard with auto_layout, around locked cards', async () => {
  const org = await organisation()
  const id = await insightOf(org)
  const dashboard = await rows.dashboard(org, { auto_layout: true })
  await rows.card(org, dashboard, id, 0)
  const below = await rows.card(org, dashboard, null, 4)
  const locked = await rows.card(org, dashboard, null, 8, true)
  const last = await rows.card(org, dashboard, null, 12)
  await org.delete(`${path}/${id}`)
  const { rows: placed } = await db.query(
    'select id, x, y from dashboard_card where org_id = $1 and dashboard_id = $2 order by id',
    [org.orgId, dashboard],
  )
  assert.deepEqual(placed, [
    { id: below, x: 0, y: 0 },
    { id: locked, x: 0, y: 8 },
    { id: last, x: 6, y: 0 },
  ])
})

test('an insight on a protected dashboard is not deleted, and the error names the dashboard', async () => {
  const org = await organisation()
  const id = await insightOf(org)
  const [free, protectedBoard] = [
    await rows.dashboard(org),
    await rows.dashboard(org, { name: 'Board', isProtected: true }),
  ]
  for (const dashboard of [free, protectedBoard]) await rows.card(org, dashboard, id, 0)
  const { status, body } = await org.delete(`${path}/${id}`)
  const message = 'This insight cannot be deleted: it is on the dashboard “Board”, which is protected.'
  assert.deepEqual([status, body], [422, { message }])
  assert.equal((await org.get(`${path}/${id}`)).status, 200)
  assert.deepEqual([(await rows.cards(org, free)).length, (await rows.cards(org, protectedBoard)).length], [1, 1])
  assert.equal((await org.events()).length, 1)
})

test('two concurrent deletions delete an insight once', async () => {
  const org = await organisation()
  const id = await insightOf(org)
  await rows.card(org, await rows.dashboard(org), id, 0)
  const answers = await Promise.all([1, 2, 3].map(() => org.delete(`${path}/${id}`)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404])
  const types = (await org.events()).map(({ type }) => type)
  assert.deepEqual(types, ['insight.created', 'dashboard.updated', 'insight.deleted'])
})

/** A connection of its own, closed at the end of the test. */
async function connection(t: TestContext): Promise<pg.PoolClient> {
  const client = await db.connect()
  t.after(() => client.release(true))
  return client
}
const add = `insert into dashboard_card (org_id, dashboard_id, type, insight_id, text, x, y, w, h) values ($1, $2, $3, $4, $5, 0, $6, 6, 4)`

test('a card added concurrently is removed too, and the other changes to the dashboard stay', async (t) => {
  const org = await organisation()
  const id = await insightOf(org)
  const board = await rows.dashboard(org, { auto_layout: true })
  const text = await rows.card(org, board, null, 4)
  const [adding, editing] = [await connection(t), await connection(t)]
  await adding.query('begin')
  await adding.query(add, [org.orgId, board, 'insight', id, null, 0])
  await editing.query('begin')
  await editing.query('select 1 from dashboard where org_id = $1 and id = $2 for no key update', [org.orgId, board])
  const deleted = org.delete(`${path}/${id}`)
  await untilLockWait(db)
  await adding.query('commit')
  await untilLockWait(db)
  await editing.query('delete from dashboard_card where org_id = $1 and id = $2', [org.orgId, text])
  await editing.query(add, [org.orgId, board, 'text', null, 'New', 8])
  await editing.query('commit')
  assert.equal((await deleted).status, 200)
  const cards = await rows.cards(org, board)
  assert.deepEqual(
    cards.map(({ y }) => y),
    [0],
  )
})

test('adding a card for an insight that is being deleted fails', async (t) => {
  const org = await organisation()
  const id = await insightOf(org)
  const [locked, board] = [await rows.dashboard(org), await rows.dashboard(org)]
  await rows.card(org, locked, id, 0)
  const editing = await connection(t)
  await editing.query('begin')
  await editing.query('select 1 from dashboard where org_id = $1 and id = $2 for no key update', [org.orgId, locked])
  const deleted = org.delete(`${path}/${id}`)
  await untilLockWait(db)
  await editing.query('commit')
  const added = rows.card(org, board, id, 0).catch(violatedConstraint)
  assert.equal((await deleted).status, 200)
  const outcome = await added
  assert.ok(typeof outcome === 'number' || outcome === 'dashboard_card_insight_fk', String(outcome))
  assert.deepEqual(await rows.cards(org, board), [])
})
