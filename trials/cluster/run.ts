import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { Harness, progress } from '../../bench/harness.ts'
import { testFiles } from '../../test/harness/files.ts'
import { recordFigures } from '../lib/report.ts'
import { skippedTests } from '../lib/suite.ts'
import { startCluster } from './environment.ts'
import { type LoadReport, runLoad } from './load.ts'
import { checkNoRetries } from './no-retries.ts'
import { runPlanted } from './planted.ts'
import { excludedFiles, type Results, runSuite } from './suite.ts'

const help = `Tests Wattle with nginx, three nodes, PgBouncer in transaction mode, a PostgreSQL primary and its synchronous streaming
replica, all on the loopback interface. Runs mixed traffic while a node crashes, one is replaced and the replica stops. Then
runs the test suite through this cluster.

  npm run test:cluster                      everything; writes the figures to trials/results/
  npm run test:cluster -- --quick           a shorter load and one test file of each area; writes nothing
  npm run test:cluster -- src/x/y.test.ts   only these test files; writes nothing
  npm run test:cluster -- --planted         plants faults, and fails unless each is found
  --seconds N                               duration of the load (default 60)
  --workers N                               WATTLE_WORKERS of each node under load (default 1); writes nothing

Needs Debian's packages: apt-get install nginx-light pgbouncer postgresql-15`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    quick: { type: 'boolean' },
    planted: { type: 'boolean' },
    seconds: { type: 'string' },
    workers: { type: 'string' },
  },
})
if (options.help) {
  console.log(help)
  process.exit(0)
}

/** The first HTTP test file of each folder. */
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

const whole = (n: number) => n.toLocaleString('en-AU')

/** The figures of a run, in Markdown for trials/results/. */
function figures(
  { passed, failed, skipped, through }: Results,
  load: LoadReport | undefined,
  { nginx, pgbouncer }: { nginx: string; pgbouncer: string },
): string {
  const lines = [
    `nginx ${nginx}, three nodes, PgBouncer ${pgbouncer} in transaction mode, primary and one replica with \`remote_apply\`.`,
    '',
    '| the test suite through the cluster | |',
    '|---|---|',
    `| tests passed, failed | ${whole(passed)}, ${failed.length} |`,
    `| of these, tests that sent requests through nginx | ${whole(through.tests)} in ${through.files} files |`,
    `| of these files, with one node because they set a limit per node | ${through.onOneNode} |`,
    `| requests through nginx | ${whole(through.requests)} |`,
    `| requests that nginx itself rejects (such as \`%00\` in a path), sent to a node | ${through.direct} |`,
    `| reads, of them from the replica | ${whole(through.reads)}, ${whole(through.fromReplica)} |`,
    `| reads that failed on the replica and were retried on the primary | ${through.retried} |`,
    `| tests skipped in the cluster | ${skipped.length} |`,
  ]
  if (load) {
    lines.push('', '| mixed traffic of 8 clients | retried requests | longest response time |', '|---|---|---|')
    for (const [phase, longestMs] of Object.entries(load.longestWaits)) {
      lines.push(`| ${phase} | ${load.retries[phase] ?? 0} | ${whole(longestMs)} ms |`)
    }
    lines.push(
      '',
      `${whole(load.writes)} writes and ${whole(load.reads)} reads; every client read its own writes, and every write exists once.`,
      `${load.retriedOnPrimary} reads failed on the stopped replica and were retried on the primary.`,
    )
  }
  if (skipped.length > 0) {
    lines.push('', 'Skipped in the cluster:', '')
    lines.push(...skippedTests(skipped))
  }
  return lines.join('\n')
}

await Harness.run(120, async (harness) => {
  progress('Starting PostgreSQL, its replica and the poolers.')
  const cluster = await startCluster(harness)
  if (options.planted) {
    const planted = await runPlanted(harness, cluster)
    const missed = planted.filter(({ findings }) => findings.length === 0)
    console.log(`${planted.length - missed.length} of ${planted.length} planted faults were found.`)
    if (missed.length > 0) throw new Error(`not found: ${missed.map(({ fault }) => fault).join('; ')}`)
    return
  }
  const isComplete = positionals.length === 0 && !options.quick && !options.workers
  const seconds = Number(options.seconds ?? (options.quick ? 15 : 60))
  const problems: string[] = []

  progress('Writes whose node dies before it responds.')
  problems.push(...(await checkNoRetries(harness, cluster.folder)))
  if (positionals.length === 0) progress(`Mixed traffic for about ${seconds} seconds.`)
  const load =
    positionals.length === 0 ? await runLoad(harness, cluster, seconds, Number(options.workers ?? 1)) : undefined
  problems.push(...(load?.problems ?? []))

  const all = testFiles().filter((file) => !excludedFiles.test(file))
  const files = positionals.length > 0 ? positionals : options.quick ? oneOfEach(all) : all
  progress(`${files.length} test files through the cluster.`)
  const suite = await runSuite(harness, cluster, files)
  for (const { test, reason } of suite.failed)
    problems.push(`${test.file}: ${test.name}: ${reason.split('\n').slice(0, 12).join('\n    ')}`)

  const text = figures(suite, load, versions())
  console.log(text)
  if (isComplete && problems.length === 0) {
    recordFigures({ section: 'cluster', command: 'npm run test:cluster', postgres: cluster.version, text })
  }
  if (problems.length === 0) return
  console.log(`\nProblems:\n- ${problems.slice(0, 100).join('\n- ')}`)
  const again = [...new Set(suite.failed.map(({ test }) => test.file))].slice(0, 20).join(' ')
  throw new Error(`${problems.length} problems. Reproduce: npm run test:cluster -- ${again}`)
})
