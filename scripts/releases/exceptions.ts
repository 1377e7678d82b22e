import type { Problem } from './schemas.ts'

/** Problems of one rule that are allowed, with the reason why no caller is hurt. */
export interface Exception {
  rule: string
  reason: string
  where: string[]
}

/** The problems that are not allowed, and the places of exceptions that have no problem. */
export function exceptOf(problems: Problem[], exceptions: Exception[]) {
  const allowed = exceptions.flatMap(({ rule, where }) => where.map((place) => ({ rule, where: place })))
  const isOf = (problem: Problem) => (place: { rule: string; where: string }) =>
    place.where === problem.where && place.rule === problem.rule
  return {
    left: problems.filter((problem) => !allowed.some(isOf(problem))),
    unused: allowed.filter((place) => !problems.some((problem) => isOf(problem)(place))),
  }
}

/** A problem in a line: the place, the rule, and the operations that share the place. */
export function explain({ where, rule, message, uses }: Problem): string {
  const [first, ...others] = uses.filter((use) => !where.startsWith(use))
  const shared = first ? ` (${first}${others.length > 0 ? ` and ${others.length} more` : ''})` : ''
  return `${where}: ${message} [${rule}]${shared}`
}
