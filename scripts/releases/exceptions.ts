import type { Problem } from './schemas.ts'

/** Problems of one rule that are allowed, with the reason why no caller is hurt. */
export interface Exception {
  rule: string
  reason: string
  where: string[]
  /** Required where the problem has one, so that a further value is a further problem. */
  value?: string
}
/** Those of each release, and of what is not released yet. */
export type Exceptions = Record<string, Exception[]>

export const unreleased = 'unreleased'
const file = 'releases/allowed.json'

/** The exceptions in the text of releases/allowed.json. Throws a sentence for the first that has another form. */
export function readExceptions(text: string, versions: readonly string[]): Exceptions {
  const all: unknown = JSON.parse(text)
  if (!isObject(all)) throw new Error(`${file}: write {"${unreleased}": [], "0.3.0": []}`)
  for (const [version, entries] of Object.entries(all)) {
    if (version !== unreleased && !versions.includes(version))
      throw new Error(
        `${file}: "${version}" is not a release. Its keys are "${unreleased}" and the versions beside it.`,
      )
    if (!Array.isArray(entries)) throw new Error(`${file}: "${version}" must be a list`)
    for (const [index, entry] of entries.entries()) {
      const mistake = mistakeOf(entry)
      if (mistake) throw new Error(`${file}: entry ${index + 1} of "${version}" ${mistake}: ${JSON.stringify(entry)}`)
    }
  }
  return all as Exceptions
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

function mistakeOf(entry: unknown): string | undefined {
  if (!isObject(entry)) return 'must be an object with rule, reason and where'
  const { rule, reason, where, value, ...others } = entry
  if (!isText(rule)) return 'needs a rule, such as "response-form-added"'
  if (!isText(reason)) return 'needs a reason: why is no caller hurt?'
  if (!Array.isArray(where) || where.length === 0 || !where.every(isText))
    return 'needs where, a list of places such as "Client.status"'
  if (value !== undefined && typeof value !== 'string') return 'has a value that is not a text'
  const [unknown] = Object.keys(others)
  return unknown === undefined ? undefined : `has "${unknown}"; only rule, reason, where and value are known`
}

type Place = Pick<Problem, 'rule' | 'where' | 'value'>

/** The problems that are not allowed, and the places of exceptions that have no problem. */
export function exceptOf(problems: Problem[], exceptions: Exception[] = []) {
  const allowed = exceptions.flatMap(({ rule, where, value }) =>
    where.map((place): Place => ({ rule, where: place, ...(value !== undefined && { value }) })),
  )
  const isOf = (problem: Place, place: Place) =>
    place.where === problem.where && place.rule === problem.rule && place.value === problem.value
  return {
    left: problems.filter((problem) => !allowed.some((place) => isOf(problem, place))),
    unused: allowed.filter((place) => !problems.some((problem) => isOf(problem, place))),
  }
}

/** A problem in a line: the place, the rule, and the operations that share the place. */
export function explain({ where, rule, message, uses }: Problem): string {
  const [first, ...others] = uses.filter((use) => !where.startsWith(use))
  const shared = first ? ` (${first}${others.length > 0 ? ` and ${others.length} more` : ''})` : ''
  return `${where}: ${message} [${rule}]${shared}`
}

/** The exception of a problem, to be copied. */
export const exceptionOf = ({ rule, where, value }: Place): Exception => ({
  rule,
  reason: '…',
  where: [where],
  ...(value !== undefined && { value }),
})
