import type { FieldErrors } from '../../http/contract/field-errors.ts'

/** A problem of a spec: its path, and what is allowed there. */
export interface Problem {
  path: readonly (string | number)[]
  rule: string
}
export type AddProblem = (path: Problem['path'], rule: string) => void

/** The rule for a value that must be one of `values`, which may be empty. */
export const oneOfRule = (values: readonly string[]): string =>
  values.length > 0 ? `must be one of ${values.join(', ')}` : 'cannot be set: this token can read nothing it could be'

/** The error of a problem: its field is the key of the spec, its message names the whole path. */
export const messageBySpecKey = ([key, ...path]: Problem['path'], rule: string): [field: string, sentence: string] => [
  `spec.${key}`,
  `${[key, ...path].join('.')} ${rule}.`,
]

export function specErrors(problems: readonly Problem[]): FieldErrors {
  const errors = new Map<string, string[]>()
  for (const { path, rule } of problems) {
    const [field, sentence] = messageBySpecKey(path, rule)
    errors.set(field, [...(errors.get(field) ?? []), sentence])
  }
  return Object.fromEntries(errors)
}
