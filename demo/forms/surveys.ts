import { dateOf, instantOf, localOf } from '../../src/time/local-time.ts'
import type { Random } from '../random.ts'
import { historyOf, type Status, type SubmissionDraft, wholeSecond } from './answers.ts'
import { praise, wishes } from './opinions.ts'
import { roles, services, survey } from './survey.ts'

const zone = 'Australia/Sydney'
const day = 86_400_000
const count = 120
/** The rounds in days ago; most answers come within a fortnight. */
const rounds = [14, 105, 196, 287]
const stars = [
  [5, 55],
  [4, 43],
  [3, 13],
  [2, 6],
  [1, 3],
] as const

interface Office {
  owner: number
  desk: string
  person: () => string
  phone: () => string
}

/** Survey answers of clients and families, four times a year, nearly all anonymous. */
export function surveys(random: Random, now: number, { owner, desk, person, phone }: Office): SubmissionDraft[] {
  const [good, change] = [once(random, praise), once(random, wishes)]
  return random.deal(stars, count).map((overall, index): SubmissionDraft => {
    const at = timeOf(random, now, rounds[index % rounds.length]!)
    const isLow = overall < 4
    const near = () => Math.min(5, Math.max(1, overall + random.pick([-1, 0, 0, 0, 1])))
    const ring = random.chance(isLow ? 0.45 : 0.06)
    const name = ring ? person() : undefined
    const opinion = random.chance(isLow ? 0.2 : 0.5) ? good() : undefined
    return {
      ...{ form_id: 3, form_version: 1, type: 'form', source: 'page', assignee_id: owner, at, steps: survey.steps },
      ...(name !== undefined && { submitter: name }),
      values: {
        ...(random.chance(0.9) && { role: random.pick([0, 0, 0, 1, 1, 2].map((one) => roles[one]!)) }),
        ...(random.chance(0.8) && { services: inOrder(random.sample(services, random.between(1, 2))) }),
        ...{ overall, respect: near() },
        ...(random.chance(0.9) && { punctual: near() }),
        ...(random.chance(0.85) && { recommend: Math.min(10, overall * 2 - random.between(0, 1)) }),
        ...(isLow && { change: change()! }),
        ...(opinion !== undefined && { good: opinion }),
        ...(random.chance(0.6) || ring ? { ring } : {}),
        ...(name !== undefined && { name, phone: phone() }),
      },
      history: historyOf(random, now, at, courseOf(random, now - at, isLow, ring), desk),
    }
  })
}

const inOrder = (chosen: string[]) => services.filter((one) => chosen.includes(one))

/** Each of the texts one time, in no order, and then none. */
function once(random: Random, texts: readonly string[]): () => string | undefined {
  const left = random.sample(texts, texts.length)
  return () => left.pop()
}

/** In the daytime or the evening of one of the days after it went out. */
function timeOf(random: Random, now: number, ago: number): number {
  const date = dateOf(localOf(now - (ago - 13 * random.next() ** 2) * day, zone))
  const two = (low: number, high: number) => String(random.between(low, high)).padStart(2, '0')
  return wholeSecond(Date.parse(instantOf(`${date} ${two(7, 21)}:${two(0, 59)}:${two(0, 59)}`, zone)))
}

type Course = readonly (readonly [Status, string?])[]

/** Who is satisfied is read and filed; who is not is rung, or something is changed. */
function courseOf(random: Random, age: number, isLow: boolean, ring: boolean): Course {
  if (age < 5 * day) return []
  if (!isLow && !ring) {
    if (age < 12 * day && random.chance(0.5)) return []
    return random.chance(0.7) ? [['Archived']] : [['In review'], ['Approved', 'Passed on to the team.'], ['Closed']]
  }
  if (isLow && random.chance(0.6)) {
    const changesRequested: Course = [['In review'], ['Changes requested', 'Team leader to find out more.']]
    return age > 40 * day && random.chance(0.5)
      ? [...changesRequested, ['Closed', 'Rang; things have become better.']]
      : changesRequested
  }
  const called = ring ? 'Rang in the same week and listened.' : 'On the list for the roster meeting.'
  return [['In review'], ['Approved', called], ...(age > 25 * day ? ([['Closed']] as Course) : [])]
}
