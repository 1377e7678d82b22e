import { read, readWrite } from '../../access/areas.ts'
import { containsPattern } from '../../db/like.ts'
import { startInstant } from '../../http/contract/dates.ts'
import { invalid } from '../../http/contract/errors.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { makeAjv } from '../../http/contract/validation.ts'
import { rowRecords, sendList } from '../../http/lists/lists.ts'
import { importPrices } from './import.ts'
import {
  importPriceCodes,
  listPriceCodes,
  PriceCode,
  PriceImport,
  PriceImportResult,
  PriceRow,
  unknownClient,
} from './price-codes.schema.ts'
import { clientType, list, type PriceCodeRow } from './price-codes.sql.ts'

export const priceCodeRoutes: Feature = async (app) => {
  for (const shared of [PriceCode, PriceImport, PriceImportResult]) app.addSchema(shared)
  const validate = makeAjv().compile(PriceRow)

  const reading = { needs: read('tasks') }
  app.get('/price-codes', { config: reading, schema: listPriceCodes }, async (request, reply) => {
    const { db, caller, query } = request
    const { client_id, query: text, date, updated_since } = query
    const client = client_id === undefined ? undefined : await clientType.first(db, caller.orgId, client_id)
    if (client_id !== undefined && !client) throw invalid({ client_id: [unknownClient] })
    const filters = {
      client_type: client?.client_type,
      query: text && containsPattern(text),
      date,
      updated_since: updated_since && startInstant(updated_since, caller.timezone),
    }
    return sendList(request, reply, { ...list, ...rowRecords(leaveOutMissing) }, filters)
  })

  const writing = { needs: readWrite('finance') }
  app.post('/price-codes/import', { config: writing, schema: importPriceCodes }, ({ db, caller, body }) =>
    importPrices(db, caller, body, validate),
  )
}

/** Leaves out null fields. An empty list of claim types stays: it means any. */
function leaveOutMissing(row: PriceCodeRow): PriceCode {
  const fields = row as Record<'funding_type' | 'effective_from' | 'effective_to', unknown>
  for (const field of ['funding_type', 'effective_from', 'effective_to'] as const) {
    if (fields[field] === null) fields[field] = undefined
  }
  return row as PriceCode
}
