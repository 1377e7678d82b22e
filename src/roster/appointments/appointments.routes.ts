import { read } from '../../access/areas.ts'
import { dayNumber, startInstant } from '../../http/contract/dates.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { jsonRecords, sendList } from '../../http/lists/lists.ts'
import { clientsAt } from '../../http/responses/reads.ts'
import * as schema from './appointments.schema.ts'
import * as appointments from './appointments.sql.ts'

const record = 'Appointment'

export const appointmentRoutes: Feature = async (app) => {
  app.addSchema(schema.Appointment)
  const reading = { needs: read('roster'), record, reads: clientsAt('data[].client_id') }

  app.get('/appointments', { config: reading, schema: schema.listAppointments }, async (request, reply) => {
    const { caller, query } = request
    const { updated_since, from, to } = query
    return sendList(
      request,
      reply,
      { ...appointments.list, ...jsonRecords() },
      {
        updated_since: updated_since === undefined ? undefined : startInstant(updated_since, caller.timezone),
        from: from === undefined ? undefined : dayNumber(from),
        to: to === undefined ? undefined : dayNumber(to),
      },
    )
  })
}
