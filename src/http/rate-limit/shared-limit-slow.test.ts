import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type pg from 'pg'
import { clusterOfRun, pooled } from '../../../test/cluster/environment.ts'
import { harness, TestClock } from '../../../test/harness/harness.ts'
import { eventually } from '../../../test/harness/processes.ts'
import { openPool } from '../../db/connect/pool.ts'
import { sharedRateLimit } from './shared-limit.ts'

const quota = 600
const { db, address, organisation } = await harness()

/** Nodes that count the requests of one token, with connections of their own. */
async function stage(t: TestContext, count: number) {
  const clocks = Array.from({ length: count }, () => new TestClock())
  const { orgId, tokenId } = await organisation()
  const key = { orgId, tokenId }
  const pool = openPool(address, { size: count, ...(clusterOfRun() && pooled) })
  const releases: (() => Promise<void>)[] = []
  t.after(async () => {
    for (const release of releases) await release()
    await pool.end()
  })
  let statements = 0
  let lost: 'before' | 'after' | undefined
  const connect = async () => {
    statements++
    const client = await pool.connect()
    return lost ? losing(client, lost) : client
  }
  const nodes = clocks.map((clock) => sharedRateLimit(quota, clock, { connect } as unknown as pg.Pool, () => {}))
  /** Requests to each node, ten at a time; gives how many were admitted. */
  const send = async (toEach: number) => {
    let admitted = 0
    for (let n = 0; n < toEach; n += 10) {
      const answers = nodes.flatMap((node) => Array.from({ length: 10 }, () => node.take(key)))
      admitted += (await Promise.all(answers)).filter(({ allowed }) => allowed).length
    }
    return admitted
  }
  const query = 'select started, (select sum(n::int)::int from jsonb_each_text(shares) s (node, n)) as used'
  const take = (node: number) => nodes[node]!.take(key)
  return {
    nodes,
    send,
    take,
    /** Requests to one node until the first that is refused; gives how many were admitted. */
    takeAll: async (node: number) => {
      let admitted = 0
      while ((await take(node)).allowed) admitted++
      return admitted
    },
    /** On all nodes, or on one. */
    advance: (milliseconds: number, node?: number) => {
      for (const [n, clock] of clocks.entries()) if (n === (node ?? n)) clock.advance(milliseconds)
    },
    statements: () => statements,
    lose: (when: typeof lost) => {
      lost = when
    },
    /** What PostgreSQL has of the token's minute. */
    used: async (): Promise<number> =>
      (await db.query(`${query} from rate_window where org_id = $1 and token_id = $2`, [orgId, tokenId])).rows[0].used,
    /** From here on no statement on the counts is answered, until the function that this gives is called. */
    block: async (how: 'statements' | 'connections') => {
      const from = how === 'connections' ? nodes.map(() => pool) : [db]
      const clients = await Promise.all(from.map((one) => one.connect()))
      if (how === 'statements') await clients[0]!.query('begin; lock table rate_window in exclusive mode')
      const release = async () => {
        for (const client of clients.splice(0)) {
          if (how === 'statements') await client.query('commit')
          client.release()
        }
      }
      releases.push(release)
      return release
    },
    /** No node waits for PostgreSQL any more. */
    settled: async () => {
      await turns()
      await eventually(() => pool.waitingCount === 0 && pool.idleCount === pool.totalCount)
    },
  }
}

/** A connection that breaks before the statement is carried out, or after it. */
function losing(client: pg.PoolClient, when: 'before' | 'after'): pg.PoolClient {
  const query = (statement: { handleError(error: Error): void; handleReadyForQuery(): void }) => {
    const lose = () => statement.handleError(new Error('cut off'))
    if (when === 'before') return setImmediate(lose)
    statement.handleReadyForQuery = lose
    return client.query(statement as never)
  }
  return { query, release: () => client.release() } as unknown as pg.PoolClient
}

/** A statement is sent after a turn of the event loop. */
const turns = async () => {
  for (let n = 0; n < 2; n++) await new Promise((resolve) => setImmediate(resolve))
}
const isRight = (admitted: number) =>
  assert.ok(Math.abs(admitted - quota) <= quota * 0.02, `${admitted} of ${quota} were admitted`)

describe('requests counted together while PostgreSQL is slow', () => {
  for (const how of ['statements', 'connections'] as const) {
    test(`${how} are waited for: no request is refused, and two nodes admit the quota`, async (t) => {
      const { send, block, settled, used, statements } = await stage(t, 2)
      let admitted = await send(20)
      await settled()
      const release = await block(how)
      const before = statements()
      admitted += await send(150)
      assert.equal(admitted, 340)
      assert.equal(statements(), before + 2, 'each node has one statement open')
      await release()
      await settled()
      admitted += await send(10)
      await settled()
      const counted = await used()
      assert.ok(counted >= admitted && counted <= admitted + 80, `${counted} counted of ${admitted}`)
      isRight(admitted + (await send(200)))
    })
  }

  test('slow again and again: one node refuses nothing before its quota, and nothing after', async (t) => {
    const { send, block, settled } = await stage(t, 1)
    let admitted = 0
    for (let n = 0; n < 4; n++) {
      const release = await block('statements')
      admitted += await send(80)
      await release()
      await settled()
      admitted += await send(20)
    }
    assert.equal(admitted, 400)
    assert.equal(admitted + (await send(300)), quota)
  })

  test('neither the first request of a token waits, nor any after one that was not answered in time', async (t) => {
    const { send, block, take, settled } = await stage(t, 1)
    assert.ok(!(take(0) instanceof Promise))
    await settled()
    await block('statements')
    await send(30)
    assert.ok(!(take(0) instanceof Promise))
  })

  test('a statement that is carried out in the next minute takes nothing of it away', async (t) => {
    const { advance, send, block, settled } = await stage(t, 1)
    await send(300)
    await settled()
    const release = await block('statements')
    await send(200)
    advance(60_000)
    assert.equal(await send(40), 40)
    await release()
    await settled()
    assert.equal(40 + (await send(800)), quota)
  })

  test('requests of the next minute that PostgreSQL never heard of are counted when it answers', async (t) => {
    const { advance, send, block, settled, used } = await stage(t, 2)
    await send(100)
    await settled()
    advance(60_000)
    const release = await block('statements')
    assert.equal(await send(150), 300)
    await release()
    await settled()
    isRight(300 + (await send(250)))
    assert.ok((await used()) <= quota * 1.02)
  })
})

describe('requests counted together with answers that are lost', () => {
  for (const when of ['before', 'after'] as const) {
    test(`cut off ${when} it has counted: nothing is refused before the quota`, async (t) => {
      const { advance, send, lose, settled, used } = await stage(t, 1)
      let admitted = await send(40)
      for (let n = 0; n < 8; n++) {
        lose(when)
        admitted += await send(40)
        await settled()
        lose(undefined)
        advance(1000)
      }
      assert.equal(admitted, 360)
      admitted += await send(10)
      await settled()
      const counted = await used()
      assert.ok(counted >= admitted && counted <= admitted + 80, `${counted} counted of ${admitted}`)
      assert.equal(admitted + (await send(300)), quota)
    })
  }
})

describe('what a node holds for a token', () => {
  test('goes back when the token has no requests, once', async (t) => {
    const { advance, nodes, send, settled, used, statements } = await stage(t, 1)
    const admitted = await send(200)
    await settled()
    assert.ok((await used()) > admitted, 'a portion is held')
    await nodes[0]!.refresh()
    await settled()
    assert.ok((await used()) > admitted, 'the token was used a moment ago')
    advance(1500)
    await nodes[0]!.refresh()
    await eventually(async () => (await used()) === admitted)
    const before = statements()
    await nodes[0]!.refresh()
    assert.equal(statements(), before)
    isRight(admitted + (await send(500)))
  })

  test('goes to another node on which the token is over its limit', async (t) => {
    const { advance, nodes, take, takeAll, settled } = await stage(t, 2)
    for (let n = 0; n < 300; n++) await take(0)
    await settled()
    const admitted = 300 + (await takeAll(1))
    assert.ok(admitted < quota, 'the first node holds a portion')
    advance(1000)
    assert.equal((await take(1)).allowed, false)
    for (const node of nodes) {
      await node.refresh()
      await settled()
    }
    isRight(admitted + (await takeAll(1)))
  })

  test('stays with the node while a statement for more is on its way', async (t) => {
    const { take, takeAll, block, settled, statements, used } = await stage(t, 2)
    for (let n = 0; n < 300; n++) await take(0)
    await settled()
    let admitted = 300 + (await takeAll(1))
    await settled()
    const before = statements()
    const release = await block('statements')
    for (; statements() === before; await turns()) {
      await take(0)
      admitted++
    }
    for (let n = 0; n < 5; n++, admitted++) assert.ok(!(take(0) instanceof Promise), 'it is held')
    await release()
    await settled()
    assert.ok((await used()) >= admitted, `${await used()} counted of ${admitted}`)
  })

  test('is not taken over into the next minute, which another node began', async (t) => {
    const { advance, take, takeAll, settled } = await stage(t, 2)
    await take(0)
    for (let n = 0; n < 500; n++) await take(1)
    await settled()
    advance(60_000, 0)
    assert.equal((await take(0)).allowed, true)
    await settled()
    for (let n = 0; n < 80; n++) assert.equal((await take(1)).allowed, true)
    await settled()
    // The second node has at most 80 and a portion of the new minute.
    assert.ok((await takeAll(0)) > quota - 160)
  })

  test('is not recorded in the next minute where PostgreSQL did not answer in its own', async (t) => {
    const { advance, send, takeAll, block, settled } = await stage(t, 2)
    const release = await block('connections')
    assert.equal(await send(150), 300)
    advance(60_000)
    await release()
    await settled()
    isRight(await takeAll(1))
  })
})
