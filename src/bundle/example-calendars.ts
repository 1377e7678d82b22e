import { type Queryable, statement } from '../db/statement.ts'

/** Calendars that examples of the API read and end, by their staff members. A bundle has none: they belong to a connection. */
export const exampleCalendars = [102, 103]

const insertCalendars = statement<[orgId: number, connection: string, staffIds: readonly number[]], object>(
  'demo.insert_calendars',
  `insert into calendar (org_id, staff_id, connection_id, detail, days_back, days_ahead)
   select $1, s.id, c.id, 'shift', 14, 90 from connection c join staff s on s.org_id = $1 and s.id = any ($3::bigint[])
   where c.org_id = $1 and c.name = $2`,
)

/** Stores the calendars for the demo organisation and for trials. The connection is known by its name. */
export const insertExampleCalendars = (
  db: Queryable,
  orgId: number,
  connection: string,
  staffIds = exampleCalendars,
): Promise<object[]> => insertCalendars.rows(db, orgId, connection, staffIds)
