import { type Harness, progress } from '../../bench/harness.ts'
import { restart, withAdminClient } from '../../test/cluster/postgres.ts'
import type { ClusterEnvironment } from './environment.ts'
import { checkNoRetries } from './no-retries.ts'
import { runSuite } from './suite.ts'

const files = ['src/staff/staff.test.ts']

interface PlantedResult {
  fault: string
  /** The failures that it caused; empty if it was not found. */
  findings: string[]
}

/** Plants the faults, one at a time, and returns what found each. */
export async function runPlanted(harness: Harness, cluster: ClusterEnvironment): Promise<PlantedResult[]> {
  const results: PlantedResult[] = []
  const plant = async (fault: string, find: () => Promise<string[]>) => {
    progress(`Planting: ${fault}`)
    const findings = await find()
    progress(findings.length > 0 ? `  found: ${findings[0]!.slice(0, 200)}` : '  NOT found')
    results.push({ fault, findings })
  }
  const bySuite = (name: string) => async () => {
    const { failed } = await runSuite(harness, cluster, files, { WATTLE_TEST_PLANT: name })
    return failed.map(({ test, reason }) => `${test.name}: ${reason.split('\n')[0]}`)
  }

  await plant('named statements through PgBouncer 1.18', bySuite('named statements'))
  await plant('GET requests that write', bySuite('writing reads'))
  await plant('a session setting that stays in the pooler', bySuite('leaking session'))
  await terminateSessions(cluster)
  await plant('nginx that retries writes', () =>
    checkNoRetries(harness, cluster.folder, {
      changes: [[/proxy_next_upstream error timeout;/, 'proxy_next_upstream error timeout non_idempotent;']],
    }),
  )
  await plant('nginx that retries DELETE', () =>
    checkNoRetries(harness, cluster.folder, { changes: [[/GET\|HEAD\|POST\|PATCH/, 'GET|HEAD|POST|PATCH|DELETE']] }),
  )
  await plant('a replica that lags, and nodes that do not check', async () => {
    await withAdminClient(cluster.primary.port, async (client) => {
      await client.query(`alter system set synchronous_standby_names = ''`)
      await client.query('select pg_reload_conf()')
    })
    await cluster.standby.server.stop()
    cluster.standby = await restart(cluster.standby, ['recovery_min_apply_delay=1s'])
    harness.defer(() => cluster.standby.server.stop())
    return bySuite('stale replica')()
  })
  return results
}

/** Closes the pooled connections that the planted session setting changed. */
const terminateSessions = ({ primary }: ClusterEnvironment) =>
  withAdminClient(primary.port, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'wattle'`),
  )
