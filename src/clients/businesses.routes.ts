import { read, readWrite } from '../access/areas.ts'
import type { Caller } from '../access/tokens.ts'
import { pipeline, send, sendLast } from '../db/pipeline.ts'
import type { Queryable } from '../db/statement.ts'
import { recordEvent } from '../events/outbox.ts'
import { found, rejected } from '../http/contract/errors.ts'
import type { Feature } from '../http/contract/feature.ts'
import { recordLimit } from '../http/contract/record-limit.ts'
import { rowRecords, sendList } from '../http/lists/lists.ts'
import * as schema from './businesses.schema.ts'
import * as businesses from './businesses.sql.ts'

const record = 'Business location'
const checkLimit = recordLimit({ table: 'business_location', max: 1000, records: 'business locations' })

export const businessRoutes: Feature = async (app) => {
  for (const shared of [schema.Business, schema.BusinessCreate, schema.BusinessPatch]) app.addSchema(shared)
  const reading = { needs: read('clients'), record }
  const writing = { needs: readWrite('clients'), record }

  app.get('/businesses', { config: reading, schema: schema.listBusinesses }, async (request, reply) => {
    return sendList(request, reply, { ...businesses.list, ...rowRecords((row: schema.Business) => row) }, {})
  })

  app.post('/businesses', { config: writing, schema: schema.createBusiness }, async ({ db, caller, body }) => {
    await checkLimit(db, caller.orgId)
    return { data: await businesses.insert(db, caller.orgId, caller.connectionId, body) }
  })

  app.patch(
    '/businesses/:id',
    { config: writing, schema: schema.updateBusiness },
    async ({ db, caller, params, body }) => {
      const { orgId, connectionId } = caller
      const updated = await businesses.update(db, orgId, connectionId, params.id, body)
      return { data: updated ?? found(await businesses.find.first(db, orgId, params.id), record) }
    },
  )

  app.delete('/businesses/:id', { config: writing, schema: schema.deleteBusiness }, ({ db, caller, params }) =>
    deleteBusiness(db, caller, params.id),
  )
}

function deleteBusiness(db: Queryable, { orgId, connectionId }: Caller, id: number): Promise<{ deleted: number }> {
  return pipeline(db, function* () {
    const [[locked], [used]] = yield* send(businesses.lock.call(orgId, id), businesses.countClients.call(orgId, id))
    found(locked, record)
    const { clients } = used!
    if (clients > 0) {
      throw rejected(
        `This business location has ${clients === 1 ? '1 client' : `${clients} clients`} and cannot be deleted: move them to another one first.`,
      )
    }
    yield* sendLast(
      businesses.remove.call(orgId, id),
      recordEvent.call(orgId, connectionId, 'business.deleted', id, [], null),
    )
    return { deleted: id }
  })
}
