import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { type Roster, rosterAt } from '../../test/factories/roster/series.ts'
import { clockChangeDays, clockTimes, daysFrom } from '../../test/factories/zones.ts'
import { harness } from '../../test/harness/harness.ts'

const seed = Number(process.env.WATTLE_FUZZ_SEED ?? 20261115)
const api = await harness()
const zones = [
  ...['Australia/Sydney', 'Australia/Adelaide', 'Australia/Lord_Howe', 'Australia/Brisbane', 'Australia/Perth'],
  ...['Pacific/Apia', 'America/Sao_Paulo', 'Europe/London'],
]
const rosters = new Map<string, Roster>()
for (const zone of zones) rosters.set(zone, await rosterAt(api, '2026-11-10T00:00:00Z', zone))

const localTimes = fc.tuple(clockChangeDays, clockTimes).map(([day, time]) => `${day} ${time}`)
const requests = fc.tuple(fc.constantFrom(...zones), localTimes, fc.integer({ min: 1, max: 2 * 86_400 }))

/** By Temporal: the instant of a local time, and the local time of that instant. */
function zonedTime(local: string, zone: string) {
  const at = Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation: 'compatible' })
  const clockText = at.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ')
  return { at: at.epochMilliseconds, local: clockText, iso: at.toInstant().toString({ fractionalSecondDigits: 6 }) }
}
const later = (local: string, seconds: number) =>
  Temporal.PlainDateTime.from(local).add({ seconds }).toString({ smallestUnit: 'second' }).replace('T', ' ')

test('start, end and minutes of a shift agree with Temporal when created and when edited', async () => {
  const property = fc.asyncProperty(requests, localTimes, async ([zone, start, seconds], moved) => {
    const { org, shift } = rosters.get(zone)!
    const check = async (from: string, to: string, send: (body: object) => ReturnType<typeof org.post>) => {
      const [first, last] = [zonedTime(from, zone), zonedTime(to, zone)]
      const { status, body } = await send({ start: from, end: to })
      if (last.at <= first.at) {
        assert.deepEqual([status, Object.keys(body.errors)], [422, ['end']])
        return undefined
      }
      assert.ok(status < 300, JSON.stringify(body))
      const { ref, start, end, start_at, end_at, minutes } = body.data
      const expected = [first.local, last.local, first.iso, last.iso, Math.round((last.at - first.at) / 60_000)]
      assert.deepEqual([start, end, start_at, end_at, minutes], expected)
      return ref as string
    }
    const ref = await check(start, later(start, seconds), (body) =>
      org.post('/shifts', shift({ ...body, staff_ids: [] })),
    )
    if (ref) await check(moved, later(moved, seconds), (body) => org.patch(`/shifts/${ref}`, body))
  })
  await fc.assert(property, { seed, numRuns: 60 })
})

test('windows of days of shifts and appointments agree with a plain comparison', async () => {
  const { org, create, joan, max, ana, bo } = rosters.get('Australia/Sydney')!
  await fc.assert(
    fc.asyncProperty(
      daysFrom('2026-09-25', 20),
      clockTimes,
      fc.integer({ min: 1, max: 7 * 86_400 - 7200 }),
      async (day, time, seconds) => {
        const start = `${day} ${time}`
        if (zonedTime(later(start, seconds), 'Australia/Sydney').at <= zonedTime(start, 'Australia/Sydney').at) return
        const staff_ids = seconds % 2 ? [] : [ana, bo]
        const override = { override_conflicts: ['staff_overlap'], override_reason: 'Any' }
        await create({
          type: 'group',
          client_ids: [joan, max],
          staff_ids,
          start,
          end: later(start, seconds),
          ...override,
        })
      },
    ),
    { seed, numRuns: 30 },
  )
  const everything = async (path: string) => {
    const pages = []
    for (let page = 1, last = 1; page <= last; page++) {
      const { body } = await org.get(`${path}per_page=100&page=${page}`)
      pages.push(...body.data)
      last = body.meta.last_page
    }
    return pages as any[]
  }
  const [shifts, appointments] = [await everything('/shifts?'), await everything('/appointments?')]
  const days = fc.option(daysFrom('2026-09-23', 28), { nil: undefined })
  const windows = fc.asyncProperty(days, days, async (from, to) => {
    if (from && to && to < from) return
    const query = `?${from ? `from=${from}&` : ''}${to ? `to=${to}&` : ''}`
    const isIn = ({ start, end }: any) => (!from || end.slice(0, 10) >= from) && (!to || start.slice(0, 10) <= to)
    assert.deepEqual(await everything(`/shifts${query}`), shifts.filter(isIn))
    assert.deepEqual(await everything(`/appointments${query}`), appointments.filter(isIn))
  })
  await fc.assert(windows, { seed, numRuns: 30 })
})
