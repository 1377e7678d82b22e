import { parseArgs } from 'node:util'
import { progress, Stage } from '../../bench/stage.ts'
import { testFiles } from '../../test/files.ts'
import { makeStand } from './stand.ts'
import { left, runSuite } from './suite.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } })
void values
await Stage.run(75, async (stage) => {
  const stand = await makeStand(stage)
  const files = positionals.length > 0 ? positionals : testFiles().filter((file) => !left.test(file))
  const results = await runSuite(stage, stand, files)
  progress(JSON.stringify({ ...results, failed: results.failed.map(({ test, why }) => ({ ...test, why })) }, null, 1))
  if (results.failed.length > 0) process.exitCode = 1
})
