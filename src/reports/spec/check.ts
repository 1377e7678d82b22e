import type { Access } from '../../access/areas.ts'
import { parseFormula, termsOf } from '../logic/formula.ts'
import { type AvailableParts, availableParts, readableSources } from './available.ts'
import { checkFilters } from './filters.ts'
import { type AddProblem, oneOfRule, type Problem } from './problems.ts'
import { type Formula, type Spec, type SpecInput, specKeys, type Visualization } from './spec.schema.ts'

type Key = keyof Spec

/** What belongs to a source and goes with it. */
const keysOfSource: readonly Key[] = ['metric', 'group_by', 'breakdown_by', 'filters', 'formula']
/** They are always there; null takes any other one away. */
const requiredKeys: readonly Key[] = ['source', 'metric', 'visualization']
/** Some keys have a meaning in some visualizations only, also when the visualization is all that changes. */
const onlyFor: [Key, readonly Visualization[]][] = [
  ['target', ['bar', 'area', 'line']],
  ['formula', ['metric']],
  ['conditional_formatting', ['metric']],
]

interface Context {
  /** What the token can read: nothing else exists for it. */
  access: Access
  stored?: Spec | undefined
  /** Keys whose value is not what the schema says; their names can be any. */
  invalidKeys?: ReadonlySet<unknown>
}

/** A spec as it is stored, or what is wrong with it and the parts that are sound all the same. */
export type SpecCheck = { spec: Spec } | { problems: Problem[]; sound: Partial<Spec> }

/**
 * The spec as it is stored: what is sent, applied key by key to what is stored, complete and without what is not set. Or what the
 * source and the token do not allow of it; the schema has checked the rest. Another source than the stored one takes with it what
 * belonged to that. Whether there are the records that it names is not known here.
 */
export function checkSpec(sent: SpecInput, { access, stored, invalidKeys: misshapen = new Set() }: Context): SpecCheck {
  const problems: Problem[] = []
  const say: AddProblem = (path, rule) => problems.push({ path, rule })
  const all = applyPatch(sent, stored)
  const sound = Object.fromEntries(
    Object.entries(all).flatMap(([key, value]) => (misshapen.has(key) ? [] : [[key, withoutNulls(value)]])),
  ) as Partial<Spec>

  const readable = new Map(readableSources(access))
  const source = requireOneOf(all, 'source', [...readable.keys()], say)
  const offered = source === undefined ? undefined : availableParts(readable.get(source)!, access)
  const groups = groupsOf(all, offered, say)
  const visualization = misshapen.has('visualization')
    ? undefined
    : (sound.visualization ?? defaultVisualization(groups.group_by, offered))
  for (const [key, where] of onlyFor) {
    if (all[key] === undefined || !visualization || where.includes(visualization)) continue
    say([key], `is for ${where.join(', ')} only and cannot be kept by ${visualization}; null removes it`)
  }
  const checked: { [K in Key]?: Spec[K] | undefined } = {
    ...sound,
    source,
    metric:
      all.metric === undefined ? 'records::count' : offered && requireOneOf(all, 'metric', offered.aggregates, say),
    visualization,
    ...groups,
    filters: offered && sound.filters && checkFilters(sound.filters, offered.fields, ['filters'], say),
    options: sound.options && withDirection(sound.options),
    formula: sound.formula && checkFormula(sound.formula, offered, say),
  }
  const spec = Object.fromEntries(specKeys.flatMap((key) => (isSet(checked[key]) ? [[key, checked[key]]] : [])))
  return problems.length > 0 || misshapen.size > 0 ? { problems, sound: spec } : { spec: spec as unknown as Spec }
}

function applyPatch(sent: SpecInput, stored: Spec | undefined): { [K in Key]?: unknown } {
  const isMoved = stored !== undefined && sent.source !== undefined && sent.source !== stored.source
  const kept = Object.entries(stored ?? {}).filter(([key]) => !isMoved || !keysOfSource.includes(key as Key))
  const merged = Object.entries({ ...Object.fromEntries(kept), ...sent })
  return Object.fromEntries(merged.filter(([key, value]) => value !== null || requiredKeys.includes(key as Key)))
}

/** The schema allows null for what may be left out. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const set = Object.entries(value).filter(([, inner]) => inner !== null)
  return Object.fromEntries(set.map(([key, inner]) => [key, withoutNulls(inner)]))
}

/** An empty object or list is as good as none. */
const isSet = (value: unknown): boolean =>
  value !== undefined && (typeof value !== 'object' || Object.keys(value as object).length > 0)

/** The value of a key when it is one of these; a value of another type is none. */
function requireOneOf(
  all: { [K in Key]?: unknown },
  key: Key,
  values: readonly string[],
  say: AddProblem,
): string | undefined {
  const found = values.find((value) => value === all[key])
  const rule = oneOfRule(values)
  if (found === undefined) say([key], all[key] === undefined ? `is required and ${rule}` : rule)
  return found
}

function groupsOf(all: { [K in Key]?: unknown }, offered: AvailableParts | undefined, say: AddProblem) {
  const ids = offered?.groups.map(({ id }) => id) ?? []
  const groups: { group_by?: string | undefined; breakdown_by?: string | undefined } = {}
  for (const key of ['group_by', 'breakdown_by'] as const) {
    groups[key] = all[key] === undefined || !offered ? undefined : requireOneOf(all, key, ids, say)
  }
  if (all.breakdown_by !== undefined && all.group_by === undefined) say(['breakdown_by'], 'needs a group_by')
  else if (groups.breakdown_by !== undefined && groups.breakdown_by === groups.group_by) {
    say(['breakdown_by'], 'must be another group than group_by')
  }
  return groups
}

/** One number without groups, a line along time, bars otherwise. */
function defaultVisualization(group: string | undefined, offered: AvailableParts | undefined): Visualization {
  if (group === undefined) return 'metric'
  return offered?.groups.find(({ id }) => id === group)?.type === 'date' ? 'line' : 'bar'
}

/** Stored with its direction: names go up, values down. */
function withDirection({ sort, ...options }: NonNullable<Spec['options']>): Spec['options'] {
  const usual = sort?.by === 'value' ? 'desc' : 'asc'
  return sort ? { ...options, sort: { by: sort.by, direction: sort.direction ?? usual } } : options
}

/** A formula as it is stored. What its terms count is of the insight's source, and is not checked while that is unknown. */
export function checkFormula(
  { expression, terms }: Formula,
  offered: AvailableParts | undefined,
  say: AddProblem,
): Formula {
  checkTermUse(expression, Object.keys(terms), say)
  const checked = Object.entries(terms).map(([name, term]) => [
    name,
    offered ? checkTerm(name, term, offered, say) : term,
  ])
  return { expression, terms: Object.fromEntries(checked) }
}

function checkTermUse(expression: string, defined: string[], say: AddProblem): void {
  const parsed = parseFormula(expression)
  if ('problem' in parsed) {
    say(['formula', 'expression'], parsed.problem.replace(/\.$/, ''))
    return
  }
  const used = termsOf(parsed.tree)
  for (const name of [...used].filter((name) => !defined.includes(name))) {
    say(['formula', 'expression'], `uses ${name}, which is not among its terms: ${defined.join(', ')}`)
  }
  for (const name of defined.filter((name) => !used.has(name))) {
    say(['formula', 'terms', name], 'must be used in the expression')
  }
}

function checkTerm(
  name: string,
  { metric, filters: sent = {} }: Formula['terms'][string],
  offered: AvailableParts,
  say: AddProblem,
) {
  const path = ['formula', 'terms', name]
  if (!offered.aggregates.includes(metric)) say([...path, 'metric'], oneOfRule(offered.aggregates))
  const filters = checkFilters(sent, offered.fields, [...path, 'filters'], say)
  return { metric, ...(filters && { filters }) }
}
