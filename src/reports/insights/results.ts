import type pg from 'pg'
import type { Area } from '../../access/areas.ts'
import type { Caller } from '../../access/tokens.ts'
import { computeResults, isReportRefusal } from '../engine/compute.ts'
import type { Results } from '../logic/results.ts'
import { closedAreas } from '../spec/check.ts'
import type { Spec } from '../spec/spec.schema.ts'

const withheld = (areas: readonly Area[]): string =>
  `The results are withheld: this access token cannot read ${areas.join(' and ')}.`

/** What a record tells of its results: they, or null and the sentence that says why not. */
export async function resultsOf(
  db: pg.Pool | pg.PoolClient,
  caller: Caller,
  spec: Spec,
  now: number,
  signal: AbortSignal,
): Promise<{ results: Results | null; results_message?: string }> {
  const areas = closedAreas(caller.access, spec)
  if (areas.length > 0) return { results: null, results_message: withheld(areas) }
  try {
    return { results: await computeResults(db, caller, spec, now, { signal }) }
  } catch (error) {
    if (!isReportRefusal(error)) throw error
    return { results: null, results_message: error.message }
  }
}
