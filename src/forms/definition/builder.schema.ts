import { type FieldErrors, untold } from '../../http/contract/field-errors.ts'
import type { FormFieldCreate } from '../forms/bodies.schema.ts'
import { mostFields, mostSteps } from '../forms/forms.schema.ts'
import { buildField } from './builder-field.ts'
import { Findings } from './findings.ts'

/**
 * What is wrong with fields whose shape is right, where that of something else is not: so that whoever sends a form learns of
 * both at once. How parts fit together cannot be judged while one of them is no part of a form. Of more than a form can have,
 * or where more is wrong than is told, nothing is said.
 */
export function alsoWrong(body: unknown, shape: FieldErrors): FieldErrors {
  if (untold in shape) return {}
  const findings = new Findings()
  /** As far as fields, `steps.0.fields.1`, whatever is wrong in them. */
  const wrong = new Set(Object.keys(shape).map((path) => path.split('.', 4).join('.')))
  const fields = listIn(body, 'steps', mostSteps).flatMap((step, i) =>
    listIn(step, 'fields', mostFields).map((field, j) => ({ field, path: `steps.${i}.fields.${j}` })),
  )
  for (const { field, path } of fields.slice(0, mostFields)) {
    if (!wrong.has(path)) buildField(field as FormFieldCreate, path, findings)
  }
  return findings.errors
}

/** The list of a name, where there is one that is not too long. */
function listIn(value: unknown, name: string, most: number): unknown[] {
  const list = value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[name] : undefined
  return Array.isArray(list) && list.length <= most ? list : []
}
