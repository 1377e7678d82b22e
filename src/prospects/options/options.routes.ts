import { read, readWrite } from '../../access/areas.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { editOptions } from './edit.ts'
import { editProspectOptions, getProspectOptions, type ProspectOptions, ProspectOptionsEdit } from './options.schema.ts'
import { findOptions, maxTags, tagsInUse } from './options.sql.ts'
import { fundingTypes, optionsOf, type StoredOptions } from './options.ts'

export const optionsRoutes: Feature = async (app) => {
  app.addSchema(ProspectOptionsEdit)
  const reading = { needs: read('prospects') }
  const writing = { needs: readWrite('prospects') }

  app.get('/prospects/options', { config: reading, schema: getProspectOptions }, async ({ db, caller }) => {
    const options = optionsOf(await findOptions.first(db, caller.orgId))
    return { data: optionsRecord(options, await tagsInUse.rows(db, caller.orgId)) }
  })

  app.patch('/prospects/options', { config: writing, schema: editProspectOptions }, async ({ db, caller, body }) => {
    const { options, usedTags, prospects } = await editOptions(db, caller, body)
    const data = optionsRecord(options, usedTags)
    return { ...(body.dry_run && { dry_run: true }), prospects_changed: prospects, data }
  })
}

function optionsRecord(options: StoredOptions, usedTags: readonly { tag: string }[]): ProspectOptions {
  const { stages, sources, consultants, attributes } = options
  const tags = [...new Set([...options.tags, ...usedTags.map(({ tag }) => tag)])]
  return {
    stages: stages.map(({ name, category }, index) => ({ name, order: index + 1, category })),
    sources,
    consultants,
    funding_types: [...fundingTypes],
    tags: tags.slice(0, Math.max(maxTags, options.tags.length)),
    attributes: attributes.map(({ key, label, type, options = [] }) => ({ key, label, type, options })),
  }
}
