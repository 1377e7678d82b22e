import { Type } from 'typebox'
import { dataOf, IdParams, id, pageOf, ref, text } from '../../http/contract/schema.ts'
import { pageQuery } from '../../http/responses/paging.ts'
import * as grid from '../logic/grid.ts'
import { DashboardCreate, DashboardPatch } from './bodies.schema.ts'
import { Dashboard, dashboardProperties } from './dashboards.schema.ts'
import { createdExample, createExample, dashboardExample, editExample, editedExample } from './examples.ts'

/** What can be asked about dashboards and done with them, as the specification shows it. */
const tags = ['Reports']
const params = IdParams

const size = ({ w, h }: grid.Size) => `${w}×${h}`
const sizeRow = (name: string, kind: grid.CardKind) =>
  `| ${name} | ${size(grid.minSizeOf(kind))} | ${size(grid.usualSizeOf(kind))} |`
const sizes = [
  '| card | least | usual |\n|---|---|---|',
  sizeRow('metric', 'metric'),
  sizeRow('text', 'text'),
  sizeRow('table', 'table'),
  sizeRow('other charts', 'bar'),
].join('\n')

const rules = `Operations run in order on a copy that is saved once: all of them, or none. What is wrong is told by its place, as in \`operations.2.position\`. \`card_id\` is the id of a card, or the \`key\` that an earlier operation of the request gave to one.

The grid has ${grid.columns} columns. A position stays within it, respects the least size of what the card shows and overlaps no other card at the time its operation runs. A card that is added without x and y takes the first free place of its size, row by row and from left to right, and moves no other. A locked card does not move: unlock it first, or in the same operation.

With \`auto_layout\` on, removing a card arranges the others, so that no gap stays; turning it on arranges them at once. To arrange is to let each card, in reading order, take the first free place; locked cards stay. Moving a card turns it off. The operation \`auto_layout\` arranges once and leaves the setting.

${sizes}`

export const listDashboards = {
  operationId: 'listDashboards',
  summary: 'List dashboards',
  description: 'Dashboards with their cards, newest first, 25 on a page and at most 50. Filters narrow together.',
  tags,
  querystring: Type.Object({
    query: Type.Optional(text(255, { minLength: 1, description: 'Part of the name, without regard to case' })),
    space_id: Type.Optional(id('Only dashboards in this space')),
    ...pageQuery(50, 25),
  }),
  returns: 'One page of dashboards, newest first.',
  response: { 200: pageOf(ref(Dashboard)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'by name', query: { query: 'board' } },
      { name: 'of a space', query: { space_id: 1, per_page: 2 } },
    ],
    answer: { data: [dashboardExample], meta: { page: 1, per_page: 25, total: 1, last_page: 1 } },
  },
}
export const getDashboard = {
  operationId: 'getDashboard',
  summary: 'Get a dashboard',
  description: 'One dashboard by id, with its cards. What its insights come to is in GET /reports/insights/{id}.',
  tags,
  params,
  returns: 'The dashboard with its cards.',
  response: { 200: dataOf(ref(Dashboard)) },
  examples: { requests: [{ path: { id: 1 } }], answer: { data: dashboardExample } },
}
export const createDashboard = {
  operationId: 'createDashboard',
  summary: 'Create a dashboard',
  description: `Creates a dashboard, with cards where operations add some.\n\n${rules}`,
  tags,
  body: ref(DashboardCreate),
  returns: 'The created dashboard.',
  response: { 201: Type.Object({ created: id('The new dashboard’s id'), ...dashboardProperties }) },
  examples: {
    requests: [
      { name: 'insights', body: createExample },
      {
        name: 'a text',
        body: { name: 'Notice', operations: [{ op: 'add_text', text: 'Figures are of last month.' }] },
      },
    ],
    answer: createdExample,
  },
}
export const updateDashboard = {
  operationId: 'updateDashboard',
  summary: 'Edit a dashboard',
  description: `Changes what is sent: name, description, settings, the space it is in, and its cards by operations. Settings are laid over those set, before the operations run. A protected dashboard is a 422.\n\n${rules}`,
  tags,
  params,
  body: ref(DashboardPatch),
  returns: 'The dashboard after the change.',
  response: { 200: Type.Object({ updated: id('The dashboard’s id'), ...dashboardProperties }) },
  examples: {
    requests: [
      { name: 'cards', path: { id: 1 }, body: editExample },
      {
        name: 'another insight and space',
        path: { id: 1 },
        body: {
          ...{ name: 'Board on Mondays', space_id: 1, subfolder_id: 'monthly' },
          operations: [{ op: 'add_insight', insight_id: 2 }],
        },
      },
      { name: 'without a card', path: { id: 1 }, body: { operations: [{ op: 'remove_card', card_id: 2 }] } },
    ],
    answer: editedExample,
  },
}
export const deleteDashboard = {
  operationId: 'deleteDashboard',
  summary: 'Delete a dashboard',
  description: 'Deletes a dashboard with its cards; the insights they show stay. A protected dashboard is a 422.',
  tags,
  params,
  returns: 'The id of the deleted dashboard.',
  response: { 200: Type.Object({ deleted: id('The dashboard’s id') }) },
  examples: { requests: [{ path: { id: 2 } }], answer: { deleted: 2 } },
}
