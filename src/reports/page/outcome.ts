import type { FastifyBaseLogger } from 'fastify'
import type { Area } from '../../access/areas.ts'
import type { Reads } from '../../db/replica/reads.ts'
import type { ProspectStage } from '../../prospects/options/options.ts'
import type { Field } from '../catalogue/source.ts'
import { sourceNamed } from '../catalogue/sources.ts'
import { stageTones, statusTones } from '../catalogue/statuses.ts'
import { computeResults, isReportError } from '../engine/compute.ts'
import type { Results } from '../logic/results.ts'
import { inOwnOrder } from '../logic/statuses.ts'
import type { DeclaredValue, GroupView, Tone, View } from '../logic/view.ts'
import { unreadableAreas } from '../spec/areas.ts'
import type { DateRange, Spec, Visualization } from '../spec/spec.schema.ts'
import type { NoResults } from './notices.ts'
import type { Outcome } from './page-data.ts'
import { lowerFirst, upperFirst } from './summary.ts'
import type { Viewer } from './viewer.ts'

interface ComputeContext {
  reads: Reads
  now: number
  viewer: Viewer
  log: FastifyBaseLogger
  /** Aborted when the viewer disconnects. */
  signal: AbortSignal
}

/**
 * The results of an insight for a viewer, in the order in which a page shows them. An error becomes a message on its
 * card and does not affect other cards.
 */
export async function outcomeOf(context: ComputeContext, spec: Spec, view: View, days?: DateRange): Promise<Outcome> {
  const computed = await computeFor(context, spec, days)
  if ('message' in computed) return { message: computed.message }
  return { results: { ...computed.results, rows: inOwnOrder(computed.results, view) } }
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
export function viewOf(spec: Spec, stages: readonly ProspectStage[] = []): View {
  const { options, target, conditional_formatting, formula } = spec
  const isDrawn = chartTypes.includes(spec.visualization)
  const visualization = isDrawn && spec.group_by === undefined ? 'metric' : spec.visualization
  const [metric, aggregation] = spec.metric.split('::') as [string, string]
  const isCount = aggregation === 'count' || aggregation === 'count_distinct'
  const style = formula || isCount ? 'number' : (sourceNamed(spec.source)?.metrics[metric]?.style ?? 'number')
  const groups = visualization === 'metric' ? [] : groupFields(spec)
  return {
    visualization,
    format: spec.value_format ?? { style },
    ...(!formula && { aggregation }),
    ...(options && { options }),
    ...(target && { target }),
    ...(conditional_formatting && { conditional_formatting }),
    ...(groups.length > 0 && {
      groups: Object.fromEntries(groups.map(([id, field]) => [id, groupView(field, stages)])),
    }),
  }
}

/** The fields of its group and breakdown, by their ids, which may have a grain. */
function groupFields({ source, group_by, breakdown_by }: Spec): [id: string, field: Field][] {
  const fields = sourceNamed(source)?.fields ?? {}
  return [group_by, breakdown_by].flatMap((id): [string, Field][] => {
    const [name] = id?.split(':') ?? []
    return name !== undefined && Object.hasOwn(fields, name) ? [[id!, fields[name]!]] : []
  })
}

function groupView(field: Field, stages: readonly ProspectStage[]): GroupView {
  const values = declaredValues(field, stages)
  return { none: field.none ?? `No ${lowerFirst(field.label)}`, ...(values && { values }) }
}

function declaredValues(field: Field, stages: readonly ProspectStage[]): DeclaredValue[] | undefined {
  const declared = (value: string | boolean, name: string, tone?: Tone) => ({ value, name, ...(tone && { tone }) })
  if (field.type === 'boolean') return [declared(true, field.label), declared(false, `Not ${lowerFirst(field.label)}`)]
  if (field.type === 'choice')
    return field.values.map((value) => declared(value, field.names?.[value] ?? upperFirst(value), statusTones[value]))
  if (field.type !== 'text' || !field.values) return undefined
  return stages.map(({ name, category }) => declared(name, name, stageTones[category]))
}

/** Whether a spec groups by the stages of prospects, which an organisation sets up. */
export const hasStages = (spec: Spec): boolean =>
  groupFields(spec).some(([, field]) => field.type === 'text' && field.values !== undefined)
