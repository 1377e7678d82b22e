import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Harness } from '../../bench/harness.ts'
import type { Cluster } from '../../test/cluster/environment.ts'
import { runTestFiles, type SuiteResults } from '../lib/suite.ts'
import type { ClusterEnvironment } from './environment.ts'

export interface Results extends SuiteResults {
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
  const results = await runTestFiles(harness, files, {
    ...env,
    WATTLE_TEST_DATABASE: JSON.stringify(cluster.server),
    WATTLE_TEST_CLUSTER: JSON.stringify(testCluster),
  })
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
