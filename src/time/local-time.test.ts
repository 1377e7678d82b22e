import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { inOneProcess } from '../../test/cluster/environment.ts'
import { australianZones, clockChangeDays, clockTimes, daysFrom, otherZones } from '../../test/factories/zones.ts'
import { createDatabase } from '../../test/harness/database.ts'
import { ruleOf } from '../http/contract/field-errors.ts'
import { makeAjv } from '../http/contract/validation.ts'
import {
  addDays,
  dateOf,
  daysBetween,
  instantOf,
  isLocalTime,
  localOf,
  secondInstantOf,
  todayIn,
} from './local-time.ts'

const seed = Number(process.env.WATTLE_FUZZ_SEED ?? 20261115)
const database = await createDatabase()
after(() => database.drop())

const zones = fc.constantFrom(...australianZones, ...otherZones)
const localTimes = (days: fc.Arbitrary<string>) => fc.tuple(days, clockTimes).map(([day, clock]) => `${day} ${clock}`)
/** Most are around clock changes, the others from 2000 to 2040. */
const nearTimes = localTimes(fc.oneof({ arbitrary: clockChangeDays, weight: 2 }, daysFrom('2000-01-01', 14_975)))
const farTimes = localTimes(daysFrom('1000-01-02', 3_287_180))

const plainInstant = (local: string, zone: string) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant().toString()
/** Temporal's later instant of a local time, where it is one that shows this time and not the only one. */
const plainSecondInstant = (local: string, zone: string) => {
  const time = Temporal.PlainDateTime.from(local)
  const later = time.toZonedDateTime(zone, { disambiguation: 'later' })
  const isSecond = later.toPlainDateTime().equals(time) && !later.equals(time.toZonedDateTime(zone))
  return isSecond ? later.toInstant().toString() : undefined
}
const plainLocal = (instant: string, zone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'second' })

test('a local time is a valid day and time in one format', () => {
  for (const text of ['2026-11-30 09:15:00', '2028-02-29 00:00:00', '1000-01-01 00:00:00', '9998-12-31 23:59:59'])
    assert.equal(isLocalTime(text), true, text)
  for (const text of [
    '2026-11-30T09:15:00',
    '2026-11-30 09:15',
    '2026-11-30 09:15:00Z',
    '2026-11-30 09:15:00\n',
    '2026-11-30 24:00:00',
    '2026-11-30 09:60:00',
    '2026-11-30 09:15:60',
    '2026-13-01 09:15:00',
    '2026-00-01 09:15:00',
    '2026-04-31 09:15:00',
    '2026-04-00 09:15:00',
    '2027-02-29 09:15:00',
    '2100-02-29 09:15:00',
    '0999-12-31 09:15:00',
    '9999-01-01 09:15:00',
    '12026-11-30 09:15:00',
  ])
    assert.equal(isLocalTime(text), false, text)
})

test('the formats of bodies reject an invalid day with a message', () => {
  const check = (format: string, text: string) => {
    const compiled = makeAjv().compile({ type: 'string', format })
    return compiled(text) ? 'fine' : ruleOf(compiled.errors![0] as Parameters<typeof ruleOf>[0])
  }
  assert.equal(check('date', '2028-02-29'), 'fine')
  for (const text of ['2026-13-01', '2026-02-29', '0000-01-01', '2026-1-1', ''])
    assert.equal(check('date', text), 'must be a date such as 2026-11-30', text)
  assert.equal(check('local-time', '2028-02-29 09:15:00'), 'fine')
  assert.equal(check('local-time', '2026-02-29 09:15:00'), 'must be a local time such as 2026-11-30 09:15:00')
})

test('a time that occurs twice is its first; a skipped time moves forward by the skipped amount', () => {
  assert.equal(instantOf('2026-10-04 01:59:59', 'Australia/Sydney'), '2026-10-03T15:59:59Z')
  assert.equal(instantOf('2026-10-04 02:30:00', 'Australia/Sydney'), '2026-10-03T16:30:00Z')
  assert.equal(localOf('2026-10-03T16:30:00Z', 'Australia/Sydney'), '2026-10-04 03:30:00')
  assert.equal(instantOf('2027-04-04 02:30:00', 'Australia/Sydney'), '2027-04-03T15:30:00Z')
  assert.equal(localOf('2027-04-03T16:30:00Z', 'Australia/Sydney'), '2027-04-04 02:30:00')
  assert.equal(instantOf('2026-10-04 02:10:00', 'Australia/Lord_Howe'), '2026-10-03T15:40:00Z')
  assert.equal(localOf('2026-10-03T15:40:00Z', 'Australia/Lord_Howe'), '2026-10-04 02:40:00')
  assert.equal(instantOf('2027-04-04 01:45:00', 'Australia/Lord_Howe'), '2027-04-03T14:45:00Z')
})

test('only a time that occurs twice has a second instant', () => {
  assert.equal(secondInstantOf('2027-04-04 02:30:00', 'Australia/Sydney'), '2027-04-03T16:30:00Z')
  assert.equal(secondInstantOf('2027-04-04 02:00:00', 'Australia/Sydney'), '2027-04-03T16:00:00Z')
  assert.equal(secondInstantOf('2027-04-04 01:45:00', 'Australia/Lord_Howe'), '2027-04-03T15:15:00Z')
  for (const local of ['2027-04-04 01:59:59', '2027-04-04 03:00:00', '2026-10-04 02:30:00'])
    assert.equal(secondInstantOf(local, 'Australia/Sydney'), undefined, local)
})

test('days are counted across leap years and daylight saving, and today depends on the zone', () => {
  assert.equal(dateOf('2026-11-30 09:15:00'), '2026-11-30')
  assert.equal(addDays('2028-02-28', 2), '2028-03-01')
  assert.equal(addDays('2026-01-01', -1), '2025-12-31')
  assert.equal(daysBetween('2026-10-03', '2026-10-05'), 2)
  assert.equal(daysBetween('2028-03-01', '2027-03-01'), -366)
  const now = Date.parse('2026-11-30T13:30:00.999Z')
  assert.equal(todayIn(now, 'Australia/Sydney'), '2026-12-01')
  assert.equal(todayIn(now, 'Australia/Perth'), '2026-11-30')
})

test('every day of a cycle of 400 years, and the ends of every February and year, match Date', () => {
  const check = (at: number) => {
    const day = new Date(at).toISOString().slice(0, 10)
    if (addDays('1970-01-01', at / 86_400_000) !== day || daysBetween('1970-01-01', day) !== at / 86_400_000)
      assert.fail(day)
  }
  for (let at = Date.UTC(1900, 0, 1); at < Date.UTC(2300, 0, 1); at += 86_400_000) check(at)
  for (let year = 1000; year <= 9999; year++)
    for (const at of [Date.UTC(year, 0, 1), Date.UTC(year, 2, 0), Date.UTC(year, 2, 1), Date.UTC(year, 11, 31)])
      check(at)
})

test('an instant has the text that PostgreSQL parses, also in the first and last years', async () => {
  for (const [local, zone] of [
    ['9999-12-31 23:00:00', 'America/New_York'],
    ['1000-01-01 00:00:00', 'Australia/Sydney'],
  ] as const) {
    const read = await database.pool.query('select ($1::timestamptz at time zone $2)::text as local', [
      instantOf(local, zone),
      zone,
    ])
    assert.equal(read.rows[0].local, local)
  }
})

for (const [name, times, numRuns] of [
  ['around changes of clocks', nearTimes, 2000],
  ['in any year', farTimes, 300],
] as const) {
  test(`instants and local times ${name} match Temporal`, () => {
    fc.assert(
      fc.property(times, zones, (local, zone) => {
        const instant = instantOf(local, zone)
        assert.equal(instant, plainInstant(local, zone))
        assert.equal(secondInstantOf(local, zone), plainSecondInstant(local, zone), `${local} in ${zone}`)
        const later = new Date(Date.parse(instant) + 3_600_000).toISOString()
        for (const at of [instant, later])
          assert.equal(localOf(at, zone), plainLocal(at, zone).replace('T', ' '), `${at} in ${zone}`)
        assert.equal(localOf(Date.parse(instant) + 999, zone), localOf(instant, zone))
      }),
      { seed, numRuns },
    )
  })
}

/** Each half hour around every clock change of a zone from 2000 to 2040, as local times. */
function aroundChanges(zone: string): string[] {
  const times: string[] = []
  let clock = Temporal.Instant.from('2000-01-01T00:00Z').toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  for (; clock && clock.year <= 2040; clock = clock.getTimeZoneTransition('next'))
    for (let minutes = -150; minutes <= 150; minutes += 30)
      times.push(clock.toPlainDateTime().add({ minutes }).toString({ smallestUnit: 'second' }).replace('T', ' '))
  return times
}

test('first_instant of the database matches instantOf, at any time and around every clock change', {
  skip: inOneProcess('a PostgreSQL of the system has its time zones, which may be of another year than Node’s'),
}, async () => {
  const allZones = [...australianZones, ...otherZones]
  const sample = [
    ...fc.sample(fc.tuple(nearTimes, zones), { seed, numRuns: 5000 }),
    ...allZones.flatMap((zone) => aroundChanges(zone).map((local) => [local, zone] as const)),
    // Countries decide on new rules every year, and the time zones of Node and PostgreSQL may be of different ones.
  ].filter(([local, zone]) => local < '2025' || australianZones.includes(zone))
  const { rows } = await database.pool.query(
    `select local, zone, to_char(first_instant(local::timestamp, zone) at time zone 'UTC',
       'YYYY-MM-DD"T"HH24:MI:SS"Z"') as instant
     from unnest($1::text[], $2::text[]) as sample (local, zone)`,
    [sample.map(([local]) => local), sample.map(([, zone]) => zone)],
  )
  assert.ok(rows.length > 10_000)
  assert.deepEqual(
    rows.filter(({ local, zone, instant }) => instant !== instantOf(local, zone)),
    [],
  )
})
