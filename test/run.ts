import { type ChildProcess, spawn } from 'node:child_process'
import { buildWeb } from '../scripts/web.ts'
import { bundleTests } from './harness/bundle.ts'
import { testFiles } from './harness/files.ts'
import { groupTests } from './harness/groups.ts'
import { startTestServer } from './harness/postgres.ts'

/** Runs all test files, or those named, on one PostgreSQL that is removed afterwards. */
const named = process.argv.slice(2)
const files = named.length > 0 ? named : testFiles()

let runner: ChildProcess | undefined
let interrupted = false
// A signal ends the runner; then the server is stopped and its folder removed, as after any run.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true
    runner?.kill(signal)
  })
}

await buildWeb()
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
  const options = [
    '--enable-source-maps',
    '--test',
    '--test-reporter=spec',
    '--test-concurrency=3',
    '--test-timeout=300000',
  ]
  const env = { ...process.env, ...bundle.env, WATTLE_TEST_DATABASE: database }
  const child = spawn(process.execPath, [...options, ...bundle.files], { stdio: 'inherit', env })
  runner = child
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}
