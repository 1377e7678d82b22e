import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type pg from 'pg'
import { poolerOptions, testCluster } from '../../../test/cluster/environment.ts'
import { harness, TestClock } from '../../../test/harness/harness.ts'
import { eventually } from '../../../test/harness/processes.ts'
import { openPool } from '../../db/connect/pool.ts'
import { sharedRateLimit } from './shared-limit.ts'

const quota = 600
const { db, address, organisation } = await harness()

/** Nodes that count the requests of one token, each with its own connections. */
async function stage(t: TestContext, count: number) {
  const clocks = Array.from({ length: count }, () => new TestClock())
  const { orgId, tokenId } = await organisation()
  const key = { orgId, tokenId }
  const pool = openPool(address, { size: count, ...(testCluster() && poolerOptions) })
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
  /** Sends requests to each node, ten at a time, and returns the number of allowed ones. */
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
    /** Sends requests to one node until the first is rejected, and returns the number of allowed ones. */
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
    /** The count of the token's minute in PostgreSQL. */
    used: async (): Promise<number> =>
      (await db.query(`${query} from rate_window where org_id = $1 and token_id = $2`, [orgId, tokenId])).rows[0].used,
    /** Blocks every statement on the counts until the returned function is called. */
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
    /** Waits until no node waits for PostgreSQL. */
    settled: async () => {
      await turns()
      await eventually(() => pool.waitingCount === 0 && pool.idleCount === pool.totalCount)
    },
  }
}

/** A connection that breaks before the statement is executed, or after it. */
function losing(client: pg.PoolClient, when: 'before' | 'after'): pg.PoolClient {
  const query = (statement: { handleError(error: Error): void; handleReadyForQuery(): void }) => {
    const lose = () => statement.handleError(new Error('cut off'))
    if (when === 'before') return setImmediate(lose)
    statement.handleReadyForQuery = lose
    return client.query(statement as never)
  }
  return { query, release: () => client.release() } as unknown as pg.PoolClient
}

/** A statement is sent in the next iteration of the event loop. */
const turns = async () => {
  for (let n = 0; n < 2; n++) await new Promise((resolve) => setImmediate(resolve))
}
const isRight = (admitted: number) =>
  assert.ok(Math.abs(admitted - quota) <= quota * 0.02, `${admitted} of ${quota} were admitted`)

describe('requests counted together while PostgreSQL is slow', () => {
  for (const how of ['statements', 'connections'] as const) {
    test(`${how} are waited for: no request is rejected, and two nodes allow the quota`, async (t) => {
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

  test('slow repeatedly: one node allows exactly its quota', async (t) => {
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

  test('the first request of a token does not wait, nor does any after a timeout', async (t) => {
    const { send, block, take, settled } = await stage(t, 1)
    assert.ok(!(take(0) instanceof Promise))
    await settled()
    await block('statements')
    await send(30)
    assert.ok(!(take(0) instanceof Promise))
  })

  test('a statement that is executed in the next minute does not count in it', async (t) => {
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

  test('requests of the next minute are counted once PostgreSQL responds again', async (t) => {
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

describe('requests counted together when responses of PostgreSQL are lost', () => {
  for (const when of ['before', 'after'] as const) {
    test(`connection lost ${when} it has counted: nothing is rejected before the quota`, async (t) => {
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

describe('the unspent portion of a node', () => {
  test('is returned once when the token has no requests', async (t) => {
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

  test('is leased to another node on which the token is over its limit', async (t) => {
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

  test('stays with the node while a lease is in progress', async (t) => {
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

  test('does not count in the next minute, which another node began', async (t) => {
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

  test('is not recorded in the next minute when PostgreSQL did not respond in its own', async (t) => {
    const { advance, send, takeAll, block, settled } = await stage(t, 2)
    const release = await block('connections')
    assert.equal(await send(150), 300)
    advance(60_000)
    await release()
    await settled()
    isRight(await takeAll(1))
  })
})
