import assert from 'node:assert/strict'
import type pg from 'pg'
import type { ShiftStatus } from '../../../src/roster/shifts/moves.ts'
import type { ApiResponse, Organisation, TestClock } from '../../harness/harness.ts'

/** A Sunday in Sydney, ten weeks before the Monday that most shifts of the tests are on. */
export const testNow = Date.parse('2026-09-06T02:00:00Z')
export const setClock = (clock: TestClock, at = testNow) => clock.advance(at - clock.now())

const created = ({ status, body, text }: ApiResponse) => {
  assert.equal(status, 201, text)
  return body.data
}

/** Creates people, sites and shifts of an organisation. Fields that a test leaves out get new people. */
export function rosterOf(db: pg.Pool, org: Organisation) {
  const staff = async (first_name = 'Ana', status = 'Active'): Promise<number> =>
    created(await org.post('/staff', { first_name, last_name: 'Li', status })).id
  const client = async (first_name = 'Joan', fields: object = {}): Promise<number> =>
    created(
      await org.post('/clients', {
        ...{ first_name, last_name: 'Hart', client_type: 'NDIS', business_id: org.businessId },
        ...fields,
      }),
    ).id
  const site = async (fields: object = {}): Promise<number> =>
    created(await org.post('/sites', { name: 'Banksia House', ...fields })).id
  const supplier = async (id?: number): Promise<number> => {
    const person = id ?? (await staff('Sam'))
    await db.query('update staff set supplier = true where org_id = $1 and id = $2', [org.orgId, person])
    return person
  }

  /** The body of a shift on Monday, 2026-11-16 from 9 to 11. */
  const body = async (fields: Record<string, unknown> = {}) => ({
    type: 'single',
    start: '2026-11-16 09:00:00',
    end: '2026-11-16 11:00:00',
    client_ids: fields.client_ids ?? [await client()],
    staff_ids: fields.staff_ids ?? [await staff()],
    ...fields,
  })
  const create = async (fields: Record<string, unknown> = {}) => org.post('/shifts', await body(fields))
  const shift = async (fields: Record<string, unknown> = {}) => created(await create(fields))

  /** A shift that reached its status through the API. */
  const shiftIn = async (status: ShiftStatus, fields: Record<string, unknown> = {}) => {
    const { ref, staff: people } = await shift({ publish: status !== 'draft', ...fields })
    const staff_ids = people.map(({ id }: { id: number }) => id)
    const run = async (action: string, body: object) => {
      const response = await org.post(`/shifts/${ref}/${action}`, body)
      assert.equal(response.status, 200, response.text)
    }
    if (status === 'started' || status === 'completed') await run('clock-in', { staff_ids })
    if (status === 'completed') await run('clock-out', { staff_ids })
    if (status === 'cancelled') await run('cancel', { cancelled_by: 'client', reason: 'In hospital' })
    const record = (await org.get(`/shifts/${ref}`)).body.data
    assert.equal(record.status, status)
    return record
  }
  const remove = (refs: string[], fields: object = {}) => org.call('DELETE', '/shifts', { refs, ...fields })
  const appointments = async () => (await org.get('/appointments?per_page=100')).body.data
  /** The events of shifts, without shift.created. */
  const events = async () => (await org.events()).filter(({ type }) => /^shift\.(?!created)/.test(type))
  return { staff, client, site, supplier, body, create, shift, shiftIn, remove, appointments, events }
}

/** The roster of a new organisation with one staff member. */
export async function rosterWithAna(db: pg.Pool, organisation: () => Promise<Organisation>) {
  const org = await organisation()
  const roster = rosterOf(db, org)
  return { org, ...roster, ana: await roster.staff('Ana') }
}

const tables = ['shift', 'shift_staff', 'shift_client', 'shift_segment', 'shift_note', 'shift_series', 'appointment']

/** Everything stored of an organisation's roster, with its events, to compare before and after. */
export async function stored(db: pg.Pool, orgId: number): Promise<Record<string, unknown[]>> {
  const { rows } = await db.query(
    [...tables, 'event']
      .map((table) => `select '${table}' as name, to_jsonb(r) as row from ${table} r where org_id = $1`)
      .join(' union all ')
      .concat(' order by 1, 2'),
    [orgId],
  )
  const all: Record<string, unknown[]> = {}
  for (const { name, row } of rows) all[name] = [...(all[name] ?? []), row]
  return all
}

/**
 * Each shift has exactly its appointments: every client with every staff member, with the fields of the shift. Returns the
 * lowest appointment of every shift. Those of an earlier call must be the same as long as the shift exists.
 */
export async function assertAppointments(db: pg.Pool, orgId: number, before = new Map<number, number>()) {
  const { rows: differences } = await db.query(
    `with wanted as (
       select s.id as shift_id, c.client_id, p.staff_id as employee_id, s.title, s.address, s.starts, s.ends, s.starts_at, s.ends_at,
         (s.status = 'draft')::int as draft, (s.status = 'cancelled')::int as cancelled, (s.deleted_at is not null)::int as deleted
       from shift s left join shift_client c on c.org_id = s.org_id and c.shift_id = s.id
         left join shift_staff p on p.org_id = s.org_id and p.shift_id = s.id where s.org_id = $1),
     had as (
       select shift_id, client_id, employee_id, appointment_title, appointment_address, starts, ends, starts_at, ends_at,
         is_draft::int, appointment_cancelled::int, is_deleted::int from appointment where org_id = $1)
     (select 'missing' as what, * from (select * from wanted except all select * from had) m)
     union all (select 'too many', * from (select * from had except all select * from wanted) t)`,
    [orgId],
  )
  assert.deepEqual(differences, [], 'appointments and shifts differ')
  const { rows } = await db.query(
    'select shift_id, min(id) as lowest from appointment where org_id = $1 group by shift_id order by shift_id',
    [orgId],
  )
  const lowest = new Map<number, number>(rows.map((row) => [row.shift_id, row.lowest]))
  for (const [shiftId, id] of lowest) assert.equal(id, before.get(shiftId) ?? id, `the lowest id of shift ${shiftId}`)
  return lowest
}
