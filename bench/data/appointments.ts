import type pg from 'pg'
import { generate } from './generate.ts'

export interface Appointments {
  count: number
  /** Seven days in the middle of the year, and the number of appointments in them. */
  week: { from: string; to: string; total: number }
  /** An instant, and the number of appointments updated since then. */
  latest: { since: string; total: number }
}

const latest = 40

/**
 * Creates the appointments of a year, roughly in the order of their days. Every 33rd lasts overnight, some are vacant or have
 * no address, and each shift has 50.
 */
export async function makeAppointments(db: pg.Pool, orgId: number, count: number): Promise<Appointments> {
  if (count === 0) return { count, week: { from: '', to: '', total: 0 }, latest: { since: '', total: 0 } }
  const shifts = count / 50
  await generate(
    db,
    `insert into shift (org_id, type, status, title, starts, ends, starts_at, ends_at)
     select $1, 'site', 'scheduled', 'Support', t, t + interval '2 hours', t, t + interval '2 hours'
     from generate_series(1, $2::int), (values (timestamp '2026-01-01 09:00')) v (t)`,
    [orgId, shifts],
  )
  const { rows } = await db.query('select min(id) as id from shift where org_id = $1', [orgId])
  await generate(
    db,
    `insert into appointment (org_id, shift_id, client_id, employee_id, appointment_title, appointment_address, starts, ends,
                              starts_at, ends_at, is_draft, appointment_cancelled, is_deleted, created_at, updated_at)
     select $1, $3::bigint + (n - 1) / 50, 100 + n % 500, case when n % 20 > 0 then 10 + n % 300 end,
            (array['Personal care', 'Community access', 'Transport', 'Domestic assistance'])[n % 4 + 1],
            case when n % 10 > 0 then n || ' Wattle St, Marrickville NSW 2204' end,
            starts, ends, starts, ends, (n % 7 = 0)::int, (n % 31 = 0)::int, 0,
            now() - n * interval '97 seconds 13 microseconds', now() - n * interval '61 seconds 7 microseconds'
     from generate_series(1, $2::int) n,
     lateral (select date '2026-01-01' + (n * 365.0 / $2 + n % 997 * 7919 % 13 - 6)::int + (6 + n % 14) * interval '1 hour' as starts) s,
     lateral (select case when n % 33 = 0 then starts::date + interval '31 hours' else starts + interval '2 hours' end as ends) e
     order by n`,
    [orgId, count, rows[0].id],
  )
  const [from, to] = ['2026-06-01', '2026-06-07']
  const [row] = await generate(
    db,
    `select (select count(*) from appointment where org_id = $1 and ends::date >= $2 and starts::date <= $3) as total,
            to_char(updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as since
     from appointment where org_id = $1 order by updated_at desc offset $4 limit 1`,
    [orgId, from, to, latest - 1],
  )
  const { total, since } = row as { total: number; since: string }
  return { count, week: { from, to, total }, latest: { since, total: latest } }
}
