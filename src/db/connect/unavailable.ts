/** PostgreSQL's error codes for temporary failures, by class or in full. */
const classes = new Set([
  '08', // the connection
  '53', // no disk, memory or connection left
])
const codes = new Set([
  '57P01', // shut down
  '57P02', // crashed
  '57P03', // starting, or shutting down
  '57P05', // an idle connection was closed
  '57014', // longer than statement_timeout
  '25006', // read only: it was the primary until just now
])
const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])
/** Citus reports a server that is lost during a statement as an internal error. */
const internalError = 'XX000'
const serverLost =
  /^(?:server closed the connection|connection not open|connection to the remote node|failure on connection|could not (?:receive data from server|send data to server|commit transaction)|lost synchronization with server|terminating connection|postmaster was shut down|SSL connection has been closed)/
const isServerLost = (code: string | undefined, message: string) => code === internalError && serverLost.test(message)

/** pg's messages for errors without a code. */
const messages = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/

/** True when the database cannot work at the moment, and the statement is not the cause. */
export function isUnavailable(error: unknown): boolean {
  const { code, message = '', severity } = error as { code?: string; message?: string; severity?: string }
  if (severity !== undefined)
    return classes.has(code?.slice(0, 2) ?? '') || codes.has(code ?? '') || isServerLost(code, message)
  return socketCodes.has(code ?? '') || messages.test(message)
}

/** Errors that close a connection during a statement, so that its outcome is unknown. */
const connectionLost = new Set(['57P01', '57P02', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

export function isConnectionLost(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return (
    connectionLost.has(code) ||
    code.startsWith('08') ||
    isServerLost(code, message) ||
    message.startsWith('Connection terminated')
  )
}
