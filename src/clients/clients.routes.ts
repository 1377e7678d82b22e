import { read, readWrite } from '../access/areas.ts'
import type { Caller } from '../access/tokens.ts'
import { containsPattern } from '../db/like.ts'
import type { Queryable } from '../db/statement.ts'
import { runAndRollBack } from '../db/transaction.ts'
import { startInstant } from '../http/contract/dates.ts'
import { found } from '../http/contract/errors.ts'
import type { Feature } from '../http/contract/feature.ts'
import { jsonRecords, sendList } from '../http/lists/lists.ts'
import { jsonRecordResponse } from '../http/responses/json-response.ts'
import { clientInPath, clientsAt } from '../http/responses/reads.ts'
import { accessLogRoutes } from './access-log.routes.ts'
import { bulkRoutes } from './bulk.routes.ts'
import { businessRoutes } from './businesses.routes.ts'
import * as schema from './clients.schema.ts'
import * as clients from './clients.sql.ts'
import { optionsRoutes } from './options.routes.ts'

const record = 'Client'

export const clientRoutes: Feature = async (app) => {
  for (const shared of [schema.Client, schema.ClientCreate, schema.ClientPatch]) app.addSchema(shared)
  const reading = { needs: read('clients'), record }
  const writing = { needs: readWrite('clients'), record }
  const one = { reads: clientInPath('id', 'data.id') }

  app.get(
    '/clients',
    { config: { ...reading, reads: clientsAt('data[].id') }, schema: schema.listClients },
    async (request, reply) => {
      const { ids, status, client_type, updated_since, query: name } = request.query
      return sendList(
        request,
        reply,
        { ...clients.list, ...jsonRecords() },
        {
          ids,
          status,
          client_type,
          updated_since: updated_since && startInstant(updated_since, request.caller.timezone),
          query: name && containsPattern(name),
        },
      )
    },
  )

  app.get(
    '/clients/:id',
    { config: { ...reading, ...one }, schema: schema.getClient },
    async ({ db, caller, params }) => {
      return jsonRecordResponse(found(await clients.find.first(db, caller.orgId, params.id), record))
    },
  )

  app.post(
    '/clients',
    { config: { ...writing, reads: clientsAt('data.id') }, schema: schema.createClient },
    async ({ db, caller, body }) => {
      return jsonRecordResponse(await clients.insert(db, caller.orgId, caller.connectionId, body))
    },
  )

  app.patch(
    '/clients/:id',
    { config: { ...writing, ...one }, schema: schema.updateClient },
    async ({ db, caller, params, body }) => {
      return jsonRecordResponse(await update(db, caller, params.id, body))
    },
  )

  app.delete(
    '/clients/:id',
    { config: { ...writing, ...one }, schema: schema.archiveClient },
    async ({ db, caller, params, query: { dry_run } }) => {
      const archive = (on: Queryable) => update(on, caller, params.id, { status: 'Archived' })
      return dry_run
        ? jsonRecordResponse(await runAndRollBack(db, archive), { dry_run })
        : jsonRecordResponse(await archive(db))
    },
  )

  await app.register(optionsRoutes)
  await app.register(bulkRoutes)
  await app.register(businessRoutes)
  await app.register(accessLogRoutes)
}

/** The updated client, or the current one if the patch changes nothing. */
async function update(db: Queryable, { orgId, connectionId }: Caller, id: number, patch: schema.ClientPatch) {
  const updated = await clients.update(db, orgId, connectionId, id, patch)
  return updated ?? found(await clients.find.first(db, orgId, id), record)
}
