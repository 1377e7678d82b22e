import type { Access } from '../../access/areas.ts'
import { parseFormula, termsOf } from '../logic/formula.ts'
import { type AvailableParts, availableParts, readableSources } from './available.ts'
import { checkFilters } from './filters.ts'
import { type AddProblem, oneOfRule, type Problem } from './problems.ts'
import { type Formula, type Spec, type SpecInput, specKeys, type Visualization } from './spec.schema.ts'

type Key = keyof Spec

/** The keys that depend on the source. Another source resets them. */
const keysOfSource: readonly Key[] = ['metric', 'group_by', 'breakdown_by', 'filters', 'formula']
/** The keys that every spec has. null removes any other key. */
const requiredKeys: readonly Key[] = ['source', 'metric', 'visualization']
/** The keys that only some visualizations support, including when a patch changes the visualization alone. */
const onlyFor: [Key, readonly Visualization[]][] = [
  ['target', ['bar', 'area', 'line']],
  ['formula', ['metric']],
  ['conditional_formatting', ['metric']],
]

interface Context {
  /** What the token can read. Other sources and fields are unknown to it. */
  access: Access
  stored?: Spec | undefined
  /** The keys whose value does not match the schema. */
  invalidKeys?: ReadonlySet<unknown>
}

/** The spec to store, or its problems and the keys that are valid. */
export type SpecCheck = { spec: Spec } | { problems: Problem[]; valid: Partial<Spec> }

/**
 * Applies the input key by key to the stored spec, if any, and returns the complete spec to store without unset keys.
 * Otherwise returns what the source or the token does not allow; the schema has checked the rest. Another source
 * resets the keys that depend on it. Whether the named records exist is checked by the caller.
 */
export function checkSpec(input: SpecInput, { access, stored, invalidKeys = new Set() }: Context): SpecCheck {
  const problems: Problem[] = []
  const addProblem: AddProblem = (path, rule) => problems.push({ path, rule })
  const all = applyPatch(input, stored)
  const valid = Object.fromEntries(
    Object.entries(all).flatMap(([key, value]) => (invalidKeys.has(key) ? [] : [[key, withoutNulls(value)]])),
  ) as Partial<Spec>

  const readable = new Map(readableSources(access))
  const source = requireOneOf(all, 'source', [...readable.keys()], addProblem)
  const available = source === undefined ? undefined : availableParts(readable.get(source)!, access)
  const groups = groupsOf(all, available, addProblem)
  const visualization = invalidKeys.has('visualization')
    ? undefined
    : (valid.visualization ?? defaultVisualization(groups.group_by, available))
  for (const [key, where] of onlyFor) {
    if (all[key] === undefined || !visualization || where.includes(visualization)) continue
    addProblem([key], `is for ${where.join(', ')} only and cannot be kept by ${visualization}; null removes it`)
  }
  const checked: { [K in Key]?: Spec[K] | undefined } = {
    ...valid,
    source,
    metric:
      all.metric === undefined
        ? 'records::count'
        : available && requireOneOf(all, 'metric', available.aggregates, addProblem),
    visualization,
    ...groups,
    filters: available && valid.filters && checkFilters(valid.filters, available.fields, ['filters'], addProblem),
    options: valid.options && withDirection(valid.options),
    formula: valid.formula && checkFormula(valid.formula, available, addProblem),
  }
  const spec = Object.fromEntries(specKeys.flatMap((key) => (isSet(checked[key]) ? [[key, checked[key]]] : [])))
  return problems.length > 0 || invalidKeys.size > 0 ? { problems, valid: spec } : { spec: spec as unknown as Spec }
}

function applyPatch(input: SpecInput, stored: Spec | undefined): { [K in Key]?: unknown } {
  const isOtherSource = stored !== undefined && input.source !== undefined && input.source !== stored.source
  const retained = Object.entries(stored ?? {}).filter(([key]) => !isOtherSource || !keysOfSource.includes(key as Key))
  const merged = Object.entries({ ...Object.fromEntries(retained), ...input })
  return Object.fromEntries(merged.filter(([key, value]) => value !== null || requiredKeys.includes(key as Key)))
}

/** The schema allows null for optional values. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const set = Object.entries(value).filter(([, inner]) => inner !== null)
  return Object.fromEntries(set.map(([key, inner]) => [key, withoutNulls(inner)]))
}

/** An empty object or list counts as not set. */
const isSet = (value: unknown): boolean =>
  value !== undefined && (typeof value !== 'object' || Object.keys(value as object).length > 0)

/** The value of a key if it is one of `values`. */
function requireOneOf(
  all: { [K in Key]?: unknown },
  key: Key,
  values: readonly string[],
  addProblem: AddProblem,
): string | undefined {
  const match = values.find((value) => value === all[key])
  const rule = oneOfRule(values)
  if (match === undefined) addProblem([key], all[key] === undefined ? `is required and ${rule}` : rule)
  return match
}

function groupsOf(all: { [K in Key]?: unknown }, available: AvailableParts | undefined, addProblem: AddProblem) {
  const ids = available?.groups.map(({ id }) => id) ?? []
  const groups: { group_by?: string | undefined; breakdown_by?: string | undefined } = {}
  for (const key of ['group_by', 'breakdown_by'] as const) {
    groups[key] = all[key] === undefined || !available ? undefined : requireOneOf(all, key, ids, addProblem)
  }
  if (all.breakdown_by !== undefined && all.group_by === undefined) addProblem(['breakdown_by'], 'needs a group_by')
  else if (groups.breakdown_by !== undefined && groups.breakdown_by === groups.group_by) {
    addProblem(['breakdown_by'], 'must be another group than group_by')
  }
  return groups
}

/** A metric without groups, a line over time, bars otherwise. */
function defaultVisualization(group: string | undefined, available: AvailableParts | undefined): Visualization {
  if (group === undefined) return 'metric'
  return available?.groups.find(({ id }) => id === group)?.type === 'date' ? 'line' : 'bar'
}

/** Adds the default direction: ascending by group, descending by value. */
function withDirection({ sort, ...options }: NonNullable<Spec['options']>): Spec['options'] {
  const usual = sort?.by === 'value' ? 'desc' : 'asc'
  return sort ? { ...options, sort: { by: sort.by, direction: sort.direction ?? usual } } : options
}

/** The formula to store. Its terms are not checked while the source is unknown. */
export function checkFormula(
  { expression, terms }: Formula,
  available: AvailableParts | undefined,
  addProblem: AddProblem,
): Formula {
  checkTermUse(expression, Object.keys(terms), addProblem)
  const checked = Object.entries(terms).map(([name, term]) => [
    name,
    available ? checkTerm(name, term, available, addProblem) : term,
  ])
  return { expression, terms: Object.fromEntries(checked) }
}

function checkTermUse(expression: string, defined: string[], addProblem: AddProblem): void {
  const parsed = parseFormula(expression)
  if ('problem' in parsed) {
    addProblem(['formula', 'expression'], parsed.problem.replace(/\.$/, ''))
    return
  }
  const used = termsOf(parsed.tree)
  for (const name of [...used].filter((name) => !defined.includes(name))) {
    addProblem(['formula', 'expression'], `uses ${name}, which is not among its terms: ${defined.join(', ')}`)
  }
  for (const name of defined.filter((name) => !used.has(name))) {
    addProblem(['formula', 'terms', name], 'must be used in the expression')
  }
}

function checkTerm(
  name: string,
  { metric, filters: input = {} }: Formula['terms'][string],
  available: AvailableParts,
  addProblem: AddProblem,
) {
  const path = ['formula', 'terms', name]
  if (!available.aggregates.includes(metric)) addProblem([...path, 'metric'], oneOfRule(available.aggregates))
  const filters = checkFilters(input, available.fields, [...path, 'filters'], addProblem)
  return { metric, ...(filters && { filters }) }
}
