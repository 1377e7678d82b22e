import type pg from 'pg'
import type { Results } from '../logic/results.ts'
import type { DateRange, Spec } from '../logic/spec.ts'

export { isReportRefusal } from './refusals.ts'

export interface ReportOrganisation {
  orgId: number
  timezone: string
}

/**
 * What an insight comes to now. The spec has been judged; `dateRange` replaces its own. On a pool it waits for its turn among the
 * reports of the node. Throws what `isReportRefusal` knows when it takes too long or too many wait.
 */
export async function computeResults(
  _db: pg.Pool | pg.PoolClient,
  _organisation: ReportOrganisation,
  _spec: Spec,
  _now: number,
  _dateRange?: DateRange,
): Promise<Results> {
  throw new Error('not built yet')
}
