import { Type } from 'typebox'
import { closed } from '../http/contract/schema.ts'
import { Recurrence } from '../recurrence/recurrence.schema.ts'
import { normalise, ruleErrors } from '../recurrence/recurrence.ts'
import type { AddProblem } from './section.ts'

/** How something repeats, as a field of a bundle's row. */
export const recurrence = Type.Object(Recurrence.properties, closed)

/** SQL for a rule as the bundle shows it: the database keeps its fields in an order of its own. */
export const shownRule = (rule: string) =>
  `json_strip_nulls(json_build_object(${Object.keys(Recurrence.properties)
    .map((field) => `'${field}', ${rule} -> '${field}'`)
    .join(', ')}))`

/**
 * The rules of the API for what goes together, without the field's name, which the path tells. A rule without problems takes
 * the form that it is stored in, so that two which say the same are equal. Gives how many problems there are.
 */
export function checkRule(row: { recurrence: Recurrence; starts_on?: string }, problem: AddProblem): number {
  const rule = normalise(row.recurrence)
  const errors = Object.entries(ruleErrors(rule, row.starts_on ?? '0001-01-01'))
  for (const [field, sentences] of errors) {
    for (const sentence of sentences) problem(field.split('.'), sentence.slice(field.length + 1))
  }
  row.recurrence = rule
  return errors.length
}
