import { WattleError } from './errors.ts'
import type { Operation } from './operation.ts'

/** What is sent, the same on every try. */
export interface Request {
  method: string
  /** Below the base URL, with the query. */
  url: string
  /** The method and path without the query, which may have names of people. */
  name: string
  body: string | undefined
  /** Whether it takes an `Idempotency-Key`. */
  takesKey: boolean
}

type Fields = Record<string, unknown>

/** What makes the requests of an operation of its path parameters and its input. */
export function requestsOf([method, path, flags = {}]: Operation): (places: unknown[], input?: Fields) => Request {
  // Texts at even places, names of parameters at odd ones.
  const parts = path.split(/[{}]/)
  const takesKey = method !== 'GET' && !flags.noKey
  const isInQuery = ([name]: [string, unknown]) => !flags.body || flags.query?.includes(name)
  return (places, input) => {
    let filled = parts[0]!
    for (let n = 1; n < parts.length; n += 2)
      filled += placeOf(parts[n]!, places[(n - 1) / 2], `${method} ${path}`) + parts[n + 1]
    const request = { method, name: `${method} ${filled}`, takesKey }
    const option =
      input && ['idempotencyKey', 'timeout', 'deadline', 'signal'].find((name) => Object.hasOwn(input, name))
    if (option)
      throw new WattleError(
        `${request.name}: ${option} is an option, and was given in the input. Options are the argument after the input, which is undefined if there is none.`,
      )
    if (!input && !flags.body) return { ...request, url: filled, body: undefined }
    const fields = Object.entries(input ?? {}).filter(([, value]) => value !== undefined)
    const query = queryOf(fields.filter(isInQuery))
    const rest = fields.filter((field) => !isInQuery(field))
    // Some proxies drop the body of a DELETE, so it has one only if it needs it.
    const hasBody = flags.body && (method !== 'DELETE' || rest.length > 0)
    return { ...request, url: filled + query, body: hasBody ? JSON.stringify(Object.fromEntries(rest)) : undefined }
  }
}

/** A path parameter. A value that would make it the path of another operation is an error of the program. */
function placeOf(name: string, value: unknown, operation: string): string {
  const text = typeof value === 'string' || Number.isFinite(value) ? String(value) : ''
  // A half of a pair of surrogates has no UTF-8.
  if (text === '' || text === '.' || text === '..' || /\p{Surrogate}/u.test(text))
    throw new WattleError(
      `${operation}: ${name} is ${JSON.stringify(value) ?? 'missing'}. It must be a number or a text.`,
    )
  return encodeURIComponent(text)
}

function queryOf(fields: [name: string, value: unknown][]): string {
  if (fields.length === 0) return ''
  const query = new URLSearchParams()
  for (const [name, value] of fields) {
    if (!Array.isArray(value)) query.append(name, textOf(value))
    else if (value.some(isObject)) query.append(name, JSON.stringify(value))
    else if (value.some((one) => String(one).includes(',')))
      throw new WattleError(`${name}: a value in a list cannot have a comma, which separates values.`)
    else query.append(name, value.map(textOf).join(','))
  }
  return `?${query}`
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !(value instanceof Date)

const textOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : isObject(value) ? JSON.stringify(value) : String(value)
