import type { Access } from '../../access/areas.ts'
import type { FieldErrors } from '../../http/field-errors.ts'
import { type Spec, targeted, type Visualization, visualizations } from '../logic/spec.ts'
import { dateRangeOf } from './date-range.ts'
import { filtersOf } from './filters.ts'
import { formulaOf } from './formula.ts'
import { formattingOf, optionsOf, targetOf, valueFormatOf } from './look.ts'
import { type Offered, offeredBy, readableSources } from './offered.ts'
import { checked, isObject, oneOf, type Say } from './shape.ts'

export { closedAreas, neededAreas } from './areas.ts'
export { checkDateRange, rangeRule } from './date-range.ts'
export { type Mention, newMentions } from './records.ts'

/** The keys of a spec, in the order it is shown. */
export const specKeys = [
  ...(['source', 'metric', 'visualization', 'group_by', 'breakdown_by', 'filters', 'date_range'] as const),
  ...(['value_format', 'options', 'target', 'formula', 'conditional_formatting'] as const),
] as const satisfies readonly (keyof Spec)[]
type Key = (typeof specKeys)[number]
type Sent = Partial<Record<Key, unknown>>

/** What belongs to a source and goes with it. */
const ofSource: readonly Key[] = ['metric', 'group_by', 'breakdown_by', 'filters', 'formula']
/** They are always there; null takes any other one away. */
const lasting: readonly Key[] = ['source', 'metric', 'visualization']

interface Context {
  /** What the token can read: nothing else exists for it. */
  access: Access
}

/** A spec as it is stored, or everything that is wrong with it and the parts that are sound all the same. */
export type Judged = { spec: Spec } | { problems: FieldErrors; sound: Partial<Spec> }

/**
 * The spec as it is stored: what is sent, laid key by key over what is stored, complete and without what is not set. Or everything
 * that is wrong with it, by `spec.<key>`. Another source than the stored one takes with it what belonged to that. Whether there
 * are the records that it names is not known here.
 */
export function checkSpec(sent: unknown, { access }: Context, stored?: Spec): Judged {
  if (!isObject(sent)) return { problems: { spec: ['spec must be an object.'] }, sound: {} }
  const problems = new Map<string, string[]>()
  const sayFor = (key: string): Say => {
    const place = `spec.${key}`
    return (path, rule) => {
      const said = problems.get(place) ?? []
      said.push(`${path} ${rule}.`)
      problems.set(place, said)
    }
  }
  for (const key of Object.keys(sent).filter((key) => !(specKeys as readonly string[]).includes(key))) {
    sayFor(key)(key, `is not supported; supported keys are ${specKeys.join(', ')}`)
  }
  const spec = judged(laidOver(sent, stored), access, sayFor)
  return problems.size > 0 ? { problems: Object.fromEntries(problems), sound: spec } : { spec }
}

function laidOver(sent: Sent, stored: Spec | undefined): Sent {
  const isMoved = stored !== undefined && sent.source !== undefined && sent.source !== stored.source
  const kept = Object.entries(stored ?? {}).filter(([key]) => !isMoved || !ofSource.includes(key as Key))
  const merged = Object.entries({ ...Object.fromEntries(kept), ...sent })
  return Object.fromEntries(merged.filter(([key, value]) => value !== null || lasting.includes(key as Key)))
}

/** Incomplete when something was said, and then not used. */
function judged(all: Sent, access: Access, sayFor: (key: Key) => Say): Spec {
  const readable = new Map(readableSources(access))
  const source = checked(all.source, oneOf([...readable.keys()]), 'source', sayFor('source'))
  const offered = source === undefined ? undefined : offeredBy(readable.get(source)!, access)
  const groups = groupsOf(all, offered, sayFor)
  const visualization = checked(
    all.visualization === undefined ? usualFor(groups.group_by, offered) : all.visualization,
    oneOf(visualizations),
    'visualization',
    sayFor('visualization'),
  )
  if (visualization) checkUse(all, visualization, sayFor)
  const part = <T>(key: Key, judge: (value: unknown, say: Say) => T | undefined): { [K in Key]?: T } => {
    const value = all[key] === undefined ? undefined : judge(all[key], sayFor(key))
    return value === undefined ? {} : { [key]: value }
  }
  return {
    source,
    ...part('metric', (value, say) => offered && checked(value, oneOf(offered.aggregates), 'metric', say)),
    ...(all.metric === undefined && { metric: 'records::count' }),
    visualization,
    ...groups,
    ...part('filters', (value, say) => offered && filtersOf(value, offered.fields, 'filters', say)),
    ...part('date_range', dateRangeOf),
    ...part('value_format', valueFormatOf),
    ...part('options', optionsOf),
    ...part('target', targetOf),
    ...part('formula', (value, say) => formulaOf(value, offered, say)),
    ...part('conditional_formatting', formattingOf),
  } as Spec
}

function groupsOf(all: Sent, offered: Offered | undefined, sayFor: (key: Key) => Say) {
  const ids = offered?.groups.map(({ id }) => id) ?? []
  const groups: Pick<Spec, 'group_by' | 'breakdown_by'> = {}
  for (const key of ['group_by', 'breakdown_by'] as const) {
    if (all[key] === undefined || !offered) continue
    const id = checked(all[key], oneOf(ids), key, sayFor(key))
    if (id !== undefined) groups[key] = id
  }
  const say = sayFor('breakdown_by')
  if (all.breakdown_by !== undefined && all.group_by === undefined) say('breakdown_by', 'needs a group_by')
  else if (groups.breakdown_by !== undefined && groups.breakdown_by === groups.group_by) {
    say('breakdown_by', 'must be another group than group_by')
  }
  return groups
}

/** One number without groups, a line along time, bars otherwise. */
function usualFor(group: string | undefined, offered: Offered | undefined): Visualization {
  if (group === undefined) return 'metric'
  return offered?.groups.find(({ id }) => id === group)?.type === 'date' ? 'line' : 'bar'
}

/** Some keys have a meaning in some visualizations only, also when the visualization is all that changes. */
function checkUse(all: Sent, visualization: Visualization, sayFor: (key: Key) => Say): void {
  const only: [Key, readonly Visualization[]][] = [
    ['target', targeted],
    ['formula', ['metric']],
    ['conditional_formatting', ['metric']],
  ]
  for (const [key, where] of only) {
    if (all[key] === undefined || where.includes(visualization)) continue
    sayFor(key)(key, `is for ${where.join(', ')} only and cannot be kept by ${visualization}; null removes it`)
  }
}
