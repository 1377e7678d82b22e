import { read, readWrite } from '../access/areas.ts'
import type { ChunkRow } from '../db/chunk.ts'
import { containsPattern } from '../db/like.ts'
import type { Queryable } from '../db/statement.ts'
import { startInstant } from '../http/contract/dates.ts'
import { found } from '../http/contract/errors.ts'
import type { Feature } from '../http/contract/feature.ts'
import { isByKeyset, recordsById, sendKeyset } from '../http/lists/lists.ts'
import { sendInChunks } from '../http/responses/chunks.ts'
import { clientsAt } from '../http/responses/reads.ts'
import * as schema from './sites.schema.ts'
import * as sites from './sites.sql.ts'
import { createSite, updateSite } from './write.ts'

const record = 'Site'

export const siteRoutes: Feature = async (app) => {
  for (const shared of [schema.Site, schema.SiteCreate, schema.SitePatch]) app.addSchema(shared)
  const reading = { needs: read('roster'), record }
  const writing = { needs: readWrite('sites'), record }
  const [many, one] = [clientsAt('data[].participants[].id'), clientsAt('data.participants[].id')]

  app.get('/sites', { config: { ...reading, reads: many }, schema: schema.listSites }, async (request, reply) => {
    const { db, caller, query } = request
    const { query: name, status, updated_since, include_staff } = query
    const filters = {
      query: name && containsPattern(name),
      status,
      updated_since: updated_since && startInstant(updated_since, caller.timezone),
    }
    const find = (on: Queryable, ids: number[]) => sites.findPart(on, caller.orgId, ids, include_staff!)
    const record = ({ bytes_before: _, found: __, ...row }: ChunkRow<schema.Site>) => omitEmpty(row)
    if (isByKeyset(query)) {
      return sendKeyset(request, reply, { ...sites.byId, ...recordsById(find, record) }, filters)
    }
    const { ids, total } = await sites.list(db, caller.orgId, filters)
    reply.header('x-total-count', total)
    return sendInChunks(reply, { ids, read: (some) => find(db, some), record }, {})
  })

  app.get(
    '/sites/:id',
    { config: { ...reading, reads: one }, schema: schema.getSite },
    async ({ db, caller, params, query }) => {
      const site = await sites.find(db, caller.orgId, params.id, query.include_staff!)
      return { data: omitEmpty(found(site, record)) }
    },
  )

  app.post(
    '/sites',
    { config: { ...writing, reads: one }, schema: schema.createSite },
    async ({ db, caller, body }) => {
      return { data: omitEmpty(await createSite(db, caller, body)) }
    },
  )

  app.patch(
    '/sites/:id',
    { config: { ...writing, reads: one }, schema: schema.updateSite },
    async ({ db, caller, params, body }) => {
      return { data: omitEmpty(await updateSite(db, caller, params.id, body)) }
    },
  )
}

/** Omits fields without a value and empty tags. participants is always present. */
function omitEmpty(row: schema.Site): schema.Site {
  const fields = row as Record<'type' | 'address' | 'client_capacity' | 'manager', unknown> & { tags: unknown }
  for (const field of ['type', 'address', 'client_capacity', 'manager'] as const) {
    if (fields[field] === null || fields[field] === '') fields[field] = undefined
  }
  if (row.tags?.length === 0) fields.tags = undefined
  return row
}
