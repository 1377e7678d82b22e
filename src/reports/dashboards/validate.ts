import type { preHandlerHookHandler } from 'fastify'
import { invalid } from '../../http/contract/errors.ts'
import { describeByField, type FieldErrors, fieldErrors } from '../../http/contract/field-errors.ts'

/**
 * Rejects a body that does not match its schema, or has duplicate keys or incomplete positions. Runs before the
 * handler, so that an invalid body is not stored as the response to an Idempotency-Key.
 */
export const validateBody: preHandlerHookHandler = ({ validationError, body }, _, done) => {
  // An invalid id in the path is a 404.
  if (validationError?.validationContext === 'params') return done(validationError)
  const errors = validationError ? fieldErrors(validationError.validation, messageByDateRange) : {}
  const all = { ...operationErrors(body), ...errors }
  if (Object.keys(all).length > 0) done(invalid(all))
  else done()
}

/** Errors inside a date range are reported on the range. */
const messageByDateRange: typeof describeByField = (path, rule) => {
  const [field, sentence] = describeByField(path, rule)
  return [field.startsWith('settings.date_range.') ? 'settings.date_range' : field, sentence]
}

function operationErrors(body: unknown): FieldErrors {
  if (!isObject(body) || !Array.isArray(body.operations)) return {}
  return { ...duplicateKeys(body.operations), ...incompletePositions(body.operations) }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function duplicateKeys(operations: readonly unknown[]): FieldErrors {
  const first = new Map<string, number>()
  const errors: FieldErrors = {}
  for (const [i, operation] of operations.entries()) {
    if (!isObject(operation) || typeof operation.key !== 'string') continue
    const earlier = first.get(operation.key)
    if (earlier === undefined) first.set(operation.key, i)
    else errors[`operations.${i}.key`] = [`operations.${i}.key must be unique: operations.${earlier} has the same key.`]
  }
  return errors
}

/** A new card has both x and y, or neither. */
function incompletePositions(operations: readonly unknown[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const [i, operation] of operations.entries()) {
    if (!isObject(operation) || !isObject(operation.position) || operation.op === 'update_card') continue
    const { x, y } = operation.position
    if ((x === undefined) === (y === undefined)) continue
    const [missing, present] = x === undefined ? ['x', 'y'] : ['y', 'x']
    const path = `operations.${i}.position.${missing}`
    errors[path] = [`${path} is required along with ${present}; without both the card takes the first free place.`]
  }
  return errors
}
