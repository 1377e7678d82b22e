import { isDeepStrictEqual } from 'node:util'
import type { ValidateFunction } from 'ajv'
import type pg from 'pg'
import type { Caller } from '../../access/tokens.ts'
import { nextIds } from '../../db/next-ids.ts'
import { runAndRollBack, transaction } from '../../db/transaction.ts'
import { recordEvents } from '../../events/outbox.ts'
import { type FieldErrors, fieldErrors } from '../../http/contract/field-errors.ts'
import { addDays } from '../../time/local-time.ts'
import { type PriceImport, type PriceImportResult, type PriceInput, priceRowProblems } from './price-codes.schema.ts'
import * as sql from './price-codes.sql.ts'

type RowResult = PriceImportResult['results'][number]
/** All prices of the codes in a request are loaded. */
const maxPricesOfCode = 100

/** A price of the list: a stored one, or a new one without an id. */
interface Price extends Omit<sql.StoredPrice, 'id'> {
  id?: number
}

/** Stores the valid rows of a price list, and gives charges of open tasks the price of their day. */
export async function importPrices(
  db: pg.Pool | pg.PoolClient,
  caller: Caller,
  { rows, dry_run = false }: PriceImport,
  validate: ValidateFunction,
): Promise<PriceImportResult> {
  const results = await (dry_run ? runAndRollBack : transaction)(db, (tx) =>
    storeRows(tx, caller, rows, validate, dry_run),
  )
  const succeeded = results.filter(({ ok }) => ok).length
  return { ...(dry_run && { dry_run }), succeeded, failed: results.length - succeeded, results }
}

async function storeRows(
  tx: pg.PoolClient,
  { orgId, connectionId }: Caller,
  rows: unknown[],
  validate: ValidateFunction,
  isDryRun: boolean,
): Promise<RowResult[]> {
  const errors = errorsOf(rows, validate)
  const valid = rows.filter((_, index) => !errors[index]) as PriceInput[]
  await sql.lockList.rows(tx, orgId)
  const stored = await sql.findByCodes.rows(tx, orgId, [...new Set(valid.map(({ code }) => code))])
  const list = new PriceList(stored)
  const prices = rows.map((row, index) => {
    if (errors[index]) return undefined
    const price = list.put(row as PriceInput)
    if (!price) errors[index] = { code: [`code must be another one: a code has at most ${maxPricesOfCode} prices.`] }
    return price
  })
  const { created, updated } = list.differences()

  const ids = created.length > 0 ? await nextIds.rows(tx, 'price_code_id_seq', created.length) : []
  for (const [index, price] of created.entries()) price.id = ids[index]!.id
  if (created.length > 0) await sql.insertMany.rows(tx, orgId, JSON.stringify(created))
  if (updated.length > 0) await sql.updateMany.rows(tx, orgId, JSON.stringify(updated))
  const record = (type: 'price_code.created' | 'price_code.updated', those: Price[]) =>
    recordEvents.rows(
      tx,
      orgId,
      connectionId,
      type,
      those.map(({ id }) => id!),
      [],
      null,
    )
  if (created.length > 0) await record('price_code.created', created)
  if (updated.length > 0) await record('price_code.updated', updated)
  // The results say nothing of tasks, of which there may be many thousands.
  if (!isDryRun) {
    const ids = [...created, ...updated].map(({ id }) => id!)
    await followPrices(tx, orgId, connectionId, ids)
  }

  const [isNew, isChanged] = [new Set(created), new Set(updated)]
  return rows.map((_, index): RowResult => {
    const price = prices[index]
    if (!price) return { index, ok: false, error: 'The given data was invalid.', errors: errors[index]! }
    if (isNew.has(price))
      return {
        index,
        ok: true,
        ...(isDryRun ? { message: 'Would be created.' } : { id: price.id!, message: 'Created.' }),
      }
    const verb = isDryRun ? 'Would be updated.' : 'Updated.'
    return { index, ok: true, id: price.id!, message: isChanged.has(price) ? verb : 'Unchanged.' }
  })
}

/** The errors of each row, by its index. A price that an earlier row has is an error of the later one. */
function errorsOf(rows: unknown[], validate: ValidateFunction): (FieldErrors | undefined)[] {
  const first = new Map<string, number>()
  return rows.map((row, index) => {
    if (!validate(row)) return fieldErrors(validate.errors as never)
    const price = row as PriceInput
    const problems = priceRowProblems(price).map(([field, rule]) => [field, [`${field} ${rule}.`]])
    const earlier = first.get(keyOf(price))
    if (earlier !== undefined) {
      problems.push(['code', [`code, funding_type and effective_from must differ from those of row ${earlier}.`]])
    }
    if (problems.length > 0) return Object.fromEntries(problems) as FieldErrors
    first.set(keyOf(price), index)
    return undefined
  })
}

const groupOf = ({ code, funding_type = null }: PriceInput | Price): string => JSON.stringify([code, funding_type])
const keyOf = (price: PriceInput | Price): string => JSON.stringify([groupOf(price), price.effective_from ?? null])

/** The prices of some codes, to which rows are added. */
class PriceList {
  readonly #before: ReadonlyMap<number, sql.StoredPrice>
  readonly #prices: Price[]
  readonly #byKey = new Map<string, Price>()
  readonly #ofCode = new Map<string, number>()

  constructor(stored: readonly sql.StoredPrice[]) {
    this.#before = new Map(stored.map((price) => [price.id, price]))
    this.#prices = stored.map((price) => ({ ...price }))
    // Of several with one key, which a bundle may have, the oldest counts.
    for (const price of this.#prices.toReversed()) this.#byKey.set(keyOf(price), price)
    for (const { code } of this.#prices) this.#count(code)
  }

  #count(code: string): number {
    const count = (this.#ofCode.get(code) ?? 0) + 1
    this.#ofCode.set(code, count)
    return count
  }

  /** Adds a row, or updates the price with the same key. Undefined if the code has too many prices. */
  put(row: PriceInput): Price | undefined {
    const { code, name, unit, price, funding_type = null, claim_types = [] } = row
    const { effective_from = null, effective_to = null } = row
    const next = {
      code,
      name,
      unit,
      price,
      funding_type,
      claim_types,
      effective_from,
      effective_to,
      ends_with_next: false,
    }
    const existing = this.#byKey.get(keyOf(next))
    if (existing) return Object.assign(existing, next)
    if (this.#count(code) > maxPricesOfCode) return undefined
    this.#prices.push(next)
    return next
  }

  /** The new prices and the changed ones, each with its end. */
  differences(): { created: Price[]; updated: Price[] } {
    const groups = new Map<string, Price[]>()
    for (const price of this.#prices) {
      const group = groups.get(groupOf(price))
      if (group) group.push(price)
      else groups.set(groupOf(price), [price])
    }
    for (const group of groups.values()) setEnds(group)
    const isUpdated = (price: Price) => price.id !== undefined && !isDeepStrictEqual(price, this.#before.get(price.id))
    return { created: this.#prices.filter(({ id }) => id === undefined), updated: this.#prices.filter(isUpdated) }
  }
}

/** An end that was not sent is the day before the next price begins. */
function setEnds(group: readonly Price[]): void {
  const startOf = ({ effective_from }: Price) => effective_from ?? ''
  const latestFirst = group.toSorted((a, b) => (startOf(a) < startOf(b) ? 1 : -1))
  let [start, next] = ['', '']
  for (const price of latestFirst) {
    if (startOf(price) !== start) [start, next] = [startOf(price), start]
    if (price.effective_to !== null && !price.ends_with_next) continue
    price.effective_to = next ? addDays(next, -1) : null
    price.ends_with_next = next !== ''
  }
}

async function followPrices(tx: pg.PoolClient, orgId: number, connectionId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const tasks = await sql.lockOutdatedTasks.rows(tx, orgId, ids)
  if (tasks.length === 0) return
  await sql.updateOutdatedCharges.rows(tx, orgId, ids, connectionId)
  await sql.touchTasks.rows(
    tx,
    orgId,
    tasks.map(({ id }) => id),
  )
}
