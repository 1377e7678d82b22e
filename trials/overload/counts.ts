import { request } from '../../bench/cases/case.ts'
import { progress } from '../../bench/stage.ts'
import { noRedis, startRedis } from '../../test/redis.ts'
import type { Arena, Finding } from './arena.ts'
import { startNode } from './node.ts'

const nodes = 3
const quota = 600
const mostOff = 0.02

/** Three nodes behind a balancer that takes them in turn: a token is admitted as often as on one, wherever they count. */
export async function counts(arena: Arena, planted?: string): Promise<Finding[]> {
  const { db, stage } = arena
  const findings: Finding[] = []
  if (planted === 'alone') await db.query('alter function rate_lease rename to rate_lease_gone')
  const writes = async () =>
    (await db.query(`select sum(n_tup_ins + n_tup_upd) as n from pg_stat_user_tables where relname = 'rate_window'`))
      .rows[0].n
  const settled = async () => {
    await db.query('select pg_stat_clear_snapshot()')
    return Number(await writes())
  }
  const before = await settled()
  findings.push(
    await admitted(arena, 'PostgreSQL', {}, async () => {
      return (await settled()) - before
    }),
  )
  if (planted === 'alone') await db.query('alter function rate_lease_gone rename to rate_lease')
  if (planted) return findings
  if (noRedis) {
    progress(`  skipped with Redis: ${noRedis}`)
    return findings
  }
  const redis = await startRedis()
  stage.undo(redis.stop)
  const { createClient } = await import('@redis/client')
  const client = createClient({ url: redis.url })
  await client.connect()
  const calls = async () => Number(/cmdstat_eval:calls=(\d+)/.exec(await client.info('commandstats'))?.[1] ?? 0)
  findings.push(await admitted(arena, 'Redis', { WATTLE_REDIS_URL: redis.url }, calls))
  client.destroy()
  await redis.stop()
  return findings
}

async function admitted(
  { stage, url, busy, come }: Arena,
  store: string,
  env: Record<string, string>,
  writes: () => Promise<number>,
): Promise<Finding> {
  const settings = { DATABASE_URL: url, WATTLE_RATE_LIMIT: String(quota), ...env }
  const all = await Promise.all(Array.from({ length: nodes }, () => startNode(stage, settings)))
  const ports = all.map(({ port }) => port)
  const requests = [request('GET', '/me', busy.token)]
  const { statuses, resets, sent } = await come({ ports, requests, rate: 100, seconds: 12 })
  for (const node of all) await node.stop()
  const written = await writes()
  const count = statuses['200'] ?? 0
  const off = Math.abs(count - quota) / quota
  progress(`  ${store}: ${JSON.stringify(statuses)}, ${written} writes`)
  return {
    what: `${nodes} nodes in turn, 1,200 requests of a token that may send ${quota}, counted in ${store}`,
    measured: `${count} admitted, ${(off * 100).toFixed(1)} % off; ${(written / 1200).toFixed(2)} writes for each request`,
    promised: `within ${mostOff * 100} %, below 0.25 writes`,
    holds: off <= mostOff && written < 300 && resets === 0 && count + (statuses['429'] ?? 0) === sent,
  }
}
