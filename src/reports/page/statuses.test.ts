import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf, linesOf, partOf, reportPagesOf } from '../../../test/factories/reports/pages.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import type { Results } from '../logic/results.ts'
import type { Spec } from '../spec/spec.schema.ts'
import type { DashboardPageData, InsightPageData } from './page-data.ts'

const fixture = await harness()
const { db } = fixture
const acme = await fixture.organisation()
const { insight, dashboard, linkTo, get } = reportPagesOf(fixture, acme)
const byStage = { source: 'prospects', visualization: 'bar', group_by: 'stage' } as const

const stages = [
  { name: 'New', category: 'open' },
  { name: 'Visited', category: 'open' },
  { name: 'Signed', category: 'won' },
  { name: 'Declined', category: 'lost' },
]
async function prospectsOf({ orgId }: Organisation, counts: Record<string, number>) {
  for (const [stage, count] of Object.entries(counts))
    await db.query(
      `insert into prospect (org_id, first_name, last_name, stage) select $1, 'P', n::text, $2 from generate_series(1, $3) n`,
      [orgId, stage, count],
    )
}
const setStages = ({ orgId }: Organisation, all: object[]) =>
  db.query(
    `insert into prospect_options (org_id, stages, sources, consultants, attributes) values ($1, $2, '[]', '[]', '[]')
     on conflict (org_id) do update set stages = excluded.stages`,
    [orgId, JSON.stringify(all)],
  )

const pageOf = async (spec: Partial<Spec> & { source: string }, options?: Parameters<typeof linkTo>[2]) => {
  const { body } = await get(await linkTo('insight', await insight(spec), options))
  return { body, ...dataOf<InsightPageData>(body) }
}
const cellsOf = (results: Results) => results.rows.map((row) => row[results.columns[0]!.key])
const cellsOn = ({ outcome }: InsightPageData) => ('results' in outcome ? cellsOf(outcome.results) : [])

test('stages are in the order of the organisation’s options, on insights, cards and in plain tables', async () => {
  await setStages(acme, stages)
  await prospectsOf(acme, { Declined: 4, Signed: 3, Visited: 1, New: 2, Removed: 5 })
  const page = await pageOf(byStage)
  const expected = ['New', 'Visited', 'Signed', 'Declined', 'Removed']
  assert.deepEqual(cellsOn(page), expected)
  const plain = [...page.body.matchAll(/<tr><td dir="auto">([^<]+)<\/td>/g)].map(([, name]) => name)
  assert.deepEqual(plain, expected)
  assert.deepEqual(page.view.groups, {
    stage: {
      none: 'No stage',
      values: [
        { value: 'New', name: 'New' },
        { value: 'Visited', name: 'Visited' },
        { value: 'Signed', name: 'Signed', tone: 'good' },
        { value: 'Declined', name: 'Declined', tone: 'bad' },
      ],
    },
  })
  const board = await dashboard([{ insight_id: await insight(byStage), at: [0, 0, 12, 6] }])
  const address = await linkTo('dashboard', board.id)
  const [card] = dataOf<DashboardPageData>((await get(address)).body).cards
  assert.deepEqual(card!.insight!.view.groups, page.view.groups)
  const [line] = linesOf((await get(partOf(address, 'cards'))).body)
  assert.ok('results' in line!)
  assert.deepEqual(cellsOf(line.results), expected)
})

test('stages that an insight sorts by value keep that order', async () => {
  const sort = { by: 'value', direction: 'desc' } as const
  assert.deepEqual(cellsOn(await pageOf({ ...byStage, options: { sort } })), [
    ...['Removed', 'Declined', 'Signed', 'New', 'Visited'],
  ])
})

test('an organisation without options has the standard stages, and never those of another', async () => {
  const other = await fixture.organisation()
  await prospectsOf(other, { Lost: 2, Contacted: 1 })
  const pages = reportPagesOf(fixture, other)
  const page = dataOf<InsightPageData>((await get(await pages.linkTo('insight', await pages.insight(byStage)))).body)
  assert.deepEqual(cellsOn(page), ['Contacted', 'Lost'])
  assert.deepEqual(
    page.view.groups!.stage!.values!.map(({ name }) => name),
    ['New', 'Contacted', 'Qualified', 'Won', 'Lost'],
  )
})

test('a link that may not read prospects has no stages, on an insight or a card', async () => {
  const access = JSON.stringify({ reports: 'read', clients: 'read' })
  const { rows } = await db.query(
    `insert into access_token (org_id, connection_id, hash, last_four, access, expires_at)
     values ($1, $2, '\\x01', 'abcd', $3, $4) returning id`,
    [acme.orgId, acme.connectionId, access, new Date(fixture.clock.now() + 86_400_000).toISOString()],
  )
  const tokenId = Number(rows[0].id)
  const { body, outcome } = await pageOf(byStage, { tokenId })
  assert.ok('message' in outcome)
  const board = await dashboard([{ insight_id: await insight(byStage), at: [0, 0, 12, 6] }])
  const card = (await get(await linkTo('dashboard', board.id, { tokenId }))).body
  for (const page of [body, card]) assert.ok(!page.includes('Visited') && !page.includes('Declined'))
})

test('values are names: of codes, of true and false, and of rows without a value', async () => {
  const groupOf = async (source: string, group_by: string) =>
    (await pageOf({ source, visualization: 'bar', group_by })).view.groups![group_by]!
  const named = async (source: string, group_by: string) =>
    (await groupOf(source, group_by)).values!.map(({ name }) => name)
  assert.deepEqual(await named('tasks', 'completed'), ['Completed', 'Not completed'])
  assert.deepEqual(await named('charges', 'billed'), ['Pending', 'Invoiced'])
  assert.deepEqual(await named('form_submissions', 'source'), ['Form page', 'API', 'Import'])
  assert.deepEqual(await named('appointments', 'status'), [
    ...['Draft', 'Scheduled', 'Started', 'Completed', 'Cancelled'],
  ])
  assert.equal((await groupOf('tasks', 'assignee')).none, 'No assignee')
  assert.equal((await groupOf('prospects', 'followup_date:month')).none, 'No follow-up date')
  assert.equal((await groupOf('charges', 'billed')).none, 'Not billed')
})
