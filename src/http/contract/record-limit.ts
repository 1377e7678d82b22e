import { type Queryable, statement } from '../../db/statement.ts'
import { rejected } from './errors.ts'

interface RecordLimit {
  table: string
  /** SQL of a condition: which rows count. */
  where?: string
  max: number
  /** For the message, in the plural. */
  records: string
}

/** Limits records that other requests read all at once. Of two requests at the limit both may succeed. */
export function recordLimit({ table, where = 'true', max, records }: RecordLimit) {
  const count = statement<[orgId: number], { count: number }>(
    `${table}.count_all`,
    `select count(*) as count from ${table} where org_id = $1 and ${where}`,
  )
  return async (db: Queryable, orgId: number): Promise<void> => {
    if ((await count.one(db, orgId)).count >= max) throw rejected(`An organisation has at most ${max} ${records}.`)
  }
}
