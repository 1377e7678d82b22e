import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type pg from 'pg'
import { harness, type Organisation, TestClock } from '../../../test/harness/harness.ts'
import { basePath, buildApp } from '../../app.ts'

/** Several nodes on one database, as the service builds them. The harness only creates data. */
const quota = 600
const { db, clock, organisation } = await harness()
const settings = { rateLimit: quota, formLimit: 0, metricsToken: undefined, trustProxy: false as const }

async function nodes(t: { after(work: () => unknown): void }, count: number, countsDb = db, at = clock) {
  const all = []
  for (let n = 0; n < count; n++) {
    const app = await buildApp({ db, clock: at, config: settings, countsDb })
    t.after(() => app.close())
    all.push(async (org: Organisation) => {
      const response = await app.inject({ url: `${basePath}/me`, headers: { authorization: `Bearer ${org.token}` } })
      return {
        status: response.statusCode,
        limit: String(response.headers.ratelimit),
        wait: response.headers['retry-after'],
      }
    })
  }
  return all
}

/** Sends requests one after the other to the nodes that `pick` chooses, and returns the number of allowed ones. */
async function flood(
  org: Organisation,
  get: Awaited<ReturnType<typeof nodes>>,
  requests: number,
  pick: (n: number) => number,
) {
  let admitted = 0
  for (let n = 0; n < requests; n += 8) {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, m) => get[pick(n + m)]!(org)))
    admitted += answers.filter(({ status }) => status === 200).length
    assert.ok(answers.every(({ status }) => status === 200 || status === 429))
  }
  return admitted
}
const isRight = (admitted: number) =>
  assert.ok(Math.abs(admitted - quota) <= quota * 0.02, `${admitted} of ${quota} were admitted`)

describe('requests counted by several nodes together', () => {
  test('on one node r counts down by one, and the window is the minute from the first request', async (t) => {
    const [get] = await nodes(t, 1)
    const org = await organisation()
    for (let left = quota - 1; left >= 0; left--) {
      const { status, limit } = await get!(org)
      assert.deepEqual([status, limit], [200, `"token";r=${left};t=60`])
    }
    clock.advance(1500)
    assert.deepEqual(await get!(org), { status: 429, limit: '"token";r=0;t=59', wait: '59' })
    clock.advance(58_500)
    assert.deepEqual((await get!(org)).limit, '"token";r=599;t=60')
    assert.deepEqual((await get!(org)).limit, '"token";r=598;t=60')
  })

  for (const [name, pick] of Object.entries({
    'in turn': (n: number) => n % 3,
    'most of it on one': (n: number) => (n % 10 === 0 ? 1 + ((n / 10) % 2) : 0),
    'one after the other': (n: number) => Math.floor(n / 150) % 3,
  })) {
    test(`three nodes, ${name}: allow as many as one node would`, async (t) => {
      const get = await nodes(t, 3)
      const org = await organisation()
      isRight(await flood(org, get, 800, pick))
      clock.advance(60_000)
      isRight(await flood(org, get, 800, pick))
    })
  }

  test('nodes whose clocks differ by an hour count together', async (t) => {
    const late = new TestClock()
    late.advance(-3_600_000)
    const get = [...(await nodes(t, 1)), ...(await nodes(t, 1, db, late))]
    const org = await organisation()
    isRight(await flood(org, get, 800, (n) => n % 2))
  })

  test('writes far less often than it counts', async (t) => {
    let statements = 0
    const get = await nodes(
      t,
      1,
      connecting(() => statements++),
    )
    await flood(await organisation(), get, quota, () => 0)
    assert.ok(statements < quota / 5, `${statements} writes for ${quota} requests`)
  })

  test('without PostgreSQL each node counts alone, rejects nothing because of it, and reports its count afterwards', async (t) => {
    let isBroken = true
    const breaking = connecting(() => {
      if (isBroken) throw new Error('away')
    })
    const get = await nodes(t, 2, breaking)
    const org = await organisation()
    assert.equal(await flood(org, get, 400, () => 0), 400)
    assert.equal(await flood(org, get, 80, () => 1), 80)
    isBroken = false
    clock.advance(1000)
    const rest = await flood(org, get, 400, (n) => n % 2)
    assert.ok(Math.abs(400 + 80 + rest - quota) <= quota * 0.02, `${400 + 80 + rest} in all`)
  })
})

/** The database, with a function that runs before each connection. */
const connecting = (before: () => unknown) =>
  ({
    connect: async () => {
      before()
      return db.connect()
    },
  }) as unknown as pg.Pool
