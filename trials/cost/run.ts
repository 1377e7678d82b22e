import { progress, Stage } from '../../bench/harness.ts'
import { line, record } from '../lib/report.ts'
import { makeArena } from './environment.ts'
import { Findings, told } from './findings.ts'
import { halfSent } from './half-sent.ts'
import { readOptions } from './options.ts'
import { pipelines } from './pipelines.ts'
import { plantFaults } from './planted.ts'
import { single } from './single-requests.ts'

const options = readOptions(process.argv.slice(2))

await Stage.run(options.quick ? 15 : 90, async (stage) => {
  const arena = await makeArena(stage, options)
  const postgres = (await arena.db.query('show server_version')).rows[0].server_version
  stage.undo(() => line(''))
  if (options.planted) return plantFaults(arena, postgres)

  const began = Date.now()
  const findings = new Findings()
  for (const part of [single, pipelines, halfSent]) await part(arena, findings, line)
  line('')
  const { broken } = findings
  const text = `${findings.measured.length.toLocaleString('en')} measurements in ${Math.round((Date.now() - began) / 1000)} s.\n\n${findings.table()}`
  process.stdout.write(`${text}\n`)
  if (!options.quick && options.only === '') record({ section: 'cost', command: 'npm run test:cost', postgres, text })
  if (broken.length === 0) return
  for (const one of broken) progress(`OVER  ${told(one)}\n      again: npm run test:cost -- --only '${one.name}'`)
  progress(`${broken.length} of ${findings.measured.length} measurements are over a ceiling.`)
  process.exitCode = 1
})
