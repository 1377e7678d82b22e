import { type Pipeline, pipeline, send } from '../db/pipeline.ts'
import { type Queryable, type Statement, statement } from '../db/statement.ts'
import { horizonDays } from './horizon.ts'

/** A series with an occurrence to create, and the timezone of its organisation. */
export interface Due {
  orgId: number
  timezone: string
  id: number
}

type DueValues = [now: string, days: number, exceptOrgIds: number[], exceptIds: number[]]

/**
 * The next series of any organisation with an occurrence in the next $2 days, where $1 is now. It skips series that
 * another node has locked. The first condition is for the index.
 */
export const dueSeries = <Row extends Due>(name: string, table: string, columns: readonly string[]) =>
  statement<DueValues, Row>(
    name,
    `select o.id as "orgId", o.timezone, ${columns.map((column) => `r.${column}`).join(', ')}
     from ${table} r join organisation o on o.id = r.org_id
     where r.next_on <= $1::timestamptz::date + $2::int + 1 and r.next_on <= ($1 at time zone o.timezone)::date + $2::int
       and not exists (select from unnest($3::bigint[], $4::bigint[]) f (org_id, id) where f.org_id = r.org_id and f.id = r.id)
     order by r.next_on, r.org_id, r.id limit 1 for no key update of r skip locked`,
  )

/** A kind of series: the statement for the next due one, and how it creates its occurrences. */
export interface Kind<Row extends Due> {
  due: Statement<DueValues, Row>
  /** Creates the occurrences up to the horizon and returns how many. */
  make: (series: Row, now: number) => Pipeline<number>
}

/**
 * Creates the occurrences of all series of a kind up to their horizon and returns how many. Each series has its own
 * transaction, which also moves its next_on, so that no occurrence is created twice. A series that fails is reported to
 * `onFailure`, does not stop the others, and is tried again by the next run. After a downtime the next run catches up.
 */
export async function makeDue<Row extends Due>(
  db: Queryable,
  now: number,
  { due, make }: Kind<Row>,
  onFailure: (error: unknown) => void,
): Promise<number> {
  let created = 0
  const failed: Due[] = []
  for (;;) {
    let current: Row | undefined
    try {
      const count = await pipeline(db, function* () {
        const [[next]] = yield* send(
          due.call(
            new Date(now).toISOString(),
            horizonDays,
            failed.map(({ orgId }) => orgId),
            failed.map(({ id }) => id),
          ),
        )
        current = next
        return next ? yield* make(next, now) : undefined
      })
      if (count === undefined) return created
      created += count
    } catch (error) {
      if (!current) throw error
      failed.push(current)
      onFailure(error)
    }
  }
}
