interface Thrown {
  name?: string
  message?: string
  code?: string
  stack?: string
  constraint?: string
  table?: string
  statusCode?: number
  /** PostgreSQL's errors alone have one. */
  severity?: string
}

/** Classes of PostgreSQL's codes whose messages name tables, columns and states, never a value. */
const plainSpoken = new Set(['08', '23', '25', '40', '42', '53', '55', '57'])

/**
 * What the log may keep of an error. PostgreSQL's `detail` and `where` quote values of the row, and so do some of its
 * messages ('invalid input syntax for type date: "…"'): of those only the code is kept.
 */
export function loggable(error: unknown): object {
  const { name, message, code, stack, constraint, table, statusCode, severity } = (error ?? {}) as Thrown
  const calls = stack?.slice(Math.max(0, stack.search(/^ +at /m)))
  const isPlain = severity === undefined || plainSpoken.has(code?.slice(0, 2) ?? '')
  return { type: name, ...(isPlain && { message }), code, constraint, table, statusCode, stack: calls }
}
