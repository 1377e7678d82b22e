import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf, reportPagesOf } from '../../../test/factories/reports/pages.ts'
import { harness } from '../../../test/harness/harness.ts'
import { sources } from '../catalogue/sources.ts'
import type { Filters, FilterValue, Spec } from '../spec/spec.schema.ts'
import type { DashboardPageData } from './page-data.ts'
import { describeFilter, summaryOf } from './summary.ts'

const fixture = await harness()
const acme = await fixture.organisation()
const other = await fixture.organisation()
const { insight, dashboard, linkTo, get } = reportPagesOf(fixture, acme)
const noNames = () => undefined
const whole = (spec: object) => ({ metric: 'records::count', visualization: 'bar', ...spec }) as Spec

test('filters of every type are described in words', () => {
  const { tasks, appointments, prospects } = sources
  const describe = (source: (typeof sources)[string], name: string, filter: FilterValue) =>
    describeFilter(source.fields[name]!, filter, (_, id) => (id === 7 ? 'Joan Hart' : undefined))
  const cases: [string, string][] = [
    [describe(appointments!, 'status', 'completed'), 'status is completed'],
    [describe(appointments!, 'status', ['completed', 'started']), 'status is completed or started'],
    [
      describe(appointments!, 'status', { operator: 'not_in', value: ['draft', 'cancelled'] }),
      'status is not draft or cancelled',
    ],
    [describe(appointments!, 'client_type', { operator: 'is_not', value: 'NDIS' }), 'client type is not NDIS'],
    [describe(appointments!, 'client_id', [7, 8]), 'client is Joan Hart or no. 8'],
    [describe(appointments!, 'employee_id', 'Mia Kaur'), 'staff member is Mia Kaur'],
    [describe(appointments!, 'employee_id', { operator: 'empty' }), 'staff member is not set'],
    [describe(appointments!, 'hours', { operator: 'at_least', value: 2.5 }), 'hours at least 2.5'],
    [describe(appointments!, 'hours', 2), 'hours exactly 2'],
    [describe(appointments!, 'hours', { operator: 'between', value: [1, 2] }), 'hours between 1 and 2'],
    [describe(tasks!, 'completed', true), 'completed'],
    [describe(tasks!, 'billable', false), 'not billable'],
    [describe(tasks!, 'title', { operator: 'does_not_contain', value: 'Call' }), 'title does not contain “Call”'],
    [describe(tasks!, 'title', ['A', 'B', 'C', 'D', 'E', 'F', 'G']), 'title is “A”, “B”, “C”, “D”, “E” or 2 others'],
    [describe(tasks!, 'date', { operator: 'on_or_after', value: '2026-07-01' }), 'date on or after 1 Jul 2026'],
    [describe(prospects!, 'followup_date', { operator: 'not_empty' }), 'follow-up date is set'],
  ]
  for (const [text, expected] of cases) assert.equal(text, expected)
})

test('the summary names the metric and groups, and the terms of a formula', () => {
  const words = (spec: object) => summaryOf(whole(spec), noNames)
  assert.deepEqual(words({ source: 'clients' }), { what: 'Clients' })
  assert.deepEqual(
    words({ source: 'appointments', metric: 'hours::avg', group_by: 'start:month', breakdown_by: 'client_type' }),
    { what: 'Hours (average) of appointments by month and client type' },
  )
  assert.deepEqual(words({ source: 'prospects', group_by: 'followup_date:week', filters: { converted: false } }), {
    what: 'Prospects by week of follow-up date',
    filters: 'Not converted',
  })
  const terms = {
    no_show: { metric: 'records::count', filters: { status: 'cancelled' } },
    all: { metric: 'hours::sum' },
  }
  const formula = { expression: 'round(no_show/all*-100, 1)', terms }
  assert.deepEqual(words({ source: 'appointments', visualization: 'metric', formula }), {
    what: 'round(no show ÷ all × − 100, 1)',
    terms: 'No show is appointments, status is cancelled; all is hours of appointments',
  })
  assert.equal(words({ source: 'clients', filters: { nothing: 1 } }), undefined)
})

test('pages name the records of filters, only those of the organisation', async () => {
  const clientOf = async (org: typeof acme, last_name: string): Promise<number> => {
    const client = { business_id: org.businessId, first_name: 'Joan', last_name, client_type: 'NDIS' }
    return (await org.post('/clients', client)).body.data.id
  }
  const [ours, theirs] = [await clientOf(acme, 'Hart <b>'), await clientOf(other, 'Secret')]
  const { rows } = await fixture.db.query(
    `insert into staff (org_id, first_name, last_name, status) values ($1, 'Mia', 'Kaur', 'Active') returning id`,
    [acme.orgId],
  )
  const staffId = Number(rows[0].id)
  const filters = { client_id: [ours, theirs], employee_id: { operator: 'is_not', value: staffId } } satisfies Filters
  const id = await insight({ source: 'appointments', group_by: 'type', visualization: 'bar', filters }, 'Visits')
  const { body } = await get(await linkTo('insight', id))
  assert.ok(body.includes(`Client is Joan Hart &lt;b&gt; or no. ${theirs}; staff member is not Mia Kaur`))
  assert.ok(!body.includes('Secret'))
  const board = await dashboard([{ insight_id: id, at: [0, 0, 6, 4] }])
  const { cards } = dataOf<DashboardPageData>((await get(await linkTo('dashboard', board.id))).body)
  assert.deepEqual(cards[0]!.insight!.summary, {
    what: 'Appointments by type',
    filters: `Client is Joan Hart <b> or no. ${theirs}; staff member is not Mia Kaur`,
  })
})

test('without JavaScript an insight has its results as a table, limited to the first rows', async () => {
  await fixture.db.query(
    `insert into prospect (org_id, first_name, last_name, stage) select $1, 'P', 'Q', 'Stage <' || n || '>' from generate_series(1, 101) n`,
    [acme.orgId],
  )
  const plainOf = async (spec: object) =>
    /<noscript>(.*?)<\/noscript>/s.exec((await get(await linkTo('insight', await insight(whole(spec))))).body)![1]!
  const many = await plainOf({ source: 'prospects', group_by: 'stage' })
  assert.match(many, /the first 100 of 101 figures/)
  assert.equal(many.match(/<tr>/g)!.length, 101)
  assert.ok(many.includes('<td dir="auto">Stage &lt;1&gt;</td><td class="number">1</td>'))
  const one = await plainOf({ source: 'prospects', visualization: 'metric', value_format: { style: 'percent' } })
  assert.match(one, /<td class="number">101%<\/td>/)
})
