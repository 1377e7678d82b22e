import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../access/tokens.ts'
import { pipeline, send } from '../../db/pipeline.ts'
import { invalid } from '../../http/contract/errors.ts'
import { describeByField, type FieldErrors, fieldErrors, type Issue, pathOf } from '../../http/contract/field-errors.ts'
import { isUnsafeText } from '../../http/contract/validation.ts'
import { isReadable } from '../catalogue/sources.ts'
import { checkSpec, type SpecCheck } from '../spec/check.ts'
import { type Mention, newMentions } from '../spec/mentions.ts'
import { messageBySpecKey, specErrors } from '../spec/problems.ts'
import type { Spec, SpecInput } from '../spec/spec.schema.ts'
import { find, findUnknownRecords, type UnknownRecord } from './insights.sql.ts'

/**
 * Runs before the handler, so that an invalid body is not stored as the response to an Idempotency-Key. Keys that
 * match the schema are also checked against the source and the records, so that one response has all errors.
 */
export async function validateBody({ validationError, db, caller, params, body }: FastifyRequest): Promise<void> {
  if (!validationError) return
  if (validationError.validationContext !== 'body') throw validationError
  const issues: Issue[] = validationError.validation
  const errors = fieldErrors(issues, (path, rule) =>
    isInSpec(path) ? messageBySpecKey(path.slice(1), rule) : describeByField(path, rule),
  )
  const { spec } = body as { spec?: SpecInput }
  // It is not an object, or it has too many fields.
  const isNoSpec = issues.some(
    ({ keyword, instancePath: path }) => path === '/spec' && keyword !== 'additionalProperties',
  )
  if (spec === undefined || isNoSpec) throw invalid(errors)

  const { id } = params as { id?: number }
  const stored = id === undefined ? undefined : (await find.first(db, caller.orgId, id))?.spec
  const [texts, shapes] = [issues.filter(isUnsafeText), issues.filter((issue) => !isUnsafeText(issue))]
  const invalidKeys = new Set(
    shapes
      .map(pathOf)
      .filter(isInSpec)
      .map(([, key]) => key),
  )
  const checked = checkSpec(spec, { access: caller.access, stored, invalidKeys })
  // PostgreSQL cannot store these texts, so the records they may name are not looked up.
  const errorsInSpec =
    texts.length > 0
      ? specErrors('problems' in checked ? checked.problems : [])
      : await pipeline(db, () => errorsIn(caller, checked, stored))
  throw invalid({ ...errors, ...errorsInSpec })
}

const isInSpec = (path: readonly (string | number)[]) => path[0] === 'spec' && path.length > 1
/**
 * The errors of a spec, including records that it names and that do not exist. Records that the previous spec named
 * are not looked up again, even if they were deleted. Nor are those of areas that the token cannot read: the response
 * would reveal who is a client.
 */
export function* errorsIn({ orgId, access }: Pick<Caller, 'orgId' | 'access'>, checked: SpecCheck, before?: Spec) {
  const named = newMentions('spec' in checked ? checked.spec : checked.valid, before)
  const mentions = named.filter(({ names }) => isReadable(access, names))
  const problems = specErrors('problems' in checked ? checked.problems : [])
  if (mentions.length === 0) return problems
  const [unknown] = yield* send(findUnknownRecords(orgId, mentions))
  return mergeErrors(problems, unknownRecordErrors(mentions, unknown))
}

/** The messages of both, by field. */
function mergeErrors(problems: FieldErrors, more: FieldErrors): FieldErrors {
  const all = Object.entries(more).map(([key, messages]) => [
    key,
    [...(Object.hasOwn(problems, key) ? problems[key]! : []), ...messages],
  ])
  return { ...problems, ...Object.fromEntries(all) }
}

/** The number of values listed for one filter. */
const maxListed = 10

/** Errors for unknown records, by the key of the spec that names them. */
function unknownRecordErrors(mentions: readonly Mention[], unknown: readonly UnknownRecord[]): FieldErrors {
  const missing = new Set(unknown.map(({ table, id, name }) => JSON.stringify([table, id ?? name])))
  const errors: FieldErrors = {}
  for (const { key, path, names, values } of mentions) {
    const absent = values.filter((value) => missing.has(JSON.stringify([names.table, value])))
    if (absent.length === 0) continue
    const more = absent.length > maxListed ? ` and ${absent.length - maxListed} more` : ''
    const listed = `${absent.slice(0, maxListed).join(', ')}${more}`
    errors[`spec.${key}`] ??= []
    errors[`spec.${key}`]!.push(`${path}: there is no ${listed}; a record is meant by its id or its full name.`)
  }
  return errors
}
