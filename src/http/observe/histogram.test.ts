import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Histogram, Registry } from 'prom-client'
import { DurationHistogram } from './histogram.ts'

const bounds = [0.001, 0.01, 0.1, 1]
/** Lines and their labels in any order. */
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(',').sort()}}`))
    .sort()

test('has the same text as the histogram of prom-client', async () => {
  const register = new Registry()
  const labelNames = ['route', 'status']
  const oracle = new Histogram({ name: 'took', help: 'How long', labelNames, buckets: bounds, registers: [register] })
  const durations = new DurationHistogram('took', 'How long', bounds)
  const observe = (route: string, status: string, seconds: number) => {
    oracle.observe({ route, status }, seconds)
    durations.observe(route + status, seconds, () => ({ route, status }))
  }
  for (const seconds of [0, 0.0009, 0.001, 0.0011, 0.05, 1, 1.5, 70]) observe('/clients/:id', '200', seconds)
  observe('/clients/:id', '404', 0.25)
  observe('a "quoted" \\ one\nof two lines', '200', 0.002)
  assert.deepEqual(lines(durations.text()), lines(await register.metrics()))
})

test('histograms of several processes add up to the one that has observed everything', () => {
  const [one, other, all, sum] = Array.from({ length: 4 }, () => new DurationHistogram('took', 'How long', bounds))
  for (const [part, seconds, status] of [
    [one!, 0.0005, '200'],
    [one!, 0.5, '404'],
    [other!, 0.25, '200'],
    [other!, 64, '200'],
  ] as const) {
    for (const histogram of [part, all!]) histogram.observe(status, seconds, () => ({ status }))
  }
  for (const part of [one!, other!]) sum!.add(part.series())
  assert.equal(sum!.text(), all!.text())
  assert.match(one!.text(), /took_count\{status="200"\} 1\n/, 'the parts do not change')
})
