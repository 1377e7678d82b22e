import type { FieldErrors } from '../../http/contract/field-errors.ts'

/** What is wrong with a spec: where in it, and what is allowed there. */
export interface Problem {
  path: readonly (string | number)[]
  rule: string
}
export type AddProblem = (path: Problem['path'], rule: string) => void

/** What a value has to be that is one of these; there may be none. */
export const oneOfRule = (values: readonly string[]): string =>
  values.length > 0 ? `must be one of ${values.join(', ')}` : 'cannot be set: this token can read nothing it could be'

/** A problem is told by the key of the spec that it is in, with its place within the spec. */
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
