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

/** A field as it is stored, but for its key: with what is set and nothing else, in one order. */
export type FieldWithoutKey = Omit<Field, 'key'>

/**
 * Makes a stored field of one that was sent, and finds what is wrong with it by itself. What it has to do with others is
 * judged once they are all there: see builder.links.ts.
 */
export function buildField(sent: FormFieldCreate, path: string, findings: Findings): FieldWithoutKey {
  const { type, required = false, help, placeholder, options, visible_when } = sent
  if (required && !isAnswerable({ type })) {
    findings.addNote('required_ignored', `${path}.required`, `A ${type} is not asked, so it cannot be required.`)
  }
  const field: FieldWithoutKey = {
    type,
    label: sent.label.trim(),
    required: required && isAnswerable({ type }),
    ...(!isEmpty(help) && { help: help!.trim() }),
    ...(!isEmpty(placeholder) && { placeholder: placeholder!.trim() }),
    ...(options && { options: distinct(options, `${path}.options`, findings) }),
    ...validationOf(sent),
    ...(visible_when && { visible_when: buildWhen(visible_when) }),
  }
  if (options && !hasOptions(type)) {
    findings.addError(`${path}.options`, `must not be there: a field of type ${type} has no options`)
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
    if (kept.has(option))
      findings.addNote('duplicate_option', `${path}.${i}`, `The option ${option} was there already.`)
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

/** What a field's own limits and its first answer may be. */
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
/** The validation that a type takes; a rating has its number of stars and no more. */
export const limitsOf = (type: FieldType): readonly Limit[] => (type === 'rating' ? ['max'] : limitsOfKind[kinds[type]])

export function checkValidation(field: FieldWithoutKey, path: string, findings: Findings): void {
  const { type, validation = {} } = field
  const taken = limitsOf(type)
  for (const limit of Object.keys(validation) as Limit[]) {
    if (taken.includes(limit)) continue
    const takes = taken.length > 0 ? `takes ${taken.join(', ')}` : 'takes no validation'
    findings.addError(`${path}.${limit}`, `must not be there: a field of type ${type} ${takes}`)
  }
  const wrong = (['min', 'max'] as const).filter((limit) => {
    if (validation[limit] === undefined || !taken.includes(limit)) return false
    const rule = limitRule(field, limit, validation[limit])
    if (rule !== undefined) findings.addError(`${path}.${limit}`, rule)
    return rule !== undefined
  })
  const { min, max, min_length, max_length, pattern } = validation
  if (wrong.length === 0 && taken.includes('min')) checkOrder(min, max, `${path}.max`, findings)
  if (taken.includes('min_length')) {
    checkOrder(min_length, max_length, `${path}.max_length`, findings)
    const most = maxLengths[type]!
    if (min_length !== undefined && min_length > most) {
      findings.addError(`${path}.min_length`, `must be at most ${most}, the most that a field of type ${type} takes`)
    }
  }
  if (pattern !== undefined && taken.includes('pattern') && !patternOf(pattern)) {
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

/** What a limit of a type has to be, where it is not. */
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
  // The page takes names alone, so nobody could send an id that it starts with.
  if (kind === 'person' && typeof value !== 'string') return 'must be a name'
  return valueRule(field, value)
}

/** What a value of the field has to be, as the rest of a sentence, where it is not. */
export function valueRule(field: FieldWithoutKey, value: unknown): string | undefined {
  const sentence = checkValue({ ...field, key: '' }, value)
  if (sentence === undefined) return undefined
  const rest = `${sentence[0]!.toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`
  // What is said to whoever fills in a form may tell them what to do.
  return rest.startsWith('must ') ? rest : `must fit the field: ${rest}`
}
