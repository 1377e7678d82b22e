import { Type } from 'typebox'
import { closed } from '../http/contract/schema.ts'
import { Recurrence } from '../recurrence/recurrence.schema.ts'
import { normalise, ruleErrors } from '../recurrence/recurrence.ts'
import type { AddProblem } from './section.ts'

/** The recurrence rule as a field of a bundle's row. */
export const recurrence = Type.Object(Recurrence.properties, closed)

/** SQL for a rule with its fields in the order of the schema, which jsonb does not preserve. */
export const exportedRule = (rule: string) =>
  `json_strip_nulls(json_build_object(${Object.keys(Recurrence.properties)
    .map((field) => `'${field}', ${rule} -> '${field}'`)
    .join(', ')}))`

/**
 * Applies the API's rules between the fields of a recurrence. Messages omit the field's name, which is in the path. The row's rule
 * is replaced by its normalised form, so that equivalent rules are equal. Returns the number of fields with problems.
 */
export function checkRule(row: { recurrence: Recurrence; starts_on?: string }, problem: AddProblem): number {
  const rule = normalise(row.recurrence)
  const errors = Object.entries(ruleErrors(rule, row.starts_on ?? '0001-01-01'))
  for (const [field, messages] of errors) {
    for (const message of messages) problem(field.split('.'), message.slice(field.length + 1))
  }
  row.recurrence = rule
  return errors.length
}
