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
