import type { DayRange } from '../logic/results.ts'
import type { Filters, Options } from '../spec/spec.schema.ts'
import { conditionSql } from './conditions.ts'
import { withinDays } from './days.ts'
import { groupedBy } from './groups.ts'
import { aggregate } from './measures.ts'
import { ordered } from './ordered.ts'
import { Parameters } from './parameters.ts'
import { named, type Question } from './question.ts'

export interface CompileContext {
  orgId: number
  timezone: string
  today: string
  days: DayRange
}
export interface Compiled {
  text: string
  values: unknown[]
}

/**
 * Compiles a question to one statement: it selects, groups and aggregates rows, then adds names, sorts and limits. Its
 * text comes from the catalogue and this folder; input of callers is only in its values.
 */
export function compile(question: Question, options: Options, context: CompileContext): Compiled {
  const { source, group, breakdown, measures, filters } = question
  const { orgId, timezone, today, days } = context
  const parameters = new Parameters(orgId, timezone, today)
  const conditions = (filters: Filters) =>
    Object.entries(filters).map(([name, filter]) =>
      conditionSql(named(source.fields, name), filter, timezone, parameters),
    )

  const groups = [group, breakdown].filter((one) => one !== undefined)
  const dated = named(source.fields, source.dated)
  if (dated.type !== 'date') throw new Error(`${source.dated} is no date`)
  const where = [
    parameters.fill(source.where),
    ...withinDays(dated, days, timezone, parameters),
    ...conditions(filters),
  ]
  const columns = Object.values(measures).map((measure, index) => {
    const own = conditions(measure.filters)
    const sql = parameters.fill(measure.metric.sql)
    return `${aggregate(measure, sql, own.length > 0 ? own.join(' and ') : undefined)} as ${group ? 'value' : `v${index}`}`
  })
  const groupColumns = groups.map((one, index) => `${groupedBy(one, parameters)} as ${'gb'[index]}`)
  const counted = `select ${[...groupColumns, ...columns].join(', ')}
    from ${[parameters.fill(source.rows), ...joinsOf(question).map((join) => parameters.fill(join))].join(' ')}
    where ${where.join(' and ')}${groups.length > 0 ? ` group by ${groups.map((_, index) => index + 1).join(', ')}` : ''}`
  return { text: group ? ordered(counted, group, breakdown, options) : counted, values: parameters.values }
}

/** The joins that the question needs, in the order of the source. */
function joinsOf({ source, filters, measures, group, breakdown }: Question): string[] {
  const filteredFields = [filters, ...Object.values(measures).map((measure) => measure.filters)].flatMap(Object.keys)
  const parts = [
    ...filteredFields.map((name) => named(source.fields, name)),
    ...Object.values(measures).map(({ metric }) => metric),
    ...[group?.field, breakdown?.field].filter((field) => field !== undefined),
  ]
  const needed = new Set(parts.flatMap(({ joins = [] }) => joins))
  return Object.entries(source.joins ?? {}).flatMap(([name, sql]) => (needed.has(name) ? [sql] : []))
}
