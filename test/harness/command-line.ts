import { after, type TestContext } from 'node:test'
import { createDatabase, databaseUrl, type TestDatabase } from './database.ts'
import { type ExitResult, startProgram } from './processes.ts'

export interface CommandLine {
  database: TestDatabase
  /** Runs `wattle …` as a process on the test file's database. */
  run(t: TestContext, args: string[], options?: { input?: string; env?: Record<string, string> }): Promise<ExitResult>
  /** Runs it with --json and returns the printed document. */
  json<T>(t: TestContext, args: string[]): Promise<T>
}

/** The command line on a new database. */
export async function commandLine(): Promise<CommandLine> {
  const database = await createDatabase()
  after(() => database.drop())
  const run: CommandLine['run'] = (t, args, { input = '', env = {} } = {}) => {
    const url = databaseUrl(database.address)
    const { child, ended } = startProgram(t, 'src/main.ts', args, { DATABASE_URL: url, ...env })
    child.stdin.end(input)
    return ended
  }
  const json: CommandLine['json'] = async (t, args) => {
    const { code, stdout, stderr } = await run(t, [...args, '--json'])
    if (code !== 0) throw new Error(`wattle ${args.join(' ')} exited with ${code}: ${stderr}`)
    return JSON.parse(stdout)
  }
  return { database, run, json }
}
