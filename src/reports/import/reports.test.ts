import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import {
  assertRoundTrip,
  emptyOrganisation,
  exportedBundle,
  exportText,
  importTo,
  type Row,
  withoutTimestamps,
} from '../../../test/factories/bundles/bundles.ts'
import * as make from '../../../test/factories/bundles/reports.ts'
import { createDatabase } from '../../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)

const { at, dashboard, insight, insightCard, space, textCard, completeBundle: whole } = make
const query = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows
async function withBundle(bundle: object): Promise<number> {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, bundle)
  return orgId
}
const counts = { created: 0, updated: 0, unchanged: 0 }

describe('spaces, insights and dashboards', () => {
  test('are exported as they were imported', async () => {
    const { spaces, insights, dashboards } = await exportedBundle(pool, await withBundle(whole))
    assert.deepEqual({ spaces, insights, dashboards }, whole)
  })

  test('export the same bytes after an import into an empty organisation, and importing again changes nothing', async () => {
    await assertRoundTrip(pool, whole)
  })

  test('are not written again by a second import', async () => {
    const orgId = await withBundle(whole)
    const versions = () =>
      query(
        `select 1 as kind, id, ctid::text, xmin::text from space where org_id = $1
         union all select 2, id, ctid::text, xmin::text from insight where org_id = $1
         union all select 3, id, ctid::text, xmin::text from dashboard where org_id = $1
         union all select 4, id, ctid::text, xmin::text from dashboard_card where org_id = $1 order by 1, 2`,
        orgId,
      )
    const before = await versions()
    const done = await importTo(pool, orgId, whole)
    assert.deepEqual(done.counts, {
      spaces: { ...counts, unchanged: 2 },
      insights: { ...counts, unchanged: 3 },
      dashboards: { ...counts, unchanged: 2 },
    })
    assert.deepEqual(await versions(), before)
  })

  test('of another organisation with the same ids do not change', async () => {
    const first = await withBundle(whole)
    const before = await exportText(pool, first)
    const cards = [{ ...insightCard(), id: 99 }]
    await withBundle({
      spaces: [space({ name: 'Other' })],
      insights: [insight({ name: 'Other' })],
      dashboards: [dashboard({ cards })],
    })
    assert.equal(await exportText(pool, first), before)
  })

  test('get the defaults of the API for absent fields', async () => {
    const bundle = { spaces: [space()], insights: [insight()], dashboards: [dashboard()] }
    const orgId = await withBundle(bundle)
    const { spaces, insights, dashboards } = await exportedBundle(pool, orgId)
    assert.deepEqual(spaces.map(withoutTimestamps), [{ id: 1, name: 'Operations', subfolders: [] }])
    assert.deepEqual(insights.map(withoutTimestamps), [make.insightDefaults])
    assert.deepEqual(dashboards.map(withoutTimestamps), [make.dashboardDefaults])
    await assertRoundTrip(pool, bundle)
  })

  test('have trimmed names', async () => {
    const orgId = await withBundle({
      spaces: [space({ name: ' Ops ', subfolders: [{ id: ' a ', name: ' A ' }] })],
      insights: [insight({ name: ' Now ', space_id: 1, subfolder_id: ' a ' })],
      dashboards: [dashboard({ name: 'Board\n' })],
    })
    const { spaces, insights, dashboards } = await exportedBundle(pool, orgId)
    const names = [spaces[0].name, spaces[0].subfolders[0], insights[0].name, dashboards[0].name]
    assert.deepEqual(names, ['Ops', { id: ' a ', name: 'A' }, 'Now', 'Board'])
  })

  test('lose nulls in specs and settings', async () => {
    const spec = { source: 'clients', group_by: 'status', breakdown_by: null, filters: {}, target: null, options: null }
    const orgId = await withBundle({
      insights: [insight({ spec })],
      dashboards: [dashboard({ settings: { date_range: null } })],
    })
    const { insights, dashboards } = await exportedBundle(pool, orgId)
    assert.deepEqual(insights[0].spec, {
      source: 'clients',
      metric: 'records::count',
      visualization: 'bar',
      group_by: 'status',
    })
    assert.deepEqual(dashboards[0].settings, { auto_layout: true })
  })
})

describe('the cards of a dashboard', () => {
  const cardsOf = async (orgId: number): Promise<Row[]> => (await exportedBundle(pool, orgId)).dashboards[0].cards
  const shows = (card: Row) => [card.insight_id ?? card.text, card.position.x, card.position.y]
  const withCards = (cards: object[]) => ({ dashboards: [dashboard({ cards })] })

  test('without ids get ids, and the same ones in the next import, wherever they are then', async () => {
    const cards = [insightCard(), insightCard({ position: at(6, 0) }), textCard({ position: at(12, 0) })]
    const orgId = await withBundle({ insights: [insight()], ...withCards(cards) })
    const before = await cardsOf(orgId)
    assert.deepEqual((await importTo(pool, orgId, withCards(cards))).counts.dashboards, { ...counts, unchanged: 1 })
    const moved = [textCard(), insightCard({ position: at(6, 0) }), insightCard({ position: at(12, 0) })]
    assert.deepEqual((await importTo(pool, orgId, withCards(moved))).counts.dashboards, { ...counts, updated: 1 })
    const after = await cardsOf(orgId)
    assert.deepEqual(after.map(shows), [
      ['Read me', 0, 0],
      [95, 6, 0],
      [95, 12, 0],
    ])
    assert.deepEqual(
      after.map(({ id }) => id),
      [before[2]!.id, before[0]!.id, before[1]!.id],
    )
  })

  test('can swap positions and make room for others', async () => {
    const cards = [insightCard({ id: 201 }), textCard({ id: 202, position: at(6, 0) })]
    const orgId = await withBundle({ insights: [insight()], ...withCards(cards) })
    await importTo(pool, orgId, withCards([textCard({ id: 202 }), insightCard({ id: 201, position: at(6, 0) })]))
    assert.deepEqual((await cardsOf(orgId)).map(shows), [
      ['Read me', 0, 0],
      [95, 6, 0],
    ])
    await importTo(pool, orgId, withCards([insightCard({ id: 203, position: at(2, 0, 8, 4) })]))
    assert.deepEqual((await cardsOf(orgId)).map(shows), [[95, 2, 0]])
  })

  test('can be smaller than the current minimum of their insight', async () => {
    const spec = { source: 'clients', group_by: 'status', visualization: 'table' }
    await assertRoundTrip(pool, {
      insights: [insight({ spec })],
      ...withCards([insightCard({ position: at(0, 0, 4, 3) })]),
    })
  })

  test('that change update the time of their dashboard', async () => {
    const orgId = await withBundle(whole)
    const [first, second] = whole.dashboards as Row[] as [Row, Row]
    const { updated_at, ...row } = first
    const cards = row.cards.map((card: Row) => ({ ...card, locked: true }))
    const done = await importTo(pool, orgId, { dashboards: [{ ...row, cards }, second] })
    assert.deepEqual(done.counts, { dashboards: { ...counts, updated: 1, unchanged: 1 } })
    const [stored] = (await exportedBundle(pool, orgId)).dashboards
    assert.ok(stored.updated_at > updated_at)
    assert.deepEqual(stored.cards, cards)
  })
})

test('the sequences move past the ids of spaces, insights, dashboards and cards', async () => {
  const high = 1_000_000
  await withBundle({
    spaces: [space({ id: high + 1 })],
    insights: [insight({ id: high + 2 })],
    dashboards: [dashboard({ id: high + 3, cards: [textCard({ id: high + 4 })] })],
  })
  for (const [table, highest] of Object.entries({ space: 1, insight: 2, dashboard: 3, dashboard_card: 4 })) {
    const [{ next }] = await query(`select nextval('${table}_id_seq') as next`)
    assert.ok(next > high + highest, `${table} gives ${next}`)
  }
})
