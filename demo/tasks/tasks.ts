import { nextAfter } from '../../src/recurrence/recurrence.ts'
import { addDays, daysBetween, instantOf, localOf, todayIn } from '../../src/time/local-time.ts'
import { nearestWorkday, officeTime, stamped } from '../dates.ts'
import { firstId } from '../examples/ids.ts'
import type { Person } from '../people/people.ts'
import type { Random } from '../random.ts'
import { type Charge, chargesOf, templateOf } from './charges.ts'
import { attempts, type Errand, once } from './errands.ts'
import { codes, type Price } from './prices.ts'
import { routines } from './routines.ts'

const zone = 'Australia/Sydney'
const [weeksBack, weeksAhead, weeksMade] = [8, 4, 11]
const onceCount = 118
/** Overdue tasks are mostly of the last days. */
const daysOfTrying = 12
const [minute, hour] = [60_000, 3_600_000]

export interface Task {
  id: number
  client_id: number | null
  charges: Charge[]
  billable: boolean
  completed: boolean
  updated_at: string
}

interface PlannedTask {
  errand: Errand
  date: string
  client?: Person | undefined
  assignee: Person
  minutes: number
  series_id: number | null
  recurrence: object | null
  /** When the task was created. */
  at: number
}

interface Office {
  coordinators: Person[]
  nurses: Person[]
}

/** The tasks of the office around now: errands from eight weeks back to four ahead, and repeating tasks. */
export function makeTasks(random: Random, now: number, prices: Price[], office: Office, clients: Person[]) {
  const today = todayIn(now, zone)
  const first = addDays(today, -7 * weeksBack)
  // A client has one coordinator and one nurse.
  const assigneeOf = ({ work }: Errand, client: Person) => {
    const people = work === 'nursing' ? office.nurses : office.coordinators
    return people[client.id % people.length]!
  }
  const planned: PlannedTask[] = []
  const task_series: object[] = []
  const priced = clients.filter(({ client_type }) => client_type! in codes.nursing)
  let next = 0
  for (const { errand, rule, clients: count } of routines) {
    for (let n = 0; n < count; n++) {
      const client = errand.isOffice ? undefined : priced[next++ * 3]!
      const assignee = client ? assigneeOf(errand, client) : office.coordinators[n]!
      const series_id = task_series.length + 1
      // The start of a series always counts, so it must be a day of the rule.
      const starts_on = nextAfter(rule, first, first)!
      const begun = Date.parse(instantOf(`${nearestWorkday(addDays(first, -3))} 10:${10 + series_id}:00`, zone))
      const one = { errand, client, assignee, minutes: errand.minutes[0]!, series_id, recurrence: rule }
      let date: string | undefined = starts_on
      for (; date !== undefined && daysBetween(today, date) < 7 * weeksMade; date = nextAfter(rule, starts_on, date)) {
        const createdAt = Date.parse(instantOf(`${addDays(date, -84)} 06:25:00`, zone))
        planned.push({ ...one, date, at: Math.max(begun, createdAt) })
      }
      task_series.push({
        id: series_id,
        recurrence: rule,
        starts_on,
        next_on: date ?? null,
        title: errand.title,
        client_id: client?.id ?? null,
        assignee_id: assignee.id,
        minutes: one.minutes,
        ...templateOf(prices, one, today),
        created_at: stamped(begun),
        updated_at: stamped(begun),
      })
    }
  }
  for (let n = 0; n < onceCount; n++) {
    const errand = random.pick(once)
    const client = errand.isOffice ? undefined : random.pick(clients)
    const date = nearestWorkday(addDays(first, random.between(0, 7 * (weeksBack + weeksAhead) - 1)))
    const latest = Math.min(Date.parse(instantOf(`${date} 09:00:00`, zone)), now)
    const at = officeTime(latest - random.between(30, 12 * 24 * 60) * minute)
    const assignee = client ? assigneeOf(errand, client) : random.pick(office.coordinators)
    const minutes = random.pick(errand.minutes)
    planned.push({ errand, date, client, assignee, minutes, series_id: null, recurrence: null, at })
  }
  planned.sort((a, b) => a.at - b.at || daysBetween(b.date, a.date))
  const count = { charge: firstId.charge - 1, note: 0, document: 0, usedTexts: new Set<string>() }
  return {
    task_series,
    tasks: planned.map((one, index) => taskOf(random, now, prices, firstId.task + index, one, count)),
  }
}

function taskOf(
  random: Random,
  now: number,
  prices: Price[],
  id: number,
  planned: PlannedTask,
  count: { charge: number; note: number; document: number; usedTexts: Set<string> },
): Task {
  const { errand, date, client, assignee, minutes, series_id, recurrence, at } = planned
  const doneAt = Date.parse(instantOf(`${date} 09:30:00`, zone)) + random.between(0, 7 * 60) * minute
  const ago = daysBetween(date, todayIn(now, zone))
  const completed = doneAt < now - hour && ago > 0 && random.chance(ago > daysOfTrying ? 0.97 : 0.7)
  const candidate = completed ? resultOf(random, errand, doneAt) : openNoteOf(random, now, planned, doneAt)
  // A text is used once per client, or once per kind of office work.
  const key = candidate && `${client?.id ?? errand.title} ${candidate.notes}`
  const note = key && !count.usedTexts.has(key) ? candidate : undefined
  if (key) count.usedTexts.add(key)
  const charges = chargesOf(random, prices, { ...planned, completed }).map((one) => ({ id: ++count.charge, ...one }))
  const filed = completed && random.chance(0.5) ? errand.document : undefined
  const filedAt = localOf(doneAt - random.between(1, 15) * minute, zone)
  return {
    id,
    title: errand.title,
    date,
    client_id: client?.id ?? null,
    assignee_id: assignee.id,
    minutes,
    price_code: charges[0]?.price_code ?? null,
    billable: charges.length > 0,
    completed,
    charges,
    notes: note ? [{ id: ++count.note, type: note.type, notes: note.notes, created_at: localOf(note.at, zone) }] : [],
    documents: filed ? [{ id: ++count.document, name: filed, created_at: filedAt }] : [],
    recurrence,
    series_id,
    created_at: stamped(at),
    updated_at: stamped(completed ? doneAt : (note?.at ?? at)),
  } as Task
}

interface Note {
  type: string
  notes: string
  at: number
}

const typeOf = ({ title }: Errand) => (/call/i.test(title) ? 'Phone call' : 'General')

/** The result, written just before completion. For clients it is mostly in notes with an author instead. */
function resultOf(random: Random, errand: Errand, doneAt: number): Note | undefined {
  if (!random.chance(errand.isOffice ? 0.45 : 0.2)) return undefined
  return { type: typeOf(errand), notes: random.pick(errand.results), at: doneAt - random.between(1, 15) * minute }
}

/** An overdue task may have a note of a failed attempt on its day; a future task may have a plan. */
function openNoteOf(random: Random, now: number, planned: PlannedTask, triedAt: number): Note | undefined {
  const { errand, date, series_id, at } = planned
  const ahead = daysBetween(todayIn(now, zone), date)
  if (!random.chance(ahead < 0 ? 0.8 : 0.25) || ahead < -daysOfTrying || (series_id !== null && ahead > 14)) {
    return undefined
  }
  if (ahead < 0) {
    return { type: typeOf(errand), notes: random.pick(attempts[errand.isOffice ? 'office' : 'client']), at: triedAt }
  }
  const soonAfter = Math.min(at + random.between(5, 90) * minute, now)
  const lately = officeTime(now - random.between(0, 3 * 24 * 60) * minute)
  return { type: 'General', notes: random.pick(errand.plans), at: series_id === null ? soonAfter : lately }
}
