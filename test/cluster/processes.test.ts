import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { databaseUrl } from '../harness/database.ts'
import { harness } from '../harness/harness.ts'
import { eventually } from '../harness/processes.ts'
import { type GetOptions, get, ready, startService } from '../harness/service.ts'

/** What several processes promise, whether they are nodes or the workers of one node. The harness creates data. */
const { db, clock, organisation, address } = await harness()
const day = 86_400_000

for (const [name, nodes, env] of [
  ['two nodes', 2, {}],
  ['a node with two workers', 1, { WATTLE_WORKERS: '2' }],
] as const) {
  describe(name, () => {
    const started: (() => unknown)[] = []
    const urls: string[] = []
    let sent = 0
    /** Requests go to the nodes in turn, and on new connections to the workers in turn. */
    const send = (path: string, options: GetOptions) => get(`${urls[sent++ % nodes]}${path}`, options)
    let series: Awaited<ReturnType<typeof dailySeries>>

    before(async () => {
      series = await dailySeries(40)
      for (let n = 0; n < nodes; n++) {
        const service = startService(
          { after: (stop) => started.push(stop) },
          { DATABASE_URL: databaseUrl(address), ...env },
        )
        urls.push((await ready(service)).url)
      }
    })
    after(() => started.map((stop) => stop()))

    test('a token has its quota over all processes', async () => {
      const { token } = await organisation()
      const statuses: number[] = []
      const client = async () => {
        for (let n = 0; n < 100; n++) statuses.push((await send('/me', { token })).status)
      }
      await Promise.all(Array.from({ length: 8 }, client))
      const admitted = statuses.filter((status) => status === 200).length
      assert.equal(statuses.filter((status) => status === 429).length, statuses.length - admitted)
      assert.ok(Math.abs(admitted - 600) <= 12, `${admitted} of 600 were admitted`)
    })

    test('no process admits a request that is sent a second after its token was revoked', async () => {
      const { token, tokenId } = await organisation()
      for (let n = 0; n < 6; n++) assert.equal((await send('/me', { token })).status, 200)
      await db.query('update access_token set revoked_at = now() where id = $1', [tokenId])
      const revokedAt = Date.now()
      // Without a pause, so that every process has the token in its cache for as long as it may. Many 401 become 429.
      for (let late = 0; late < 12; ) {
        const isLate = Date.now() > revokedAt + 1000
        const { status } = await send('/me', { token })
        if (isLate) assert.ok(status === 401 || status === 429, `${status}`)
        if (isLate) late++
      }
    })

    test('every task of a series is made once', async () => {
      await eventually(async () => (await series.dates()).length >= series.created + series.days)
      const dates = await series.dates()
      assert.equal(new Set(dates).size, dates.length)
    })
  })
}

/** A series of tasks on every day whose last ones were made so many days ago. */
async function dailySeries(days: number) {
  clock.advance(-days * day)
  const org = await organisation()
  const date = new Date(clock.now()).toISOString().slice(0, 10)
  const { body } = await org.post('/tasks', { title: 'Call', date, recurrence: { unit: 'Day' } })
  clock.advance(days * day)
  const dates = async () => {
    const { rows } = await db.query('select date::text from task where org_id = $1', [org.orgId])
    return rows.map((row) => row.date as string)
  }
  return { days, created: body.series.created as number, dates }
}
