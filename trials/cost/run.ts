import { Harness, progress } from '../../bench/harness.ts'
import { recordFigures, statusLine } from '../lib/report.ts'
import { createEnvironment } from './environment.ts'
import { describeMeasurement, Findings } from './findings.ts'
import { testHalfSent } from './half-sent.ts'
import { readOptions } from './options.ts'
import { testPipelines } from './pipelines.ts'
import { plantFaults } from './planted.ts'
import { testSingleRequests } from './single-requests.ts'

const options = readOptions(process.argv.slice(2))

await Harness.run(options.quick ? 15 : 90, async (harness) => {
  const environment = await createEnvironment(harness, options)
  const postgres = (await environment.db.query('show server_version')).rows[0].server_version
  harness.defer(() => statusLine(''))
  if (options.planted) return plantFaults(environment, postgres)

  const began = Date.now()
  const findings = new Findings()
  for (const part of [testSingleRequests, testPipelines, testHalfSent]) await part(environment, findings, statusLine)
  statusLine('')
  const { exceeded } = findings
  const text = `${findings.measured.length.toLocaleString('en')} measurements in ${Math.round((Date.now() - began) / 1000)} s.\n\n${findings.table()}`
  process.stdout.write(`${text}\n`)
  if (!options.quick && options.only === '')
    recordFigures({ section: 'cost', command: 'npm run test:cost', postgres, text })
  if (exceeded.length === 0) return
  for (const one of exceeded)
    progress(
      `OVER LIMIT  ${describeMeasurement(one)}\n            reproduce: npm run test:cost -- --only '${one.name}'`,
    )
  progress(`${exceeded.length} of ${findings.measured.length} measurements are over their limit.`)
  process.exitCode = 1
})
