import { type Pipeline, pipeline, send } from '../db/pipeline.ts'
import { type Queryable, type Statement, statement } from '../db/statement.ts'
import { horizonDays } from './horizon.ts'

/** A series that has an occurrence to make, and the zone of its organisation. */
export interface Due {
  orgId: number
  timezone: string
  id: number
}

type DueValues = [now: string, days: number, exceptOrgIds: number[], exceptIds: number[]]

/**
 * The next series of any organisation that has an occurrence to make, that is one no more than $2 days after today, $1
 * being now. One that another node is at work on is left to it. The first condition is there for the index.
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

/** A kind of series: which one is due, and how it makes what it has up to its horizon; that gives how many. */
export interface Kind<Row extends Due> {
  due: Statement<DueValues, Row>
  make: (series: Row, now: number) => Pipeline<number>
}

/**
 * Makes what all series of a kind have up to their horizon, series by series, each in a transaction of its own. However
 * long the service stood still, the next run catches up; a series that another node works on is left to it, and the day
 * up to which a series is made moves in the same transaction, so that nothing is made twice. One that fails holds no
 * other up, is told, and is tried again by the next run. Gives how many were made.
 */
export async function makeDue<Row extends Due>(
  db: Queryable,
  now: number,
  { due, make }: Kind<Row>,
  onFailure: (error: unknown) => void,
): Promise<number> {
  let made = 0
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
      if (count === undefined) return made
      made += count
    } catch (error) {
      if (!current) throw error
      failed.push(current)
      onFailure(error)
    }
  }
}
