import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Area } from '../../access/areas.ts'
import type { Caller } from '../../access/tokens.ts'
import { computeResults, isReportError } from '../engine/compute.ts'
import type { Results } from '../logic/results.ts'
import { linkTo } from '../page/links.ts'
import { unreadableAreas } from '../spec/areas.ts'
import { type Spec, specKeys } from '../spec/spec.schema.ts'
import type { InsightRow } from './insights.sql.ts'

/** An insight as returned, without its results. */
export function insightRecord(request: FastifyRequest, row: InsightRow) {
  const { id, name, description, mode, spec, space_id, space, subfolder_id, created_at, updated_at } = row
  return {
    ...{ id, name, description, mode, source: spec.source, visualization: spec.visualization },
    spec: inOrder(spec),
    space: space_id === null ? null : { id: space_id, name: space! },
    subfolder_id,
    protected: row.protected,
    link: linkTo(request, 'insight', id),
    ...{ created_at, updated_at },
  }
}

/** jsonb does not preserve the order of keys. */
const inOrder = (spec: Spec): Spec =>
  Object.fromEntries(specKeys.flatMap((key) => (key in spec ? [[key, spec[key]]] : []))) as unknown as Spec

const withheld = (areas: readonly Area[]): string =>
  `The results are withheld: this access token cannot read ${areas.join(' and ')}.`

/** The results of a record, or null and the reason. */
export async function resultsOf(
  db: pg.Pool | pg.PoolClient,
  caller: Caller,
  spec: Spec,
  now: number,
  signal: AbortSignal,
): Promise<{ results: Results | null; results_message?: string }> {
  const areas = unreadableAreas(caller.access, spec)
  if (areas.length > 0) return { results: null, results_message: withheld(areas) }
  try {
    return { results: await computeResults(db, caller, spec, now, { signal }) }
  } catch (error) {
    if (!isReportError(error)) throw error
    return { results: null, results_message: error.message }
  }
}
