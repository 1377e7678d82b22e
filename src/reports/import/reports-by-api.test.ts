import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertRoundTrip,
  exportedBundle,
  exportText,
  importTo,
  type Row,
} from '../../../test/factories/bundles/bundles.ts'
import { at, completeBundle, dashboard, insightCard } from '../../../test/factories/bundles/reports.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const ok = ({ status, body }: { status: number; body: Row }): Row => {
  assert.ok(status < 300, JSON.stringify(body))
  return body
}

test('insights created and edited through the API survive export and import', async () => {
  const org = await organisation()
  await importTo(db, org.orgId, completeBundle)
  ok(await org.post('/staff', { first_name: 'Ana', last_name: 'Li' }))
  const spec = {
    ...{ source: 'form_submissions', metric: 'days_since_submitted::avg', visualization: 'area' },
    ...{ group_by: 'submitted_at:quarter', breakdown_by: 'form', target: { value: 7.25 }, value_format: null },
    filters: { submitter: { operator: 'not_empty' }, assignee: 'Ana Li', type: ['incident', 'form'] },
    options: { sort: { by: 'value' }, show_legend: false },
    date_range: { from: '2026-01-01', to: '2026-06-30' },
  }
  const { id } = ok(await org.post('/reports/insights', { name: 'Age', spec, space_id: 1, subfolder_id: 'monthly' }))
  ok(await org.patch(`/reports/insights/${id}`, { spec: { target: { value: 9, label: 'Days' } }, description: '' }))
  const other = ok(await org.post('/reports/insights', { name: ' Staff ', spec: { source: 'staff' } })).id
  ok(await org.patch(`/reports/insights/${other}`, { spec: { source: 'tasks', group_by: 'date:week' } }))

  const bundle = await exportedBundle(db, org.orgId)
  assert.deepEqual(
    bundle.insights.map((row: Row) => row.id),
    [95, 96, 98, id, other].sort((a, b) => a - b),
  )
  await assertRoundTrip(db, bundle)
  const before = await exportText(db, org.orgId)
  const { counts } = await importTo(db, org.orgId, bundle)
  assert.ok(Object.values(counts).every(({ created, updated }) => created + updated === 0))
  assert.equal(await exportText(db, org.orgId), before)
})

test('a card is imported even if its insight now needs a larger one', async () => {
  const org = await organisation()
  const { id } = ok(await org.post('/reports/insights', { name: 'Clients', spec: { source: 'clients' } }))
  const cards = [insightCard({ insight_id: id, position: at(0, 0, 4, 3) })]
  await importTo(db, org.orgId, { dashboards: [dashboard({ cards })] })
  ok(await org.patch(`/reports/insights/${id}`, { spec: { visualization: 'table', group_by: 'status' } }))
  await assertRoundTrip(db, await exportedBundle(db, org.orgId))
})

test('dashboards created, edited and arranged through the API survive export and import', async () => {
  const org = await organisation()
  await importTo(db, org.orgId, completeBundle)
  const text = (n: number) => ({ op: 'add_text', text: `Text ${n}\n\nMore`, key: `t${n}` })
  const made = ok(
    await org.post('/reports/dashboards', {
      ...{ name: ' Weekly ', space_id: 2, settings: { date_range: { last: 2, unit: 'week' } } },
      operations: [text(1), { op: 'add_insight', insight_id: 98, show_description: true }, text(2), text(3)],
    }),
  )
  const id = made.created
  const [first, second] = made.cards.map((card: Row) => card.id)
  ok(
    await org.patch(`/reports/dashboards/${id}`, {
      settings: { date_range: null },
      operations: [
        { op: 'remove_card', card_id: first },
        { op: 'update_card', card_id: second, position: { y: 40 }, locked: true },
        { op: 'add_insight', insight_id: 96 },
      ],
    }),
  )
  ok(await org.post('/reports/dashboards', { name: 'Empty', description: '' }))
  const bundle = await exportedBundle(db, org.orgId)
  const stored = bundle.dashboards.find((row: Row) => row.id === id)
  assert.deepEqual([stored.name, stored.settings, stored.cards.length], ['Weekly', { auto_layout: false }, 4])
  await assertRoundTrip(db, bundle)
  const { counts } = await importTo(db, org.orgId, bundle)
  assert.ok(Object.values(counts).every(({ created, updated }) => created + updated === 0))
})
