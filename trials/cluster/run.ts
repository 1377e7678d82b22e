import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { progress, Stage } from '../../bench/stage.ts'
import { testFiles } from '../../test/harness/files.ts'
import { record } from '../lib/record.ts'
import { figures } from './figures.ts'
import { runLoad } from './load.ts'
import { sentOnce } from './once.ts'
import { plantAll } from './planted.ts'
import { makeStand } from './stand.ts'
import { left, runSuite } from './suite.ts'

const help = `Tries Wattle as several nodes: nginx, three nodes, PgBouncer in transaction mode, a PostgreSQL primary and its
synchronous streaming replica, all on this machine's loopback. Runs mixed traffic while a node crashes, one is replaced
and the replica is lost, and then the test suite through all of it.

  npm run test:cluster                      everything; writes its figures into docs/reliability.md
  npm run test:cluster -- --quick           a shorter load and one test file of each area; writes nothing
  npm run test:cluster -- src/x/y.test.ts   these test files alone; writes nothing
  npm run test:cluster -- --planted         puts faults in on purpose, and fails unless each is found
  --seconds N                               how long the load lasts (60)

Needs Debian's packages: apt-get install nginx-light pgbouncer postgresql-15`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    quick: { type: 'boolean' },
    planted: { type: 'boolean' },
    seconds: { type: 'string' },
  },
})
if (options.help) {
  console.log(help)
  process.exit(0)
}

await Stage.run(120, async (stage) => {
  progress('Starting PostgreSQL, its replica and the poolers.')
  const stand = await makeStand(stage)
  if (options.planted) {
    const planted = await plantAll(stage, stand)
    const missed = planted.filter(({ findings }) => findings.length === 0)
    console.log(`${planted.length - missed.length} of ${planted.length} planted faults were found.`)
    if (missed.length > 0) throw new Error(`not found: ${missed.map(({ fault }) => fault).join('; ')}`)
    return
  }
  const isWhole = positionals.length === 0 && !options.quick
  const seconds = Number(options.seconds ?? (options.quick ? 15 : 60))
  const problems: string[] = []

  progress('Writes whose node dies before it answers.')
  problems.push(...(await sentOnce(stage, stand.folder)))
  if (positionals.length === 0) progress(`Mixed traffic for about ${seconds} seconds.`)
  const load = positionals.length === 0 ? await runLoad(stage, stand, seconds) : undefined
  problems.push(...(load?.problems ?? []))

  const all = testFiles().filter((file) => !left.test(file))
  const files = positionals.length > 0 ? positionals : options.quick ? oneOfEach(all) : all
  progress(`${files.length} test files through the cluster.`)
  const suite = await runSuite(stage, stand, files)
  for (const { test, why } of suite.failed)
    problems.push(`${test.file}: ${test.name}: ${why.split('\n').slice(0, 12).join('\n    ')}`)

  const text = figures(suite, load, versions())
  console.log(text)
  if (isWhole && problems.length === 0) {
    record({ section: 'cluster', command: 'npm run test:cluster', postgres: stand.version, text })
  }
  if (problems.length === 0) return
  console.log(`\nWhat does not hold:\n- ${problems.slice(0, 100).join('\n- ')}`)
  const again = [...new Set(suite.failed.map(({ test }) => test.file))].slice(0, 20).join(' ')
  throw new Error(`${problems.length} problems. To see them again: npm run test:cluster -- ${again}`)
})

/** The first test file of each folder that goes through HTTP. */
function oneOfEach(all: string[]): string[] {
  const seen = new Set<string>()
  return all.filter((file) => {
    const folder = file.split('/').slice(0, 2).join('/')
    if (!/^src\/\w+\//.test(file) || /bundle|property/.test(file) || seen.has(folder)) return false
    seen.add(folder)
    return true
  })
}

function versions(): { nginx: string; pgbouncer: string } {
  const pgbouncer = execFileSync('/usr/sbin/pgbouncer', ['--version'], { encoding: 'utf8' })
  const nginx = execFileSync('/bin/sh', ['-c', '/usr/sbin/nginx -v 2>&1'], { encoding: 'utf8' })
  return { nginx: /[\d.]+/.exec(nginx)![0], pgbouncer: /[\d.]+/.exec(pgbouncer)![0] }
}
