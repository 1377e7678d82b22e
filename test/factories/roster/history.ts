import assert from 'node:assert/strict'
import type pg from 'pg'
import type { ApiResponse, Organisation } from '../../harness/harness.ts'

/** A request and its response. */
export interface Exchange {
  request: { method: string; url: string; body: Record<string, any> }
  answer: ApiResponse
}

/** Numbers below n, the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed
  return (n: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % n
  }
}

/** No staff member is on two active shifts at once, unless the overlap was overridden for one of them. */
export async function assertNoDoubleBooking(db: pg.Pool, { orgId }: Organisation) {
  const { rows } = await db.query(
    `select p.staff_id, s.id, s.title, s.starts::text, s.ends::text, o.id as other, o.title as other_title, o.starts::text as other_starts
     from shift_staff p join shift s on s.org_id = p.org_id and s.id = p.shift_id
     join shift_staff q on q.org_id = p.org_id and q.staff_id = p.staff_id and q.shift_id > p.shift_id
     join shift o on o.org_id = q.org_id and o.id = q.shift_id and o.starts_at < s.ends_at and o.ends_at > s.starts_at
     where p.org_id = $1 and s.deleted_at is null and o.deleted_at is null and s.status <> 'cancelled' and o.status <> 'cancelled'
       and not 'staff_overlap' = any (s.overridden) and not 'staff_overlap' = any (o.overridden)`,
    [orgId],
  )
  assert.deepEqual(rows, [], 'a staff member is on two shifts at once')
}

/** Each successful edit of a title is stored, or a later one is. Every request sends another title. */
export async function assertTitles(db: pg.Pool, { orgId }: Organisation, exchanges: Exchange[]) {
  const { rows } = await db.query(
    `select s.title, (select min(id) from appointment a where a.org_id = $1 and a.shift_id = s.id) as first
     from shift s where s.org_id = $1`,
    [orgId],
  )
  const titleOf = new Map(rows.map(({ first, title }) => [`a:${first}`, title]))
  const last = new Map<string, string[]>()
  for (const { request, answer } of exchanges) {
    if (request.method !== 'PATCH' || answer.status !== 200 || !answer.body.updated.includes('title')) continue
    const { ref, updated_at, title } = answer.body.data
    assert.equal(title, request.body.title)
    const before = last.get(ref)
    if (!before || before[0]! < updated_at) last.set(ref, [updated_at, title])
  }
  const following = exchanges.filter(
    ({ request, answer }) => request.body.scope === 'this_and_following' && answer.status === 200,
  )
  const titles = new Set(following.map(({ request }) => request.body.title))
  for (const [ref, [, title]] of last) {
    const stored = titleOf.get(ref)
    // The shift was deleted, or edited as a later shift of another one's series.
    if (stored === undefined || (stored !== title && titles.has(stored))) continue
    assert.equal(stored, title, `the last edit of ${ref} was lost`)
  }
}

/** Every shift with a successful clock-in is still stored, if only hidden. */
export async function assertClockIns(db: pg.Pool, { orgId }: Organisation, exchanges: Exchange[]) {
  const clocked = exchanges.filter(({ request, answer }) => request.url.endsWith('/clock-in') && answer.status === 200)
  const ids = [...new Set(clocked.map(({ answer }) => Number(answer.body.ref.slice(2))))]
  const { rows } = await db.query(
    `select distinct a.id from appointment a join shift_staff p on p.org_id = a.org_id and p.shift_id = a.shift_id
     where a.org_id = $1 and a.id = any ($2) and p.check_in is not null`,
    [orgId, ids],
  )
  assert.equal(rows.length, ids.length, 'a shift with a clock-in is gone')
}

/** The events agree in number with the responses, but for shifts whose series ended. Events of the job have no connection. */
export async function assertEvents(db: pg.Pool, { orgId }: Organisation, exchanges: Exchange[]) {
  const { rows } = await db.query(
    `select type, count(*)::int as n from event where org_id = $1 and type like 'shift.%' and connection_id is not null
       and fields <> '{recurrence}' group by type`,
    [orgId],
  )
  const recorded = Object.fromEntries(rows.map(({ type, n }) => [type, n]))
  const expected: Record<string, number> = {}
  const add = (type: string, n: number) => {
    if (n > 0) expected[type] = (expected[type] ?? 0) + n
  }
  for (const exchange of exchanges) if (exchange.answer.status < 300) countEvents(exchange, add)
  const deletions = ['shift.deleted', 'shift.removed']
  const gone = (counts: Record<string, number>) => deletions.reduce((sum, type) => sum + (counts[type] ?? 0), 0)
  assert.equal(gone(recorded), gone(expected), 'deleted shifts')
  for (const type of deletions) {
    delete recorded[type]
    delete expected[type]
  }
  assert.deepEqual(recorded, expected)
}

/** The number of later shifts in a message of a bulk response. */
const later = (message: string) => Number(/(?:went|with) (\d+)/.exec(message)?.[1] ?? 0)

function countEvents({ request: { method, url }, answer }: Exchange, add: (type: string, n: number) => void) {
  const action = url.split('/').at(-1)!
  const done = ((answer.body.results ?? []) as any[]).filter(({ ok }) => ok)
  const withLater = done.reduce((sum, { message = '' }) => sum + 1 + later(message), 0)
  if (method === 'POST' && url === '/shifts') add('shift.created', answer.body.series?.created ?? 1)
  else if (method === 'DELETE') add('shift.removed', withLater)
  else if (method === 'PATCH') {
    const { updated, series } = answer.body
    const isNewRule = series?.created !== undefined
    const changed = series?.changed ?? 0
    if (isNewRule) add('shift.removed', changed)
    add('shift.created', series?.created ?? 0)
    add('shift.updated', (updated.length + changed > 0 ? 1 : 0) + (isNewRule ? 0 : changed))
  } else if (action === 'publish') add('shift.published', withLater)
  else if (action === 'unpublish') add('shift.unpublished', done.length)
  else if (action === 'clock-in') add('shift.clocked_in', done.length)
  else if (action === 'clock-out') add('shift.clocked_out', done.length)
  else if (action === 'attendance') add('shift.attendance_corrected', 1)
  else if (action === 'cancel') add('shift.cancelled', 1 + (answer.body.series?.changed ?? 0))
  else if (action === 'restore') add('shift.restored', 1)
  else if (action === 'notes') add('shift.note_added', 1)
  else throw new Error(`${method} ${url} has no expected events here`)
}
