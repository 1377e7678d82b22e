import { read } from '../../access/areas.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { getProspectOptions, type ProspectOptions } from './options.schema.ts'
import { findOptions, tagsInUse } from './options.sql.ts'
import { fundingTypes, optionsOf } from './options.ts'

export const optionsRoutes: Feature = async (app) => {
  const config = { needs: read('prospects') }
  app.get('/prospects/options', { config, schema: getProspectOptions }, async ({ db, caller }) => {
    const { stages, sources, consultants, attributes } = optionsOf(await findOptions.first(db, caller.orgId))
    const tags = await tagsInUse.rows(db, caller.orgId)
    const data: ProspectOptions = {
      stages: stages.map(({ name, category }, index) => ({ name, order: index + 1, category })),
      sources,
      consultants,
      funding_types: [...fundingTypes],
      tags: tags.map(({ tag }) => tag),
      attributes: attributes.map(({ key, label, type, options = [] }) => ({ key, label, type, options })),
    }
    return { data }
  })
}
