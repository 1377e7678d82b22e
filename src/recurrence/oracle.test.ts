import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { daysFrom } from '../../test/factories/zones.ts'
import { addDays } from '../time/local-time.ts'
import { monthWeekdays, weekdays } from './recurrence.schema.ts'
import { nextAfter, normalise, occurrences, type Rule, restOfRule, ruleErrors, shortenRule } from './recurrence.ts'

/** Random rules against rrule-temporal, which implements the rules of iCalendar (RFC 5545). */
const seed = Number(process.env.WATTLE_FUZZ_SEED ?? 20261115)
const numRuns = Number(process.env.WATTLE_RECURRENCE_RUNS ?? 3000)
console.log(`recurrence: seed ${seed}, ${numRuns} rules (WATTLE_FUZZ_SEED, WATTLE_RECURRENCE_RUNS)`)

const startDays = daysFrom('2019-01-01', 4000)
const everies = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 52 }))
const repeats: fc.Arbitrary<Partial<Rule>>[] = [
  fc.constant({ unit: 'Day' }),
  fc.constant({ unit: 'Week' }),
  fc.subarray([...weekdays], { minLength: 1 }).map((on_days) => ({ unit: 'Week', on_days })),
  fc
    .oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 28, max: 31 }))
    .map((month_on_day) => ({ unit: 'Month', month_on_day })),
  fc.constantFrom(...monthWeekdays).map((month_on_the) => ({ unit: 'Month', month_on_the })),
]
const ends = (startsOn: string): fc.Arbitrary<Partial<Rule>> =>
  fc.oneof(
    fc.constant({}),
    fc.integer({ min: 1, max: 30 }).map((ends_after) => ({ ends_after })),
    daysFrom(startsOn, 1500).map((ends_on) => ({ ends_on })),
  )
const rules: fc.Arbitrary<{ rule: Rule; startsOn: string }> = startDays.chain((startsOn) =>
  fc
    .tuple(everies, fc.oneof(...repeats), ends(startsOn))
    .map(([every, repeat, end]) => ({ rule: normalise({ every, ...repeat, ...end } as Rule), startsOn })),
)

/** Long enough for every rule that has another day, such as 29 February of every third year. */
const horizonOf = (startsOn: string) => Temporal.PlainDate.from(startsOn).add({ years: 60 }).toString()
const comparedDays = 16
const maxDays = 24

const noon = (day: string) => Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' })
const ordinalNumbers: Record<string, string> = { First: '1', Second: '2', Third: '3', Fourth: '4', Last: '-1' }

/**
 * The days of the same rule by iCalendar, and whether these are all. The first day and the count are added here, because
 * iCalendar does not define a first day outside of the rule.
 */
function oracle(rule: Rule, startsOn: string): { days: string[]; all: boolean } {
  const [ordinal, weekday] = rule.month_on_the?.split(' ') ?? []
  const icalendar = new RRuleTemporal({
    freq: ({ Day: 'DAILY', Week: 'WEEKLY', Month: 'MONTHLY' } as const)[rule.unit],
    interval: rule.every,
    wkst: 'MO',
    tzid: 'UTC',
    dtstart: noon(startsOn),
    until: noon(rule.ends_on ?? horizonOf(startsOn)),
    ...(rule.on_days && { byDay: rule.on_days.map((day) => day.slice(0, 2).toUpperCase()) }),
    ...(rule.month_on_day && { byMonthDay: [rule.month_on_day] }),
    ...(weekday && { byDay: [`${ordinalNumbers[ordinal!]}${weekday.slice(0, 2).toUpperCase()}`] }),
  })
  const ruleDays = icalendar.all((_, n) => n < maxDays).map((at) => at.toPlainDate().toString())
  const days = [startsOn, ...ruleDays.filter((day) => day > startsOn)]
  if (rule.ends_after) return { days: days.slice(0, rule.ends_after), all: days.length >= rule.ends_after }
  return { days, all: rule.ends_on !== undefined && ruleDays.length < maxDays }
}

function daysOf(rule: Rule, startsOn: string, count: number, horizon = horizonOf(startsOn)): string[] {
  const days: string[] = []
  for (const day of occurrences(rule, startsOn)) if (day > horizon || days.push(day) === count) break
  return days
}

test('occurrences and nextAfter agree with iCalendar for random rules', () => {
  const probe = fc.tuple(fc.nat({ max: comparedDays - 1 }), fc.integer({ min: -40, max: 40 }))
  fc.assert(
    fc.property(rules, fc.array(probe, { minLength: 3, maxLength: 3 }), ({ rule, startsOn }, probes) => {
      assert.deepEqual(ruleErrors(rule, startsOn), {})
      const { days, all } = oracle(rule, startsOn)
      assert.deepEqual(daysOf(rule, startsOn, comparedDays), days.slice(0, comparedDays))
      for (const [n, offset] of probes) {
        const day = addDays(days[n % days.length]!, offset)
        const next = days.find((later) => later > day)
        if (next !== undefined || all) assert.equal(nextAfter(rule, startsOn, day), next, `after ${day}`)
      }
    }),
    { seed, numRuns },
  )
})

test('nextAfter agrees with occurrences for rules with ends_after', () => {
  const counted = fc.tuple(rules, fc.integer({ min: 1, max: 1000 }), fc.nat({ max: 1001 }))
  fc.assert(
    fc.property(counted, ([{ rule, startsOn }, ends_after, n]) => {
      const { ends_on: _, ...endless } = rule
      const days: string[] = []
      for (const day of occurrences({ ...endless, ends_after }, startsOn)) days.push(day)
      assert.ok(days.length === ends_after || (rule.month_on_day ?? 1) > 28, `${days.length} days`)
      const from = Math.min(n, days.length - 1)
      assert.equal(nextAfter({ ...endless, ends_after }, startsOn, days[from]!), days[from + 1])
    }),
    { seed, numRuns: 150 },
  )
})

test('a series split at any occurrence has the same days as before', () => {
  fc.assert(
    fc.property(rules, fc.nat({ max: comparedDays - 1 }), ({ rule, startsOn }, n) => {
      const days = daysOf(rule, startsOn, 2 * comparedDays)
      const from = days[n % days.length]!
      const before = [...occurrences(shortenRule(rule, startsOn, addDays(from, -1)), startsOn)]
      const after = daysOf(restOfRule(rule, startsOn, from), from, comparedDays, horizonOf(startsOn))
      assert.deepEqual(
        before,
        days.filter((day) => day < from),
      )
      assert.deepEqual(after, days.filter((day) => day >= from).slice(0, comparedDays))
    }),
    { seed, numRuns },
  )
})
