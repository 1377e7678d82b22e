import { randomBytes } from 'node:crypto'
import type { ValidateFunction } from 'ajv'
import type pg from 'pg'
import type { Caller } from '../access/tokens.ts'
import { savepoint, transaction, undone } from '../db/transaction.ts'
import { constraintErrors } from '../http/contract/constraints.ts'
import { type FieldErrors, fieldErrors } from '../http/contract/field-errors.ts'
import type { BulkAnswer, BulkResult } from './bulk.schema.ts'
import * as bulk from './bulk.sql.ts'
import type { ClientCreate } from './clients.schema.ts'

interface Order {
  rows: unknown[]
  abortOnError: boolean
  dryRun: boolean
}

/**
 * Checks every row, creates those that may be created, and keeps the answer, in one transaction. A dry run does
 * the same and undoes it, so its verdict is the real one.
 */
export async function createInBulk(db: pg.Pool | pg.PoolClient, caller: Caller, order: Order, check: ValidateFunction) {
  return transaction(db, async (tx) => {
    const errors = await rowErrors(tx, caller.orgId, order.rows, check)
    const aborted = order.abortOnError && errors.some((error) => error)
    const places = order.rows.map((_, index) => index).filter((index) => !aborted && !errors[index])
    const clients = places.map((index) => order.rows[index] as ClientCreate)
    const twins = await duplicates(tx, caller.orgId, clients)

    const create = () => bulk.insertMany.rows(tx, caller.orgId, caller.connectionId, JSON.stringify(clients))
    const made = clients.length === 0 ? [] : await (order.dryRun ? undone(tx, create) : savepoint(tx, create))
    const ids = made.map(({ id }) => id)

    const idAt = new Map(places.map((place, i) => [place, ids[i]!]))
    const results = order.rows.map((_, index): BulkResult => {
      const error = errors[index]
      if (error) return { index, ok: false, error: 'The given data was invalid.', errors: error, warnings: [] }
      if (aborted) return { index, ok: false, error: 'Not created: another row is wrong.', warnings: [] }
      const warnings = warningsFor(twins[places.indexOf(index)], places, order.dryRun ? undefined : idAt)
      return order.dryRun
        ? { index, ok: true, message: 'Would be created.', warnings }
        : { index, ok: true, id: idAt.get(index)!, message: 'Created.', warnings }
    })
    const succeeded = results.filter(({ ok }) => ok).length
    const counts = { succeeded, failed: results.length - succeeded, results }
    if (order.dryRun) return { dry_run: true, ...counts } satisfies BulkAnswer
    const answer: BulkAnswer = { batch: `imp_${randomBytes(12).toString('hex')}`, ...counts }
    await bulk.keepBatch.rows(tx, caller.orgId, answer.batch!, answer)
    return answer
  })
}

/** What is wrong with each row, by its place; the schema first, then business locations that do not exist. */
async function rowErrors(tx: pg.PoolClient, orgId: number, rows: unknown[], check: ValidateFunction) {
  const errors = rows.map((row): FieldErrors | undefined =>
    check(row) ? undefined : fieldErrors(check.errors as never),
  )
  const wanted = new Set(rows.filter((_, i) => !errors[i]).map((row) => (row as ClientCreate).business_id))
  const known = new Set((await bulk.knownBusinesses.rows(tx, orgId, [...wanted])).map(({ id }) => id))
  return errors.map(
    (error, i) =>
      error ?? (known.has((rows[i] as ClientCreate).business_id) ? undefined : constraintErrors.client_business_fk),
  )
}

type Twin = { clientId: number } | { earlier: number } | undefined

/** For each client, one of the same name: stored already, or earlier in the same request. */
async function duplicates(tx: pg.PoolClient, orgId: number, clients: ClientCreate[]): Promise<Twin[]> {
  const stored = new Map(
    (await bulk.sameNames.rows(tx, orgId, JSON.stringify(clients))).map((row) => [row.index, row.client_id]),
  )
  const firstOf = new Map<string, number>()
  return clients.map((client, i) => {
    const name = JSON.stringify([client.first_name.toLowerCase(), client.last_name.toLowerCase()])
    const earlier = firstOf.get(name)
    if (earlier === undefined) firstOf.set(name, i)
    const clientId = stored.get(i)
    if (clientId !== undefined) return { clientId }
    return earlier === undefined ? undefined : { earlier }
  })
}

function warningsFor(twin: Twin, places: number[], idAt: Map<number, number> | undefined): BulkResult['warnings'] {
  if (!twin) return []
  if ('clientId' in twin) return [{ code: 'possible_duplicate', client_id: twin.clientId }]
  const index = places[twin.earlier]!
  const client_id = idAt?.get(index)
  return [{ code: 'possible_duplicate', index, ...(client_id !== undefined && { client_id }) }]
}
