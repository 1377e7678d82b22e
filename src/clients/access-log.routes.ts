import { readWrite } from '../access/areas.ts'
import { listAccessLog } from '../access/audit/access-log.ts'
import type { Feature } from '../http/contract/feature.ts'
import { AccessLogEntry, getClientAccessLog } from './access-log.schema.ts'

export const accessLogRoutes: Feature = async (app) => {
  app.addSchema(AccessLogEntry)
  const config = { needs: readWrite('clients'), record: 'Client' }
  app.get('/clients/:id/access-log', { config, schema: getClientAccessLog }, ({ db, caller, params, query }) =>
    listAccessLog(db, caller, app.clock.now(), params.id, query),
  )
}
