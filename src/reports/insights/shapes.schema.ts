import type { FastifyRequest } from 'fastify'
import { pipeline } from '../../db/pipeline.ts'
import { invalid } from '../../http/contract/errors.ts'
import { fieldErrors, type Issue, pathOf, sayByField } from '../../http/contract/field-errors.ts'
import { checkSpec, sayBySpecKey, specErrors } from '../spec/check.ts'
import type { SpecSent } from '../spec/spec.schema.ts'
import { find } from './insights.sql.ts'
import { problemsIn } from './records.ts'

/**
 * Before the handler, so that a body of another shape is no first answer to an Idempotency-Key. What its source and the records
 * do not allow is told too, of the keys whose shape is right: they say what the others could be.
 */
export async function refuseShape({ validationError, db, caller, params, body }: FastifyRequest): Promise<void> {
  if (!validationError) return
  if (validationError.validationContext !== 'body') throw validationError
  const issues: Issue[] = validationError.validation
  const errors = fieldErrors(issues, (path, rule) =>
    isInSpec(path) ? sayBySpecKey(path.slice(1), rule) : sayByField(path, rule),
  )
  const { spec } = body as { spec?: SpecSent }
  // No object, or one of thousands of fields.
  const isNone = issues.some(
    ({ keyword, instancePath: path }) => path === '/spec' && keyword !== 'additionalProperties',
  )
  if (spec === undefined || isNone) throw invalid(errors)

  const { id } = params as { id?: number }
  const stored = id === undefined ? undefined : (await find.first(db, caller.orgId, id))?.spec
  const [texts, shapes] = [issues.filter(isOfText), issues.filter((issue) => !isOfText(issue))]
  const misshapen = new Set(
    shapes
      .map(pathOf)
      .filter(isInSpec)
      .map(([, key]) => key),
  )
  const checked = checkSpec(spec, { access: caller.access, stored, misshapen })
  // PostgreSQL takes no text of these, so the records that it may name are not looked for.
  const found =
    texts.length > 0
      ? specErrors('problems' in checked ? checked.problems : [])
      : await pipeline(db, () => problemsIn(caller, checked, stored))
  throw invalid({ ...errors, ...found })
}

const isInSpec = (path: readonly (string | number)[]) => path[0] === 'spec' && path.length > 1
/** What is too deep or has too many fields is no text. */
const isOfText = ({ keyword, params }: Issue) => keyword === 'hostile' && params.limit === undefined
