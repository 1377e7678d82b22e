import { read } from '../../access/areas.ts'
import { dayNumber, startInstant } from '../../http/contract/dates.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { jsonPageResponse } from '../../http/responses/json-response.ts'
import * as schema from './appointments.schema.ts'
import * as appointments from './appointments.sql.ts'

const record = 'Appointment'

export const appointmentRoutes: Feature = async (app) => {
  app.addSchema(schema.Appointment)
  const reading = { needs: read('roster'), record }

  app.get('/appointments', { config: reading, schema: schema.listAppointments }, async ({ db, caller, query }) => {
    const { updated_since, from, to } = query
    const page = await appointments.list(db, caller.orgId, query, {
      updated_since: updated_since === undefined ? undefined : startInstant(updated_since, caller.timezone),
      from: from === undefined ? undefined : dayNumber(from),
      to: to === undefined ? undefined : dayNumber(to),
    })
    return jsonPageResponse(query, page)
  })
}
