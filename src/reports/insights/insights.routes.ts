import type pg from 'pg'
import { all, permits, read, readWrite } from '../../access/areas.ts'
import { containsPattern } from '../../db/like.ts'
import { forbidden, found, invalid } from '../../http/contract/errors.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { pageBody } from '../../http/responses/paging.ts'
import { figuresOfClients } from '../../http/responses/reads.ts'
import { getReportOptions, ReportOptions } from '../catalogue/options.schema.ts'
import { reportOptions } from '../catalogue/options.ts'
import { computeResults } from '../engine/compute.ts'
import { disconnectSignal } from '../engine/disconnect-signal.ts'
import { spaceRoutes } from '../spaces/spaces.routes.ts'
import { findSpaces } from '../spaces/spaces.sql.ts'
import { requiredAreas } from '../spec/areas.ts'
import { readableSources } from '../spec/available.ts'
import { oneOfRule } from '../spec/problems.ts'
import { csvOf, downloadOf } from './csv.ts'
import { deleteInsight } from './delete.ts'
import { createInsight, editInsight } from './edit.ts'
import * as operation from './insights.schema.ts'
import { find, listInsights } from './insights.sql.ts'
import { insightRecord, resultsOf } from './record.ts'
import { validateBody } from './validate.ts'

const record = 'Insight'

export const reportRoutes: Feature = async (app) => {
  for (const shared of [...operation.sharedSchemas, ReportOptions]) app.addSchema(shared)
  await app.register(spaceRoutes)
  const { clock, reads } = app
  const reading = { needs: read('reports'), record }
  const writing = { needs: readWrite('reports'), record }
  const validation = { attachValidation: true, preHandler: validateBody }

  app.get('/reports/options', { config: reading, schema: getReportOptions }, async ({ db, caller, query }) => {
    const { source } = query
    const readable = readableSources(caller.access).map(([id]) => id)
    if (source !== undefined && !readable.includes(source))
      throw invalid({ source: [`source ${oneOfRule(readable)}.`] })
    return { data: reportOptions(caller.access, await findSpaces.rows(db, caller.orgId), source) }
  })

  app.get('/reports/insights', { config: reading, schema: operation.listInsights }, async ({ db, caller, query }) => {
    const { query: name, space_id } = query
    const filters = { space_id, query: name && containsPattern(name) }
    return pageBody(query, await listInsights(db, caller.orgId, query, filters))
  })

  app.post(
    '/reports/insights',
    { config: writing, schema: operation.createInsight, ...validation },
    async (request) => {
      const row = await createInsight(request.db, request.caller, request.body)
      return { created: row.id, ...insightRecord(request, row) }
    },
  )

  app.get(
    '/reports/insights/:id',
    { config: { ...reading, reads: figuresOfClients }, schema: operation.getInsight },
    async (request) => {
      const { db, caller, params, query } = request
      const row = found(await find.first(db, caller.orgId, params.id), record)
      const compute = (on: pg.Pool) => resultsOf(on, caller, row.spec, clock.now(), disconnectSignal(request))
      const results = query.results ? await reads.report(compute) : {}
      return { data: { ...insightRecord(request, row), ...results } }
    },
  )

  app.get(
    '/reports/insights/:id/results',
    { config: { ...reading, reads: figuresOfClients }, schema: operation.getInsightResults },
    async (request, reply) => {
      const { db, caller, params, query } = request
      const { name, spec } = found(await find.first(db, caller.orgId, params.id), record)
      const needs = all(read('reports'), ...requiredAreas(spec).map(read))
      if (!permits(caller.access, needs)) throw forbidden(needs)
      const compute = (on: pg.Pool) =>
        computeResults(on, caller, spec, clock.now(), { signal: disconnectSignal(request) })
      const data = await reads.report(compute)
      if (query.format !== 'csv') return { data }
      reply.type('text/csv; charset=utf-8').header('content-disposition', downloadOf(name))
      return csvOf(data) as never
    },
  )

  app.patch(
    '/reports/insights/:id',
    { config: writing, schema: operation.updateInsight, ...validation },
    async (request) => {
      const { db, caller, params, body } = request
      const row = await editInsight(db, caller, params.id, body)
      return { updated: row.id, ...insightRecord(request, row) }
    },
  )

  app.delete('/reports/insights/:id', { config: writing, schema: operation.deleteInsight }, ({ db, caller, params }) =>
    deleteInsight(db, caller, params.id),
  )
}
