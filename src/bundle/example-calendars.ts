import { type Queryable, statement } from '../db/statement.ts'
import type { ExampleOwner } from './example-owner.ts'

/** Staff members whose calendars examples of the API read and end. A bundle has none: they belong to a connection. */
const withCalendar = [102, 103]

const insertCalendar = statement<[orgId: number, connectionId: number, staffId: number], object>(
  'demo.insert_calendar',
  `insert into calendar (org_id, connection_id, staff_id, detail, days_back, days_ahead) values ($1, $2, $3, 'shift', 14, 90)`,
)

/** Stores the calendars for the demo organisation and for trials. */
export async function insertExampleCalendars(
  tx: Queryable,
  { orgId, connectionId }: Pick<ExampleOwner, 'orgId' | 'connectionId'>,
): Promise<void> {
  for (const staffId of withCalendar) await insertCalendar.rows(tx, orgId, connectionId, staffId)
}
