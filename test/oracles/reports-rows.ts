import { Temporal } from 'temporal-polyfill'
import type { Fixture, Rows } from '../factories/reports/fixture.ts'

/** A record that a row refers to. */
export interface Named {
  id: number
  name: string
}
export type OracleValue = string | number | boolean | Named | null
/** A row of a source in the oracle. Numbers are integers: seconds, cents, minutes, days. */
export interface OracleRow {
  fields: Record<string, OracleValue>
  metrics: Record<string, string | number | null>
}

/** The rows of each source, computed from a fixture without SQL. */
export function oracleRows(fixture: Fixture, today: string): Record<string, OracleRow[]> {
  const { timezone } = fixture
  const localDay = (instant: string) =>
    Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainDate().toString()
  const daysSince = (day: string) => Temporal.PlainDate.from(day).until(today, { largestUnit: 'days' }).days
  const find = (rows: Rows, id: number | null) => rows.find((row) => row.id === id)
  const person = (rows: Rows, id: number | null): Named | null => {
    const row = find(rows, id)
    return row ? { id: row.id, name: `${row.first_name} ${row.last_name}` } : null
  }
  const thing = (rows: Rows, id: number | null): Named | null => {
    const row = find(rows, id)
    return row ? { id: row.id, name: row.name } : null
  }
  const client = (id: number | null) => person(fixture.client, id)
  const staff = (id: number | null) => person(fixture.staff, id)

  const clients = fixture.client.map((row) => ({
    metrics: { records: row.id },
    fields: {
      ...{ status: row.status, client_type: row.client_type, language: row.language },
      ...{ business_id: thing(fixture.business_location, row.business_id), created_at: localDay(row.created_at) },
    },
  }))
  const employees = fixture.staff
    .filter((row) => !row.supplier)
    .map((row) => ({
      metrics: { records: row.id, days_since_created: daysSince(localDay(row.created_at)) },
      fields: { status: row.status, created_at: localDay(row.created_at) },
    }))
  const appointments = fixture.appointment
    .filter((row) => row.is_deleted === 0)
    .map((row) => {
      const shift = find(fixture.shift, row.shift_id)!
      const hours = (Date.parse(row.ends_at) - Date.parse(row.starts_at)) / 1000
      return {
        metrics: { records: row.id, hours, clients: row.client_id, staff: row.employee_id },
        fields: {
          ...{ status: shift.status, type: shift.type, site: thing(fixture.site, shift.site_id), hours },
          ...{
            client_id: client(row.client_id),
            client_type: find(fixture.client, row.client_id)?.client_type ?? null,
          },
          ...{ employee_id: staff(row.employee_id), appointment_title: row.appointment_title },
          start: row.starts.slice(0, 10),
        },
      }
    })
  const tasks = fixture.task.map((row) => ({
    metrics: { records: row.id, minutes: row.minutes },
    fields: {
      ...{ title: row.title, client: client(row.client_id), assignee: staff(row.assignee_id), minutes: row.minutes },
      ...{ completed: row.completed, billable: row.billable, date: row.date },
    },
  }))
  const charges = fixture.task_charge.map((row) => {
    const task = find(fixture.task, row.task_id)!
    const cents = Math.round(row.total_cost * 100)
    const open = fixture.billable.find(({ charge_id, status }) => charge_id === row.id && status !== 'void')
    return {
      metrics: { records: row.id, minutes: row.minutes, total_cost: cents },
      fields: {
        ...{ name: row.name, claim_type: row.claim_type, primary: row.is_primary, billed: open?.status ?? null },
        ...{ price_code: find(fixture.price_code, row.price_code)!.code, minutes: row.minutes, total_cost: cents },
        ...{ client: client(task.client_id), assignee: staff(task.assignee_id), completed: task.completed },
        ...{ billable: task.billable, date: task.date },
      },
    }
  })
  const prospects = fixture.prospect.map((row) => ({
    metrics: {
      ...{ records: row.id, converted: row.client_id, conversion_rate: row.client_id === null ? 0 : 100 },
      days_since_lead: row.date_of_lead === null ? null : daysSince(row.date_of_lead),
    },
    fields: {
      ...{ stage: row.stage, source: row.source, consultant: row.consultant, funding_type: row.funding_type },
      ...{ suburb: row.suburb, converted: row.client_id !== null, date_of_lead: row.date_of_lead },
      followup_date: row.followup_date,
    },
  }))
  const submissions = fixture.form_submission.map((row) => ({
    metrics: {
      ...{ records: row.id, forms: row.form_id, clients: row.client_id },
      submitters: (row.email || row.submitter || null)?.toLowerCase() ?? null,
      days_since_submitted: daysSince(localDay(row.submitted_at)),
    },
    fields: {
      ...{ form: thing(fixture.form, row.form_id), status: row.status, type: row.type, submitter: row.submitter },
      ...{ assignee: staff(row.assignee_id), client: client(row.client_id), source: row.source },
      submitted_at: localDay(row.submitted_at),
    },
  }))
  const ofNote = (kind: string, row: Rows[number], client_id: number, note_type: string, author: number | null) => ({
    metrics: { records: `${kind} ${row.id}`, clients: client_id, authors: author },
    fields: {
      ...{ kind, note_type, client: client(client_id), author: staff(author), source: row.source },
      date: row.date ?? localDay(row.created_at),
    },
  })
  const notes = [
    ...fixture.note.map((row) => ofNote('General', row, row.client_id, row.note_type, row.author_id)),
    ...fixture.task_note.flatMap((row) => {
      const { client_id } = find(fixture.task, row.task_id)!
      return client_id === null ? [] : [ofNote('Task', row, client_id, row.type, row.author_id)]
    }),
    ...fixture.shift_note.flatMap((row) => {
      const all = fixture.shift_client.filter((one) => one.shift_id === row.shift_id).map((one) => one.client_id)
      const ids = row.client_id === null ? all : [row.client_id]
      return ids.map((id) => ofNote('Appointment', row, id, row.note_type, row.staff_id))
    }),
  ]
  return {
    ...{ clients, staff: employees, appointments, tasks, charges, prospects, form_submissions: submissions, notes },
  }
}
