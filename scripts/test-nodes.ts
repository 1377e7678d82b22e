import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { testFiles } from '../test/harness/files.ts'

/**
 * Runs the core of the tests on the newer versions of Node that the service supports; `npm test` runs all of them on the
 * version at hand. The binaries are npm packages, installed into the cache of node_modules.
 */
const versions = ['22.23.3', '24.21.0']
/** The parts that depend on Node most: sockets and HTTP, connections to PostgreSQL, time zones; and one resource as a whole. */
const core = [
  'src/http/server/',
  'src/db/connect/',
  'src/db/pipeline',
  'src/time/',
  'src/access/',
  'src/clients/',
  'src/webhooks/outbound/',
]

const root = fileURLToPath(new URL('..', import.meta.url))
const files = core.flatMap((start) => {
  const found = testFiles().filter((file) => file.startsWith(start))
  if (found.length === 0) throw new Error(`${start} has no tests: correct the list above`)
  return found
})

for (const version of versions) {
  const folder = fileURLToPath(new URL(`../node_modules/.cache/node-${version}`, import.meta.url))
  const name = `node-${process.platform}-${process.arch}`
  mkdirSync(folder, { recursive: true })
  run('npm', [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--silent',
    `${name}@${version}`,
  ])
  const node = `${folder}/node_modules/${name}/bin/node`
  console.log(`${files.length} test files on Node ${version}`)
  run(node, ['--import', 'tsx', 'test/run.ts', ...files])
}

function run(command: string, args: string[]): void {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}
