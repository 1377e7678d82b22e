import { readWrite } from '../../access/areas.ts'
import { found } from '../../http/contract/errors.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { recordLimit } from '../../http/contract/record-limit.ts'
import * as edit from './edit.ts'
import * as schema from './spaces.schema.ts'
import * as spaces from './spaces.sql.ts'

const record = 'Space'
const checkLimit = recordLimit({ table: 'space', max: 100, records: 'spaces' })

export const spaceRoutes: Feature = async (app) => {
  app.addSchema(schema.Subfolder)
  app.addSchema(schema.Space)
  const config = { needs: readWrite('reports'), record }

  app.post('/reports/spaces', { config, schema: schema.createSpace }, async ({ db, caller, body }) => {
    const name = body.name.trim()
    await checkLimit(db, caller.orgId)
    edit.checkSize((await spaces.countBytes.one(db, caller.orgId)).bytes, null, name)
    return { data: await spaces.insert(db, caller.orgId, caller.connectionId, { name }) }
  })

  app.patch('/reports/spaces/:id', { config, schema: schema.updateSpace }, async ({ db, caller, params, body }) => {
    const { orgId, connectionId } = caller
    const before = found(await spaces.find.first(db, orgId, params.id), record)
    if (body.name === undefined) return { data: before }
    const name = body.name.trim()
    edit.checkSize((await spaces.countBytes.one(db, orgId)).bytes, before.name, name)
    const updated = await spaces.update(db, orgId, connectionId, params.id, { name })
    return { data: updated ?? found(await spaces.find.first(db, orgId, params.id), record) }
  })

  app.delete('/reports/spaces/:id', { config, schema: schema.deleteSpace }, ({ db, caller, params }) =>
    edit.deleteSpace(db, caller, params.id),
  )

  const path = '/reports/spaces/:id/subfolders'
  app.post(path, { config, schema: schema.createSubfolder }, async ({ db, caller, params, body }) => {
    return { data: await edit.createSubfolder(db, caller, params.id, body) }
  })

  app.patch(
    `${path}/:subfolder_id`,
    { config, schema: schema.updateSubfolder },
    async ({ db, caller, params, body }) => {
      return { data: await edit.renameSubfolder(db, caller, params.id, params.subfolder_id, body.name) }
    },
  )

  app.delete(`${path}/:subfolder_id`, { config, schema: schema.deleteSubfolder }, ({ db, caller, params }) =>
    edit.deleteSubfolder(db, caller, params.id, params.subfolder_id),
  )
}
