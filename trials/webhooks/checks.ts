import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { Caller } from '../faults/caller.ts'
import { query } from './cluster.ts'
import type { TrialOrganisation, TrialWebhook } from './organisations.ts'
import type { Problems } from './problems.ts'
import type { Arrival, Receiver } from './receiver.ts'

/** After so many attempts later events overtake. An ordered webhook waits for the last one. */
const attemptsInOrder = 3
const maxAttempts = 10
/** Changes of tokens are events without a number. */
export const isInFeed = "type not like 'token.%'"
/** Of the details of events that the writers cause. */
const wordsInDetail = ['reason', 'override_reason']

export interface CheckedCounts {
  events: number
  deliveries: number
  /** Deliveries that failed ten times. */
  failed: number
  /** Events that passed by, because nobody could read them for the webhook. */
  passedBy: number
  /** Pairs of successive events of a record. */
  pairs: number
  /** Requests for an event that the receiver had taken already. */
  duplicates: number
}

interface EventRecord {
  id: number
  type: string
  at: string
  subject: { type: string; id: number; ref: string | null }
  fields: string[]
  detail: Record<string, unknown> | null
  connection: string | null
}

interface Delivery {
  event_id: number
  status: string
  attempts: number
  status_code: number | null
  error: string | null
  earlier: { status_code: number | null }[] | null
}

/** Compares what the receivers got with the feed and with the log of deliveries. */
export async function checkAll(
  db: pg.Pool,
  port: number,
  organisations: TrialOrganisation[],
  webhooks: TrialWebhook[],
  receiver: Receiver,
  problems: Problems,
): Promise<CheckedCounts> {
  const counts: CheckedCounts = { events: 0, deliveries: 0, failed: 0, passedBy: 0, pairs: 0, duplicates: 0 }
  for (const organisation of organisations) {
    const events = await readFeed(db, port, organisation, problems)
    const own = webhooks.filter((webhook) => webhook.organisation === organisation)
    counts.events += events.filter(({ id }) => id > Math.min(...own.map(({ start }) => start))).length
    checkBodies(organisation, events, receiver, problems)
    for (const webhook of own) {
      const wanted = events.filter(({ id, type }) => id > webhook.start && webhook.isWanted(type))
      const deliveries = await query<Delivery>(
        db,
        `select event_id, status, attempts, status_code, error, earlier from webhook_delivery where org_id = $1 and webhook_id = $2`,
        [organisation.id, webhook.id],
      )
      checkWebhook(webhook, wanted, deliveries, problems, counts)
      checkOrder(webhook, wanted, deliveries, problems, counts)
    }
  }
  await checkPositions(db, problems)
  return counts
}

/** The whole feed, as a reader gets it. */
async function readFeed(
  db: pg.Pool,
  port: number,
  organisation: TrialOrganisation,
  problems: Problems,
): Promise<EventRecord[]> {
  const caller = new Caller(port, organisation.token)
  const events: EventRecord[] = []
  for (let after = 0, latest = 1; after < latest; ) {
    const { status, body, text } = await caller.get(`/events?after=${after}&limit=1000`)
    if (status !== 200) throw new Error(`the feed cannot be read: ${status} ${text}`)
    events.push(...body.data)
    after = body.meta.next
    latest = body.meta.latest
  }
  caller.close()
  const gap = events.findIndex(({ id }, index) => id !== index + 1)
  if (gap >= 0) problems.add('a gap in the feed', `${organisation.slug}, event ${gap + 1}`)
  const [stored] = await query(db, `select count(*)::int as count from event where org_id = $1 and ${isInFeed}`, [
    organisation.id,
  ])
  if (stored.count !== events.length)
    problems.add('events that are not in the feed', `${organisation.slug}: ${events.length} of ${stored.count}`)
  return events
}

/** A body is the event as the feed has it, without words. */
function checkBodies(organisation: TrialOrganisation, events: EventRecord[], receiver: Receiver, problems: Problems) {
  for (const { id, type, at, detail, ...others } of events) {
    const body = receiver.bodies.get(`evt_${organisation.feed}_${id}`)
    if (!body) continue
    const kept = detail && Object.entries(detail).filter(([name]) => !wordsInDetail.includes(name))
    const expected = {
      ...{ type, timestamp: at },
      data: {
        ...{ id, feed: organisation.feed, organisation: organisation.slug, ...others },
        detail: kept && Object.fromEntries(kept),
      },
    }
    if (!isDeepStrictEqual(body, expected))
      problems.add('another body than the event', `${JSON.stringify(body)} and not ${JSON.stringify(expected)}`)
  }
}

function checkWebhook(
  webhook: TrialWebhook,
  wanted: EventRecord[],
  deliveries: Delivery[],
  problems: Problems,
  counts: CheckedCounts,
): void {
  const { name } = webhook
  const rows = new Map(deliveries.map((row) => [row.event_id, row]))
  const arrivals = arrivalsByEvent(webhook)
  for (const { id, type } of wanted) {
    const received = arrivals.get(id) ?? []
    const row = rows.get(id)
    rows.delete(id)
    const here = `event ${id} (${type}) at ${name}`
    if (mayPassBy(webhook, id, type) && (!row || row.status === 'failed')) {
      counts.passedBy++
      continue
    }
    if (received.length === 0) problems.add('never received', `${here}, in the log ${row?.status ?? 'not at all'}`)
    if (!row) {
      problems.add('not in the log of deliveries', here)
      continue
    }
    counts.deliveries++
    const successes = received.filter(({ succeeded }) => succeeded !== undefined)
    counts.duplicates +=
      successes.length > 0 ? received.filter(({ order }) => order > successes[0]!.succeeded!).length : 0
    if (row.status === 'failed' && row.attempts >= maxAttempts) counts.failed++
    else if (row.status !== 'delivered')
      problems.add('not delivered', `${here}: ${row.status} after ${row.attempts} attempts, ${row.error}`)
    const logged = [...(row.earlier ?? []), row].map(({ status_code }) => status_code)
    if ((row.status === 'delivered') !== isSuccess(row.status_code))
      problems.add('a log that is not what was answered', `${here}: ${row.status} with ${row.status_code}`)
    // A request whose node was killed, or whose time was over, is not in the log.
    for (const code of new Set(logged.filter((each) => each !== null))) {
      const answered = received.filter(({ status }) => status === code).length
      const inLog = logged.filter((each) => each === code).length
      if (inLog > answered)
        problems.add(
          'a log that is not what was answered',
          `${here}: ${code} ${inLog} times, answered ${answered} times`,
        )
    }
  }
  for (const id of rows.keys()) problems.add('a delivery of an event that the webhook does not get', `${id} at ${name}`)
}

/** Of each record, an event comes after the earlier one was taken or had its attempts. */
function checkOrder(
  webhook: TrialWebhook,
  wanted: EventRecord[],
  deliveries: Delivery[],
  problems: Problems,
  counts: CheckedCounts,
): void {
  const { ordered, name } = webhook
  const arrivals = arrivalsByEvent(webhook)
  const earlier = new Map<string, number>()
  const mostAttempts = ordered ? maxAttempts : attemptsInOrder
  const attemptsOf = new Map(deliveries.map(({ event_id, attempts }) => [event_id, attempts]))
  for (const { id, type, subject } of wanted) {
    const received = arrivals.get(id)
    if (!received || mayPassBy(webhook, id, type)) continue
    const record = ordered ? '' : `${subject.type} ${subject.ref ?? subject.id}`
    const before = earlier.get(record)
    earlier.set(record, id)
    if (before === undefined) continue
    const attempts = arrivals.get(before)!
    // An attempt that no address was allowed for, or whose time was over before, did not arrive: its moment is not known.
    const seen = new Set(attempts.map(({ attempt }) => attempt))
    const isSeen = Array.from({ length: mostAttempts }, (_, n) => seen.has(n + 1)).every(Boolean)
    if (!isSeen && (attemptsOf.get(before) ?? 0) >= mostAttempts) continue
    counts.pairs++
    const settled = Math.min(
      ...attempts.map(
        ({ succeeded, attempt, order }) => succeeded ?? (attempt >= mostAttempts ? order : Number.POSITIVE_INFINITY),
      ),
    )
    if (received[0]!.order < settled)
      problems.add(
        'out of order',
        `event ${id} of ${record} at ${name} (${textOf(received)}) came before event ${before} was taken (${textOf(attempts)})`,
      )
  }
}

const textOf = (arrivals: Arrival[]): string =>
  arrivals
    .map(({ order, node, attempt, answer }) => `${order}: ${answer} to attempt ${attempt} of node ${node}`)
    .join(', ')

/** Every position is at the end of its feed and never went back, and nothing is pending. */
async function checkPositions(db: pg.Pool, problems: Problems): Promise<void> {
  const behind = await query(
    db,
    `select w.org_id, w.id, w.position, f.head, w.disabled_reason from webhook w join feed f on f.org_id = w.org_id
     where w.position <> f.head or w.disabled_at is not null`,
  )
  for (const row of behind) problems.add('a position that is not at the end', JSON.stringify(row))
  const back = await query(db, 'select * from position_back')
  for (const row of back) problems.add('a position that went back', JSON.stringify(row))
}

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

function mayPassBy({ passedBy }: TrialWebhook, id: number, type: string): boolean {
  if (!passedBy?.isForbidden(type)) return false
  return id > passedBy.after && id <= passedBy.upTo
}

function arrivalsByEvent({ arrivals }: TrialWebhook): Map<number, Arrival[]> {
  const byEvent = new Map<number, Arrival[]>()
  for (const arrival of arrivals) {
    const known = byEvent.get(arrival.event)
    if (known) known.push(arrival)
    else byEvent.set(arrival.event, [arrival])
  }
  return byEvent
}
