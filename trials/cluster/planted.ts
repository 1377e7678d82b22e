import { progress, type Stage } from '../../bench/harness.ts'
import { administered, restart } from '../../test/cluster/postgres.ts'
import type { Stand } from './environment.ts'
import { sentOnce } from './no-retries.ts'
import { runSuite } from './suite.ts'

const files = ['src/staff/staff.test.ts']

interface Planted {
  fault: string
  /** The sentences by which it was found; none when it was not. */
  findings: string[]
}

/** Puts one fault after the other into the cluster and tells what found it. */
export async function plantAll(stage: Stage, stand: Stand): Promise<Planted[]> {
  const found: Planted[] = []
  const plant = async (fault: string, find: () => Promise<string[]>) => {
    progress(`Planting: ${fault}`)
    const findings = await find()
    progress(findings.length > 0 ? `  found: ${findings[0]!.slice(0, 200)}` : '  NOT found')
    found.push({ fault, findings })
  }
  const bySuite = (name: string) => async () => {
    const { failed } = await runSuite(stage, stand, files, { WATTLE_TEST_PLANT: name })
    return failed.map(({ test, why }) => `${test.name}: ${why.split('\n')[0]}`)
  }

  await plant('named statements through PgBouncer 1.18', bySuite('named statements'))
  await plant('GET requests that write', bySuite('writing reads'))
  await plant('a setting of a session that stays in the pooler', bySuite('leaking session'))
  await forgetSessions(stand)
  await plant('nginx that sends writes again', () =>
    sentOnce(stage, stand.folder, {
      changes: [[/proxy_next_upstream error timeout;/, 'proxy_next_upstream error timeout non_idempotent;']],
    }),
  )
  await plant('nginx that takes DELETE for safe', () =>
    sentOnce(stage, stand.folder, { changes: [[/GET\|HEAD\|POST\|PATCH/, 'GET|HEAD|POST|PATCH|DELETE']] }),
  )
  await plant('a replica that lags, and nodes that do not look', async () => {
    await administered(stand.primary.port, async (client) => {
      await client.query(`alter system set synchronous_standby_names = ''`)
      await client.query('select pg_reload_conf()')
    })
    await stand.standby.server.stop()
    stand.standby = await restart(stand.standby, ['recovery_min_apply_delay=1s'])
    stage.undo(() => stand.standby.server.stop())
    return bySuite('stale replica')()
  })
  return found
}

/** The connections that a planted session spoilt are of no use any more. */
const forgetSessions = ({ primary }: Stand) =>
  administered(primary.port, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'wattle'`),
  )
