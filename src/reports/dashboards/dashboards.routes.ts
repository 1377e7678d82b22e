import { read, readWrite } from '../../access/areas.ts'
import { containsPattern } from '../../db/like.ts'
import { found } from '../../http/contract/errors.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { sendInChunks } from '../../http/responses/chunks.ts'
import { pageMeta } from '../../http/responses/paging.ts'
import * as operation from './dashboards.schema.ts'
import { type DashboardRow, find, findPart, listDashboards } from './dashboards.sql.ts'
import { createDashboard, deleteDashboard, editDashboard } from './edit.ts'
import { dashboardRecord } from './record.ts'
import { validateBody } from './validate.ts'

const record = 'Dashboard'

export const dashboardRoutes: Feature = async (app) => {
  for (const shared of operation.sharedSchemas) app.addSchema(shared)
  const reading = { needs: read('reports'), record }
  const writing = { needs: readWrite('reports'), record }
  const validation = { attachValidation: true, preHandler: validateBody }

  app.get('/reports/dashboards', { config: reading, schema: operation.listDashboards }, async (request, reply) => {
    const { db, caller, query } = request
    const filters = { query: query.query && containsPattern(query.query), space_id: query.space_id }
    const { rows, total } = await listDashboards(db, caller.orgId, query, filters)
    const ids = rows.map(({ id }) => id)
    const read = (some: number[]) => findPart.rows(db, caller.orgId, some)
    const record = (row: DashboardRow) => dashboardRecord(request, row)
    return sendInChunks(reply, { ids, read, record }, { meta: pageMeta(query, total) })
  })

  app.get('/reports/dashboards/:id', { config: reading, schema: operation.getDashboard }, async (request) => {
    const { db, caller, params } = request
    return { data: dashboardRecord(request, found(await find.first(db, caller.orgId, params.id), record)) }
  })

  app.post(
    '/reports/dashboards',
    { config: writing, schema: operation.createDashboard, ...validation },
    async (request) => {
      const row = await createDashboard(request.db, request.caller, request.body)
      return { created: row.id, ...dashboardRecord(request, row) }
    },
  )

  app.patch(
    '/reports/dashboards/:id',
    { config: writing, schema: operation.updateDashboard, ...validation },
    async (request) => {
      const row = await editDashboard(request.db, request.caller, request.params.id, request.body)
      return { updated: row.id, ...dashboardRecord(request, row) }
    },
  )

  app.delete('/reports/dashboards/:id', { config: writing, schema: operation.deleteDashboard }, (request) =>
    deleteDashboard(request.db, request.caller, request.params.id),
  )
}
