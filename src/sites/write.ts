import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import type { Caller } from '../access/tokens.ts'
import { transaction } from '../db/transaction.ts'
import { found, invalid } from '../http/contract/errors.ts'
import type { FieldErrors } from '../http/contract/field-errors.ts'
import type { Site, SiteCreate, SitePatch } from './sites.schema.ts'
import * as sites from './sites.sql.ts'

const empty: sites.StoredSite = {
  ...{ name: null, type: null, status: null, address: null, client_capacity: null, manager: null, tags: [] },
  ...{ participant_ids: [], support_staff_ids: [], admin_staff_ids: [] },
}

export function createSite(db: pg.Pool | pg.PoolClient, { orgId, connectionId }: Caller, body: SiteCreate) {
  return transaction(db, async (tx): Promise<Site> => {
    await rejectUnknownLinks(tx, orgId, body)
    const { id } = await sites.insert.one(
      tx,
      orgId,
      connectionId,
      Object.keys(body),
      ...valuesOf(applyPatch(body, empty)),
    )
    return (await sites.find(tx, orgId, id, true))!
  })
}

/** The updated site, or the current one if the patch changes nothing. Concurrent updates run one after the other. */
export function updateSite(db: pg.Pool | pg.PoolClient, { orgId, connectionId }: Caller, id: number, patch: SitePatch) {
  return transaction(db, async (tx): Promise<Site> => {
    found(await sites.lock.first(tx, orgId, id), 'Site')
    const before = await sites.findStored.one(tx, orgId, id)
    const after = applyPatch(patch, before)
    const fields = sites.writable.filter((field) => !isDeepStrictEqual(before[field], after[field]))
    if (fields.length > 0) {
      await rejectUnknownLinks(tx, orgId, Object.fromEntries(fields.map((field) => [field, after[field]])))
      await sites.update.one(tx, orgId, connectionId, fields, ...valuesOf(after), id)
    }
    return (await sites.find(tx, orgId, id, true))!
  })
}

/** An absent field keeps its value, and null clears it. */
function applyPatch(patch: SitePatch, site: sites.StoredSite): sites.StoredSite {
  const next = (field: keyof sites.StoredSite) => (patch[field] === undefined ? site[field] : patch[field])
  return Object.fromEntries(sites.writable.map((field) => [field, next(field) ?? empty[field]])) as sites.StoredSite
}

const valuesOf = (site: sites.StoredSite) => sites.writable.map((field) => site[field])

const links = {
  participant_ids: { unknown: sites.unknownClients, who: 'clients' },
  support_staff_ids: { unknown: sites.unknownStaff, who: 'staff' },
  admin_staff_ids: { unknown: sites.unknownStaff, who: 'staff' },
} as const

async function rejectUnknownLinks(tx: pg.PoolClient, orgId: number, values: SitePatch): Promise<void> {
  const errors: FieldErrors = {}
  for (const field of Object.keys(links) as (keyof typeof links)[]) {
    const ids = values[field] ?? []
    if (ids.length === 0) continue
    const { unknown, who } = links[field]
    const unknownIds = (await unknown.rows(tx, orgId, ids)).map(({ id }) => id)
    if (unknownIds.length === 0) continue
    errors[field] = [`${field} must be ids of ${who} of this organisation; these are not: ${unknownIds.join(', ')}.`]
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
