import type pg from 'pg'
import { Temporal } from 'temporal-polyfill'

/**
 * An organisation with records of all sources, as rows of its tables: names that are equal or differ in case, texts
 * that are null or empty, times around midnight, month ends and clock changes, and records that are deleted, void or
 * of suppliers.
 */
export type Rows = Record<string, any>[]
export type Fixture = Record<(typeof tables)[number], Rows> & { timezone: string }

const tables = [
  ...(['business_location', 'staff', 'client', 'site', 'price_code', 'shift', 'shift_client', 'appointment'] as const),
  ...(['task', 'task_charge', 'billable', 'prospect', 'form', 'form_submission'] as const),
  ...(['note', 'task_note', 'shift_note'] as const),
] as const

/** Days around which records are: today in the tests, ends of weeks, months, quarters and years, and clock changes. */
const days = [
  ...['2026-07-14', '2026-07-15', '2026-07-13', '2026-07-12', '2026-06-30', '2026-07-01', '2026-06-16', '2026-06-15'],
  ...['2026-04-05', '2026-10-04', '2025-10-05', '2026-03-08', '2026-11-01', '2025-12-31', '2026-01-01', '2026-12-31'],
  ...['2026-03-31', '2026-04-01', '2026-07-19', '2026-07-20', '2024-02-29', '2025-07-01', '2025-06-30', '2026-07-31'],
]
const clocks = ['00:00:00', '00:30:00', '02:30:00', '09:00:00', '12:34:56', '23:30:00', '23:59:59']

export function makeFixture(seed: number, timezone: string): Fixture {
  let state = seed
  const next = () => {
    // Mulberry32: a small generator with the same sequence everywhere.
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(list: readonly T[]): T => list[whole(0, list.length - 1)]!
  const many = (count: number, make: (id: number) => object): Rows =>
    Array.from({ length: count }, (_, index) => make(index + 1))
  const id = (rows: Rows) => pick(rows).id as number
  const orNull = <T>(value: T): T | null => (next() < 0.25 ? null : value)
  const day = () =>
    Temporal.PlainDate.from(pick(days))
      .add({ days: pick([0, 0, 0, 1, -1, 40]) })
      .toString()
  const local = () => `${day()} ${pick(clocks)}`
  const instant = (text: string) =>
    Temporal.PlainDateTime.from(text)
      .toZonedDateTime(timezone)
      .toInstant()
      .toString()
      .replace('Z', pick(['Z', '.999999Z']))
  const first = ['Ana', 'ana', 'Joan', 'Élise', 'Bob']
  const last = ['Li', 'li', 'Hart']

  const business_location = ['North', 'North', 'south'].map((name, index) => ({ id: index + 1, name }))
  const staff = many(12, () => ({
    first_name: pick(first),
    last_name: pick(last),
    status: pick(['Active', 'Inactive', 'Pending', 'Non-compliant', 'Archived']),
    supplier: next() < 0.25,
    created_at: instant(local()),
  })).map((row, index) => ({ id: index + 1, ...row }))
  const client = many(14, (id) => ({
    id,
    first_name: pick(first),
    last_name: pick(last),
    client_type: pick(['HCP', 'SaH', 'THCP', 'GHCP', 'NDIS', 'Private']),
    business_id: id === 1 ? 1 : whole(1, 3),
    language: pick(['English', 'english', '', 'Greek', 'É_%\\a']),
    status: pick(['Active', 'Archived']),
    created_at: instant(local()),
  }))
  const site = ['Banksia', 'Banksia', 'Gum'].map((name, index) => ({ id: index + 1, name }))
  const price_code = ['01_011', '01_011', '02_022', ''].map((code, index) => ({
    ...{ id: index + 1, code, name: 'P', unit: 'hour', price: 60 },
  }))

  const shift = many(60, (id) => {
    const starts = local()
    const ends = Temporal.PlainDateTime.from(starts).add({
      minutes: pick([30, 60, 95, 480, 1500]),
      seconds: pick([0, 0, 7]),
    })
    const text = ends.toString({ smallestUnit: 'second' }).replace('T', ' ')
    const at = (time: string) => Temporal.PlainDateTime.from(time).toZonedDateTime(timezone).toInstant().toString()
    return {
      ...{ id, type: pick(['single', 'group', 'site']), title: pick(['Visit', 'visit', '']), starts, ends: text },
      ...{ starts_at: at(starts), ends_at: at(text) > at(starts) ? at(text) : at(starts).replace(':00Z', ':30Z') },
      status: pick(['draft', 'scheduled', 'started', 'completed', 'cancelled']),
      site_id: orNull(whole(1, 3)),
      deleted_at: next() < 0.15 ? instant(local()) : null,
    }
  })
  const shift_client: Rows = []
  const appointment: Rows = []
  for (const one of shift) {
    const clients = [...new Set([id(client), ...(one.type === 'single' ? [] : [id(client), id(client)])])]
    clients.forEach((client_id, index) => {
      shift_client.push({ shift_id: one.id, client_id, place: index })
    })
    for (const client_id of clients.length > 1 ? clients : [orNull(clients[0]!)])
      appointment.push({
        ...{ id: appointment.length + 1, shift_id: one.id, client_id, employee_id: orNull(id(staff)) },
        ...{ appointment_title: one.title, starts: one.starts, ends: one.ends < one.starts ? one.starts : one.ends },
        ...{ starts_at: one.starts_at, ends_at: one.ends_at, is_draft: one.status === 'draft' ? 1 : 0 },
        ...{ appointment_cancelled: one.status === 'cancelled' ? 1 : 0, is_deleted: one.deleted_at === null ? 0 : 1 },
      })
  }

  const task = many(60, (id_) => ({
    ...{ id: id_, title: pick(['Plan review', 'plan review', '', 'Call_%']), date: day() },
    ...{ client_id: orNull(id(client)), assignee_id: orNull(id(staff)), minutes: pick([0, 1, 15, 60, 1440]) },
    ...{ billable: next() < 0.5, completed: next() < 0.5 },
  }))
  const task_charge = task.flatMap((one) =>
    many(whole(0, 3), (n) => ({
      ...{
        id: one.id * 10 + n,
        task_id: one.id,
        name: pick(['Self-care', 'SELF-care', '']),
        price_code: id(price_code),
      },
      ...{ minutes: pick([0, 7, 60]), total_cost: pick([0, 0.01, 67.56, 100.1, 12345.67]), is_primary: n === 1 },
      claim_type: pick(['Standard', 'Cancellation', 'Travel']),
    })),
  )
  const billable: Rows = []
  for (const charge of task_charge)
    for (const status of [
      ...(next() < 0.4 ? ['void', 'void'] : []),
      ...(next() < 0.6 ? [pick(['pending', 'invoiced'])] : []),
    ])
      billable.push({
        ...{
          id: billable.length + 1,
          task_id: charge.task_id,
          charge_id: charge.id,
          date: day(),
          name: 'B',
          minutes: 1,
        },
        ...{
          price_code: charge.price_code,
          claim_type: 'Standard',
          total_cost: 1,
          status,
          status_at: instant(local()),
        },
        invoice_number: status === 'invoiced' ? 'INV-1' : null,
      })

  const prospect = many(70, (id_) => {
    const client_id = next() < 0.4 ? id(client) : null
    return {
      ...{ id: id_, first_name: pick(first), last_name: pick(last), suburb: pick([null, '', 'Ryde', 'ryde']) },
      ...{ date_of_lead: orNull(day()), followup_date: orNull(day()), stage: pick(['New', 'new', 'Won', '']) },
      ...{ source: pick([null, '', 'Website', 'Word of mouth']), consultant: pick([null, 'Ana Li', 'ana li']) },
      ...{ funding_type: orNull(pick(['HCP', 'NDIS', 'CHSP', 'Private'])), client_id },
      conversion: client_id === null ? null : 'created',
    }
  })

  const form = ['Incident', 'Incident', 'Feedback'].map((name, index) => ({
    ...{ id: index + 1, name, settings: {}, steps: [] },
  }))
  const form_submission = many(70, (id_) => ({
    ...{ id: id_, form_id: id(form), submitter: pick([null, '', 'Ana Li', 'ANA LI', 'Bob']) },
    email: pick([null, null, '', 'ana@x.example', 'Ana@X.example']),
    status: pick(['Submitted', 'In review', 'Approved', 'Changes requested', 'Closed', 'Archived']),
    ...{ type: pick(['form', 'incident', 'prospect']), submitted_at: instant(local()) },
    ...{ client_id: orNull(id(client)), assignee_id: orNull(id(staff)), source: pick(['page', 'api', 'import']) },
  }))

  const common = () => ({ notes: 'n', source: pick(['web', 'app', 'api', 'import']), created_at: instant(local()) })
  const type = () => pick(['General', 'general', 'Phone call', ''])
  const note = many(40, (id_) => ({
    ...{ id: id_, client_id: id(client), note_type: type(), date: day(), author_id: orNull(id(staff)), ...common() },
  }))
  const task_note = many(50, (id_) => ({
    ...{ id: id_, task_id: id(task), type: type(), date: orNull(day()), author_id: orNull(id(staff)), ...common() },
  }))
  const shift_note = many(50, (id_) => {
    const { id: shift_id } = pick(shift)
    const clients = shift_client.filter((one) => one.shift_id === shift_id)
    return {
      ...{ id: id_, shift_id, note_type: type(), date: orNull(day()), staff_id: orNull(id(staff)), ...common() },
      client_id: next() < 0.3 ? pick(clients).client_id : null,
    }
  })
  return {
    ...{ timezone, business_location, staff, client, site, price_code, shift, shift_client, appointment, task },
    ...{ task_charge, billable, prospect, form, form_submission, note, task_note, shift_note },
  }
}

/** Stores a fixture in an organisation of its own. Ids of two fixtures are equal on purpose. */
export async function storeFixture(pool: pg.Pool, slug: string, fixture: Fixture): Promise<number> {
  const made = await pool.query('insert into organisation (slug, name, timezone) values ($1, $1, $2) returning id', [
    ...[slug, fixture.timezone],
  ])
  const orgId = made.rows[0].id as number
  for (const table of tables) {
    const columns = Object.keys(fixture[table][0]!).join(', ')
    await pool.query(
      `insert into ${table} (org_id, ${columns}) select $1, ${columns} from jsonb_populate_recordset(null::${table}, $2)`,
      [orgId, JSON.stringify(fixture[table])],
    )
  }
  return orgId
}
