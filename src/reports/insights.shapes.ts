import type { FastifyRequest } from 'fastify'
import type { FastifySchemaValidationError as Issue } from 'fastify/types/schema.js'
import { converse } from '../db/conversation.ts'
import { invalid } from '../http/errors.ts'
import { type FieldErrors, fieldErrors } from '../http/field-errors.ts'
import { joined, problemsIn } from './insights.records.ts'
import { find } from './insights.sql.ts'
import { checkSpec } from './spec-check/check.ts'

/**
 * Before the handler, so that a body of another shape is no first answer to an Idempotency-Key. Whoever sent it is told what is
 * wrong with its spec too.
 */
export async function refuseShape({ validationError, db, caller, params, body }: FastifyRequest): Promise<void> {
  if (!validationError) return
  if (validationError.validationContext !== 'body') throw validationError
  const { id } = params as { id?: number }
  const spec = (body as { spec?: unknown } | null)?.spec
  const stored = id === undefined ? undefined : await find.first(db, caller.orgId, id)
  const issues: Issue[] = validationError.validation
  // A spec of thousands of fields is told so, and they are not checked one by one.
  const isTooLarge = issues.some(({ keyword, instancePath }) => keyword === 'hostile' && instancePath === '/spec')
  const judged = spec === undefined || isTooLarge ? undefined : checkSpec(spec, caller, stored?.spec)
  const ofSpec = judged && 'problems' in judged ? judged.problems : {}
  const inSpec = issues.filter(isInSpec)
  const others = fieldErrors(issues.filter((issue) => !isInSpec(issue)))
  // PostgreSQL takes no text of these, so the records that it may name are not looked for.
  if (inSpec.length > 0) throw invalid({ ...joined(ofSpec, byKey(inSpec, ofSpec)), ...others })
  const problems = judged && (await converse(db, () => problemsIn(caller, judged, stored?.spec)))
  throw invalid({ ...problems, ...others })
}

const isInSpec = ({ instancePath }: Issue) => instancePath.startsWith('/spec/')

/**
 * The texts of a spec that cannot be kept, by its keys. A `__proto__` is told by the rules of specs as any name that they do not
 * know, with those that they do.
 */
function byKey(issues: readonly Issue[], told: FieldErrors): FieldErrors {
  const errors = new Map<string, string[]>()
  for (const { instancePath, message } of issues) {
    const [, , ...path] = instancePath.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    const place = `spec.${path[0]}`
    if (path.at(-1) === '__proto__' && Object.hasOwn(told, place)) continue
    const said = errors.get(place) ?? []
    said.push(`${path.join('.')} ${message}.`)
    errors.set(place, said)
  }
  return Object.fromEntries(errors)
}
