import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { basePath } from '../src/app.ts'
import { startServer } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/migrate.ts'
import { openPool } from '../src/db/pool.ts'
import { makeCases } from './cases.ts'
import { checkAnswers } from './check.ts'
import { makeData } from './data/data.ts'
import { steps } from './data/forms.ts'
import { type Bench, type Measured, measure } from './measure.ts'
import { readOptions } from './options.ts'
import { Program } from './processes.ts'
import { describe, machineLoad, resultsFile, resultTables } from './report.ts'

const longestMinutes = 30
const options = readOptions(process.argv.slice(2))
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const progress = (text: string) => process.stderr.write(`${text}\n`)

/** What has to be undone, the last first, however the run ends. */
const undo: (() => unknown)[] = []
let ending: Promise<void> | undefined
const end = () => {
  ending ??= (async () => {
    for (const step of undo.reverse()) await step()
  })()
  return ending
}
const giveUp = (reason: string) => {
  progress(reason)
  end().finally(() => process.exit(1))
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => giveUp(`Ended by ${signal}.`))
setTimeout(() => giveUp(`Ended after ${longestMinutes} minutes.`), longestMinutes * 60_000).unref()

try {
  await bench()
} catch (error) {
  progress(error instanceof Error ? `Failed: ${error.message}` : String(error))
  process.exitCode = 1
} finally {
  await end()
}

async function bench(): Promise<void> {
  const loadBefore = machineLoad()
  const folder = mkdtempSync(join(tmpdir(), 'wattle-bench-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  progress('Making the data')
  const server = await startServer({ folder })
  undo.push(() => server.stop())
  const db = openPool(server.address, { size: 2 })
  undo.push(() => db.end())
  await migrate(db)
  const data = await makeData(db, (text) => progress(`  ${text}`))
  const cases = makeCases(data).filter(
    ({ name }) => options.only.length === 0 || options.only.some((text) => name.includes(text)),
  )
  if (cases.length === 0) throw new Error(`no case has ${options.only.join(' or ')} in its name`)

  const start = (file: string, execArgv: string[] = []) => {
    const program = new Program(file, execArgv)
    undo.push(() => program.stop())
    return program
  }
  const service = start('service.js')
  const floor = start('floor.js')
  const load = start('load.ts', ['--import', import.meta.resolve('tsx')])
  const settings = {
    address: server.address,
    basePath,
    ...data.small,
    roster: { orgId: data.roster.orgId },
    office: { orgId: data.office.orgId, prospects: data.office.prospects.count },
    care: { orgId: data.care.orgId },
    forms: { orgId: data.large.orgId, count: data.large.forms.count, steps },
    ...(options.profile && { profiles: here('profiles') }),
  }
  const ports = {
    service: (await service.ask<{ port: number }>(settings)).port,
    floor: (await floor.ask<{ port: number }>(settings)).port,
  }
  await checkAnswers(cases, ports)
  progress('Floor and service give the same bytes')

  const countEvents = async (type: string): Promise<number> =>
    (await db.query('select count(*) from event where type = $1', [type])).rows[0].count
  const results: Measured[] = []
  const whole: Bench = { programs: { service, floor }, ports, load, options, countEvents }
  for (const one of cases) {
    const result = await measure(whole, one)
    progress(`  ${one.name}: ${result.ratio.median.toFixed(2)}`)
    results.push(result)
  }

  const postgres = (await db.query('show server_version')).rows[0].server_version
  const circumstances = describe({ postgres, ...options, loadBefore })
  const tables = resultTables(results, service.memory())
  process.stdout.write(`\n${circumstances}\n\n${tables}\n`)
  if (options.full) writeFileSync(here('results.md'), resultsFile(circumstances, tables))
  if (options.profile)
    progress(`\nThe profile is in ${here('profiles')}; its numbers are those of a slowed-down service.`)
}
