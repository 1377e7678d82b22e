import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import {
  closed,
  dataOf,
  IdParams,
  id,
  linkToPage,
  maxId,
  nullable,
  oneOf,
  open,
  Person,
  pageOf,
  ref,
  tagged,
  text,
  timestamp,
  visibleText,
  words,
} from '../../http/contract/schema.ts'
import { pageQuery } from '../../http/responses/paging.ts'
import * as grid from '../logic/grid.ts'
import { columns, maxCards, maxHeight, rows } from '../logic/grid.ts'
import { subfolderId } from '../spaces/spaces.schema.ts'
import { type DateRange, dateRange, orNull, rangeRule, visualizations } from '../spec/spec.schema.ts'

export const DashboardPosition = Type.Object(
  {
    x: Type.Integer({ minimum: 0, maximum: columns - 1, description: 'First column, from 0.' }),
    y: Type.Integer({ minimum: 0, maximum: rows - 1, description: 'First row, from 0.' }),
    w: Type.Integer({ minimum: 1, maximum: columns, description: 'Width in columns.' }),
    h: Type.Integer({ minimum: 1, maximum: maxHeight, description: 'Height in rows.' }),
  },
  { ...closed, $id: 'DashboardPosition', description: `A position on the grid of ${columns} columns.` },
)

export const DashboardSettings = Type.Object(
  {
    auto_layout: Type.Boolean({ description: 'Whether removing a card closes the gaps.' }),
    date_range: Type.Optional(dateRange),
  },
  {
    ...closed,
    $id: 'DashboardSettings',
    description: 'Settings of a dashboard. Its `date_range` replaces that of every insight on it.',
  },
)

export const DashboardCard = Type.Object(
  {
    id: id(),
    type: oneOf(['insight', 'text'], open),
    insight_id: Type.Optional(id('The insight of the card.')),
    insight: Type.Optional(Type.Object({ name: Type.String(words), visualization: oneOf(visualizations, open) })),
    text: Type.Optional(
      Type.String({ description: 'The text of a text card. A blank line starts a new paragraph.', ...words }),
    ),
    position: ref(DashboardPosition),
    min_size: Type.Object(
      { w: Type.Integer(), h: Type.Integer() },
      { description: 'The minimum size of the card’s content. A new position must not be smaller.' },
    ),
    show_title: Type.Boolean(),
    show_description: Type.Boolean(),
    locked: Type.Boolean({ description: 'Whether the card keeps its position.' }),
  },
  { ...closed, $id: 'DashboardCard' },
)

export const dashboardProperties = {
  id: id(),
  name: Type.String(words),
  description: nullable(Type.String(words)),
  space: Type.Union([ref(Person), Type.Null()], { description: 'The space of the dashboard.' }),
  subfolder_id: nullable(Type.String({ description: 'The subfolder within the space.' })),
  protected: Type.Boolean({ description: 'Whether it is protected from edits and deletion.' }),
  settings: ref(DashboardSettings),
  cards: Type.Array(ref(DashboardCard), { description: 'Cards from top to bottom and from left to right.' }),
  link: Type.String({
    ...linkToPage,
    description:
      'Web page of the dashboard. Valid for a week, and only while the token is valid. Shows what the token can read at the time of viewing.',
  }),
  created_at: timestamp(),
  updated_at: timestamp(),
}
export const Dashboard = Type.Object(dashboardProperties, { $id: 'Dashboard' })
export type Dashboard = Static<typeof Dashboard>
export type DashboardCard = Static<typeof DashboardCard>

const operation = <const Op extends string, T extends TProperties>($id: string, op: Op, does: string, properties: T) =>
  Type.Object({ op: Type.Literal(op, { description: does }), ...properties }, { ...closed, $id, description: does })

// Bounds are checked together with the other cards, so that all errors of a position are on the position.
const x = Type.Integer({ description: `First column, from 0. x + w is at most ${columns}.` })
const y = Type.Integer({ description: `First row, from 0. y + h is at most ${rows}.` })
const w = Type.Integer({ description: 'Width in columns, at least that of min_size.' })
const h = Type.Integer({
  description: `Height in rows, at least that of min_size and at most ${maxHeight}.`,
})
const position = { x: Type.Optional(x), y: Type.Optional(y), w: Type.Optional(w), h: Type.Optional(h) }
// validateBody checks that x and y come together.
export const DashboardCardPlace = Type.Object(position, {
  ...{ ...closed, $id: 'DashboardCardPlace' },
  description:
    'The position of a new card, which must not overlap another. Without w and h it has the default size. Without x and y, which come together, it takes the first free position of its size.',
})
export const DashboardCardMove = Type.Object(position, {
  ...{
    ...closed,
    $id: 'DashboardCardMove',
    description: 'The new position of a card, which must not overlap another. Absent fields stay unchanged.',
  },
})
const newPosition = Type.Optional(ref(DashboardCardPlace))

const maxKeyLength = 60
const key = Type.Optional(
  visibleText(maxKeyLength, {
    description: 'A name for the new card that later operations of the request can use as `card_id`.',
  }),
)
const cardId = Type.Unsafe<number | string>({
  type: ['integer', 'string'],
  ...{ minimum: 1, maximum: maxId, minLength: 1, maxLength: maxKeyLength },
  typeRule: 'must be the id of a card, or the key of one that this request adds',
  description: 'The id of a card of the dashboard, or the `key` of a card that an earlier operation adds.',
})
const cardText = visibleText(5000, { description: 'The text of the card. A blank line starts a new paragraph.' })
const show_title = Type.Optional(
  Type.Boolean({ description: 'Whether the title is shown. A new card defaults to true.' }),
)
const show_description = Type.Optional(
  Type.Boolean({ description: 'Whether the description is shown. A new card defaults to false.' }),
)

export const DashboardAddInsight = operation('DashboardAddInsight', 'add_insight', 'Adds a card with an insight.', {
  insight_id: id('An insight of the organisation.'),
  ...{ position: newPosition, show_title, show_description, key },
})
export const DashboardAddText = operation('DashboardAddText', 'add_text', 'Adds a card with a text.', {
  ...{ text: cardText, position: newPosition, key },
})
export const DashboardUpdateCard = operation('DashboardUpdateCard', 'update_card', 'Updates a card.', {
  ...{ card_id: cardId, show_title, show_description },
  locked: Type.Optional(Type.Boolean({ description: 'Whether the card keeps its position.' })),
  text: Type.Optional(cardText),
  position: Type.Optional(ref(DashboardCardMove)),
})
export const DashboardRemoveCard = operation('DashboardRemoveCard', 'remove_card', 'Removes a card.', {
  card_id: cardId,
})
export const DashboardAutoLayout = operation(
  'DashboardAutoLayout',
  'auto_layout',
  'Arranges the cards once: in reading order, each takes the first free position. Locked cards stay.',
  {},
)

const all = [DashboardAddInsight, DashboardAddText, DashboardUpdateCard, DashboardRemoveCard, DashboardAutoLayout]
export const ops = all.map(({ properties }) => properties.op.const)
export type Operation =
  | Static<typeof DashboardAddInsight>
  | Static<typeof DashboardAddText>
  | Static<typeof DashboardUpdateCard>
  | Static<typeof DashboardRemoveCard>
  | Static<typeof DashboardAutoLayout>
export type Op = Operation['op']
export type OperationOf<O extends Op> = Extract<Operation, { op: O }>

/** `op` selects the schema of an operation, so that an error is reported once. */
export const DashboardOperation = Type.Unsafe<Operation>(
  tagged(
    'op',
    ops,
    all.map((each) => ref(each as TSchema)),
    {
      $id: 'DashboardOperation',
      description: `One operation: ${ops.join(', ')}.`,
    },
  ),
)

export const DashboardSettingsChange = Type.Object(
  {
    auto_layout: Type.Optional(
      Type.Boolean({
        description:
          'Whether removing a card closes the gaps. Turning it on arranges the cards; moving a card turns it off.',
      }),
    ),
    date_range: Type.Optional(
      Type.Unsafe<DateRange | null>({
        ...orNull({
          ...dateRange,
          description: 'The date range of every insight on the dashboard, in place of its own.',
        }),
        valueRule: `${rangeRule}, or null`,
      }),
    ),
  },
  { ...closed, $id: 'DashboardSettingsChange', description: 'Settings to change. Absent fields stay unchanged.' },
)

const fields = {
  description: Type.Optional(nullable(text(2000))),
  settings: Type.Optional(ref(DashboardSettingsChange)),
  space_id: Type.Optional(nullable(id('The space of the dashboard. null removes it from its space.'))),
  subfolder_id: Type.Optional(nullable(subfolderId('A subfolder of the space.'))),
  operations: Type.Optional(
    Type.Array(ref(DashboardOperation), {
      ...{ minItems: 0, maxItems: 100 },
      description: `Operations on cards, applied in order: all of them or none. A dashboard has at most ${maxCards} cards.`,
    }),
  ),
}
const name = visibleText(255)
export const DashboardCreate = Type.Object({ name, ...fields }, { ...closed, $id: 'DashboardCreate' })
export const DashboardPatch = Type.Object(
  { name: Type.Optional(name), ...fields },
  {
    ...closed,
    $id: 'DashboardPatch',
    description:
      'Fields to change. Absent fields stay unchanged. A new space_id without subfolder_id resets the subfolder.',
  },
)
export type DashboardCreate = Static<typeof DashboardCreate>
export type DashboardPatch = Static<typeof DashboardPatch>

export const sharedSchemas = [
  Dashboard,
  DashboardCard,
  DashboardPosition,
  DashboardSettings,
  DashboardAddInsight,
  DashboardAddText,
  DashboardAutoLayout,
  DashboardCardMove,
  DashboardCardPlace,
  DashboardCreate,
  DashboardOperation,
  DashboardPatch,
  DashboardRemoveCard,
  DashboardSettingsChange,
  DashboardUpdateCard,
]

/** Examples that build on each other; a test replays them. */
const times = { created_at: '2026-11-02T09:30:00.000000Z', updated_at: '2026-11-02T09:30:00.000000Z' }
const link = 'https://care.example.org/r/acme-care/dashboards/1?link=V2h5IG5vdD8'
const displayExample = { show_title: true, show_description: false, locked: false }
const metricCardExample = {
  ...{ id: 1, type: 'insight', insight_id: 1, insight: { name: 'Active clients', visualization: 'metric' } },
  ...{ position: { x: 0, y: 0, w: 6, h: 4 }, min_size: { w: 4, h: 3 }, ...displayExample },
} as const
const chartCardExample = {
  ...{ id: 2, type: 'insight', insight_id: 2, insight: { name: 'Hours by month', visualization: 'bar' } },
  ...{ position: { x: 6, y: 0, w: 12, h: 8 }, min_size: { w: 6, h: 4 }, ...displayExample },
} as const

export const createExample = {
  name: 'Board',
  description: 'For the meeting on Mondays.',
  space_id: 1,
  subfolder_id: 'monthly',
  settings: { date_range: { preset: 'last_month' } },
  operations: [
    { op: 'add_insight', insight_id: 1 },
    { op: 'add_insight', insight_id: 2 },
  ],
}
export const dashboardExample = {
  id: 1,
  name: createExample.name,
  description: createExample.description,
  space: { id: 1, name: 'Operations' },
  subfolder_id: createExample.subfolder_id,
  protected: false,
  settings: { auto_layout: true, ...createExample.settings },
  cards: [metricCardExample, chartCardExample],
  link,
  ...times,
}
export const createdExample = { created: 1, ...dashboardExample }

export const editExample = {
  description: null,
  settings: { date_range: null },
  operations: [
    { op: 'add_text', key: 'note', text: 'Clients who left are not counted.\n\nAsk Jack about the rest.' },
    { op: 'update_card', card_id: 'note', position: { x: 0, y: 40, w: 6, h: 4 }, locked: true },
    { op: 'update_card', card_id: 2, show_description: true },
  ],
}
export const editedExample = {
  updated: 1,
  ...dashboardExample,
  description: null,
  settings: { auto_layout: false },
  cards: [
    metricCardExample,
    { ...chartCardExample, show_description: true },
    {
      ...{ id: 3, type: 'text', text: editExample.operations[0]!.text },
      ...{ position: { x: 0, y: 40, w: 6, h: 4 }, min_size: { w: 4, h: 2 }, ...displayExample, locked: true },
    },
  ],
}

const tags = ['Reports']
const params = IdParams

const size = ({ w, h }: grid.Size) => `${w}×${h}`
const sizeRow = (name: string, kind: grid.CardKind) =>
  `| ${name} | ${size(grid.minSizeOf(kind))} | ${size(grid.defaultSizeOf(kind))} |`
const sizes = [
  '| card | minimum size | default size |\n|---|---|---|',
  sizeRow('metric', 'metric'),
  sizeRow('text', 'text'),
  sizeRow('table', 'table'),
  sizeRow('other charts', 'bar'),
].join('\n')

const rules = `Operations are applied in order and saved together: all of them, or none. Errors have the path of the field, such as \`operations.2.position\`. \`card_id\` is the id of a card, or the \`key\` of a card that an earlier operation of the request adds.

The grid has ${grid.columns} columns. A position must be within the grid, must not be smaller than the minimum size of the card, and must not overlap another card at the time of its operation. A card added without x and y takes the first free position of its size, row by row and from left to right, and moves no other card. A locked card cannot be moved: unlock it first, or in the same operation.

If \`auto_layout\` is on, removing a card arranges the others, so that no gap remains. Turning it on arranges the cards at once; moving a card turns it off. To arrange the cards, each takes the first free position in reading order; locked cards stay. The operation \`auto_layout\` arranges the cards once and does not change the setting.

${sizes}`

export const listDashboards = {
  operationId: 'listDashboards',
  sdk: 'dashboards.list',
  summary: 'List dashboards',
  description:
    'Returns dashboards with their cards, newest first, 25 on a page by default and at most 50. All filters apply together.',
  tags,
  querystring: Type.Object({
    query: Type.Optional(text(255, { minLength: 1, description: 'Part of the name, case-insensitive.' })),
    space_id: Type.Optional(id('Only dashboards in this space.')),
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
    response: { data: [dashboardExample], meta: { page: 1, per_page: 25, total: 1, last_page: 1 } },
  },
}
export const getDashboard = {
  operationId: 'getDashboard',
  sdk: 'dashboards.get',
  summary: 'Get a dashboard',
  description: 'Returns a dashboard with its cards. The results of its insights are in GET /reports/insights/{id}.',
  tags,
  params,
  returns: 'The dashboard with its cards.',
  response: { 200: dataOf(ref(Dashboard)) },
  examples: { requests: [{ path: { id: 1 } }], response: { data: dashboardExample } },
}
export const createDashboard = {
  operationId: 'createDashboard',
  sdk: 'dashboards.create',
  summary: 'Create a dashboard',
  description: `Creates a dashboard. Operations add its cards.\n\n${rules}`,
  tags,
  body: ref(DashboardCreate),
  returns: 'The created dashboard.',
  response: { 201: Type.Object({ created: id('Id of the created dashboard.'), ...dashboardProperties }) },
  examples: {
    requests: [
      { name: 'insights', body: createExample },
      {
        name: 'a text',
        body: { name: 'Notice', operations: [{ op: 'add_text', text: 'Figures are of last month.' }] },
      },
    ],
    response: createdExample,
  },
}
export const updateDashboard = {
  operationId: 'updateDashboard',
  sdk: 'dashboards.update',
  summary: 'Update a dashboard',
  description: `Updates the fields of the body and leaves others unchanged. Operations change the cards; settings are merged into the stored ones before the operations are applied. A protected dashboard is a 422.\n\n${rules}`,
  tags,
  params,
  body: ref(DashboardPatch),
  returns: 'The updated dashboard.',
  response: { 200: Type.Object({ updated: id('Id of the updated dashboard.'), ...dashboardProperties }) },
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
    response: editedExample,
  },
}
export const deleteDashboard = {
  operationId: 'deleteDashboard',
  sdk: 'dashboards.delete',
  summary: 'Delete a dashboard',
  description: 'Deletes a dashboard with its cards, but not their insights. A protected dashboard is a 422.',
  tags,
  params,
  returns: 'The id of the deleted dashboard.',
  response: { 200: Type.Object({ deleted: id('Id of the deleted dashboard.') }) },
  examples: { requests: [{ path: { id: 2 } }], response: { deleted: 2 } },
}
