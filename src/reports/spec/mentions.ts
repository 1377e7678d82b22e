import type { Names } from '../catalogue/source.ts'
import { sourceNamed } from '../catalogue/sources.ts'
import { conditionOf } from './filters.ts'
import type { Filters, FilterValue, Scalar, Spec } from './spec.schema.ts'

/** Records that a filter names, by id or by full name. */
export interface Mention {
  /** The key of the spec, and the path of the filter within it. */
  key: 'filters' | 'formula'
  path: string
  /** The kind of record. */
  names: Names
  values: Scalar[]
}

/** The records that a spec names and the previous one did not. */
export function newMentions(spec: Partial<Spec>, before: Partial<Spec> = {}): Mention[] {
  const existing = new Map(
    mentionsOf(before).map(({ path, names, values }) => [`${names.table} ${path}`, new Set(values)]),
  )
  return mentionsOf(spec).flatMap((mention) => {
    const existingValues = existing.get(`${mention.names.table} ${mention.path}`)
    const values = mention.values.filter((value) => !existingValues?.has(value))
    return values.length > 0 ? { ...mention, values } : []
  })
}

function mentionsOf({ source, filters, formula }: Partial<Spec>): Mention[] {
  const fields = sourceNamed(source ?? '')?.fields ?? {}
  const mentionsIn = (key: Mention['key'], path: string, conditions: Filters = {}) =>
    Object.entries(conditions).flatMap(([name, filter]): Mention | [] => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (field?.type !== 'record') return []
      return { key, path: `${path}.${name}`, names: field.name, values: valuesOf(filter) }
    })
  const terms = Object.entries(formula?.terms ?? {})
  return [
    ...mentionsIn('filters', 'filters', filters),
    ...terms.flatMap(([name, term]) => mentionsIn('formula', `formula.terms.${name}.filters`, term.filters)),
  ]
}

function valuesOf(filter: FilterValue): Scalar[] {
  const { value } = conditionOf(filter)
  return value === undefined ? [] : [value].flat()
}
