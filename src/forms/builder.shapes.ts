import type { FieldErrors } from '../http/field-errors.ts'
import { buildField } from './builder.field.ts'
import { Findings } from './builder.findings.ts'
import type { FormFieldCreate } from './forms.bodies.ts'

/**
 * What is wrong with fields whose shape is right, where that of something else is not: so that whoever sends a form learns of
 * both at once. How parts fit together cannot be judged while one of them is no part of a form.
 */
export function alsoWrong(body: unknown, shape: FieldErrors): FieldErrors {
  const findings = new Findings()
  const wrong = Object.keys(shape)
  const isRight = (path: string) => !wrong.some((each) => each === path || each.startsWith(`${path}.`))
  for (const [i, step] of listIn(body, 'steps').entries()) {
    for (const [j, field] of listIn(step, 'fields').entries()) {
      const path = `steps.${i}.fields.${j}`
      if (isRight(path)) buildField(field as FormFieldCreate, path, findings)
    }
  }
  return findings.errors
}

function listIn(value: unknown, name: string): unknown[] {
  const list = value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[name] : undefined
  return Array.isArray(list) ? list : []
}
