import type pg from 'pg'
import { type Access, accessOf, areas } from '../../src/access/areas.ts'
import { mintToken, tokenHash } from '../../src/access/token-format.ts'
import { compactAllCounters } from '../../src/db/counters.ts'
import { type Appointments, makeAppointments } from './appointments.ts'
import { type Forms, makeForms } from './forms.ts'
import { generate, withoutIndexes, withoutLimit } from './generate.ts'
import { makeNotes, type Notes } from './notes.ts'
import { makeProspects, type Prospects } from './prospects.ts'
import { makeShifts, type Shifts } from './shifts.ts'
import { makeTasks, type Tasks } from './tasks.ts'

export interface Organisation {
  orgId: number
  tokenId: number
  token: string
  businessId: number
  /** The number of listed staff, without suppliers. */
  listed: number
  appointments: Appointments
  /** Its form submissions. */
  forms: Forms
}

export interface Data {
  /** With shifts to read, create and clock in to. */
  roster: Organisation & { shifts: Shifts }
  /** With tasks to read, change and bill, and prospects. */
  office: Organisation & { tasks: Tasks; prospects: Prospects }
  /** With 1,000,000 notes, 50,000 of them about one of its 20,000 clients. */
  care: Organisation & { notes: Notes }
  small: Organisation
  large: Organisation
  /** Ids of staff and clients of the small organisation. */
  staffIds: number[]
  clientIds: number[]
}

/**
 * Fills an empty, migrated database. The small organisation has 3,000 staff, appointments and form submissions and 20,000
 * clients. The large one has 1,000,000 of each except clients. The others have the records of one area.
 */
export async function makeData(db: pg.Pool, progress: (text: string) => void): Promise<Data> {
  progress('organisation with 3,000 staff, appointments and form submissions and 20,000 clients')
  const small = await makeOrganisation(db, 'small', 3_000, 3_000)
  small.forms = await makeForms(db, small.orgId, 3_000)
  await makeClients(db, small, 20_000)
  progress('organisation with 1,000,000 staff, appointments and form submissions')
  const large = await withoutIndexes(db, ['staff', 'appointment', 'form_submission'], async () => {
    const made = await makeOrganisation(db, 'large', 1_000_000, 1_000_000)
    return { ...made, forms: await makeForms(db, made.orgId, 1_000_000) }
  })
  progress('organisation with 51,000 shifts')
  const employer = await makeOrganisation(db, 'roster', 2_000, 0)
  await makeClients(db, employer, 2_000)
  const roster = { ...employer, shifts: await makeShifts(db, employer.orgId, 50_000) }
  progress('organisation with 92,000 tasks and 100,000 prospects')
  const biller = await makeOrganisation(db, 'office', 2_000, 0)
  await makeClients(db, biller, 2_000)
  const tasks = await makeTasks(db, biller.orgId, 90_000)
  const office = { ...biller, tasks, prospects: await makeProspects(db, biller.orgId, 100_000) }
  progress('organisation with 1,000,000 notes')
  const provider = await makeOrganisation(db, 'care', 2_000, 0)
  await makeClients(db, provider, 20_000)
  const care = { ...provider, notes: await makeNotes(db, provider.orgId, 1_000_000) }
  progress('vacuum')
  await withoutLimit(db, compactAllCounters)
  await generate(db, 'vacuum analyze', [])
  await db.query('checkpoint') // so that no checkpoint starts during the measurement
  const ids = async (from: string): Promise<number[]> =>
    (await db.query(`select id from ${from} order by id limit 2000`, [small.orgId])).rows.map((row) => row.id)
  return {
    small,
    large,
    roster,
    office,
    care,
    staffIds: await ids('staff where org_id = $1 and not supplier'),
    clientIds: await ids('client where org_id = $1'),
  }
}

export async function makeOrganisation(
  db: pg.Pool,
  slug: string,
  listed: number,
  appointments: number,
): Promise<Organisation> {
  const token = mintToken()
  const access = accessOf(Object.fromEntries(areas.map((area) => [area, 'read-write'])) as Access)
  const { rows } = await db.query(
    // Brisbane has no daylight saving time, so the baseline can format the token's expiry with a constant offset.
    `with o as (insert into organisation (slug, name, timezone) values ($1, 'Banksia ' || $1, 'Australia/Brisbane') returning id),
          c as (insert into connection (org_id, name) select id, 'Payroll sync' from o returning id),
          b as (insert into business_location (org_id, name) select id, 'North' from o returning id),
          t as (insert into access_token (org_id, connection_id, hash, last_four, access, expires_at)
                select o.id, c.id, $2, $3, $4, date_trunc('day', now()) + interval '90 days' from o, c returning id)
     select o.id as "orgId", b.id as "businessId", t.id as "tokenId" from o, b, t`,
    [slug, tokenHash(token), token.slice(-4), access],
  )
  const { orgId } = rows[0] as { orgId: number }
  // Every 21st is a supplier, so that the number of listed staff is round and the last page is full.
  await generate(
    db,
    `insert into staff (org_id, first_name, last_name, email, phone, status, supplier, created_at, updated_at)
     select $1, ${firstName}, ${lastName},
            case when n % 40 > 0 then 'person' || n || '@banksiacare.example' end,
            case when n % 30 > 0 then '0491 570 ' || lpad((n % 1000)::text, 3, '0') end,
            case when n % 10 < 7 then 'Active' else (array['Inactive', 'Archived', 'Pending', 'Non-compliant'])[n % 4 + 1] end,
            n % 21 = 0, ${instants}
     from generate_series(1, $2::int) n`,
    [orgId, (listed / 20) * 21],
  )
  const none = { count: 0, formId: 0, ids: [] }
  return { ...rows[0], token, listed, forms: none, appointments: await makeAppointments(db, orgId, appointments) }
}

export async function makeClients(db: pg.Pool, { orgId, businessId }: Organisation, count: number): Promise<void> {
  await generate(
    db,
    `insert into client (org_id, first_name, last_name, client_type, business_id, address, primary_contact_email,
                         primary_contact_number, status, created_at, updated_at)
     select $1, ${firstName}, ${lastName}, (array['HCP', 'SaH', 'THCP', 'GHCP', 'NDIS', 'Private'])[n % 6 + 1], $3,
            n || ' Wattle St, Marrickville NSW 2204', case when n % 3 > 0 then 'client' || n || '@example.com' end,
            '0491 570 ' || lpad((n % 1000)::text, 3, '0'), case when n % 9 > 0 then 'Active' else 'Archived' end, ${instants}
     from generate_series(1, $2::int) n`,
    [orgId, count, businessId],
  )
}

const firstName = `(array['Ana', 'Bao', 'Chloe', 'Dinesh', 'Elena', 'Farid', 'Grace', 'Hemi', 'Ines', 'Jarrah', 'Kirra'])[n % 11 + 1]`
const lastName = `(array['Li', 'Nguyen', 'Walker', 'Perera', 'Rossi', 'Haddad', 'O''Brien', 'Tamihana', 'Costa', 'Murray', 'Singh', 'Kelly', 'Papadopoulos'])[n % 13 + 1]`
const instants = `now() - n * interval '97 seconds 13 microseconds', now() - n * interval '61 seconds 7 microseconds'`
