import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '../access/tokens.ts'
import { nextIds } from '../db/next-ids.ts'
import { type Call, type Pipeline, pipeline, send, sendLast } from '../db/pipeline.ts'
import type { Queryable } from '../db/statement.ts'
import { recordEvent } from '../events/outbox.ts'
import { found, invalid } from '../http/contract/errors.ts'
import type { FieldErrors } from '../http/contract/field-errors.ts'
import type { Site, SiteCreate, SitePatch } from './sites.schema.ts'
import * as sites from './sites.sql.ts'

const empty: sites.StoredSite = {
  ...{ name: null, type: null, status: null, address: null, client_capacity: null, manager: null, tags: [] },
  ...{ participant_ids: [], support_staff_ids: [], admin_staff_ids: [] },
}

export function createSite(db: Queryable, { orgId, connectionId }: Caller, body: SiteCreate): Promise<Site> {
  return pipeline(db, function* () {
    const [[next], ...unknown] = yield* send(nextIds.call('site_id_seq', 1), ...findUnknown(orgId, body))
    const { id } = next!
    const fields = Object.keys(body)
    rejectUnknown(fields, unknown)
    const site = applyPatch(body, empty)
    return yield* writeAndRead(orgId, id, [
      sites.insert.call(orgId, id, ...sites.valuesOf(site)),
      ...setLists(orgId, id, fields, site),
      recordEvent.call(orgId, connectionId, 'site.created', id, fields, null),
    ])
  })
}

/** The updated site, or the current one if the patch changes nothing. Concurrent updates run one after the other. */
export function updateSite(
  db: Queryable,
  { orgId, connectionId }: Caller,
  id: number,
  patch: SitePatch,
): Promise<Site> {
  return pipeline(db, function* () {
    const [[locked], [before], ...unknown] = yield* send(
      sites.lock.call(orgId, id),
      sites.findStored.call(orgId, id),
      ...findUnknown(orgId, patch),
    )
    found(locked, 'Site')
    const after = applyPatch(patch, before!)
    const fields = sites.writable.filter((field) => !isDeepStrictEqual(before![field], after[field]))
    if (fields.length === 0) return yield* writeAndRead(orgId, id, [])
    rejectUnknown(fields, unknown)
    return yield* writeAndRead(orgId, id, [
      sites.update.call(orgId, id, ...sites.valuesOf(after)),
      ...setLists(orgId, id, fields, after),
      recordEvent.call(orgId, connectionId, 'site.updated', id, fields, null),
    ])
  })
}

/** An absent field keeps its value, and null clears it. */
function applyPatch(patch: SitePatch, site: sites.StoredSite): sites.StoredSite {
  const next = (field: keyof sites.StoredSite) => (patch[field] === undefined ? site[field] : patch[field])
  return Object.fromEntries(sites.writable.map((field) => [field, next(field) ?? empty[field]])) as sites.StoredSite
}

function* writeAndRead(orgId: number, id: number, writes: readonly Call[]): Pipeline<Site> {
  const rows = yield* sendLast(...writes, sites.findWithStaff.call(orgId, id))
  return (rows.at(-1) as Site[])[0]!
}

const links = {
  participant_ids: { unknown: sites.unknownClients, who: 'clients', set: sites.setClients },
  support_staff_ids: { unknown: sites.unknownStaff, who: 'staff', set: sites.setStaff('support') },
  admin_staff_ids: { unknown: sites.unknownStaff, who: 'staff', set: sites.setStaff('admin') },
} as const

/** Replaces those lists that are among the fields. */
const setLists = (orgId: number, id: number, fields: readonly string[], site: sites.StoredSite): Call[] =>
  sites.lists
    .filter((list) => fields.includes(list))
    .flatMap((list) => links[list].set(orgId, id, site[list] as number[]))

/** Finds the unknown ids of each list; an empty one has none. */
const findUnknown = (orgId: number, values: SitePatch) =>
  sites.lists.map((list) => {
    const ids = values[list] ?? []
    return ids.length > 0 ? links[list].unknown.call(orgId, ids) : undefined
  })

/** Rejects unknown ids in changed lists. An unchanged one may have a person who has become a supplier since. */
function rejectUnknown(fields: readonly string[], unknown: readonly { id: number }[][]): void {
  const errors: FieldErrors = {}
  for (const [index, list] of sites.lists.entries()) {
    const ids = unknown[index]!.map(({ id }) => id)
    if (ids.length === 0 || !fields.includes(list)) continue
    errors[list] = [`${list} must be ids of ${links[list].who} of this organisation; these are not: ${ids.join(', ')}.`]
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
