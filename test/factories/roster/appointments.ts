import type pg from 'pg'

/** The fields of an appointment that a test sets; the others get defaults. */
export interface AppointmentInput {
  id?: number
  start: string
  end: string
  updated_at?: string
  client_id?: number
  employee_id?: number
  appointment_title?: string
  appointment_address?: string
  is_draft?: 0 | 1
  appointment_cancelled?: 0 | 1
  is_deleted?: 0 | 1
  created_at?: string
}

/** Inserts appointments of one shift with one statement, and returns their ids. */
export async function insertAppointments(db: pg.Pool, orgId: number, inputs: AppointmentInput[]): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `with input as materialized (select coalesce(g.id, nextval('appointment_id_seq')) as new_id, g.* from jsonb_to_recordset($2) as g (id bigint, start timestamp, "end" timestamp, updated_at timestamptz,
       created_at timestamptz, client_id bigint, employee_id bigint, appointment_title text, appointment_address text,
       is_draft smallint, appointment_cancelled smallint, is_deleted smallint)),
     s as (insert into shift (org_id, type, status, title, starts, ends, starts_at, ends_at)
           select $1, 'site', 'scheduled', 'S', min(start), max("end"), min(start), max("end") from input returning id)
     insert into appointment (org_id, id, shift_id, client_id, employee_id, appointment_title, appointment_address,
       starts, ends, starts_at, ends_at, is_draft, appointment_cancelled, is_deleted, created_at, updated_at)
     select $1, g.new_id, s.id, client_id, employee_id, coalesce(appointment_title, 'Personal care'),
       appointment_address, start, "end", start, "end", coalesce(is_draft, 0), coalesce(appointment_cancelled, 0),
       coalesce(is_deleted, 0), coalesce(created_at, now()), coalesce(updated_at, now())
     from input g, s returning id`,
    [orgId, JSON.stringify(inputs)],
  )
  return rows.map(({ id }) => id)
}
