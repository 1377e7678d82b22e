import { request } from '../../bench/cases/case.ts'
import { progress } from '../../bench/harness.ts'
import { startNode } from '../lib/node.ts'
import type { Environment, Finding } from './environment.ts'

const nodes = 3
const quota = 600
const maxDeviation = 0.02

/** A token's limit on three nodes, used round-robin, is the same as on one node. */
export async function sharedLimit(
  { db, harness, url, busy, sendLoad }: Environment,
  planted?: string,
): Promise<Finding[]> {
  if (planted === 'alone') await db.query('alter function rate_lease rename to rate_lease_gone')
  const writes = async () => {
    await db.query('select pg_stat_clear_snapshot()')
    const { rows } = await db.query(
      `select sum(n_tup_ins + n_tup_upd) as n from pg_stat_user_tables where relname = 'rate_window'`,
    )
    return Number(rows[0].n)
  }
  const before = await writes()
  const settings = { DATABASE_URL: url, WATTLE_RATE_LIMIT: String(quota) }
  const all = await Promise.all(Array.from({ length: nodes }, () => startNode(harness, settings)))
  const ports = all.map(({ port }) => port)
  const requests = [request('GET', '/me', busy.token)]
  const { statuses, resets, sent } = await sendLoad({ ports, requests, rate: 100, seconds: 12 })
  for (const node of all) await node.stop()
  const writeCount = (await writes()) - before
  if (planted === 'alone') await db.query('alter function rate_lease_gone rename to rate_lease')
  const count = statuses['200'] ?? 0
  const deviation = Math.abs(count - quota) / quota
  progress(`  ${JSON.stringify(statuses)}, ${writeCount} writes`)
  const finding = {
    what: `${nodes} nodes, round-robin: 1,200 requests of a token with a limit of ${quota}, counted in PostgreSQL`,
    measured: `${count} admitted, ${(deviation * 100).toFixed(1)} % deviation; ${(writeCount / 1200).toFixed(2)} writes per request`,
    target: `within ${maxDeviation * 100} %, below 0.25 writes per request`,
    isMet: deviation <= maxDeviation && writeCount < 300 && resets === 0 && count + (statuses['429'] ?? 0) === sent,
  }
  return [finding]
}
