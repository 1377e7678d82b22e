import { read } from '../access/areas.ts'
import type { Feature } from '../app.ts'
import { found } from '../http/errors.ts'
import { billingRoutes } from './billables.routes.ts'
import { priceCodeRoutes } from './price-codes.routes.ts'
import { taskRecord } from './task.record.ts'
import * as operation from './tasks.operations.ts'
import { find } from './tasks.read.sql.ts'
import * as schema from './tasks.schema.ts'

const record = 'Task'

export const taskRoutes: Feature = async (app) => {
  for (const shared of Object.values(schema)) {
    if (typeof shared === 'object' && '$id' in shared) app.addSchema(shared)
  }
  const reading = { needs: read('tasks'), record }

  app.get('/tasks/:id', { config: reading, schema: operation.getTask }, async ({ db, caller, params }) => ({
    data: taskRecord(found(await find.first(db, caller.orgId, params.id), record)),
  }))

  await app.register(priceCodeRoutes)
  await app.register(billingRoutes)
}
