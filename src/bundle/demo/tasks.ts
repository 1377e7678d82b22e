import { nextAfter } from '../../recurrence/recurrence.ts'
import { addDays, daysBetween, instantOf, localOf, todayIn } from '../../time/local-time.ts'
import { stamped } from './dates.ts'
import { codes, type Errand, once, routines } from './errands.ts'
import type { Person } from './patterns.ts'
import { costOf, type Price, priceOn } from './prices.ts'
import type { Random } from './random.ts'

const zone = 'Australia/Sydney'
const [weeksBack, weeksAhead, weeksMade] = [8, 4, 11]
const onceCount = 118
const [minute, hour] = [60_000, 3_600_000]

export interface Charge {
  id: number
  name: string
  price_code: number
  minutes: number
  total_cost: number
  claim_type: string
  primary: boolean
}
export interface Task {
  id: number
  client_id: number | null
  charges: Charge[]
  billable: boolean
  completed: boolean
  updated_at: string
}

interface Planned {
  errand: Errand
  date: string
  client?: Person | undefined
  assignee: Person
  minutes: number
  series_id: number | null
  recurrence: object | null
  /** When the task was made. */
  at: number
}

/** What coordinators had and have to do around now: errands of eight weeks back and four ahead, and what repeats. */
export function makeTasks(random: Random, now: number, prices: Price[], coordinators: Person[], clients: Person[]) {
  const today = todayIn(now, zone)
  const first = addDays(today, -7 * weeksBack)
  // A client has one coordinator.
  const coordinatorOf = (client: Person) => coordinators[client.id % coordinators.length]!
  const planned: Planned[] = []
  const task_series: object[] = []
  const priced = clients.filter(({ client_type }) => client_type! in codes.nursing)
  let next = 0
  for (const { errand, rule, clients: count } of routines) {
    for (let n = 0; n < count; n++) {
      const client = errand.isOffice ? undefined : priced[next++ * 3]!
      const assignee = client ? coordinatorOf(client) : coordinators[n]!
      const series_id = task_series.length + 1
      // The day itself would count as the first, whether the rule names it or not.
      const starts_on = nextAfter(rule, first, first)!
      const begun = Date.parse(instantOf(`${addDays(first, -3)} 10:${10 + series_id}:00`, zone))
      const one = { errand, client, assignee, minutes: errand.minutes[0]!, series_id, recurrence: rule }
      let date: string | undefined = starts_on
      for (; date !== undefined && daysBetween(today, date) < 7 * weeksMade; date = nextAfter(rule, starts_on, date)) {
        const made = Date.parse(instantOf(`${addDays(date, -84)} 06:25:00`, zone))
        planned.push({ ...one, date, at: Math.max(begun, made) })
      }
      const code = codeOf(one)
      task_series.push({
        id: series_id,
        recurrence: rule,
        starts_on,
        next_on: date ?? null,
        title: errand.title,
        client_id: client?.id ?? null,
        assignee_id: assignee.id,
        minutes: one.minutes,
        billable: code !== undefined,
        price_code: code ? priceOn(prices, code, today).id : null,
        created_at: stamped(begun),
        updated_at: stamped(begun),
      })
    }
  }
  for (let n = 0; n < onceCount; n++) {
    const errand = random.pick(once)
    const client = errand.isOffice ? undefined : random.pick(clients)
    const date = workday(addDays(first, random.between(0, 7 * (weeksBack + weeksAhead) - 1)))
    const at =
      Math.min(Date.parse(instantOf(`${date} 09:00:00`, zone)), now) - random.between(30, 12 * 24 * 60) * minute
    const assignee = client ? coordinatorOf(client) : random.pick(coordinators)
    planned.push({
      errand,
      date,
      client,
      assignee,
      minutes: random.pick(errand.minutes),
      series_id: null,
      recurrence: null,
      at,
    })
  }
  planned.sort((a, b) => a.at - b.at || (a.date < b.date ? -1 : 1))
  const count = { charge: 0, note: 0, document: 0 }
  return { task_series, tasks: planned.map((one, place) => taskOf(random, now, prices, place + 1, one, count)) }
}

function workday(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return weekday === 0 ? addDays(date, 1) : weekday === 6 ? addDays(date, -1) : date
}

const codeOf = ({ errand, client }: Pick<Planned, 'errand' | 'client'>) =>
  errand.work && client ? codes[errand.work][client.client_type!] : undefined

function taskOf(
  random: Random,
  now: number,
  prices: Price[],
  id: number,
  planned: Planned,
  count: { charge: number; note: number; document: number },
): Task {
  const { errand, date, client, assignee, minutes, series_id, recurrence, at } = planned
  const doneAt = Date.parse(instantOf(`${date} 09:30:00`, zone)) + random.between(0, 7 * 60) * minute
  const completed = doneAt < now - hour && date < todayIn(now, zone) && random.chance(0.93)
  const isNoted = completed ? random.chance(0.45) : random.chance(0.12)
  const noteAt = completed
    ? doneAt - random.between(1, 15) * minute
    : Math.min(at + random.between(5, 90) * minute, now)
  const charges = chargesOf(random, prices, planned).map((charge) => ({ id: ++count.charge, ...charge }))
  const isFiled = errand.documents !== undefined && (completed ? random.chance(0.5) : random.chance(0.1))
  const created_at = localOf(noteAt, zone)
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
    notes: isNoted ? [{ id: ++count.note, type: noteType(errand), notes: random.pick(errand.notes), created_at }] : [],
    documents: isFiled ? [{ id: ++count.document, name: random.pick(errand.documents!), created_at }] : [],
    recurrence,
    series_id,
    created_at: stamped(at),
    updated_at: stamped(completed ? doneAt : isNoted || isFiled ? noteAt : at),
  } as Task
}

const noteType = ({ title }: Errand) => (/call/i.test(title) ? 'Phone call' : 'General')

const allows = ({ claim_types }: Price, claim: string) =>
  claim_types.length === 0 || (claim_types as readonly string[]).includes(claim)

/** The primary charge, and now and then travel or the report beside it. */
function chargesOf(random: Random, prices: Price[], planned: Planned): Omit<Charge, 'id'>[] {
  const { errand, date, minutes } = planned
  const code = codeOf(planned)
  if (code === undefined) return []
  const made = (price: Price, forMinutes: number, claim?: string): Omit<Charge, 'id'> => ({
    name: price.name,
    price_code: price.id,
    minutes: forMinutes,
    total_cost: costOf(price, forMinutes),
    claim_type: claim && allows(price, claim) ? claim : (price.claim_types[0] ?? 'Standard'),
    primary: false,
  })
  const charges = [{ ...made(priceOn(prices, code, date), minutes, errand.claim), primary: true }]
  if (errand.extra === undefined || !random.chance(0.4)) return charges
  if (errand.extra === 'travel') charges.push(made(priceOn(prices, 'TRAVEL', date), random.between(3, 9) * 5))
  else charges.push(made(priceOn(prices, code, date), random.pick([30, 45, 60]), 'Report writing'))
  return charges
}
