import type { Unkeyed } from './builder.field.ts'
import type { Findings } from './builder.findings.ts'
import { checkValue, mostStars } from './logic/check.ts'
import { type FieldType, type Kind, kinds, type Validation } from './logic/form.ts'
import { patternOf } from './logic/pattern.ts'

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

export function checkValidation(field: Unkeyed, path: string, findings: Findings): void {
  const { type, validation = {} } = field
  const taken = limitsOf(type)
  for (const limit of Object.keys(validation) as Limit[]) {
    if (taken.includes(limit)) continue
    const takes = taken.length > 0 ? `takes ${taken.join(', ')}` : 'takes no validation'
    findings.refuse(`${path}.${limit}`, `must not be there: a field of type ${type} ${takes}`)
  }
  const wrong = (['min', 'max'] as const).filter((limit) => {
    if (validation[limit] === undefined || !taken.includes(limit)) return false
    const rule = limitRule(type, validation[limit])
    if (rule !== undefined) findings.refuse(`${path}.${limit}`, rule)
    return rule !== undefined
  })
  const { min, max, min_length, max_length, pattern } = validation
  if (wrong.length === 0 && taken.includes('min')) inOrder(min, max, `${path}.max`, findings)
  if (taken.includes('min_length')) inOrder(min_length, max_length, `${path}.max_length`, findings)
  if (pattern !== undefined && taken.includes('pattern') && !patternOf(pattern)) {
    findings.refuse(`${path}.pattern`, patternRule)
  }
}

const patternRule =
  'must be made of characters, ., [a-z], \\d, \\w, \\s, ( ), |, ?, *, + and counts such as {2,4}, and must not be too long; the whole text has to match it'

function inOrder<T extends number | string>(
  least: T | undefined,
  most: T | undefined,
  path: string,
  findings: Findings,
) {
  if (least !== undefined && most !== undefined && least > most) findings.refuse(path, `must be at least ${least}`)
}

/** What a limit of a type has to be, where it is not. */
function limitRule(type: FieldType, value: number | string | undefined): string | undefined {
  if (type === 'rating')
    return isWhole(value, 2, mostStars) ? undefined : `must be a whole number from 2 to ${mostStars}`
  if (kinds[type] === 'choices') return isWhole(value, 0) ? undefined : 'must be a whole number of 0 or more'
  return valueRule({ type, label: '', required: false }, value)
}
const isWhole = (value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most

export function checkDefault(field: Unkeyed, value: unknown, path: string, findings: Findings): void {
  const rule =
    kinds[field.type] === 'none'
      ? `must not be there: a field of type ${field.type} is not asked`
      : valueRule(field, value)
  if (rule !== undefined) findings.refuse(path, rule)
}

/** What a value of the field has to be, as the rest of a sentence, where it is not. */
export function valueRule(field: Unkeyed, value: unknown): string | undefined {
  const sentence = checkValue({ ...field, key: '' }, value)
  return sentence && `${sentence[0]!.toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`
}
