import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { type Area, permits, read } from '../../access/areas.ts'
import { sourceNamed } from '../catalogue/sources.ts'
import { computeResults, isReportRefusal } from '../engine/compute.ts'
import type { DateRange, Spec } from '../logic/spec.ts'
import type { View } from '../logic/view.ts'
import { neededAreas } from '../spec-check/check.ts'
import type { Outcome } from './shown.ts'
import type { Viewer } from './viewer.ts'

interface Asked {
  db: pg.Pool
  now: number
  viewer: Viewer
  log: FastifyBaseLogger
}

/** What an insight comes to for whoever looks. Whatever goes wrong is a sentence in its place and keeps no other card from coming. */
export async function outcomeOf({ db, now, viewer, log }: Asked, spec: Spec, days?: DateRange): Promise<Outcome> {
  const closed = closedTo(viewer, spec)
  if (closed.length > 0) return { message: withheld(closed) }
  try {
    return { results: await computeResults(db, viewer.organisation, spec, now, days) }
  } catch (error) {
    if (isReportRefusal(error)) return { message: error.message }
    const { name, message, stack, code } = error as Error & { code?: string }
    log.error({ err: { type: name, message, stack, code } }, 'an insight could not be computed')
    return { message: 'These figures could not be counted. Load the page again to try once more.' }
  }
}

/** The areas of what an insight goes by that whoever looks may not read. */
export const closedTo = ({ access }: Viewer, spec: Spec): Area[] =>
  neededAreas(spec).filter((area) => !permits(access, read(area)))

const inWords: Partial<Record<Area, string>> = { roster: 'the roster', staff: 'staff records' }
const withheld = (areas: Area[]): string =>
  `The access token behind this link may not read ${areas.map((area) => inWords[area] ?? area).join(' or ')}.`

/** How an insight is drawn, by its spec and by what it counts. */
export function viewOf(spec: Spec): View {
  const { visualization, options, target, conditional_formatting, formula } = spec
  const [metric, aggregation] = spec.metric.split('::') as [string, string]
  const isCount = aggregation === 'count' || aggregation === 'count_distinct'
  const style = formula || isCount ? 'number' : (sourceNamed(spec.source)?.metrics[metric]?.style ?? 'number')
  return {
    visualization,
    format: spec.value_format ?? { style },
    ...(!formula && { aggregation }),
    ...(options && { options }),
    ...(target && { target }),
    ...(conditional_formatting && { conditional_formatting }),
  }
}
