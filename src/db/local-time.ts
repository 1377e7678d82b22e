/** SQL for the organisation's timezone, in statements that do not get it as a value. PostgreSQL reads it once for each use. */
export const organisationTimezone = '(select timezone from organisation where id = $1)'

/** SQL for a timestamp as text. */
export const timestampText = (timestamp: string) => `to_char(${timestamp}, 'YYYY-MM-DD HH24:MI:SS')`

/** SQL for an instant as text with microseconds, for JSON. */
export const instantText = (instant: string) =>
  `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** SQL for an instant as the local time of a timezone, which is SQL too. */
export const localTimeText = (instant: string, timezone: string) => timestampText(`${instant} at time zone ${timezone}`)
