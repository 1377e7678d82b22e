import { checkValue, maxLengths, maxStars } from '../logic/check.ts'
import {
  type Field,
  type FieldType,
  hasOptions,
  isAnswerable,
  type Kind,
  kinds,
  takesNoValue,
  type Validation,
  type When,
} from '../logic/form.ts'
import { patternOf } from '../logic/pattern.ts'
import { clean, isEmpty } from '../logic/values.ts'
import type { Findings } from './findings.ts'
import type { FormFieldCreate } from './form.schema.ts'

/** A stored field without its key. It has only properties with a value, in a fixed order. */
export type FieldWithoutKey = Omit<Field, 'key'>

/** Builds the stored field from a body, and checks it by itself. builder-links.ts checks how fields refer to each other. */
export function buildField(body: FormFieldCreate, path: string, findings: Findings): FieldWithoutKey {
  const { type, required = false, help, placeholder, options, low_label, high_label, visible_when } = body
  if (required && !isAnswerable({ type })) {
    findings.addNote('required_ignored', `${path}.required`, `A ${type} is not asked, so it cannot be required.`)
  }
  const field: FieldWithoutKey = {
    type,
    label: body.label.trim(),
    required: required && isAnswerable({ type }),
    ...(!isEmpty(help) && { help: help!.trim() }),
    ...(!isEmpty(placeholder) && { placeholder: placeholder!.trim() }),
    ...(options && { options: distinctOptions(options, `${path}.options`, findings) }),
    ...(!isEmpty(low_label) && { low_label: low_label!.trim() }),
    ...(!isEmpty(high_label) && { high_label: high_label!.trim() }),
    ...validationOf(body),
    ...(visible_when && { visible_when: buildWhen(visible_when) }),
  }
  if (options && !hasOptions(type)) {
    findings.addError(`${path}.options`, `must not be there: a field of type ${type} has no options`)
  }
  for (const name of ['low_label', 'high_label'] as const) {
    if (field[name] !== undefined && type !== 'rating') {
      findings.addError(`${path}.${name}`, `must not be there: a field of type ${type} is no rating`)
    }
  }
  checkValidation(field, `${path}.validation`, findings)
  const value = clean(field, hasOptions(type) ? trimmed(body.default) : body.default)
  if (value === undefined) return field
  checkDefault(field, value, `${path}.default`, findings)
  return { ...field, default: value }
}

/** The options in the order of the body, without duplicates. */
function distinctOptions(options: readonly string[], path: string, findings: Findings): string[] {
  const distinct = new Set<string>()
  for (const [i, each] of options.entries()) {
    const option = each.trim()
    if (distinct.has(option))
      findings.addNote('duplicate_option', `${path}.${i}`, `The option ${option} was there already.`)
    distinct.add(option)
  }
  return [...distinct]
}

/** Dates and times in limits are stored in the format of answers. */
function validationOf({ type, validation = {} }: FormFieldCreate): { validation?: Validation } {
  const limits = Object.entries(validation)
    .map(([name, value]) => [name, name === 'min' || name === 'max' ? clean({ type }, value) : value])
    .filter(([, value]) => value !== undefined)
  return limits.length > 0 ? { validation: Object.fromEntries(limits) } : {}
}

/** Options are trimmed, so values compared with them are too. A blank text stays as it is. */
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

/** A setting of `validation`. */
type Limit = keyof Validation

const limitsOfKind: Record<Kind, readonly Limit[]> = {
  text: ['min_length', 'max_length', 'pattern'],
  number: ['min', 'max'],
  time: ['min', 'max'],
  choices: ['min', 'max'],
  choice: [],
  flag: [],
  signature: [],
  person: [],
  none: [],
}
/** The limits that a type supports. A rating supports only its number of stars. */
export const limitsOf = (type: FieldType): readonly Limit[] => (type === 'rating' ? ['max'] : limitsOfKind[kinds[type]])

export function checkValidation(field: FieldWithoutKey, path: string, findings: Findings): void {
  const { type, validation = {} } = field
  const supported = limitsOf(type)
  for (const limit of Object.keys(validation) as Limit[]) {
    if (supported.includes(limit)) continue
    const takes = supported.length > 0 ? `takes ${supported.join(', ')}` : 'takes no validation'
    findings.addError(`${path}.${limit}`, `must not be there: a field of type ${type} ${takes}`)
  }
  const invalidLimits = (['min', 'max'] as const).filter((limit) => {
    if (validation[limit] === undefined || !supported.includes(limit)) return false
    const rule = limitRule(field, limit, validation[limit])
    if (rule !== undefined) findings.addError(`${path}.${limit}`, rule)
    return rule !== undefined
  })
  const { min, max, min_length, max_length, pattern } = validation
  if (invalidLimits.length === 0 && supported.includes('min')) checkOrder(min, max, `${path}.max`, findings)
  if (supported.includes('min_length')) {
    checkOrder(min_length, max_length, `${path}.max_length`, findings)
    const most = maxLengths[type]!
    if (min_length !== undefined && min_length > most) {
      findings.addError(`${path}.min_length`, `must be at most ${most}, the most that a field of type ${type} takes`)
    }
  }
  if (pattern !== undefined && supported.includes('pattern') && !patternOf(pattern)) {
    findings.addError(`${path}.pattern`, patternRule)
  }
}

const patternRule =
  'must be made of characters, ., [a-z], \\d, \\w, \\s, ( ), |, ?, *, + and counts such as {2,4}, and must not be too long; the whole text has to match it'

function checkOrder<T extends number | string>(
  least: T | undefined,
  most: T | undefined,
  path: string,
  findings: Findings,
) {
  if (least !== undefined && most !== undefined && least > most) findings.addError(path, `must be at least ${least}`)
}

/** The rule that a limit breaks, as the rest of a sentence; undefined if it is valid. */
function limitRule(
  { type, options }: FieldWithoutKey,
  limit: 'min' | 'max',
  value: number | string | undefined,
): string | undefined {
  if (type === 'rating') return isWhole(value, 2, maxStars) ? undefined : `must be a whole number from 2 to ${maxStars}`
  if (kinds[type] === 'choices') {
    const [least, most] = limit === 'min' ? [0, options?.length || undefined] : [1, undefined]
    if (!isWhole(value, least)) return `must be a whole number of ${least} or more`
    return isWhole(value, least, most) ? undefined : `must be at most ${most}, as many as there are options`
  }
  return valueRule({ type, label: '', required: false }, value)
}
const isWhole = (value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most

export function checkDefault(field: FieldWithoutKey, value: unknown, path: string, findings: Findings): void {
  const rule = defaultRule(field, value)
  if (rule !== undefined) findings.addError(path, rule)
}

function defaultRule(field: FieldWithoutKey, value: unknown): string | undefined {
  const kind = kinds[field.type]
  if (kind === 'none') return `must not be there: a field of type ${field.type} is not asked`
  // The page accepts only names, so a default id could never be submitted.
  if (kind === 'person' && typeof value !== 'string') return 'must be a name'
  return valueRule(field, value)
}

/** The rule that a value of the field breaks, as the rest of a sentence; undefined if it is valid. */
export function valueRule(field: FieldWithoutKey, value: unknown): string | undefined {
  const sentence = checkValue({ ...field, key: '' }, value)
  if (sentence === undefined) return undefined
  const rest = `${sentence[0]!.toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`
  // Messages of the page may be instructions, such as "Choose one".
  return rest.startsWith('must ') ? rest : `must fit the field: ${rest}`
}
