import type { preHandlerHookHandler } from 'fastify'
import { invalid } from '../http/errors.ts'
import { type FieldErrors, fieldErrors } from '../http/field-errors.ts'
import { checkDateRange } from './spec-check/check.ts'
import { isObject } from './spec-check/shape.ts'

/**
 * Refuses a body by its shape, with what its schema cannot judge: dates, and keys that two operations give. Before the handler, so
 * that such a body is no first answer to an Idempotency-Key.
 */
export const refuseShape: preHandlerHookHandler = ({ validationError, body }, _, done) => {
  // An id in the path that is none is no record.
  if (validationError?.validationContext === 'params') return done(validationError)
  const errors = validationError ? fieldErrors(validationError.validation) : {}
  const all = { ...alsoWrong(body), ...errors }
  if (Object.keys(all).length > 0) done(invalid(all))
  else done()
}

function alsoWrong(body: unknown): FieldErrors {
  if (!isObject(body)) return {}
  const dates =
    isObject(body.settings) && isObject(body.settings.date_range) && checkDateRange(body.settings.date_range)
  return {
    ...(Array.isArray(dates) && { 'settings.date_range': dates.map((sentence) => `settings.${sentence}`) }),
    ...(Array.isArray(body.operations) && { ...repeatedKeys(body.operations), ...halfPlaces(body.operations) }),
  }
}

function repeatedKeys(operations: readonly unknown[]): FieldErrors {
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

/** A new card has both x and y, or neither and the first free place. */
function halfPlaces(operations: readonly unknown[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const [i, operation] of operations.entries()) {
    if (!isObject(operation) || !isObject(operation.position) || operation.op === 'update_card') continue
    const { x, y } = operation.position
    if ((x === undefined) === (y === undefined)) continue
    const [missing, sent] = x === undefined ? ['x', 'y'] : ['y', 'x']
    const path = `operations.${i}.position.${missing}`
    errors[path] = [`${path} is required along with ${sent}; without both the card takes the first free place.`]
  }
  return errors
}
