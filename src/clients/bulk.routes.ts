import { read, readWrite } from '../access/areas.ts'
import { found } from '../http/contract/errors.ts'
import type { Feature } from '../http/contract/feature.ts'
import { makeAjv } from '../http/contract/validation.ts'
import { clientsAt } from '../http/responses/reads.ts'
import { BulkCreate, BulkResponse, createClientsInBulk, getImport } from './bulk.schema.ts'
import { findBatch } from './bulk.sql.ts'
import { ClientCreate } from './clients.schema.ts'
import { createInBulk } from './create-bulk.ts'

export const bulkRoutes: Feature = async (app) => {
  app.addSchema(BulkCreate)
  app.addSchema(BulkResponse)
  const validate = makeAjv().compile(ClientCreate)

  const reads = clientsAt('results[].id', 'results[].warnings[].client_id')
  const writing = { needs: readWrite('clients'), reads }
  app.post('/clients/bulk', { config: writing, schema: createClientsInBulk }, async ({ db, caller, body }) => {
    const request = { rows: body.clients, abortOnError: body.on_error === 'abort', dryRun: body.dry_run === true }
    return createInBulk(db, caller, request, validate)
  })

  const reading = { needs: read('clients'), record: 'Import', reads }
  app.get('/imports/:batch', { config: reading, schema: getImport }, async ({ db, caller, params }) => {
    return found(await findBatch.first(db, caller.orgId, params.batch), 'Import').answer
  })
}
