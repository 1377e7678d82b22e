import { found, invalid } from '../http/contract/errors.ts'
import type { Feature } from '../http/contract/feature.ts'
import { nfcOf } from '../http/contract/nfc.ts'
import { maxId } from '../http/contract/schema.ts'
import { clientsAt } from '../http/responses/reads.ts'
import { parseRef, type Ref, refOf } from '../roster/shifts/refs.ts'
import * as schema from './external-ids.schema.ts'
import { findShifts, type StoredExternalId, statements } from './external-ids.sql.ts'
import { putExternalId, removeExternalId } from './set.ts'

const record = 'External id'

export const externalIdRoutes: Feature = async (app) => {
  for (const shared of [schema.ExternalId, schema.ExternalIdPut]) app.addSchema(shared)
  const reading = { needs: schema.needs.read, record }
  const writing = { needs: schema.needs.write, record }
  /** Of a record, or of each of a list. */
  const reads = clientsAt('data[type=client].id')
  const path = '/external-ids/:system/:type/:external_id'

  app.put(
    path,
    { config: { ...writing, pathNamesNew: true, reads }, schema: schema.putExternalId },
    async ({ db, caller, params, body }, reply) => {
      const name = { ...params, external_id: nfcOf(params.external_id) }
      const { isNew, stored } = await putExternalId(db, caller, name, parseId(params.type, body.id))
      reply.code(isNew ? 201 : 200)
      return { data: recordOf(name, stored) }
    },
  )

  app.get(
    '/external-ids',
    { config: { ...reading, reads }, schema: schema.listExternalIds },
    async ({ db, caller, query }) => {
      const { system, type, ids, external_ids } = query
      if ((ids === undefined) === (external_ids === undefined)) {
        throw invalid({ ids: ['ids or external_ids is required, and not both.'] })
      }
      const { find, findByRecord } = statements[type]
      if (external_ids) {
        const rows = await find.rows(db, caller.orgId, system, external_ids)
        return { data: rows.map((row) => recordOf(query, row)) }
      }
      const refs = ids!.map((id) => parseId(type, /^[1-9]\d{0,15}$/.test(id) ? Number(id) : id))
      if (!refs.every((ref) => ref !== undefined)) {
        throw invalid({ ids: [`ids must be ${type === 'shift' ? 'refs such as a:801 or g:110' : 'whole numbers'}.`] })
      }
      const idsOf = (isAppointment: boolean) =>
        refs.filter((ref) => ref.isAppointment === isAppointment).map((ref) => ref.id)
      const recordIds =
        type === 'shift'
          ? (await findShifts.rows(db, caller.orgId, idsOf(false), idsOf(true))).map(({ id }) => id)
          : idsOf(false)
      const rows = await findByRecord.rows(db, caller.orgId, system, recordIds)
      return { data: rows.map((row) => recordOf(query, row)) }
    },
  )

  app.get(path, { config: { ...reading, reads }, schema: schema.getExternalId }, async ({ db, caller, params }) => {
    const { system, type, external_id } = params
    const stored = await statements[type].find.first(db, caller.orgId, system, [nfcOf(external_id)])
    return { data: recordOf(params, found(stored, record)) }
  })

  app.delete(path, { config: writing, schema: schema.deleteExternalId }, async ({ db, caller, params }) => {
    const external_id = nfcOf(params.external_id)
    found(await removeExternalId(db, caller, { ...params, external_id }), record)
    return { deleted: external_id }
  })
}

/** The record that an id names; undefined for an id that none can have. */
function parseId(type: schema.RecordType, id: number | string): Ref | undefined {
  if (type === 'shift') return typeof id === 'string' ? parseRef(id) : undefined
  return typeof id === 'number' && id <= maxId ? { isAppointment: false, id } : undefined
}

function recordOf(
  { system, type }: { system: string; type: schema.RecordType },
  { external_id, record_id, shift_type, first_appointment, created_at, updated_at }: StoredExternalId,
): schema.ExternalId {
  const id =
    shift_type === null ? record_id : refOf({ type: shift_type, id: record_id, first_appointment: first_appointment! })
  return { system, type, external_id, id, created_at, updated_at }
}
