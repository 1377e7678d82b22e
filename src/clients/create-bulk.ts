import { randomBytes } from 'node:crypto'
import type { ValidateFunction } from 'ajv'
import type pg from 'pg'
import type { Caller } from '../access/tokens.ts'
import { nextIds } from '../db/next-ids.ts'
import { pipeline, sendLast } from '../db/pipeline.ts'
import { runAndRollBack, savepoint, transaction } from '../db/transaction.ts'
import { constraintErrors } from '../http/contract/constraints.ts'
import { type FieldErrors, fieldErrors } from '../http/contract/field-errors.ts'
import type { BulkResponse, BulkResult } from './bulk.schema.ts'
import * as bulk from './bulk.sql.ts'
import type { ClientCreate } from './clients.schema.ts'

interface BulkRequest {
  rows: unknown[]
  abortOnError: boolean
  dryRun: boolean
}

/**
 * Validates every row, creates the allowed ones and stores the response, in one transaction. A dry run does the same and rolls it
 * back, so it reports the same results.
 */
export async function createInBulk(
  db: pg.Pool | pg.PoolClient,
  caller: Caller,
  request: BulkRequest,
  validate: ValidateFunction,
) {
  return transaction(db, async (tx) => {
    const errors = await rowErrors(tx, caller.orgId, request.rows, validate)
    const aborted = request.abortOnError && errors.some((error) => error)
    const indexes = request.rows.map((_, index) => index).filter((index) => !aborted && !errors[index])
    const clients = indexes.map((index) => request.rows[index] as ClientCreate)
    const { duplicates, ids } = await findDuplicatesAndIds(tx, caller.orgId, clients)

    const create = () => insertClients(tx, caller, clients, ids)
    if (clients.length > 0) await (request.dryRun ? runAndRollBack(tx, create) : savepoint(tx, create))

    const idAt = new Map(indexes.map((index, i) => [index, ids[i]!]))
    const results = request.rows.map((_, index): BulkResult => {
      const error = errors[index]
      if (error) return { index, ok: false, error: 'The given data was invalid.', errors: error, warnings: [] }
      if (aborted) return { index, ok: false, error: 'Not created because another row is invalid.', warnings: [] }
      const warnings = warningsFor(duplicates[indexes.indexOf(index)], indexes, request.dryRun ? undefined : idAt)
      return request.dryRun
        ? { index, ok: true, message: 'Would be created.', warnings }
        : { index, ok: true, id: idAt.get(index)!, message: 'Created.', warnings }
    })
    const succeeded = results.filter(({ ok }) => ok).length
    const counts = { succeeded, failed: results.length - succeeded, results }
    if (request.dryRun) return { dry_run: true, ...counts } satisfies BulkResponse
    const response: BulkResponse = { batch: `imp_${randomBytes(12).toString('hex')}`, ...counts }
    await bulk.insertBatch.rows(tx, caller.orgId, response.batch!, response)
    return response
  })
}

/** The errors of each row, by its index: of the schema, or of a business location that does not exist. */
async function rowErrors(tx: pg.PoolClient, orgId: number, rows: unknown[], validate: ValidateFunction) {
  const errors = rows.map((row): FieldErrors | undefined =>
    validate(row) ? undefined : fieldErrors(validate.errors as never),
  )
  const businessIds = new Set(rows.filter((_, i) => !errors[i]).map((row) => (row as ClientCreate).business_id))
  const known = new Set((await bulk.knownBusinesses.rows(tx, orgId, [...businessIds])).map(({ id }) => id))
  return errors.map(
    (error, i) =>
      error ?? (known.has((rows[i] as ClientCreate).business_id) ? undefined : constraintErrors.client_business_fk),
  )
}

type Duplicate = { clientId: number } | { earlier: number } | undefined

/**
 * For each client, another one with the same name: an existing client, or an earlier one of the same request. The ids of
 * the new clients are taken in the same batch.
 */
async function findDuplicatesAndIds(tx: pg.PoolClient, orgId: number, clients: ClientCreate[]) {
  const [sameNames, ids] = await pipeline(tx, () =>
    sendLast(bulk.sameNames.call(orgId, JSON.stringify(clients)), nextIds.call('client_id_seq', clients.length)),
  )
  const existing = new Map(sameNames.map((row) => [row.index, row.client_id]))
  const firstOf = new Map<string, number>()
  const duplicates = clients.map((client, i): Duplicate => {
    const name = JSON.stringify([client.first_name.toLowerCase(), client.last_name.toLowerCase()])
    const earlier = firstOf.get(name)
    if (earlier === undefined) firstOf.set(name, i)
    const clientId = existing.get(i)
    if (clientId !== undefined) return { clientId }
    return earlier === undefined ? undefined : { earlier }
  })
  return { duplicates, ids: ids.map(({ id }) => id) }
}

/** Inserts the clients with one event each, in their order. */
function insertClients(tx: pg.PoolClient, { orgId, connectionId }: Caller, clients: ClientCreate[], ids: number[]) {
  const numbered = JSON.stringify(clients.map((client, i) => ({ ...client, id: ids[i] })))
  return pipeline(tx, () =>
    sendLast(bulk.insertMany.call(orgId, numbered), bulk.recordCreated.call(orgId, connectionId, numbered)),
  )
}

function warningsFor(
  duplicate: Duplicate,
  indexes: number[],
  idAt: Map<number, number> | undefined,
): BulkResult['warnings'] {
  if (!duplicate) return []
  if ('clientId' in duplicate) return [{ code: 'possible_duplicate', client_id: duplicate.clientId }]
  const index = indexes[duplicate.earlier]!
  const client_id = idAt?.get(index)
  return [{ code: 'possible_duplicate', index, ...(client_id !== undefined && { client_id }) }]
}
