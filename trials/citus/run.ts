import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { Harness, progress } from '../../bench/harness.ts'
import type { CitusCluster } from '../../test/citus/cluster.ts'
import { testFiles } from '../../test/harness/files.ts'
import { groupTests } from '../../test/harness/groups.ts'
import { findPlantedFaults } from '../lib/planted.ts'
import { recordFigures } from '../lib/report.ts'
import { runTestFiles, type SuiteResults, skippedTests } from '../lib/suite.ts'
import { startDistributed } from './environment.ts'
import { type FaultReport, runFaults } from './faults.ts'
import { attempt, plantedFaults } from './planted.ts'
import { measureRates, type RateReport } from './rates.ts'
import { refusedStatements } from './statements.ts'

const help = `Tests Wattle on a Citus cluster: a coordinator and two workers on the loopback interface. Runs every named statement, the
tests of the commands that distribute tables, the test suite, and writes while servers are killed. Measures rates beside one
PostgreSQL.

  PG_CONFIG=/usr/bin/pg_config npm run test:citus      everything; writes the figures to trials/results/
  npm run test:citus -- src/x/y.test.ts                only these test files; writes nothing
  npm run test:citus -- --statements                   only the statements; --faults, --rates and --suite likewise
  npm run test:citus -- --planted                      plants faults, and fails unless each is found
  --seconds N                                          duration of a phase of the load (default 5)

Every command needs PG_CONFIG, the pg_config of a PostgreSQL 15 or newer with Citus 13. Citus is no Debian package: build its release against postgresql-server-dev-15, or
use the vendor's packages.`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    statements: { type: 'boolean' },
    faults: { type: 'boolean' },
    rates: { type: 'boolean' },
    suite: { type: 'boolean' },
    planted: { type: 'boolean' },
    seconds: { type: 'string', default: '5' },
  },
})
if (options.help) {
  console.log(help)
  process.exit(0)
}

/** These tests start servers of their own, or look into a browser. */
const excludedFiles = /^(src\/db\/embedded\/|test\/browser\/|.*\.browser\.test\.ts$)/

/** Tests of the commands that distribute tables. They start clusters of their own. */
const commandTests = ['test/citus/distribute.test.ts']
const transactionTests = ['test/citus/transactions.test.ts']

const whole = (n: number) => Math.round(n).toLocaleString('en-AU')

const runSuite = async (harness: Harness, { coordinator, workers }: CitusCluster, files: string[]) => {
  const database = 'postgres'
  const groups = groupTests(files)
  harness.defer(groups.remove)
  return runTestFiles(harness, groups.files, {
    WATTLE_TEST_DATABASE: JSON.stringify({ ...coordinator.address, database }),
    WATTLE_TEST_CITUS: JSON.stringify({ workers: workers.map(({ address }) => ({ ...address, database })) }),
  })
}

interface Measured {
  version: string
  statements: number
  faults: FaultReport
  rates: RateReport
}

/** The figures of statements, rates and faults, in Markdown for trials/results/. */
function figures({ version, statements, faults, rates }: Measured): string {
  return [
    `Citus ${version}, a coordinator and two workers on one machine. ${whole(statements)} named statements were run, and none was refused.`,
    '',
    '| requests a second, one node, 16 connections, 40 organisations | one PostgreSQL | Citus | ratio |',
    '|---|---:|---:|---:|',
    ...rates.rates.map(
      ({ request, plain, citus }) =>
        `| \`${request}\` | ${whole(plain)} | ${whole(citus)} | ${(citus / plain).toFixed(2)} |`,
    ),
    '',
    'All servers share the processors of one machine, so this is the overhead of Citus and not the gain of more machines.',
    '',
    '| | first worker | second worker |',
    '|---|---:|---:|',
    `| organisations | ${rates.spread.organisations.map(whole).join(' | ')} |`,
    `| transactions during the load | ${rates.spread.transactions.map(whole).join(' | ')} |`,
    '',
    '| acknowledged writes | organisation on the first worker | on the second |',
    '|---|---:|---:|',
    ...faults.phases.map(
      ({ name, seconds, acknowledged }) =>
        `| ${name}, ${seconds.toFixed(0)} s | ${acknowledged.map(whole).join(' | ')} |`,
    ),
    '',
    `All ${whole(faults.acknowledged)} acknowledged writes exist once.`,
  ].join('\n')
}

/** The figures of the test suite, in Markdown for trials/results/. */
const suiteFigures = (version: string, { passed, skipped }: SuiteResults): string =>
  [
    `Citus ${version}, a coordinator and two workers. ${whole(passed)} tests passed, and none failed.`,
    ...(skipped.length > 0 ? ['', `${skipped.length} tests were left out:`, '', ...skippedTests(skipped)] : []),
  ].join('\n')

async function runAll(harness: Harness): Promise<void> {
  const only = options.statements || options.faults || options.rates || options.suite || positionals.length > 0
  const wants = (part: 'statements' | 'faults' | 'rates' | 'suite') => !only || options[part]
  progress('Starting a coordinator and two workers, and distributing an empty database.')
  const cluster = await startDistributed(harness)
  const seconds = Number(options.seconds)
  const problems: string[] = []

  if (wants('statements')) progress('Every named statement.')
  const statements = wants('statements') ? await refusedStatements(cluster) : undefined
  problems.push(...(statements?.refused ?? []))

  if (wants('rates')) progress('Rates on one PostgreSQL and on Citus.')
  const rates = wants('rates') ? await measureRates(harness, cluster, seconds) : undefined

  if (wants('faults')) progress('Writes while a worker and the coordinator are killed.')
  const faults = wants('faults') ? await runFaults(harness, cluster, seconds) : undefined
  problems.push(...(faults?.problems ?? []))

  const suiteFiles = wants('suite')
    ? [...testFiles(), ...transactionTests].filter((file) => !excludedFiles.test(file))
    : positionals
  if (suiteFiles.length > 0) progress(`${suiteFiles.length} test files.`)
  const suite = suiteFiles.length > 0 ? await runSuite(harness, cluster, suiteFiles) : undefined
  const commands = !wants('suite') ? undefined : await runTestFiles(harness, commandTests, {})
  for (const { test, reason } of [...(suite?.failed ?? []), ...(commands?.failed ?? [])])
    problems.push(`${test.file}: ${test.name}: ${reason.split('\n').slice(0, 12).join('\n    ')}`)

  const command = 'npm run test:citus'
  const record = (section: string, text: string) => {
    console.log(text)
    recordFigures({ section, command, postgres: cluster.postgres, text })
  }
  if (statements && rates && faults && problems.length === 0)
    record('citus', figures({ version: cluster.version, statements: statements.run, faults, rates }))
  if (suite && commands && problems.length === 0) {
    const all = { ...suite, passed: suite.passed + commands.passed, skipped: [...suite.skipped, ...commands.skipped] }
    record('citus-suite', suiteFigures(cluster.version, all))
  }
  if (statements) console.log(`${statements.run} statements, ${statements.refused.length} refused.`)
  if (suite)
    console.log(`${suite.passed} tests passed, ${suite.failed.length} failed, ${suite.skipped.length} left out.`)
  if (faults) console.log(JSON.stringify(faults.phases))
  if (rates) console.log(JSON.stringify(rates))
  if (problems.length === 0) return
  console.log(`\nProblems:\n- ${problems.slice(0, 100).join('\n- ')}`)
  throw new Error(`${problems.length} problems.`)
}

await Harness.run(150, async (harness) => {
  if (!options.planted) return runAll(harness)
  await findPlantedFaults({
    section: 'citus-planted',
    command: 'npm run test:citus -- --planted',
    postgres: () => execFileSync(process.env.PG_CONFIG!, ['--version'], { encoding: 'utf8' }).trim().split(' ')[1]!,
    names: Object.keys(plantedFaults),
    attempt,
  })
})
