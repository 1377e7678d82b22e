import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { basePath } from '../src/app.ts'
import { appointmentCases } from './cases/appointments.ts'
import type { Case } from './cases/case.ts'
import { formCases } from './cases/forms.ts'
import { noteCases } from './cases/notes.ts'
import { peopleCases } from './cases/people.ts'
import { prospectCases } from './cases/prospects.ts'
import { shiftCases } from './cases/shifts.ts'
import { taskCases } from './cases/tasks.ts'
import { checkResponses } from './check.ts'
import { type Data, makeData } from './data/data.ts'
import { steps } from './data/forms.ts'
import { Harness, progress } from './harness.ts'
import { type Bench, type CaseResult, measure } from './measure.ts'
import { readOptions } from './options.ts'
import { startFlags } from './processes.ts'
import { describe, machineLoad, resultsFile, resultTables } from './report.ts'

const options = readOptions(process.argv.slice(2))
const here = (name: string) => new URL(name, import.meta.url)

async function bench(harness: Harness): Promise<void> {
  const loadBefore = machineLoad()
  progress('Making the data')
  const { address, db } = await harness.database()
  const data = await makeData(db, (text) => progress(`  ${text}`))
  const cases = makeCases(data).filter(
    ({ name }) => options.only.length === 0 || options.only.some((text) => name.includes(text)),
  )
  if (cases.length === 0) throw new Error(`no case has ${options.only.join(' or ')} in its name`)

  const service = harness.program(here('service.js'), startFlags())
  const baseline = harness.program(here('baseline/server.js'))
  const load = harness.program(here('load.ts'), ['--import', import.meta.resolve('tsx')])
  const settings = {
    address,
    basePath,
    ...data.small,
    roster: { orgId: data.roster.orgId },
    office: { orgId: data.office.orgId, prospects: data.office.prospects.count },
    care: { orgId: data.care.orgId },
    forms: { orgId: data.large.orgId, count: data.large.forms.count, steps },
    ...(options.profile && { profiles: fileURLToPath(here('profiles')) }),
  }
  const ports = {
    service: (await service.send<{ port: number }>(settings)).port,
    baseline: (await baseline.send<{ port: number }>(settings)).port,
  }
  await checkResponses(cases, ports)
  progress('Baseline and service return the same bytes')

  const countEvents = async (type: string): Promise<number> =>
    (await db.query('select count(*) from event where type = $1 and connection_id is not null', [type])).rows[0].count
  const results: CaseResult[] = []
  const benchSetup: Bench = { programs: { service, baseline }, ports, load, options, countEvents }
  for (const one of cases) {
    const result = await measure(benchSetup, one)
    progress(`  ${one.name}: ${result.ratio.median.toFixed(2)}`)
    results.push(result)
  }

  const postgres = (await db.query('show server_version')).rows[0].server_version
  const circumstances = describe({ postgres, ...options, loadBefore })
  const tables = resultTables(results, service.memory())
  process.stdout.write(`\n${circumstances}\n\n${tables}\n`)
  if (options.full) writeFileSync(here('results.md'), resultsFile(circumstances, tables))
  if (options.profile)
    progress(
      `\nThe profile is in ${fileURLToPath(here('profiles'))}; its numbers are those of a service that profiling slows down.`,
    )
}

/** All cases, in the order of their measurement. */
const makeCases = (data: Data): Case[] => [
  ...peopleCases(data),
  ...appointmentCases(data),
  ...shiftCases(data),
  ...taskCases(data),
  ...prospectCases(data),
  ...formCases(data),
  ...noteCases(data),
]

await Harness.run(30, bench)
