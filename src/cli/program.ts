import { Command, CommanderError } from 'commander'
import { version } from '../process/version.ts'
import { addDemo } from './demo.ts'
import { addDoctor } from './doctor.ts'
import { addExport } from './export.ts'
import { addImport } from './import.ts'
import { addMigrate } from './migrate.ts'
import { addOrg } from './org.ts'
import { reportFailure } from './report.ts'
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
