/** Says what is wrong with a part of a spec: its path within the spec, and what is allowed there. */
export type Say = (path: string, rule: string) => void

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The fields of an object that are set: null is how a caller takes one back. Says when it is no object, and which fields it
 * cannot have.
 */
export function fieldsOf(value: unknown, allowed: readonly string[], path: string, say: Say) {
  if (!isObject(value)) {
    say(path, `must be an object with ${allowed.join(', ')}`)
    return undefined
  }
  for (const key of Object.keys(value).filter((key) => !allowed.includes(key))) {
    say(`${path}.${key}`, `is not supported; supported fields are ${allowed.join(', ')}`)
  }
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null))
}

/** What a value has to be, in a sentence, and whether it is. */
interface Rule<T> {
  rule: string
  test: (value: unknown) => value is T
}

export const oneOf = <const T extends string>(values: readonly T[]): Rule<T> => ({
  rule:
    values.length > 0
      ? `must be one of ${values.join(', ')}`
      : 'cannot be set: this token can read nothing it could be',
  test: (value): value is T => (values as readonly unknown[]).includes(value),
})
export const wholeNumber = (least: number, most: number): Rule<number> => ({
  rule: `must be a whole number from ${least} to ${most}`,
  test: (value): value is number => Number.isInteger(value) && (value as number) >= least && (value as number) <= most,
})
export const number: Rule<number> = {
  rule: 'must be a number',
  test: (value): value is number => Number.isFinite(value),
}
export const flag: Rule<boolean> = {
  rule: 'must be true or false',
  test: (value): value is boolean => typeof value === 'boolean',
}
export const text = (most: number): Rule<string> => ({
  rule: `must be a text of 1 to ${most} characters that is not blank`,
  test: (value): value is string => typeof value === 'string' && value.trim() !== '' && [...value].length <= most,
})

/** The value when it is as it has to be; says what is allowed otherwise. */
export function checked<T>(value: unknown, { rule, test }: Rule<T>, path: string, say: Say): T | undefined {
  if (test(value)) return value
  say(path, value === undefined ? `is required and ${rule}` : rule)
  return undefined
}

/** The same for what may be left out: `{ label }`, or `{}`. */
export function optional<Key extends string, T>(
  fields: Record<string, unknown>,
  key: Key,
  rule: Rule<T>,
  path: string,
  say: Say,
): { [K in Key]?: T } {
  if (fields[key] === undefined) return {}
  const value = checked(fields[key], rule, `${path}.${key}`, say)
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: T })
}
