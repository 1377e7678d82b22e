import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { mintToken, tokenHash } from '../../../src/access/token.ts'
import { Balancer } from '../balancer.ts'
import { Caller } from '../caller.ts'
import { furnish, openServer, type World } from '../environment.ts'
import { noTotals, round, type Scenario, type Totals } from '../round.ts'
import { Service } from '../service.ts'

/** A disabled token must be refused by every node within this. */
const disabledWithinMs = 1000

/**
 * Two nodes on one database behind a balancer that retries nothing. One is killed and started again, round after round;
 * only requests to a dead node may fail. Then it is stopped as a process manager stops it, and none may.
 */
export const nodes: Scenario = {
  name: 'nodes',
  title: 'two nodes, one killed or stopped',
  rounds: { full: 12, quick: 2 },
  async run({ stage, root, rounds, random, progress }): Promise<Totals> {
    const { folder, socket } = await openServer(stage)
    const databaseUrl = `postgresql://wattle@/wattle?host=${encodeURIComponent(socket.replace(/\/[^/]*$/, ''))}`
    const pair = await Promise.all([1, 2].map(() => Service.start(stage, { root, folder, databaseUrl })))
    const arena = await furnish(stage, folder, pair[0]!)
    const balancer = await Balancer.open(pair.map(({ port }) => port))
    stage.undo(() => balancer.close())
    const caller = new Caller(balancer.port, arena.world.token)
    stage.undo(() => caller.close())
    const totals = noTotals()
    let slowest = 0
    for (let n = 1; n <= rounds; n++) {
      const signal = n % 3 === 0 ? 'SIGTERM' : 'SIGKILL'
      const victim = random.pick(pair)
      let dead = { from: 0, to: 0 }
      const trouble = async () => {
        await sleep(random.between(200, 600))
        const from = Date.now()
        await victim.end(signal)
        await sleep(200)
        victim.launch()
        await victim.ready()
        // Until the balancer has asked again it may still know the node as dead, and send it nothing.
        dead = { from, to: Date.now() }
        await sleep(300)
      }
      const ledger = await round(arena, { name: `n${n}`, random, totals, caller, trouble })
      for (const { port, at, error } of balancer.failures.splice(0)) {
        const isExcused = signal === 'SIGKILL' && port === victim.port && at >= dead.from && at <= dead.to
        if (!isExcused)
          totals.problems.push(
            `n${n} (${signal}): a request to ${port === victim.port ? 'that' : 'the other'} node failed: ${error}`,
          )
      }
      if (ledger.unavailable > 0)
        totals.problems.push(`n${n} (${signal}): ${ledger.unavailable} requests were answered 503`)
      slowest = Math.max(slowest, await disableToken(arena.db, arena.world, pair))
      progress(n, totals)
    }
    if (slowest > disabledWithinMs) totals.problems.push(`a disabled token worked for another ${slowest} ms`)
    totals.remarks.push(`a disabled token was refused by both nodes after ${slowest} ms at the latest`)
    return totals
  },
}

/** How many milliseconds after it was disabled the last node still took a token that both knew. */
async function disableToken(db: pg.Pool, { orgId, tokenId }: World, pair: Service[]): Promise<number> {
  const token = mintToken()
  const { rows } = await db.query(
    `insert into access_token (org_id, connection_id, hash, last_four, access, expires_at)
     select org_id, connection_id, $3, $4, access, expires_at from access_token where org_id = $1 and id = $2 returning id`,
    [orgId, tokenId, tokenHash(token), token.slice(-4)],
  )
  const callers = pair.map(({ port }) => new Caller(port, token))
  let isDisabled = false
  let lastTaken = 0
  let refusals = 0
  const watching = callers.map(async (caller) => {
    for (;;) {
      const sentAt = Date.now()
      const { status } = await caller.get('/me')
      if (status === 401) break
      if (isDisabled) lastTaken = Math.max(lastTaken, sentAt)
    }
    refusals++
  })
  await sleep(50)
  await db.query('update access_token set disabled = true where org_id = $1 and id = $2', [orgId, rows[0].id])
  const at = Date.now()
  isDisabled = true
  await Promise.all(watching)
  for (const caller of callers) caller.close()
  return refusals === pair.length && lastTaken > 0 ? lastTaken - at : 0
}
