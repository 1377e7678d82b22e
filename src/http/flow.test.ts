import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FairLine } from './fair-line.ts'
import { Flow } from './flow.ts'

const step = 20

/** A line whose requests come and are let in so many a second, which may change with time; looked at as the door does. */
function simulate(
  seconds: number,
  { come, serve, most = 2000 }: Record<'come' | 'serve', (at: number) => number> & { most?: number },
) {
  const [line, flow] = [new FairLine<number>(most), new Flow(most)]
  const [served, away]: { at: number; waited: number }[][] = [[], []]
  let [coming, room] = [0, 0]
  for (let now = 0; now < seconds * 1000; now += step) {
    if (line.size === 0) line.most = flow.begin(now).places
    for (coming += (come(now) * step) / 1000; coming >= 1; coming--) {
      const out = line.join(1, now, now)
      if (out !== undefined) away!.push({ at: now, waited: now - out })
    }
    for (room += (serve(now) * step) / 1000; room >= 1 && line.size > 0; room--) {
      flow.letIn()
      const since = line.next()!
      served!.push({ at: now, waited: now - since })
    }
    room = Math.min(room, 1)
    const { patience, places } = flow.look(now, line.size)
    line.most = places
    for (const since of line.leaveSince(now - patience)) away!.push({ at: now, waited: now - since })
  }
  return { served: served!, away: away!, left: line.size }
}
const always = (rate: number) => () => rate
const longest = (some: { waited: number }[]) => Math.max(0, ...some.map(({ waited }) => waited))

describe('a line at the door', () => {
  test('waits out a pause of PostgreSQL, and the time it takes to make up for it', () => {
    const pause = (at: number) => (at > 2000 && at < 3500 ? 0 : 1500)
    const { away, served, left } = simulate(8, { come: always(850), serve: pause })
    assert.deepEqual([away.length, left], [0, 0])
    assert.ok(longest(served) >= 1400)
  })

  test('does not wait for ever where requests come only a little faster than they are served', () => {
    const { served, away } = simulate(30, { come: always(1100), serve: always(1000) })
    const later = served.filter(({ at }) => at > 15_000)
    assert.ok(longest(later) <= 150, `${longest(later)} ms`)
    assert.ok(later.length > 1000 * 15 * 0.98)
    assert.ok(away.length > 0)
  })

  test('waits out a few seconds in which PostgreSQL is slow, as when it plans its statements again', () => {
    const slow = (at: number) => (at > 2000 && at < 5000 ? 850 : 1500)
    const { away, served, left } = simulate(8, { come: always(1070), serve: slow })
    assert.deepEqual([away.length, left], [0, 0])
    assert.ok(longest(served) >= 400)
  })

  test('does not take a line for too much that everybody passes in a quarter of a second', () => {
    const { away } = simulate(20, { come: (at) => (at === 1000 ? 10_000 : 1000), serve: always(1000) })
    assert.equal(away.length, 0)
  })

  test('takes what was too much for too much although the line empties for a moment', () => {
    const inFits = (at: number) => (at > 3000 && at % 400 < 40 ? 30_000 : 3000)
    const { away, served } = simulate(10, { come: always(9000), serve: inFits })
    assert.ok(longest(served.filter(({ at }) => at > 3000)) <= 120)
    assert.ok(longest(away.filter(({ at }) => at > 3000)) <= 120)
  })

  test('waits out one such time after another', () => {
    const slow = (at: number) => (at % 3000 < 1200 ? 750 : 1168)
    const { away } = simulate(60, { come: (at) => (at === 2000 ? 4000 : 1000), serve: slow })
    assert.equal(away.length, 0)
  })

  test('waits out a burst that fills the line', () => {
    const { away, left } = simulate(5, { come: (at) => (at === 1000 ? 99_500 : 100), serve: always(1250) })
    assert.deepEqual([away.length, left], [0, 0])
  })

  test('waits out a burst', () => {
    const { away, left } = simulate(4, { come: (at) => (at === 1000 ? 75_000 : 100), serve: always(1500) })
    assert.deepEqual([away.length, left], [0, 0])
  })

  test('holds nobody longer than two seconds, however long nothing moves', () => {
    const { away, served } = simulate(6, { come: always(300), serve: (at) => (at < 500 ? 1000 : 0) })
    assert.ok(away.length > 900)
    assert.ok(longest(away) <= 2000 + step)
    assert.ok(longest(served) <= step)
  })

  test('at three times what can be served keeps it busy, and those who are served have waited a moment', () => {
    const { away, served } = simulate(10, { come: always(9000), serve: always(3000) })
    const later = (some: { at: number; waited: number }[]) => some.filter(({ at }) => at > 3000)
    assert.ok(later(served).length > 3000 * 7 * 0.98, `${later(served).length} served`)
    assert.ok(longest(later(served)) <= 120)
    const told = later(away).filter(({ waited }) => waited === 0)
    assert.ok(told.length > later(away).length * 0.95, 'the others hear of it at once')
  })

  test('is as patient as before once it has been short for a while', () => {
    const come = (at: number) => (at < 4000 ? 9000 : at < 6000 ? 2900 : at < 8000 ? 3000 : at === 8000 ? 75_000 : 100)
    const { away } = simulate(10, { come, serve: always(3000) })
    assert.equal(away.filter(({ at }) => at > 5000).length, 0)
  })

  test('is as patient as before once it was empty', () => {
    const come = (at: number) => (at < 4000 ? 9000 : at < 5000 ? 100 : at === 6000 ? 75_000 : 100)
    const { away } = simulate(8, { come, serve: always(3000) })
    assert.equal(away.filter(({ at }) => at > 5000).length, 0)
  })
})
