import { read, readWrite } from '../../access/areas.ts'
import { creation } from '../confirm.ts'
import type { Operations } from '../operations.ts'
import { pageOf, paging } from '../page.ts'
import {
  again,
  bodyOf,
  type Data,
  fields,
  flag,
  integer,
  listOf,
  pick,
  record,
  records,
  type Tool,
  text,
  without,
} from '../tool.ts'

const maxRows = 100

export const reportTools = (operations: Operations): Tool[] => [
  {
    name: 'get_insights',
    title: 'Insights',
    description: `Stored reports: one by \`id\` with its spec, and with \`results\` the first ${maxRows} rows of its numbers; or a page.`,
    needs: read('reports'),
    effect: 'read',
    input: {
      id: integer(),
      results: flag(),
      query: text('part of the name'),
      space_id: integer(),
      ...fields,
      ...paging,
    },
    output: { insight: record, results: record, insights: records, total: integer() },
    async run(session, args) {
      const { id, results, query, space_id, fields: names } = args
      if (id === undefined) {
        const row = (insight: Data) => pick(insight, names)
        const { rows, ...rest } = await pageOf(session, 'listInsights', args, { query: { query, space_id }, row })
        return { insights: rows, ...rest }
      }
      const answer = await session.get('getInsight', { path: { id } })
      const insight = pick(without(answer.data ?? answer, 'results'), names)
      if (!results) return { insight }
      const read = await session.get('getInsightResults', { path: { id } })
      const { rows, ...more } = read.data ?? read
      const cut = rows.length > maxRows && {
        hint: `The first ${maxRows} of ${rows.length} rows: narrow the filters of the insight.`,
      }
      return { insight, results: { ...more, rows: rows.slice(0, maxRows) }, ...cut }
    },
  },
  {
    name: 'get_dashboards',
    title: 'Dashboards',
    description: 'A dashboard by `id` with its cards, or a page of dashboards.',
    needs: read('reports'),
    effect: 'read',
    input: { id: integer(), query: text('part of the name'), space_id: integer(), ...paging },
    output: { dashboard: record, dashboards: records, total: integer() },
    async run(session, args) {
      const { id, query, space_id } = args
      if (id !== undefined) {
        const answer = await session.get('getDashboard', { path: { id } })
        return { dashboard: answer.data ?? answer }
      }
      const { rows, ...rest } = await pageOf(session, 'listDashboards', args, { query: { query, space_id } })
      return { dashboards: rows, ...rest }
    },
  },
  {
    name: 'save_insight',
    title: 'Create or change an insight',
    description:
      'Without `id` creates an insight, which needs name and spec. With `id` changes only what is sent. The fields of a spec: get_options with area reports, then with its source.',
    needs: readWrite('reports'),
    effect: 'write',
    input: {
      id: integer(),
      ...bodyOf(operations, 'createInsight', ['spec']),
      spec: {
        type: 'object',
        description:
          '{source, metric: "metricId::aggregation", visualization, group_by, breakdown_by, filters, date_range, …}; describe_operation createInsight has all of it',
      },
      ...again,
    },
    output: { insight: record, created: { type: 'boolean' } },
    async run(session, { id, ...args }, { key }) {
      const body = without(args, 'again')
      if (id !== undefined) {
        const { updated: _, ...insight } = await session.get('updateInsight', { path: { id }, body })
        return { insight, created: false }
      }
      const answer = await session.send('createInsight', { body, key })
      const { created: _, ...insight } = session.show(answer)
      return { insight, ...creation(answer) }
    },
  },
  {
    name: 'edit_dashboard',
    title: 'Edit a dashboard',
    description: 'Edits name, description and cards by ordered operations, all or nothing. Card ids: get_dashboards.',
    needs: readWrite('reports'),
    effect: 'write',
    input: {
      id: integer(),
      name: text(),
      description: { type: ['string', 'null'] },
      operations: listOf(
        record,
        '{op: add_insight, insight_id, position?} | {op: add_text, text} | {op: update_card, card_id, …} | {op: remove_card, card_id} | {op: auto_layout}',
      ),
    },
    required: ['id'],
    output: { dashboard: record },
    async run(session, { id, ...body }) {
      const { updated: _, ...dashboard } = await session.get('updateDashboard', { path: { id }, body })
      return { dashboard: dashboard.data ?? dashboard }
    },
  },
]
