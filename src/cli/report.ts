import { Failure, UsageFailure } from '../process/failure.ts'

/** What PostgreSQL's codes mean to the person at the command line. */
const sentences: Record<string, string> = {
  '57P01': 'The database was stopped while the command ran: start it and run the command again.',
  '53100': 'The disk of the database is full: free some space and run the command again.',
  '42501': 'The database user may not do this: grant it the rights to create and use tables in the database.',
  '25006': 'The database is read-only: set DATABASE_URL to the primary server.',
  ECONNRESET: 'The connection to the database was lost: run the command again.',
  EACCES: 'A file may not be read or written: check its rights and those of its folder.',
  ENOSPC: 'The disk is full: free some space and run the command again.',
}

/** Writes why a command failed and gives its exit code. Only what nobody foresaw shows where in the code it happened. */
export function reportFailure(error: unknown): number {
  const { code, message, stack } = error as Error & { code?: string }
  if (error instanceof Failure) console.error(message)
  else if (code && sentences[code]) console.error(sentences[code])
  else if (/Connection terminated/.test(message)) console.error(sentences.ECONNRESET)
  else console.error(`Unexpected error, please report it: ${stack}`)
  return error instanceof UsageFailure ? 2 : 1
}
