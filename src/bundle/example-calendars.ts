import { type Queryable, statement } from '../db/statement.ts'

/** Staff members whose calendars examples of the API read and end. A bundle has none: they belong to a connection. */
const withCalendar = [102, 103]

const insertCalendar = statement<[orgId: number, connection: string, staffId: number], object>(
  'demo.insert_calendar',
  `insert into calendar (org_id, staff_id, connection_id, detail, days_back, days_ahead)
   values ($1, $3, (select id from connection where org_id = $1 and name = $2), 'shift', 14, 90)`,
)

/** Stores the calendars for the demo organisation and for trials. The connection is known by its name. */
export async function insertExampleCalendars(tx: Queryable, orgId: number, connection: string): Promise<void> {
  for (const staffId of withCalendar) await insertCalendar.rows(tx, orgId, connection, staffId)
}
