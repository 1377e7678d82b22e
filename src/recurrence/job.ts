import { type Pipeline, pipeline, send } from '../db/pipeline.ts'
import { type Queryable, type Statement, statement } from '../db/statement.ts'
import { horizonDays } from './horizon.ts'

/** A series with an occurrence to create, and the timezone of its organisation. */
export interface Due {
  orgId: number
  timezone: string
  id: number
}

type SeriesKey = Pick<Due, 'orgId' | 'id'>
type DueValues = [now: string, days: number, exceptOrgIds: number[], exceptIds: number[]]

/** The series of a table that have an occurrence in the next days, where `now` is a parameter. */
interface DueSeries<Row extends Due> {
  /** Of all organisations, the earliest first. It takes no locks. */
  list: Statement<DueValues, SeriesKey>
  /** Locks one of them, if it is still due and no other node has locked it. */
  lock: Statement<[orgId: number, id: number, now: string, days: number], Row>
}
const dueAtOnce = 20

export const dueSeries = <Row extends Due>(table: string, columns: readonly string[]): DueSeries<Row> => ({
  // The first condition is for the index.
  list: statement(
    `${table}.due`,
    `select r.org_id as "orgId", r.id from ${table} r join organisation o on o.id = r.org_id
     where r.next_on <= $1::timestamptz::date + $2::int + 1 and r.next_on <= ($1 at time zone o.timezone)::date + $2::int
       and not exists (select from unnest($3::bigint[], $4::bigint[]) f (org_id, id) where f.org_id = r.org_id and f.id = r.id)
     order by r.next_on, r.org_id, r.id limit ${dueAtOnce}`,
  ),
  lock: statement(
    `${table}.lock_due`,
    `select o.id as "orgId", o.timezone, ${columns.map((column) => `r.${column}`).join(', ')}
     from ${table} r join organisation o on o.id = $1
     where r.org_id = $1 and r.id = $2 and r.next_on <= ($3::timestamptz at time zone o.timezone)::date + $4::int
     for no key update of r skip locked`,
  ),
})

/** A kind of series: its due ones, and how one creates its occurrences. */
export interface Kind<Row extends Due> {
  due: DueSeries<Row>
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
  const at = new Date(now).toISOString()
  let created = 0
  /** Series that failed, or that another node has locked. */
  const passed: SeriesKey[] = []
  for (;;) {
    const [orgIds, ids] = [passed.map(({ orgId }) => orgId), passed.map(({ id }) => id)]
    const series = await due.list.rows(db, at, horizonDays, orgIds, ids)
    if (series.length === 0) return created
    for (const key of series) {
      try {
        const count = await pipeline(db, function* () {
          const [[locked]] = yield* send(due.lock.call(key.orgId, key.id, at, horizonDays))
          return locked ? yield* make(locked, now) : undefined
        })
        if (count === undefined) passed.push(key)
        else created += count
      } catch (error) {
        passed.push(key)
        onFailure(error)
      }
    }
  }
}
