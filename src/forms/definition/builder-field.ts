import type { FormFieldCreate } from '../forms/bodies.schema.ts'
import { type Field, hasOptions, isAsked, takesNoValue, type Validation, type When } from '../logic/form.ts'
import { clean, isEmpty } from '../logic/values.ts'
import { checkDefault, checkValidation } from './builder-rules.ts'
import type { Findings } from './findings.ts'

/** A field as it is stored, but for its key: with what is set and nothing else, in one order. */
export type Unkeyed = Omit<Field, 'key'>

/**
 * Makes a stored field of one that was sent, and finds what is wrong with it by itself. What it has to do with others is
 * judged once they are all there: see builder.links.ts.
 */
export function buildField(sent: FormFieldCreate, path: string, findings: Findings): Unkeyed {
  const { type, required = false, help, placeholder, options, visible_when } = sent
  if (required && !isAsked({ type })) {
    findings.note('required_ignored', `${path}.required`, `A ${type} is not asked, so it cannot be required.`)
  }
  const field: Unkeyed = {
    type,
    label: sent.label.trim(),
    required: required && isAsked({ type }),
    ...(!isEmpty(help) && { help: help!.trim() }),
    ...(!isEmpty(placeholder) && { placeholder: placeholder!.trim() }),
    ...(options && { options: distinct(options, `${path}.options`, findings) }),
    ...validationOf(sent),
    ...(visible_when && { visible_when: buildWhen(visible_when) }),
  }
  if (options && !hasOptions(type)) {
    findings.refuse(`${path}.options`, `must not be there: a field of type ${type} has no options`)
  }
  checkValidation(field, `${path}.validation`, findings)
  const value = clean(field, hasOptions(type) ? trimmed(sent.default) : sent.default)
  if (value === undefined) return field
  checkDefault(field, value, `${path}.default`, findings)
  return { ...field, default: value }
}

/** In the order in which they are sent, without repeats. */
function distinct(options: readonly string[], path: string, findings: Findings): string[] {
  const kept = new Set<string>()
  for (const [i, sent] of options.entries()) {
    const option = sent.trim()
    if (kept.has(option)) findings.note('duplicate_option', `${path}.${i}`, `The option ${option} was there already.`)
    kept.add(option)
  }
  return [...kept]
}

/** Dates and times of limits are stored as answers are. */
function validationOf({ type, validation = {} }: FormFieldCreate): { validation?: Validation } {
  const limits = Object.entries(validation)
    .map(([name, value]) => [name, name === 'min' || name === 'max' ? clean({ type }, value) : value])
    .filter(([, value]) => value !== undefined)
  return limits.length > 0 ? { validation: Object.fromEntries(limits) } : {}
}

/** Options have no blanks around them, so what is compared with them has none. What is blank stays what it is. */
const trimmed = <T>(value: T): T =>
  (Array.isArray(value) ? value.map(trimmed) : typeof value === 'string' ? value.trim() || value : value) as T

export function buildWhen({ combinator = 'and', conditions }: NonNullable<FormFieldCreate['visible_when']>): When {
  return {
    combinator,
    conditions: conditions.map(({ field, operator, value }) =>
      value === undefined || takesNoValue(operator) ? { field, operator } : { field, operator, value: trimmed(value) },
    ),
  }
}
