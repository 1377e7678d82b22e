import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { TestClock } from '../../test/harness.ts'
import { type Ask, type Grant, OutcomeUnknown, type SharedCounts } from './shared-counts.ts'
import { SharedRateLimit } from './shared-limit.ts'

const quota = 600
const key = { orgId: 1, tokenId: 1 }

/** A store of one token by the rules of the real ones; it carries out what it was asked when the test lets it. */
class SlowStore implements SharedCounts {
  isSlow = false
  /** A slow store has not read what waits, so it can be withdrawn. */
  isUnsent = false
  used = 0
  asks = 0
  #started = 0
  readonly #clock: TestClock
  #held: { carryOut(): void; lose(): void }[] = []

  constructor(clock: TestClock) {
    this.#clock = clock
  }
  get waiting() {
    return this.#held.length
  }

  lease(ask: Ask, withdraw?: AbortSignal): Promise<Grant> {
    this.asks++
    if (!this.isSlow) return Promise.resolve(this.#carryOut(ask))
    return new Promise((resolve, reject) => {
      const one = {
        carryOut: () => resolve(this.#carryOut(ask)),
        lose: () => reject(new OutcomeUnknown(new Error('cut'))),
      }
      this.#held.push(one)
      withdraw?.addEventListener('abort', () => {
        if (!this.isUnsent) return
        this.#held = this.#held.filter((other) => other !== one)
        reject(withdraw.reason)
      })
    })
  }
  async recover() {
    this.isSlow = false
    for (const one of this.#held.splice(0)) one.carryOut()
    await turns()
  }
  /** Breaks the connections; what was sent on them has been carried out or not. */
  async cut(isCarriedOut: boolean) {
    for (const one of this.#held.splice(0)) {
      one.lose()
      if (isCarriedOut) one.carryOut()
    }
    await turns()
  }

  #carryOut({ known, ended, owed, unspent, wanted }: Ask): Grant {
    const now = this.#clock.now()
    if ((this.#started === known && ended) || now - this.#started >= 60_000) {
      this.#started = Math.max(now, this.#started + 1)
      this.used = 0
    }
    if (this.#started === known) this.used = Math.max(0, this.used - unspent)
    this.used += owed
    const rest = quota - this.used
    const granted = Math.max(0, Math.min(wanted, Math.ceil(rest / 8), rest))
    this.used += granted
    return { started: this.#started, used: this.used, granted, elapsed: now - this.#started }
  }
  sweep = async () => {}
  close = async () => {}
}

const turns = () => new Promise((resolve) => setImmediate(resolve))

function stage(t: TestContext, count: number) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const clock = new TestClock()
  const store = new SlowStore(clock)
  const nodes = Array.from({ length: count }, () => new SharedRateLimit(quota, clock, store))
  /** Lets time pass for clocks and timers alike. */
  const pass = async (milliseconds: number) => {
    clock.advance(milliseconds)
    await turns()
    t.mock.timers.tick(milliseconds)
    await turns()
  }
  /** Ten requests a second to each node, without waiting for their answers; gives how many were admitted. */
  const seconds = async (many: number, atOnce = 1) => {
    const answers: ReturnType<SharedRateLimit['take']>[] = []
    for (let tenth = 0; tenth < many * 10; tenth++) {
      for (const node of nodes) for (let n = 0; n < atOnce; n++) answers.push(node.take(key))
      await pass(100)
    }
    await pass(500)
    return (await Promise.all(answers)).filter(({ allowed }) => allowed).length
  }
  return { store, nodes, seconds, pass }
}
const isRight = (admitted: number) =>
  assert.ok(Math.abs(admitted - quota) <= quota * 0.02, `${admitted} of ${quota} were admitted`)

describe('requests counted together in a store that is slow', () => {
  for (const isUnsent of [false, true]) {
    test(`its asks ${isUnsent ? 'are withdrawn' : 'are carried out late'}: two nodes admit the quota`, async (t) => {
      const { store, seconds } = stage(t, 2)
      let admitted = await seconds(2)
      Object.assign(store, { isSlow: true, isUnsent })
      admitted += await seconds(15)
      assert.equal(admitted, 340)
      assert.ok(store.waiting <= 2, `${store.waiting} asks wait`)
      await store.recover()
      admitted += await seconds(1)
      assert.ok(store.used >= admitted - 2 && store.used <= admitted + 80, `${store.used} counted of ${admitted}`)
      isRight(admitted + (await seconds(25)))
    })
  }

  test('slow again and again: one node refuses nothing before its quota, and nothing after', async (t) => {
    const { store, seconds } = stage(t, 1)
    let admitted = 0
    for (let n = 0; n < 5; n++) {
      store.isSlow = true
      admitted += await seconds(3, 2)
      await store.recover()
      admitted += await seconds(1, 2)
    }
    assert.equal(admitted, 400)
    assert.equal(admitted + (await seconds(12, 2)), quota)
  })

  test('requests that nobody answered in time are counted by the node, and later ones do not wait', async (t) => {
    const { store, nodes, seconds } = stage(t, 1)
    await seconds(1)
    store.isSlow = true
    await seconds(3)
    assert.ok(!(nodes[0]!.take(key) instanceof Promise))
  })

  test('what a token that fell silent does not need goes back, once', async (t) => {
    const { store, nodes, seconds, pass } = stage(t, 1)
    const admitted = await seconds(10, 2)
    assert.ok(store.used > admitted, 'a portion is held')
    await pass(1500)
    await nodes[0]!.giveBack()
    assert.equal(store.used, admitted)
    const { asks } = store
    await nodes[0]!.giveBack()
    assert.equal(store.asks, asks)
  })

  test('nor is it tried again where nobody knows whether it went back', async (t) => {
    const { store, nodes, seconds, pass } = stage(t, 1)
    const admitted = await seconds(10, 2)
    await pass(1500)
    store.isSlow = true
    const done = nodes[0]!.giveBack()
    await pass(500)
    await store.cut(true)
    await done
    store.isSlow = false
    const { asks } = store
    await nodes[0]!.giveBack()
    assert.equal(store.asks, asks)
    isRight(admitted + (await seconds(24, 2)))
  })

  test('what is given back late is given back once', async (t) => {
    const { store, nodes, seconds, pass } = stage(t, 2)
    const before = await seconds(10, 2)
    store.isSlow = true
    for (const node of nodes) {
      await pass(1500)
      const done = node.giveBack()
      await pass(500)
      await done
    }
    const during = await seconds(3)
    await store.recover()
    isRight(before + during + (await seconds(20)))
  })

  test('an ask that is carried out in the next minute takes nothing of it away', async (t) => {
    const { store, seconds, pass } = stage(t, 1)
    await seconds(30)
    store.isSlow = true
    await seconds(20, 2)
    await pass(10_000)
    assert.equal(await seconds(2, 2), 40)
    await store.recover()
    assert.equal(40 + (await seconds(40, 2)), quota)
  })

  for (const isCarriedOut of [false, true]) {
    test(`cut off ${isCarriedOut ? 'after' : 'before'} it has counted: nothing is refused before the quota`, async (t) => {
      const { store, seconds } = stage(t, 1)
      let admitted = await seconds(2, 2)
      for (let n = 0; n < 8; n++) {
        store.isSlow = true
        admitted += await seconds(2, 2)
        await store.cut(isCarriedOut)
        store.isSlow = false
      }
      assert.equal(admitted, 360)
      assert.ok(store.used <= admitted + 80, `${store.used} counted of ${admitted}`)
      assert.equal(admitted + (await seconds(18, 2)), quota)
    })
  }
})
