import { Command, CommanderError } from 'commander'
import { Failure, UsageFailure } from '../process/failure.ts'
import { version } from '../process/version.ts'
import { addDemo } from './demo.ts'
import { addDoctor } from './doctor.ts'
import { addExport } from './export.ts'
import { addImport } from './import.ts'
import { addMigrate } from './migrate.ts'
import { addOrg } from './org.ts'
import { addServe } from './serve.ts'
import { addToken } from './token.ts'

const wrongUsage = 2

const environment = `
Environment:
  WATTLE_DATA_DIR  folder of the built-in PostgreSQL (default .wattle)
  DATABASE_URL     a PostgreSQL 15 or newer to use instead
  HOST, PORT       where serve listens (default 127.0.0.1 and 4000)
  LOG_LEVEL        fatal, error, warn, info, debug, trace or silent (default info)

Examples:
  wattle serve
  wattle org create "Acme Care"
  wattle token create --org acme-care --name "Payroll sync" --access clients=read,staff=read
  wattle doctor

Exit codes: 0 done, 1 it failed (stderr says why and what to do), 2 wrong usage.`

/** Runs one command and gives the exit code. */
export async function runCommandLine(args: string[]): Promise<number> {
  const program = new Command('wattle')
    .description('Wattle: an open, self-hosted Integrations API for care and support providers')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(add --help for the options and examples)')
    .addHelpText('after', environment)
  for (const add of [addServe, addMigrate, addOrg, addToken, addImport, addExport, addDemo, addDoctor]) add(program)
  try {
    await program.parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    // The parser has already written what was wrong, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage
    return reportFailure(error)
  }
}

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
