import type pg from 'pg'
import type { Organisation } from '../../harness/harness.ts'

export interface Row {
  form: string
  submitter?: string
  email?: string
  status?: string
  type?: string
  at: string
}

/** Inserts forms and submissions; returns the ids of both, in the order of the arguments. */
export async function storeSubmissions(db: pg.Pool, org: Organisation, names: string[], rows: Row[]) {
  const settings = { allow_step_navigation: false, show_step_numbers: true, submit_button_text: 'Submit' }
  const forms = await db.query<{ id: number; name: string }>(
    `insert into form (org_id, name, settings, steps) select $1, name, $3, '[]' from unnest($2::text[]) name returning id, name`,
    [org.orgId, names, settings],
  )
  const formIds = new Map(forms.rows.map(({ id, name }) => [name, id]))
  const { rows: made } = await db.query<{ id: number }>(
    `insert into form_submission (org_id, form_id, submitter, email, status, type, submitted_at)
     select $1, form_id, submitter, email, coalesce(status, 'Submitted'), coalesce(type, 'form'), at
     from jsonb_to_recordset($2) r (form_id bigint, submitter text, email text, status text, type text, at timestamptz) returning id`,
    [org.orgId, JSON.stringify(rows.map((row) => ({ ...row, form_id: formIds.get(row.form) })))],
  )
  return { formIds, ids: made.map(({ id }) => id) }
}
