import { Readable } from 'node:stream'
import type pg from 'pg'
import { transaction } from '../db/transaction.ts'
import { importInto } from './import.ts'
import { type Organisation, readOrganisation } from './organisation.ts'

/**
 * Changes settings of an organisation as an import of them does: with another time zone, local times stay as they are and their
 * instants move. Needs two connections of the pool.
 */
export async function setOrganisation(pool: pg.Pool, orgId: number, change: Partial<Organisation>): Promise<void> {
  await transaction(pool, async (tx) => {
    await tx.query('/* bundle.lock_organisation */ select from organisation where id = $1 for no key update', [orgId])
    const organisation = { ...(await readOrganisation(tx, orgId)), ...change }
    await importInto(tx, pool, orgId, Readable.from([JSON.stringify({ organisation })]), { withSettings: true })
  })
}
