import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { harness } from '../../test/harness.ts'
import { noRedis, startRedis } from '../../test/redis.ts'
import { basePath, buildApp } from '../app.ts'
import { redisCounts } from './redis-counts.ts'

const quota = 200
const { db, clock, organisation } = await harness()
const config = { rateLimit: quota, formLimit: 0, metricsToken: undefined, trustProxy: false as const }

describe('requests counted together in Redis', { skip: noRedis ?? false }, () => {
  test('two nodes admit what one would; without Redis each counts for itself', async (t) => {
    const redis = await startRedis()
    t.after(redis.stop)
    const apps: Awaited<ReturnType<typeof buildApp>>[] = []
    for (let n = 0; n < 2; n++) {
      const counts = await redisCounts(redis.url, () => {})
      const app = await buildApp({ db, clock, config, counts })
      t.after(() => app.close())
      t.after(() => counts.close())
      apps.push(app)
    }
    const org = await organisation()
    const admitted = async (requests: number, pick: (n: number) => number) => {
      let count = 0
      for (let n = 0; n < requests; n++) {
        const headers = { authorization: `Bearer ${org.token}` }
        if ((await apps[pick(n)]!.inject({ url: `${basePath}/me`, headers })).statusCode === 200) count++
      }
      return count
    }
    const isRight = (count: number) => assert.ok(Math.abs(count - quota) <= quota * 0.02, `${count} of ${quota}`)
    isRight(await admitted(300, (n) => n % 2))
    clock.advance(60_000)
    isRight(await admitted(300, (n) => (n % 10 === 0 ? 1 : 0)))
    clock.advance(60_000)
    await redis.stop()
    assert.equal(await admitted(500, (n) => n % 2), 2 * quota)
  })
})
