import { type Static, Type } from 'typebox'
import { closed, id, nullable, oneOf, Person, ref, timestamp } from '../../http/contract/schema.ts'
import { columns, mostHeight, rows } from '../logic/grid.ts'
import { dateRange, visualizations } from '../spec/spec.schema.ts'

/** Dashboards as they are shown. */
export const DashboardPosition = Type.Object(
  {
    x: Type.Integer({ minimum: 0, maximum: columns - 1, description: 'The column it begins in, from 0' }),
    y: Type.Integer({ minimum: 0, maximum: rows - 1, description: 'The row it begins in, from 0' }),
    w: Type.Integer({ minimum: 1, maximum: columns, description: 'Columns that it is wide' }),
    h: Type.Integer({ minimum: 1, maximum: mostHeight, description: 'Rows that it is high' }),
  },
  { ...closed, $id: 'DashboardPosition', description: `A place on the grid of ${columns} columns` },
)

export const DashboardSettings = Type.Object(
  {
    auto_layout: Type.Boolean({ description: 'Whether gaps are closed when a card is removed' }),
    date_range: Type.Optional(dateRange),
  },
  {
    ...closed,
    $id: 'DashboardSettings',
    description: 'A `date_range` stands in place of that of every insight on the dashboard',
  },
)

export const DashboardCard = Type.Object(
  {
    id: id(),
    type: oneOf(['insight', 'text']),
    insight_id: Type.Optional(id('The insight it shows')),
    insight: Type.Optional(Type.Object({ name: Type.String(), visualization: oneOf(visualizations) })),
    text: Type.Optional(Type.String({ description: 'Of a text card; a blank line starts a new paragraph' })),
    position: ref(DashboardPosition),
    min_size: Type.Object(
      { w: Type.Integer(), h: Type.Integer() },
      { description: 'The least that what it shows needs; a new position respects it' },
    ),
    show_title: Type.Boolean(),
    show_description: Type.Boolean(),
    locked: Type.Boolean({ description: 'A locked card stays where it is' }),
  },
  { ...closed, $id: 'DashboardCard' },
)

export const dashboardProperties = {
  id: id(),
  name: Type.String(),
  description: nullable(Type.String()),
  space: Type.Union([ref(Person), Type.Null()], { description: 'The space it is in' }),
  subfolder_id: nullable(Type.String({ description: 'The subfolder of that space' })),
  protected: Type.Boolean({ description: 'Whether it can be neither edited nor deleted' }),
  settings: ref(DashboardSettings),
  cards: Type.Array(ref(DashboardCard), { description: 'From the top to the bottom and from left to right' }),
  link: Type.String({
    description: 'Opens it in a browser, for a week, with what this token may read at the time; it ends with the token',
  }),
  created_at: timestamp(),
  updated_at: timestamp(),
}
export const Dashboard = Type.Object(dashboardProperties, { $id: 'Dashboard' })
export type Dashboard = Static<typeof Dashboard>
export type DashboardCard = Static<typeof DashboardCard>
