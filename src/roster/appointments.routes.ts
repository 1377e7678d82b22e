import { read } from '../access/areas.ts'
import type { Feature } from '../app.ts'
import { dayNumber, startOf } from '../http/dates.ts'
import { pageBody } from '../http/paging.ts'
import * as appointments from './appointments.list.sql.ts'
import * as schema from './appointments.schema.ts'

const record = 'Appointment'

export const appointmentRoutes: Feature = async (app) => {
  app.addSchema(schema.Appointment)
  const reading = { needs: read('roster'), record }

  app.get('/appointments', { config: reading, schema: schema.listAppointments }, async ({ db, caller, query }) => {
    const { updated_since, from, to } = query
    const page = await appointments.list(db, caller.orgId, query, {
      updated_since: updated_since === undefined ? undefined : startOf(updated_since, caller.timezone),
      from: from === undefined ? undefined : dayNumber(from),
      to: to === undefined ? undefined : dayNumber(to),
    })
    page.rows.forEach(leaveOutMissing)
    return pageBody(query, page)
  })
}

/** A vacant pair has no staff member, a site shift without clients no client, and not every shift an address. */
function leaveOutMissing(row: schema.Appointment): void {
  const fields = row as { [name in keyof schema.Appointment]: unknown }
  if (fields.client_id === null) fields.client_id = undefined
  if (fields.employee_id === null) fields.employee_id = undefined
  if (fields.appointment_address === null) fields.appointment_address = undefined
}
