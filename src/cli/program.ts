import { Command, CommanderError } from 'commander'
import { Failure, UsageFailure } from '../process/failure.ts'
import { escaped } from '../process/terminal.ts'
import { version } from '../process/version.ts'
import { addAudit } from './audit.ts'
import { addBusinessCommands } from './business.ts'
import { addDemo } from './demo.ts'
import { addDoctor } from './doctor.ts'
import { addEvents } from './events.ts'
import { addExport } from './export.ts'
import { addImport } from './import.ts'
import { addListen } from './listen.ts'
import { addMcp } from './mcp.ts'
import { addMigrate } from './migrate.ts'
import { addOrg } from './org.ts'
import { addServe } from './serve.ts'
import { addToken } from './token.ts'
import { addWebhook } from './webhook.ts'

const usageError = 2

const environment = `
Environment:
  WATTLE_DATA_DIR  folder of the built-in PostgreSQL (default .wattle)
  DATABASE_URL     a PostgreSQL 15 or newer to use instead
  HOST, PORT       where serve listens (default 127.0.0.1 and 4000)
  WATTLE_WORKERS   processes of serve behind its port (default 1; auto: one less than the cores)
  LOG_LEVEL        fatal, error, warn, info, debug, trace or silent (default info)

Examples:
  wattle serve
  wattle org create "Acme Care"
  wattle token create --org acme-care --name "Payroll sync" --access clients=read,staff=read
  wattle doctor

Exit codes: 0 success, 1 failure (stderr has the reason and what to do), 2 wrong usage.`

/** At the end of every help. */
const inClone = `
In a clone of the repository the command is npx wattle.`

/** Runs one command and returns the exit code. */
export async function runCommandLine(args: string[]): Promise<number> {
  const program = new Command('wattle')
    .description('Wattle: an open, self-hosted Integrations API for care and support providers')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(add --help for the options and examples)')
    .addHelpText('after', environment)
    .addHelpText('afterAll', inClone)
  const commands = [
    addServe,
    addMigrate,
    addOrg,
    addBusinessCommands,
    addToken,
    addEvents,
    addWebhook,
    addAudit,
    addListen,
    addMcp,
    addImport,
    addExport,
    addDemo,
    addDoctor,
  ]
  for (const add of commands) add(program)
  try {
    await program.parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    // The parser has already printed the error or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageError
    return reportFailure(error)
  }
}

/** Messages for error codes of PostgreSQL and Node. */
const messages: Record<string, string> = {
  '57P01': 'The database was stopped while the command ran: start it and run the command again.',
  '53100': 'The disk of the database is full: free some space and run the command again.',
  '42501': 'The database user lacks permission: grant it the rights to create and use tables in the database.',
  '25006': 'The database is read-only: set DATABASE_URL to the primary server.',
  ECONNRESET: 'The connection to the database was lost: run the command again.',
  EACCES: 'A file cannot be read or written: check the permissions of the file and its folder.',
  ENOSPC: 'The disk is full: free some space and run the command again.',
}

/** Prints why a command failed and returns its exit code. Only an unexpected error is printed with its stack. */
function reportFailure(error: unknown): number {
  const { code, message, stack } = error as Error & { code?: string }
  if (error instanceof Failure) console.error(escaped(message))
  else if (code && messages[code]) console.error(messages[code])
  else if (/Connection terminated/.test(message)) console.error(messages.ECONNRESET)
  else console.error(`Unexpected error, please report it: ${stack}`)
  return error instanceof UsageFailure ? usageError : 1
}
