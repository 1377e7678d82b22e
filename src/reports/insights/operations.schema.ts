import { Type } from 'typebox'
import { dataOf, IdParams, id, oneOf, pageOf, ref, text } from '../../http/contract/schema.ts'
import { pageQuery } from '../../http/responses/paging.ts'
import * as example from './examples.ts'
import * as schema from './insights.schema.ts'

/** What can be asked about insights and done with them, as the specification shows it. */
const tags = ['Reports']
const params = IdParams
const withheld =
  'A token that cannot read an area that the insight goes by sees the insight, and a sentence in place of its results.'
const judged =
  'The spec is held against what GET /reports/options lists for the token; what is wrong with it is told by `spec.<key>`, all of it at once.'

export const listInsights = {
  operationId: 'listInsights',
  summary: 'List insights',
  description:
    'Insights, newest first; of those made at the same time the one with the higher id. Filters narrow together.',
  tags,
  querystring: Type.Object({
    ...pageQuery(100, 50),
    query: Type.Optional(text(255, { minLength: 1, description: 'Part of the name, without regard to case' })),
    space_id: Type.Optional(id('Only insights in this space')),
  }),
  returns: 'One page of insights, newest first.',
  response: { 200: pageOf(ref(schema.InsightItem)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'by name', query: { query: 'hours' } },
      { name: 'of a space', query: { space_id: 1, per_page: 2 } },
    ],
    answer: { data: [example.itemExample], meta: { page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
}
export const createInsight = {
  operationId: 'createInsight',
  summary: 'Create an insight',
  description: `Creates an insight from a spec. ${judged}`,
  tags,
  body: ref(schema.InsightCreate),
  returns: 'The created insight.',
  response: { 201: Type.Object({ created: id('The new insight’s id'), ...schema.insightProperties }) },
  examples: {
    requests: [
      { name: 'bars', body: example.createExample },
      { name: 'of some people', body: example.filteredExample },
      { name: 'share', body: example.shareExample },
    ],
    answer: { created: 1, ...example.insightExample },
  },
}
export const getInsight = {
  operationId: 'getInsight',
  summary: 'Get an insight',
  description: `One insight by id, with what it comes to now in the organisation’s time zone. ${withheld}`,
  tags,
  params,
  querystring: Type.Object({
    results: Type.Optional(Type.Boolean({ default: true, description: 'false leaves the results out' })),
  }),
  returns: 'The insight, with its results unless the query leaves them out.',
  response: { 200: dataOf(ref(schema.Insight)) },
  examples: {
    requests: [
      { name: 'with results', path: { id: 1 } },
      { name: 'without results', path: { id: 2 }, query: { results: false } },
    ],
    answer: { data: { ...example.insightExample, results: example.resultsExample } },
  },
}
export const getInsightResults = {
  operationId: 'getInsightResults',
  summary: 'Get the results of an insight',
  description:
    'What an insight comes to now, as JSON or as a CSV file to download. A token that cannot read an area that the insight goes by gets a 403 whose X-Required-Access names the areas that are needed. An insight that takes longer than 10 seconds is a 422; when too many reports wait, the answer is 503 with Retry-After.',
  tags,
  params,
  querystring: Type.Object({
    format: Type.Optional(
      oneOf(['json', 'csv'], {
        default: 'json',
        description: 'csv is RFC 4180: a line of labels, then one for each row',
      }),
    ),
  }),
  returns: 'The results of the insight, as JSON or as CSV.',
  response: { 200: dataOf(ref(schema.InsightResults)) },
  otherAnswers: { 'text/csv': example.csvExample },
  examples: {
    requests: [
      { name: 'JSON', path: { id: 1 } },
      { name: 'CSV', path: { id: 1 }, query: { format: 'csv' } },
    ],
    answer: { data: example.resultsExample },
  },
}
export const updateInsight = {
  operationId: 'updateInsight',
  summary: 'Change an insight',
  description: `Changes what is sent. A sent spec is laid key by key over the stored one; another source resets metric, group_by, breakdown_by, filters and formula. ${judged} A protected insight is a 422.`,
  tags,
  params,
  body: ref(schema.InsightPatch),
  returns: 'The insight after the change.',
  response: { 200: Type.Object({ updated: id('The insight’s id'), ...schema.insightProperties }) },
  examples: {
    requests: [
      { name: 'against a plan', path: { id: 2 }, body: example.patchExample },
      { name: 'another space', path: { id: 2 }, body: { space_id: 1, subfolder_id: 'monthly' } },
      { name: 'of a client', path: { id: 2 }, body: { spec: { filters: { client: [2001] } } } },
    ],
    answer: { updated: 2, ...example.patchedExample, id: 2, link: example.linkOf(2) },
  },
}
export const deleteInsight = {
  operationId: 'deleteInsight',
  summary: 'Delete an insight',
  description:
    'Deletes an insight and takes its cards off dashboards; where these lay themselves out, the gaps close. An insight that is protected, or on a dashboard that is, is a 422.',
  tags,
  params,
  returns: 'The id of the deleted insight.',
  response: { 200: Type.Object({ deleted: id('The insight’s id') }) },
  examples: { requests: [{ path: { id: 3 } }], answer: { deleted: 3 } },
}
