import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { mintToken, tokenHash } from '../../../src/access/token-format.ts'
import { Balancer } from '../balancer.ts'
import { Caller } from '../caller.ts'
import { connectEnvironment, type Fixture, startDatabase } from '../environment.ts'
import { emptyTotals, runRound, type Scenario, type Totals } from '../round.ts'
import { ServiceProcess } from '../service.ts'

/** Every node must reject a disabled token within this time. */
const disabledWithinMs = 1000

/**
 * Two nodes on one database behind a balancer without retries. A node is killed and restarted: only requests to it may fail.
 * In every third round it is stopped with SIGTERM, and no request may fail.
 */
export const twoNodes: Scenario = {
  name: 'nodes',
  title: 'two nodes, one killed or stopped',
  rounds: { full: 12, quick: 2 },
  async run({ harness, root, rounds, random, progress }): Promise<Totals> {
    const { folder, socket } = await startDatabase(harness)
    const databaseUrl = `postgresql://wattle@/wattle?host=${encodeURIComponent(socket.replace(/\/[^/]*$/, ''))}`
    const services = await Promise.all([1, 2].map(() => ServiceProcess.start(harness, { root, folder, databaseUrl })))
    const environment = await connectEnvironment(harness, folder, services[0]!)
    const balancer = await Balancer.open(services.map(({ port }) => port))
    harness.defer(() => balancer.close())
    const caller = new Caller(balancer.port, environment.fixture.token)
    harness.defer(() => caller.close())
    const totals = emptyTotals()
    let slowestMs = 0
    for (let n = 1; n <= rounds; n++) {
      const signal = n % 3 === 0 ? 'SIGTERM' : 'SIGKILL'
      const target = random.pick(services)
      let downtime = { from: 0, to: 0 }
      const disrupt = async () => {
        await sleep(random.between(200, 600))
        const from = Date.now()
        await target.end(signal)
        await sleep(200)
        target.launch()
        await target.ready()
        // The balancer sends nothing to the node until its next poll.
        downtime = { from, to: Date.now() }
        await sleep(300)
      }
      const ledger = await runRound(environment, { name: `n${n}`, random, totals, caller, disrupt })
      for (const { port, at, error } of balancer.failures.splice(0)) {
        const isExpected = signal === 'SIGKILL' && port === target.port && at >= downtime.from && at <= downtime.to
        if (!isExpected)
          totals.problems.push(
            `n${n} (${signal}): a request to ${port === target.port ? 'that' : 'the other'} node failed: ${error}`,
          )
      }
      if (ledger.unavailable > 0) totals.problems.push(`n${n} (${signal}): ${ledger.unavailable} requests returned 503`)
      slowestMs = Math.max(slowestMs, await disableToken(environment.db, environment.fixture, services))
      progress(n, totals)
    }
    if (slowestMs > disabledWithinMs) totals.problems.push(`a disabled token was accepted for another ${slowestMs} ms`)
    totals.remarks.push(`both nodes rejected a disabled token after at most ${slowestMs} ms`)
    return totals
  },
}

/** Milliseconds between disabling a cached token and the last request that a node accepted with it. */
async function disableToken(db: pg.Pool, { orgId, tokenId }: Fixture, services: ServiceProcess[]): Promise<number> {
  const token = mintToken()
  const { rows } = await db.query(
    `insert into access_token (org_id, connection_id, hash, last_four, access, expires_at)
     select org_id, connection_id, $3, $4, access, expires_at from access_token where org_id = $1 and id = $2 returning id`,
    [orgId, tokenId, tokenHash(token), token.slice(-4)],
  )
  const callers = services.map(({ port }) => new Caller(port, token))
  let isDisabled = false
  let lastAccepted = 0
  let rejections = 0
  const polling = callers.map(async (caller) => {
    for (;;) {
      const sentAt = Date.now()
      const { status } = await caller.get('/me')
      if (status === 401) break
      if (isDisabled) lastAccepted = Math.max(lastAccepted, sentAt)
    }
    rejections++
  })
  await sleep(50)
  await db.query('update access_token set disabled = true where org_id = $1 and id = $2', [orgId, rows[0].id])
  const at = Date.now()
  isDisabled = true
  await Promise.all(polling)
  for (const caller of callers) caller.close()
  return rejections === services.length && lastAccepted > 0 ? lastAccepted - at : 0
}
