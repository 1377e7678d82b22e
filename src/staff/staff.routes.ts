import type pg from 'pg'
import { read, readWrite } from '../access/areas.ts'
import type { Caller } from '../access/tokens.ts'
import { containsPattern } from '../db/like.ts'
import { transaction } from '../db/transaction.ts'
import { startInstant } from '../http/contract/dates.ts'
import { found, invalid } from '../http/contract/errors.ts'
import type { Feature } from '../http/contract/feature.ts'
import { jsonRecords, sendList } from '../http/lists/lists.ts'
import { jsonRecordResponse } from '../http/responses/json-response.ts'
import { moveError } from './moves.ts'
import * as schema from './staff.schema.ts'
import * as staff from './staff.sql.ts'

const record = 'Staff member'

export const staffRoutes: Feature = async (app) => {
  for (const shared of [schema.Staff, schema.StaffCreate, schema.StaffPatch, schema.StaffMove]) app.addSchema(shared)
  const reading = { needs: read('staff'), record }
  const writing = { needs: readWrite('staff'), record }

  app.get('/staff', { config: reading, schema: schema.listStaff }, async (request, reply) => {
    const { caller, query } = request
    const updated_since = query.updated_since && startInstant(query.updated_since, caller.timezone)
    return sendList(
      request,
      reply,
      { ...staff.list, ...jsonRecords() },
      { ids: query.ids, status: query.status, updated_since, query: query.query && containsPattern(query.query) },
    )
  })

  app.get('/staff/:id', { config: reading, schema: schema.getStaff }, async ({ db, caller, params }) => {
    return jsonRecordResponse(found(await staff.find.first(db, caller.orgId, params.id), record))
  })

  app.post('/staff', { config: writing, schema: schema.createStaff }, async ({ db, caller, body }) => {
    return jsonRecordResponse(await staff.insert(db, caller.orgId, caller.connectionId, body))
  })

  app.patch('/staff/:id', { config: writing, schema: schema.updateStaff }, async ({ db, caller, params, body }) => {
    return jsonRecordResponse(await update(db, caller, params.id, body))
  })

  app.post('/staff/:id/status', { config: writing, schema: schema.moveStaff }, async ({ db, caller, params, body }) => {
    return jsonRecordResponse(await update(db, caller, params.id, { status: body.status }, body.reason))
  })
}

/**
 * The updated staff member, or the current one if the patch changes nothing. A change of status depends on the current status, so
 * it locks the row until the commit.
 */
async function update(
  db: pg.Pool | pg.PoolClient,
  caller: Caller,
  id: number,
  patch: schema.StaffPatch,
  reason?: string,
) {
  const { orgId, connectionId } = caller
  const write = async (handle: pg.Pool | pg.PoolClient) =>
    (await staff.update(handle, orgId, connectionId, id, patch, reason)) ??
    found(await staff.find.first(handle, orgId, id), record)
  const { status } = patch
  if (!status) return write(db)
  return transaction(db, async (tx) => {
    const current = found(await staff.lock.first(tx, orgId, id), record)
    const error = moveError(current.status, status)
    if (error) throw invalid({ status: [error] })
    return write(tx)
  })
}
