import { type Static, Type } from 'typebox'
import {
  closed,
  dataOf,
  IdParams,
  id,
  linkToPage,
  nullable,
  oneOf,
  open,
  Person,
  pageOf,
  ref,
  text,
  timestamp,
  visibleText,
  words,
  wordsFromOutside,
} from '../../http/contract/schema.ts'
import { pageQuery } from '../../http/responses/paging.ts'
import { subfolderId } from '../spaces/spaces.schema.ts'
import { InsightFilter, InsightSpec, InsightSpecSent, visualizations } from '../spec/spec.schema.ts'

const visualization = oneOf(visualizations, open)
const source = Type.String({ description: 'The source of its records, as in GET /reports/options.' })
const isProtected = Type.Boolean({ description: 'Whether it is protected from edits and deletion.' })

export const InsightItem = Type.Object(
  {
    id: id(),
    name: Type.String(words),
    visualization,
    source,
    spaces: Type.Array(Type.String(), { description: 'Names of its spaces.' }),
    protected: isProtected,
  },
  { $id: 'InsightItem', description: 'An insight in a list.' },
)

/** The groups whose values people have written. All others have names, states and days. */
const wordsAt = {
  ...{ title: words, appointment_title: words, note_type: words },
  ...{ submitter: wordsFromOutside, source: wordsFromOutside, suburb: wordsFromOutside },
}
const day = (description: string) => nullable(Type.String({ format: 'date', description }))
export const InsightResults = Type.Object(
  {
    columns: Type.Array(
      Type.Object({
        key: Type.String({ description: 'The id of the group or the breakdown, or `value`.' }),
        label: Type.String(),
        type: oneOf(['text', 'date', 'boolean', 'number'], open),
      }),
      { description: 'The columns of a row: the group and the breakdown, if the insight has them, and the value.' },
    ),
    rows: Type.Array(
      Type.Unsafe<Record<string, string | number | boolean | null>>({
        type: 'object',
        additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
        wordsAt,
      }),
      {
        description:
          'Rows by the keys of the columns. A date is a day, the Monday of a week, a month such as 2026-07, a quarter such as 2026-Q3, or a year. null means no value.',
      },
    ),
    row_count: Type.Integer(),
    truncated: Type.Boolean({
      description:
        'Whether rows were left out: more groups than the limit, more than 5,000 rows, or more than 1 MB of names.',
    }),
    date_range: Type.Object(
      { from: day('First day, included. null if unbounded.'), to: day('Last day, included. null if unbounded.') },
      { description: 'The days the results cover.' },
    ),
    timezone: Type.String({ description: 'Time zone of the organisation, which defines days.' }),
    generated_at: timestamp(),
  },
  { $id: 'InsightResults', description: 'The results of an insight, computed from the current data.' },
)

export const insightProperties = {
  id: id(),
  name: Type.String(words),
  description: nullable(Type.String(words)),
  mode: oneOf(['single'], open),
  source,
  visualization,
  spec: ref(InsightSpec),
  space: Type.Union([ref(Person), Type.Null()], { description: 'The space of the insight.' }),
  subfolder_id: nullable(Type.String({ description: 'The subfolder within the space.' })),
  protected: isProtected,
  link: Type.String({
    ...linkToPage,
    description:
      'Web page with the chart of the insight. Valid for a week, and only while the token is valid. Shows what the token can read at the time of viewing.',
  }),
  created_at: timestamp(),
  updated_at: timestamp(),
}
export const Insight = Type.Object(
  {
    ...insightProperties,
    results: Type.Optional(Type.Union([ref(InsightResults), Type.Null()])),
    results_message: Type.Optional(Type.String({ description: 'The reason why results is null.' })),
  },
  { $id: 'Insight' },
)

const fields = {
  name: visibleText(255),
  description: nullable(text(2000)),
  spec: ref(InsightSpecSent),
  space_id: nullable(id('The space of the insight. null removes it from its space.')),
  subfolder_id: nullable(subfolderId('A subfolder of the space. A new space_id without it resets it to null.')),
}
export const InsightCreate = Type.Object(
  {
    name: fields.name,
    spec: fields.spec,
    description: Type.Optional(fields.description),
    space_id: Type.Optional(fields.space_id),
    subfolder_id: Type.Optional(fields.subfolder_id),
  },
  { ...closed, $id: 'InsightCreate' },
)
export const InsightPatch = Type.Object(Type.Partial(Type.Object(fields)).properties, {
  ...closed,
  $id: 'InsightPatch',
})
export type InsightCreate = Static<typeof InsightCreate>
export type InsightPatch = Static<typeof InsightPatch>

export const sharedSchemas = [
  InsightFilter,
  InsightSpec,
  InsightSpecSent,
  InsightItem,
  InsightResults,
  Insight,
  InsightCreate,
  InsightPatch,
]

/** Examples that build on each other; a test replays them. */
export const createExample = {
  name: 'Hours by month',
  description: 'What was rostered, by type of shift',
  spec: {
    source: 'appointments',
    metric: 'hours::sum',
    visualization: 'bar',
    group_by: 'start:month',
    breakdown_by: 'type',
    filters: { status: ['scheduled', 'started', 'completed'] },
    date_range: { preset: 'this_financial_year' },
    options: { stacked: true },
  },
  space_id: 1,
  subfolder_id: 'monthly',
}

export const linkOf = (id: number) => `https://care.example.org/r/acme-care/insights/${id}?link=zN3bQ0aV5mUe1cYf`
export const insightExample = {
  id: 1,
  name: createExample.name,
  description: createExample.description,
  mode: 'single',
  source: 'appointments',
  visualization: 'bar',
  spec: createExample.spec,
  space: { id: 1, name: 'Operations' },
  subfolder_id: 'monthly',
  protected: false,
  link: linkOf(1),
  created_at: '2026-11-02T09:30:00.000000Z',
  updated_at: '2026-11-02T09:30:00.000000Z',
}

export const resultsExample = {
  columns: [
    { key: 'start:month', label: 'Start (month)', type: 'date' },
    { key: 'type', label: 'Type', type: 'text' },
    { key: 'value', label: 'Hours', type: 'number' },
  ],
  rows: [{ 'start:month': '2026-10', type: 'single', value: 2 }],
  row_count: 1,
  truncated: false,
  date_range: { from: '2026-07-01', to: '2027-06-30' },
  timezone: 'Australia/Sydney',
  generated_at: '2026-11-02T09:31:00.000000Z',
}

export const csvExample = 'Start (month),Type,Hours\r\n2026-10,single,2\r\n'

/** Adds a target and removes the breakdown and the options. */
export const patchExample = {
  name: 'Hours against plan',
  spec: { breakdown_by: null, options: null, target: { value: 160, label: 'Plan' } },
}
const { breakdown_by: _, options: __, ...unchanged } = createExample.spec
export const patchedExample = {
  ...insightExample,
  name: patchExample.name,
  spec: { ...unchanged, target: patchExample.spec.target },
  updated_at: '2026-11-02T09:32:00.000000Z',
}

export const itemExample = {
  id: 1,
  name: createExample.name,
  visualization: 'bar',
  source: 'appointments',
  spaces: ['Operations'],
  protected: false,
}

/** Examples of other specs. */
export const filteredExample = {
  name: 'Tasks of William and Jack',
  spec: {
    ...{ source: 'tasks', metric: 'records::count', visualization: 'bar', group_by: 'client' },
    ...{ filters: { client: [2001], assignee: [101] }, date_range: { from: '2026-07-01', to: '2026-12-31' } },
    ...{ value_format: { style: 'number', decimals: 1 }, target: { value: 20, label: 'Plan' } },
    options: { show_values: true, sort: { by: 'value', direction: 'desc' }, limit: 10 },
  },
  space_id: 1,
}
export const shareExample = {
  name: 'Completed tasks, percent',
  spec: {
    ...{ source: 'tasks', visualization: 'metric', date_range: { last: 30, unit: 'days' } },
    formula: {
      expression: 'a / b * 100',
      terms: { a: { metric: 'records::count', filters: { completed: true } }, b: { metric: 'records::count' } },
    },
    conditional_formatting: [{ operator: '>=', value: 50, color: 'green' }],
  },
}

const tags = ['Reports']
const params = IdParams
const withheld = 'If the token cannot read an area that the insight uses, results is null and results_message says why.'
const validation =
  'The spec is validated against what GET /reports/options lists for the token. The response has all errors at once, each under `spec.<key>`.'

export const listInsights = {
  operationId: 'listInsights',
  sdk: 'insights.list',
  summary: 'List insights',
  description:
    'Returns insights, newest first; those created at the same time are sorted by id, highest first. All filters apply together.',
  tags,
  querystring: Type.Object({
    ...pageQuery(100, 50),
    query: Type.Optional(text(255, { minLength: 1, description: 'Part of the name, case-insensitive.' })),
    space_id: Type.Optional(id('Only insights in this space.')),
  }),
  returns: 'One page of insights, newest first.',
  response: { 200: pageOf(ref(InsightItem)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'by name', query: { query: 'hours' } },
      { name: 'of a space', query: { space_id: 1, per_page: 2 } },
    ],
    response: { data: [itemExample], meta: { page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
}
export const createInsight = {
  operationId: 'createInsight',
  sdk: 'insights.create',
  summary: 'Create an insight',
  description: `Creates an insight from a spec. ${validation}`,
  tags,
  body: ref(InsightCreate),
  returns: 'The created insight.',
  response: { 201: Type.Object({ created: id('Id of the created insight.'), ...insightProperties }) },
  examples: {
    requests: [
      { name: 'bars', body: createExample },
      { name: 'of some people', body: filteredExample },
      { name: 'share', body: shareExample },
    ],
    response: { created: 1, ...insightExample },
  },
}
export const getInsight = {
  operationId: 'getInsight',
  sdk: 'insights.get',
  summary: 'Get an insight',
  description: `Returns an insight with its current results, in the organisation’s time zone. ${withheld}`,
  tags,
  params,
  querystring: Type.Object({
    results: Type.Optional(Type.Boolean({ default: true, description: 'Whether to compute the results.' })),
  }),
  returns: 'The insight, with its results unless the query leaves them out.',
  response: { 200: dataOf(ref(Insight)) },
  examples: {
    requests: [
      { name: 'with results', path: { id: 1 } },
      { name: 'without results', path: { id: 2 }, query: { results: false } },
    ],
    response: { data: { ...insightExample, results: resultsExample } },
  },
}
export const getInsightResults = {
  operationId: 'getInsightResults',
  sdk: 'insights.getResults',
  summary: 'Get the results of an insight',
  description:
    'Returns the current results of an insight, as JSON or as a CSV file. If the token cannot read an area that the insight uses, the response is a 403 whose X-Required-Access header names the required areas. An insight that takes longer than 10 seconds is a 422. If too many reports are waiting, the response is a 503 with Retry-After.',
  tags,
  params,
  querystring: Type.Object({
    format: Type.Optional(
      oneOf(['json', 'csv'], {
        default: 'json',
        description: 'csv is RFC 4180: a header line with the labels, then one line for each row.',
      }),
    ),
  }),
  returns: 'The results of the insight, as JSON or as CSV.',
  response: { 200: dataOf(ref(InsightResults)) },
  otherResponses: { 'text/csv': csvExample },
  examples: {
    requests: [
      { name: 'JSON', path: { id: 1 } },
      { name: 'CSV', path: { id: 1 }, query: { format: 'csv' } },
    ],
    response: { data: resultsExample },
  },
}
export const updateInsight = {
  operationId: 'updateInsight',
  sdk: 'insights.update',
  summary: 'Update an insight',
  description: `Updates the fields of the body and leaves others unchanged. The spec is merged into the stored one key by key; another source resets metric, group_by, breakdown_by, filters and formula. ${validation} A protected insight is a 422.`,
  tags,
  params,
  body: ref(InsightPatch),
  returns: 'The updated insight.',
  response: { 200: Type.Object({ updated: id('Id of the updated insight.'), ...insightProperties }) },
  examples: {
    requests: [
      { name: 'against a plan', path: { id: 6 }, body: patchExample },
      { name: 'another space', path: { id: 6 }, body: { space_id: 1, subfolder_id: 'monthly' } },
      { name: 'of a client', path: { id: 6 }, body: { spec: { filters: { client_id: [2001] } } } },
    ],
    response: { updated: 6, ...patchedExample, id: 6, link: linkOf(6) },
  },
}
export const deleteInsight = {
  operationId: 'deleteInsight',
  sdk: 'insights.delete',
  summary: 'Delete an insight',
  description:
    'Deletes an insight and removes its cards from dashboards; dashboards with auto_layout close the gaps. An insight that is protected, or is on a protected dashboard, is a 422.',
  tags,
  params,
  returns: 'The id of the deleted insight.',
  response: { 200: Type.Object({ deleted: id('Id of the deleted insight.') }) },
  examples: { requests: [{ path: { id: 3 } }], response: { deleted: 3 } },
}
