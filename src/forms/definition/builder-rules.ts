import { checkValue, longest, mostStars } from '../logic/check.ts'
import { type FieldType, type Kind, kinds, type Validation } from '../logic/form.ts'
import { patternOf } from '../logic/pattern.ts'
import type { Unkeyed } from './builder-field.ts'
import type { Findings } from './findings.ts'

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
    const rule = limitRule(field, limit, validation[limit])
    if (rule !== undefined) findings.refuse(`${path}.${limit}`, rule)
    return rule !== undefined
  })
  const { min, max, min_length, max_length, pattern } = validation
  if (wrong.length === 0 && taken.includes('min')) inOrder(min, max, `${path}.max`, findings)
  if (taken.includes('min_length')) {
    inOrder(min_length, max_length, `${path}.max_length`, findings)
    const most = longest[type]!
    if (min_length !== undefined && min_length > most) {
      findings.refuse(`${path}.min_length`, `must be at most ${most}, the most that a field of type ${type} takes`)
    }
  }
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
function limitRule(
  { type, options }: Unkeyed,
  limit: 'min' | 'max',
  value: number | string | undefined,
): string | undefined {
  if (type === 'rating')
    return isWhole(value, 2, mostStars) ? undefined : `must be a whole number from 2 to ${mostStars}`
  if (kinds[type] === 'choices') {
    const [least, most] = limit === 'min' ? [0, options?.length || undefined] : [1, undefined]
    if (!isWhole(value, least)) return `must be a whole number of ${least} or more`
    return isWhole(value, least, most) ? undefined : `must be at most ${most}, as many as there are options`
  }
  return valueRule({ type, label: '', required: false }, value)
}
const isWhole = (value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most

export function checkDefault(field: Unkeyed, value: unknown, path: string, findings: Findings): void {
  const rule = defaultRule(field, value)
  if (rule !== undefined) findings.refuse(path, rule)
}

function defaultRule(field: Unkeyed, value: unknown): string | undefined {
  const kind = kinds[field.type]
  if (kind === 'none') return `must not be there: a field of type ${field.type} is not asked`
  // The page takes names alone, so nobody could send an id that it starts with.
  if (kind === 'person' && typeof value !== 'string') return 'must be a name'
  return valueRule(field, value)
}

/** What a value of the field has to be, as the rest of a sentence, where it is not. */
export function valueRule(field: Unkeyed, value: unknown): string | undefined {
  const sentence = checkValue({ ...field, key: '' }, value)
  if (sentence === undefined) return undefined
  const rest = `${sentence[0]!.toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`
  // What is said to whoever fills in a form may tell them what to do.
  return rest.startsWith('must ') ? rest : `must fit the field: ${rest}`
}
