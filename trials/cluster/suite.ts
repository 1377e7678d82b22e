import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Harness, progress } from '../../bench/harness.ts'
import type { Cluster } from '../../test/cluster/environment.ts'
import { bundleTests } from '../../test/harness/bundle.ts'
import type { ClusterEnvironment } from './environment.ts'

interface Test {
  name: string
  file: string
}
export interface Results {
  passed: number
  failed: { test: Test; reason: string }[]
  skipped: { test: Test; reason: string }[]
  /** Counts of the test harness, over all files. */
  through: {
    files: number
    /** Files that set a limit per node, and so ran with one node. */
    onOneNode: number
    tests: number
    requests: number
    direct: number
    reads: number
    fromReplica: number
    retried: number
  }
}

/** These tests start their own servers. */
export const excludedFiles = /^(src\/db\/embedded\/|test\/browser\/)/

/** Runs test files through poolers, three nodes and nginx, each with its own database. */
export async function runSuite(
  harness: Harness,
  cluster: ClusterEnvironment,
  files: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Results> {
  const notes = join(cluster.folder, `through-${Date.now()}.jsonl`)
  const testCluster: Cluster = {
    primary: cluster.poolers.primary.port,
    replica: cluster.poolers.replica.port,
    reportFile: notes,
    folder: cluster.folder,
  }
  const reporter = fileURLToPath(new URL('reporter.js', import.meta.url))
  const bundle = await bundleTests(files)
  harness.defer(bundle.remove)
  const options = [
    '--enable-source-maps',
    '--test',
    `--test-reporter=${reporter}`,
    '--test-concurrency=2',
    '--test-timeout=900000',
  ]
  const child = spawn(process.execPath, [...options, ...bundle.files], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...env,
      ...bundle.env,
      WATTLE_TEST_DATABASE: JSON.stringify(cluster.server),
      WATTLE_TEST_CLUSTER: JSON.stringify(testCluster),
    },
  })
  harness.defer(() => child.kill('SIGTERM'))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const results: Results = { passed: 0, failed: [], skipped: [], through: readCounts(notes) }
  for await (const line of createInterface(child.stdout)) {
    const { passed, failed, skipped, reason } = JSON.parse(line)
    if (failed) {
      results.failed.push({ test: failed, reason })
      progress(`  failed: ${failed.file}: ${failed.name}: ${reason.split('\n')[0]}`)
    } else if (skipped) results.skipped.push({ test: skipped, reason })
    else if (passed > results.passed) {
      results.passed = passed
      if (passed % 250 === 0) progress(`  ${passed} tests passed, ${results.failed.length} failed`)
    }
  }
  const code = await ended
  if (code !== 0 && results.failed.length === 0) throw new Error(`the test runner exited with ${code}`)
  return { ...results, through: readCounts(notes) }
}

function readCounts(notes: string): Results['through'] {
  const sum = { files: 0, onOneNode: 0, tests: 0, requests: 0, direct: 0, reads: 0, fromReplica: 0, retried: 0 }
  if (!existsSync(notes)) return sum
  const lines = readFileSync(notes, 'utf8').trim().split('\n')
  const all = lines.map((line) => JSON.parse(line) as typeof sum & { file: unknown; nodes: number })
  for (const one of all) {
    for (const key of ['tests', 'requests', 'direct', 'reads', 'fromReplica', 'retried'] as const) sum[key] += one[key]
  }
  const filesOf = (some: typeof all) => new Set(some.map(({ file }) => file)).size
  return { ...sum, files: filesOf(all), onOneNode: filesOf(all.filter(({ nodes }) => nodes === 1)) }
}
