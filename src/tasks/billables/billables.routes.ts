import { read, readWrite } from '../../access/areas.ts'
import { runOrDryRun } from '../../db/transaction.ts'
import { startInstant } from '../../http/contract/dates.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { rowRecords, sendList } from '../../http/lists/lists.ts'
import { clientsAt } from '../../http/responses/reads.ts'
import * as schema from './billables.schema.ts'
import { billableList } from './billables.sql.ts'
import { bill, voidBillable } from './invoice.ts'
import { billableRecord } from './record.ts'
import { syncBillables } from './sync.ts'

const record = 'Billable'

export const billingRoutes: Feature = async (app) => {
  for (const shared of Object.values(schema)) {
    if (typeof shared === 'object' && '$id' in shared) app.addSchema(shared)
  }
  const { clock } = app
  const reading = { needs: read('finance'), record }
  const writing = { needs: readWrite('finance'), record }

  const syncing = { needs: readWrite('tasks') }
  app.post('/tasks/sync-billables', { config: syncing, schema: schema.syncBillables }, async ({ db, caller, body }) => {
    return runOrDryRun(db, body.dry_run, (on) => syncBillables(on, caller, clock.now(), body))
  })

  app.get(
    '/billables',
    { config: { ...reading, reads: clientsAt('data[].client.id') }, schema: schema.listBillables },
    async (request, reply) => {
      const { caller, query } = request
      const updated_since = query.updated_since && startInstant(query.updated_since, caller.timezone)
      return sendList(request, reply, { ...billableList, ...rowRecords(billableRecord) }, { ...query, updated_since })
    },
  )

  app.post('/billables/bill', { config: writing, schema: schema.billBillables }, ({ db, caller, body }) =>
    runOrDryRun(db, body.dry_run, (on) => bill(on, caller, clock.now(), body)),
  )

  app.post(
    '/billables/:id/void',
    { config: { ...writing, reads: clientsAt('data.client.id') }, schema: schema.voidBillable },
    ({ db, caller, params, body: { reason, dry_run } }) =>
      runOrDryRun(db, dry_run, (on) => voidBillable(on, caller, clock.now(), params.id, reason)),
  )
}
