import { request } from '../../bench/cases/case.ts'
import { progress } from '../../bench/harness.ts'
import { startNode } from '../lib/node.ts'
import type { Arena, Finding } from './environment.ts'

const nodes = 3
const quota = 600
const mostOff = 0.02

/** Three nodes behind a balancer that takes them in turn: a token is admitted as often as on one. */
export async function counts({ db, stage, url, busy, come }: Arena, planted?: string): Promise<Finding[]> {
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
  const all = await Promise.all(Array.from({ length: nodes }, () => startNode(stage, settings)))
  const ports = all.map(({ port }) => port)
  const requests = [request('GET', '/me', busy.token)]
  const { statuses, resets, sent } = await come({ ports, requests, rate: 100, seconds: 12 })
  for (const node of all) await node.stop()
  const written = (await writes()) - before
  if (planted === 'alone') await db.query('alter function rate_lease_gone rename to rate_lease')
  const count = statuses['200'] ?? 0
  const off = Math.abs(count - quota) / quota
  progress(`  ${JSON.stringify(statuses)}, ${written} writes`)
  const finding = {
    what: `${nodes} nodes in turn, 1,200 requests of a token that may send ${quota}, counted in PostgreSQL`,
    measured: `${count} admitted, ${(off * 100).toFixed(1)} % off; ${(written / 1200).toFixed(2)} writes for each request`,
    promised: `within ${mostOff * 100} %, below 0.25 writes`,
    holds: off <= mostOff && written < 300 && resets === 0 && count + (statuses['429'] ?? 0) === sent,
  }
  return [finding]
}
