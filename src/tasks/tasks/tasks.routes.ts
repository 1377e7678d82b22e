import { read, readWrite } from '../../access/areas.ts'
import { runOrDryRun } from '../../db/transaction.ts'
import { startInstant } from '../../http/contract/dates.ts'
import { found, invalid } from '../../http/contract/errors.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { recordsById, sendList } from '../../http/lists/lists.ts'
import { clientsAt } from '../../http/responses/reads.ts'
import { attachmentRoutes } from '../attachments/attachments.routes.ts'
import { billingRoutes } from '../billables/billables.routes.ts'
import { chargeRoutes } from '../charges/charges.routes.ts'
import { priceCodeRoutes } from '../price-codes/price-codes.routes.ts'
import { makeDueTasks } from '../series/job.ts'
import { createTask } from './create.ts'
import { editTask } from './edit.ts'
import { parseTask } from './patch.ts'
import { taskRecord } from './record.ts'
import { removeTask } from './remove.ts'
import type { Scope } from './tasks.schema.ts'
import * as schema from './tasks.schema.ts'
import { find, findPart, taskList } from './tasks.sql.ts'

const record = 'Task'

/** The body and the query can both have a scope; different ones are an error. */
function scopeOf(inBody: Scope | undefined, inQuery: Scope | undefined): Scope {
  if (inBody && inQuery && inBody !== inQuery) {
    throw invalid({ scope: ['scope must be the same in the body and the query where both are sent.'] })
  }
  return inBody ?? inQuery ?? 'this'
}

export const taskRoutes: Feature = async (app) => {
  for (const shared of Object.values(schema)) {
    if (typeof shared === 'object' && '$id' in shared) app.addSchema(shared)
  }
  const { clock } = app
  const failed = (err: unknown) => app.log.warn({ err }, 'could not create the next tasks of a series')
  const makeDue = () => makeDueTasks(app.pool, clock.now(), failed)
  app.jobs['make tasks of series'] = { everySeconds: 60, atStart: true, work: makeDue }
  const reading = { needs: read('tasks'), record }
  const writing = { needs: readWrite('tasks'), record }
  const one = { reads: clientsAt('data.client.id') }

  app.get(
    '/tasks',
    { config: { ...reading, reads: clientsAt('data[].client.id') }, schema: schema.listTasks },
    async (request, reply) => {
      const { caller, query } = request
      const updated_since = query.updated_since && startInstant(query.updated_since, caller.timezone)
      const records = recordsById((db, ids) => findPart.rows(db, caller.orgId, ids), taskRecord)
      return sendList(request, reply, { ...taskList, ...records }, { ...query, updated_since })
    },
  )

  app.get('/tasks/:id', { config: { ...reading, ...one }, schema: schema.getTask }, async ({ db, caller, params }) => ({
    data: taskRecord(found(await find.first(db, caller.orgId, params.id, caller.timezone), record)),
  }))

  app.post('/tasks', { config: { ...writing, ...one }, schema: schema.createTask }, async ({ db, caller, body }) =>
    createTask(db, caller, clock.now(), body),
  )

  app.patch(
    '/tasks/:id',
    { config: { ...writing, ...one }, schema: schema.updateTask },
    async ({ db, caller, params, body }) => editTask(db, caller, clock.now(), params.id, parseTask(body), body.scope),
  )

  app.delete(
    '/tasks/:id',
    { config: { ...writing, bodyIsOptional: true }, schema: schema.deleteTask },
    ({ db, caller, params, query, body }) => {
      const scope = scopeOf(body.scope, query.scope)
      return runOrDryRun(db, query.dry_run || body.dry_run, (on) => removeTask(on, caller, params.id, scope))
    },
  )
  await app.register(chargeRoutes)
  await app.register(attachmentRoutes)
  await app.register(priceCodeRoutes)
  await app.register(billingRoutes)
}
