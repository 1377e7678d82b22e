import type { FastifyBaseLogger } from 'fastify'
import type { Area } from '../../access/areas.ts'
import type { Reads } from '../../db/replica/reads.ts'
import { sourceNamed } from '../catalogue/sources.ts'
import { computeResults, isReportError } from '../engine/compute.ts'
import type { Results } from '../logic/results.ts'
import type { View } from '../logic/view.ts'
import { unreadableAreas } from '../spec/areas.ts'
import type { DateRange, Spec, Visualization } from '../spec/spec.schema.ts'
import type { NoResults } from './notices.ts'
import type { Outcome } from './page-data.ts'
import type { Viewer } from './viewer.ts'

interface ComputeContext {
  reads: Reads
  now: number
  viewer: Viewer
  log: FastifyBaseLogger
  /** Aborted when the viewer disconnects. */
  signal: AbortSignal
}

/** The results of an insight for a viewer. An error becomes a message on its card and does not affect other cards. */
export async function outcomeOf(context: ComputeContext, spec: Spec, days?: DateRange): Promise<Outcome> {
  const computed = await computeFor(context, spec, days)
  return 'results' in computed ? computed : { message: computed.message }
}

export async function computeFor(
  { reads, now, viewer, log, signal }: ComputeContext,
  spec: Spec,
  dateRange?: DateRange,
): Promise<{ results: Results } | NoResults> {
  const unreadable = unreadableAreas(viewer.access, spec)
  if (unreadable.length > 0) return { error: 'Forbidden', message: withheld(unreadable) }
  try {
    const options = { dateRange, signal }
    return { results: await reads.report((db) => computeResults(db, viewer.organisation, spec, now, options)) }
  } catch (error) {
    if (isReportError(error)) {
      const after = error.headers['retry-after']
      return { error: error.kind, message: error.message, ...(after && { retryAfter: Number(after) }) }
    }
    log.error({ err: error }, 'an insight could not be computed')
    return {
      error: 'ServerError',
      message: 'These figures could not be counted. Load the page again to try once more.',
    }
  }
}

const areaNames: Partial<Record<Area, string>> = { roster: 'the roster', staff: 'staff records' }
const withheld = (areas: Area[]): string =>
  `The access token behind this link may not read ${areas.map((area) => areaNames[area] ?? area).join(' or ')}.`

/** The visualizations that need groups. */
const chartTypes: readonly Visualization[] = ['bar', 'line', 'area', 'pie', 'donut']

/** How an insight is drawn, by its spec and its source. A chart without groups is drawn as a metric. */
export function viewOf(spec: Spec): View {
  const { options, target, conditional_formatting, formula } = spec
  const isDrawn = chartTypes.includes(spec.visualization)
  const visualization = isDrawn && spec.group_by === undefined ? 'metric' : spec.visualization
  const [metric, aggregation] = spec.metric.split('::') as [string, string]
  const isCount = aggregation === 'count' || aggregation === 'count_distinct'
  const style = formula || isCount ? 'number' : (sourceNamed(spec.source)?.metrics[metric]?.style ?? 'number')
  const values = isDrawn && valuesOf(spec)
  return {
    visualization,
    format: spec.value_format ?? { style },
    ...(!formula && { aggregation }),
    ...(options && { options }),
    ...(target && { target }),
    ...(conditional_formatting && { conditional_formatting }),
    ...(values && { values }),
  }
}

/** The declared values of its group and breakdown. */
function valuesOf({ source, group_by, breakdown_by }: Spec): View['values'] {
  const fields = sourceNamed(source)?.fields ?? {}
  const declared = [group_by, breakdown_by].flatMap((id) => {
    const field = id === undefined || !Object.hasOwn(fields, id) ? undefined : fields[id]
    return field?.type === 'choice' ? [[id!, field.values] as const] : []
  })
  return declared.length === 0 ? undefined : Object.fromEntries(declared)
}
