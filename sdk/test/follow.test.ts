import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { inOneProcess } from '../../test/cluster/environment.ts'
import { Invalid, type Position, Unauthenticated, Unavailable, Wattle, type WattleError } from '../src/index.ts'
import { testEnvironment } from './environment.ts'
import { faults, startProxy } from './proxy.ts'
import { startService } from './service.ts'

describe('events.follow', { skip: inOneProcess('the client calls one process') }, async () => {
  const { origin, organisation, numberEvents } = await startService()
  const proxy = await startProxy(origin)
  after(() => proxy.stop())

  async function start() {
    const org = await organisation()
    // A request that waits for events has 50 seconds.
    const { environment, waits } = testEnvironment({ deadline: 50_000 })
    const wattle = new Wattle({
      token: org.token,
      baseUrl: proxy.origin,
      environment: { ...environment, now: Date.now },
    })
    const first = proxy.requests.length
    proxy.use([])
    return {
      ...{ org, wattle, waits },
      queries: () => proxy.requests.slice(first).map(({ url }) => new URL(url, origin).searchParams),
      /** Stores so many changes as events. */
      async change(count: number) {
        for (let n = 0; n < count; n++) await org.post('/businesses', { name: `Place ${n}` })
        await numberEvents()
      },
    }
  }

  test('begins with new events, and yields those that happen while it waits', async () => {
    const { wattle, change, queries } = await start()
    await change(2)
    const controller = new AbortController()
    const seen: number[] = []
    const positions: Position[] = []
    const onPosition = async (position: Position) => {
      positions.push(position)
      if (positions.length === 1) await change(2)
    }
    for await (const { id } of wattle.events.follow({ onPosition, signal: controller.signal })) {
      seen.push(id)
      if (seen.length === 2) controller.abort()
    }
    assert.deepEqual(seen, [3, 4])
    assert.deepEqual(
      positions.map(({ after }) => after),
      [2, 3, 4],
    )
    assert.deepEqual(
      queries().map((query) => query.get('after')),
      ['latest', '2'],
    )
    assert.equal(queries()[1]!.get('feed'), positions[0]!.feed)
    assert.equal(queries()[1]!.get('wait'), '20')
  })

  test('goes on after a stored position, over several pages', async () => {
    const { wattle, change } = await start()
    await change(7)
    let stored: Position | undefined
    for await (const { id } of wattle.events.follow({
      after: 'oldest',
      pageSize: 2,
      onPosition: (at) => (stored = at),
    }))
      if (id === 3) break
    assert.equal(stored!.after, 2, 'the body of the loop did not finish with 3')
    const seen: number[] = []
    for await (const { id } of wattle.events.follow({ after: stored!, pageSize: 2 })) {
      seen.push(id)
      if (id === 7) break
    }
    assert.deepEqual(seen, [3, 4, 5, 6, 7])
  })

  test('tells the position of an event after the body of the loop, and waits for onPosition', async () => {
    const { wattle, change } = await start()
    await change(2)
    const steps: string[] = []
    const onPosition = async ({ after }: Position) => {
      await new Promise(setImmediate)
      steps.push(`stored ${after}`)
    }
    for await (const { id } of wattle.events.follow({ after: 'oldest', onPosition })) {
      steps.push(`event ${id}`)
      if (id === 2) break
    }
    assert.deepEqual(steps, ['stored 0', 'event 1', 'stored 1', 'event 2'])
  })

  test('moves on over events that do not match', async () => {
    const { org, wattle, change } = await start()
    await change(3)
    await org.post('/clients', { first_name: 'A', last_name: 'B', client_type: 'NDIS', business_id: org.businessId })
    await change(2)
    const positions: number[] = []
    const controller = new AbortController()
    const options = {
      ...({ after: 'oldest', types: ['client.*'], signal: controller.signal } as const),
      onPosition: ({ after }: Position) => {
        positions.push(after)
        if (after === 6) controller.abort()
      },
    }
    for await (const { type } of wattle.events.follow(options)) assert.equal(type, 'client.created')
    assert.deepEqual(positions, [0, 4, 6])
  })

  test('a position of another feed calls onReset, and goes on with the events since that call', async () => {
    const { wattle, change } = await start()
    await change(3)
    const seen: number[] = []
    const resets: unknown[] = []
    const onReset = async (error: Invalid, position: Position) => {
      resets.push(Object.keys(error.errors), position.after)
      await change(2)
    }
    for await (const { id } of wattle.events.follow({ after: { after: 1, feed: 'another' }, onReset })) {
      seen.push(id)
      if (id === 5) break
    }
    assert.deepEqual(
      [resets, seen],
      [
        [['feed'], 3],
        [4, 5],
      ],
    )
  })

  test('a position that is not valid ends the loop with the error if nobody says what to do', async () => {
    const { wattle } = await start()
    await assert.rejects(async () => {
      for await (const _ of wattle.events.follow({ after: { after: 900, feed: 'another' } })) assert.fail()
    }, Invalid)
  })

  test('an outage is waited for, and told', async () => {
    const { wattle, change } = await start()
    await change(1)
    // Four tries of the call, and four of the next.
    proxy.use(Array(8).fill(faults.answer(503)))
    const outages: [string, number][] = []
    const onError = (error: WattleError, seconds: number) => outages.push([error.name, seconds])
    for await (const { id } of wattle.events.follow({ after: 'oldest', onError })) if (id === 1) break
    assert.deepEqual(outages, [
      ['Unavailable', 1],
      ['Unavailable', 2],
    ])
  })

  test('a token that no longer works ends the loop, and so do integrations that are off', async () => {
    for (const [fault, error] of [
      [faults.answer(401), Unauthenticated],
      [faults.answer(503, { 'retry-after': '3600' }), Unavailable],
    ] as const) {
      const { wattle } = await start()
      proxy.use(() => fault)
      await assert.rejects(async () => {
        for await (const _ of wattle.events.follow()) assert.fail()
      }, error)
    }
  })

  test('an error of the program is thrown as it is', async () => {
    const { wattle, change } = await start()
    await change(1)
    const broken = new Unavailable({ status: 503, body: undefined, headers: new Headers(), request: '', retryAfter: 1 })
    const onPosition = () => {
      throw broken
    }
    await assert.rejects(
      async () => {
        for await (const _ of wattle.events.follow({ after: 'oldest', onPosition }));
      },
      (error) => error === broken,
    )
  })

  test('where the service does not let it wait, it does not ask without a pause', async () => {
    const { wattle, waits, queries } = await start()
    const controller = new AbortController()
    const idle = JSON.stringify({ data: [], meta: { feed: 'k3J9xQ2m', next: 0, latest: 0, oldest: 1 } })
    proxy.use((_, index) => {
      if (index > 0 && queries().length === 4) controller.abort()
      return faults.answer(200, {}, idle)
    })
    for await (const _ of wattle.events.follow({ signal: controller.signal })) assert.fail()
    assert.ok(waits.filter((wait) => wait === 5000).length >= 2)
  })
})
