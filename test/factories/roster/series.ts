import assert from 'node:assert/strict'
import type pg from 'pg'
import type { harness, Organisation } from '../../harness/harness.ts'
import { assertAppointments as assertAppointmentsOf } from './roster.ts'

type Harness = Pick<Awaited<ReturnType<typeof harness>>, 'db' | 'clock' | 'organisation'>

/** An organisation with three staff and three clients, and the clock at `now`. */
export async function rosterAt({ db, clock, organisation }: Harness, now: string, zone = 'Australia/Sydney') {
  clock.advance(Date.parse(now) - clock.now())
  const org = await organisation('read-write', zone)
  // Some tests advance the clock by years.
  await db.query(`update access_token set expires_at = '2099-01-01' where org_id = $1`, [org.orgId])
  const [ana, bo, cy] = await insertStaff(db, org)
  const [joan, max, kim] = await insertClients(db, org)
  const ids = { ana: ana!, bo: bo!, cy: cy!, joan: joan!, max: max!, kim: kim! }
  const shift = (fields: object = {}) => ({
    ...{ type: 'single', title: 'Visit', start: '2026-11-16 09:00:00', end: '2026-11-16 11:00:00', publish: true },
    ...{ client_ids: [ids.joan], staff_ids: [ids.ana] },
    ...fields,
  })
  return {
    org,
    ...ids,
    shift,
    /** Creates a shift and returns the whole response body. */
    create: async (fields: object = {}) => {
      const answer = await org.post('/shifts', shift(fields))
      assert.equal(answer.status, 201, answer.text)
      return answer.body
    },
    /** All shifts in the order of their starts. */
    shifts: async (filter = '') => {
      const { body } = await org.get(`/shifts?per_page=100${filter}`)
      return (body.data as any[]).sort((a, b) => (a.start_at < b.start_at ? -1 : 1))
    },
    /** The events of shifts since the last call. */
    newEvents: newEventsOf(org),
  }
}
export type Roster = Awaited<ReturnType<typeof rosterAt>>

function newEventsOf(org: Organisation) {
  let seen = 0
  return async () => {
    const all = (await org.events()).filter(({ type }) => type.startsWith('shift.'))
    const newEvents = all.slice(seen)
    seen = all.length
    return newEvents
  }
}

const names = (prefix: string) => [1, 2, 3].map((n) => `${prefix}${n}`)

async function insertStaff(db: pg.Pool, { orgId }: Organisation): Promise<number[]> {
  const { rows } = await db.query(
    `insert into staff (org_id, first_name, last_name, status) select $1, name, 'Li', 'Active'
     from unnest($2::text[]) with ordinality n (name, place) order by place returning id`,
    [orgId, names('Staff')],
  )
  return rows.map(({ id }) => id)
}

async function insertClients(db: pg.Pool, { orgId, businessId }: Organisation): Promise<number[]> {
  const { rows } = await db.query(
    `insert into client (org_id, first_name, last_name, client_type, business_id) select $1, name, 'Hart', 'NDIS', $3
     from unnest($2::text[]) with ordinality n (name, place) order by place returning id`,
    [orgId, names('Client'), businessId],
  )
  return rows.map(({ id }) => id)
}

/** A group shift with all fields. */
export async function fullShift(api: Harness, now: string) {
  const roster = await rosterAt(api, now)
  const { org, ana, bo, joan, max } = roster
  const site = (await org.post('/sites', { name: 'Banksia House', participant_ids: [joan, max] })).body.data.id
  const { data } = await roster.create({
    ...{ type: 'group', client_ids: [joan, max], staff_ids: [ana, bo], site_id: site, address: '1 Gum St' },
    services: [
      { staff_id: ana, service: 'Personal care' },
      { staff_id: bo, service: 'Transport' },
      { service: 'Meals' },
    ],
    segments: [
      { start: '2026-11-16 09:00:00', end: '2026-11-16 10:00:00', service: 'Shower', staff_ids: [ana, bo] },
      { start: '2026-11-16 10:00:00', end: '2026-11-16 11:00:00', service: 'Lunch', staff_ids: [bo] },
    ],
  })
  await roster.newEvents()
  return { ...roster, site, shift: data }
}

/** Everything stored of an organisation's roster as text, to compare before and after. */
export async function stored(db: pg.Pool, { orgId }: Organisation) {
  const tables = ['shift', 'shift_staff', 'shift_client', 'shift_segment', 'shift_note', 'appointment', 'shift_series']
  const rows = [...tables, 'event'].map((table) =>
    db.query(`select to_jsonb(t) as row from ${table} t where org_id = $1 order by to_jsonb(t)::text`, [orgId]),
  )
  return JSON.stringify((await Promise.all(rows)).map((result) => result.rows))
}

export const assertAppointments = (db: pg.Pool, { orgId }: Organisation) => assertAppointmentsOf(db, orgId)

/** Excludes the series of other tests from the job. */
export const onlySeriesOf = (db: pg.Pool, { orgId }: Organisation) =>
  db.query('update shift_series set next_on = null where org_id <> $1', [orgId])
