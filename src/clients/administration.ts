import type { Queryable } from '../db/statement.ts'
import { nfcOf } from '../http/contract/nfc.ts'
import { Failure, UsageFailure } from '../process/failure.ts'
import type { Business } from './businesses.schema.ts'
import * as sql from './businesses.sql.ts'

export type { Business } from './businesses.schema.ts'

/** Business locations, for commands: their events have no connection. */
export const createInitialBusiness = (db: Queryable, orgId: number, name: string): Promise<{ id: number }> =>
  sql.insertInitial.one(db, orgId, name)

export const addBusiness = (db: Queryable, orgId: number, name: string, address?: string): Promise<Business> =>
  sql.insert(db, orgId, null, { name: checked('name', name, 255), ...addressOf(address) })

export async function renameBusiness(db: Queryable, orgId: number, id: number, name: string): Promise<Business> {
  const updated = await sql.update(db, orgId, null, id, { name: checked('name', name, 255) })
  const business = updated ?? (await sql.find.first(db, orgId, id))
  if (!business) throw new Failure(`There is no business location ${id}: wattle business list shows those there are.`)
  return business
}

export const listBusinesses = (db: Queryable, orgId: number): Promise<Business[]> => sql.listAll.rows(db, orgId)

const addressOf = (address: string | undefined) =>
  address === undefined ? {} : { address: checked('address', address, 500) }

function checked(what: string, text: string, maxLength: number): string {
  const trimmed = nfcOf(text).trim()
  if (trimmed === '' || trimmed.includes('\0') || trimmed.length > maxLength)
    throw new UsageFailure(`The ${what} of a business location has 1 to ${maxLength} characters.`)
  return trimmed
}
