import { readWrite } from '../../access/areas.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { clientsAt } from '../../http/responses/reads.ts'
import * as schema from './charges.schema.ts'
import { addCharge, editCharge, makeChargePrimary, removeCharge } from './charges.ts'

export const chargeRoutes: Feature = async (app) => {
  for (const shared of [schema.TaskChargeCreate, schema.TaskChargePatch]) app.addSchema(shared)
  const reads = clientsAt('data.client.id')
  const onTask = { needs: readWrite('tasks'), record: 'Task', reads }
  const onCharge = { needs: readWrite('tasks'), record: 'Task charge', reads }

  app.post('/tasks/:id/charges', { config: onTask, schema: schema.addCharge }, async ({ db, caller, params, body }) =>
    addCharge(db, caller, params.id, body),
  )

  app.patch(
    '/task-charges/:id',
    { config: onCharge, schema: schema.changeCharge },
    async ({ db, caller, params, body }) => editCharge(db, caller, params.id, body),
  )

  app.delete('/task-charges/:id', { config: onCharge, schema: schema.removeCharge }, async ({ db, caller, params }) =>
    removeCharge(db, caller, params.id),
  )

  app.post(
    '/task-charges/:id/primary',
    { config: onCharge, schema: schema.makePrimary },
    async ({ db, caller, params }) => makeChargePrimary(db, caller, params.id),
  )
}
