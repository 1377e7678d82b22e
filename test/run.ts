import { type ChildProcess, spawn } from 'node:child_process'
import { build } from '../scripts/build.ts'
import { bundleTests } from './harness/bundle.ts'
import { selectTests } from './harness/files.ts'
import { groupTests } from './harness/groups.ts'
import { startTestServer } from './harness/postgres.ts'

/** Runs all test files, or the files and folders named, on one PostgreSQL that is removed afterwards. */
const { files, unmatched } = selectTests(process.argv.slice(2))
if (unmatched.length > 0) {
  for (const name of unmatched) console.error(`${name} has no tests: name a test file, or a folder that has some.`)
  process.exit(1)
}

let runner: ChildProcess | undefined
let interrupted = false
// A signal ends the runner; then the server is stopped and its folder removed, as after any run.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true
    runner?.kill(signal)
  })
}

await build({ names: ['pages', 'reference'] })
const groups = groupTests(files)
const bundle = await bundleTests(groups.files)
try {
  const server = await startTestServer()
  try {
    process.exitCode = interrupted ? 1 : await run(JSON.stringify(server.address))
  } finally {
    await server.stop()
  }
} finally {
  bundle.remove()
  groups.remove()
}

function run(database: string): Promise<number> {
  // The time limit ends what hangs. It counts for a whole process too, and one of them took 2 minutes alone and 5 beside others.
  const options = [
    '--enable-source-maps',
    '--test',
    '--test-reporter=spec',
    '--test-concurrency=3',
    '--test-timeout=900000',
  ]
  const env = { ...process.env, ...bundle.env, WATTLE_TEST_DATABASE: database }
  const child = spawn(process.execPath, [...options, ...bundle.files], { stdio: 'inherit', env })
  runner = child
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}
