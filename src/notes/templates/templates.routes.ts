import { read, readWrite } from '../../access/areas.ts'
import { found, invalid } from '../../http/contract/errors.ts'
import type { Feature } from '../../http/contract/feature.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { recordLimit } from '../../http/contract/record-limit.ts'
import * as schema from './templates.schema.ts'
import * as templates from './templates.sql.ts'

const record = 'Note template'
const checkLimit = recordLimit({ table: 'note_template', where: 'not deleted', max: 100, records: 'note templates' })

export const templateRoutes: Feature = async (app) => {
  for (const shared of [schema.NoteTemplate, schema.NoteTemplateCreate, schema.NoteTemplatePatch]) app.addSchema(shared)
  const reading = { needs: read('clients') }
  const writing = { needs: readWrite('clients'), record }

  app.get('/note-templates', { config: reading, schema: schema.listTemplates }, async ({ db, caller }) => ({
    data: await templates.list.rows(db, caller.orgId),
  }))

  app.post('/note-templates', { config: writing, schema: schema.createTemplate }, async ({ db, caller, body }) => {
    const values = valuesOf({ ...body, questions: body.questions ?? [] })
    await checkLimit(db, caller.orgId)
    return { data: await templates.insert(db, caller.orgId, caller.connectionId, values) }
  })

  app.patch(
    '/note-templates/:id',
    { config: writing, schema: schema.updateTemplate },
    async ({ db, caller, params, body }) => {
      const { orgId, connectionId } = caller
      const updated = await templates.update(db, orgId, connectionId, params.id, valuesOf(body))
      return { data: updated ?? found(await templates.find.first(db, orgId, params.id), record) }
    },
  )

  app.delete(
    '/note-templates/:id',
    { config: writing, schema: schema.deleteTemplate },
    async ({ db, caller, params }) => {
      const removed = await templates.remove(db, caller.orgId, caller.connectionId, params.id, { deleted: true })
      return { deleted: found(removed, record).id }
    },
  )
}

/** How much the questions of a template may be as JSON: the list has those of all templates. */
const maxQuestionKilobytes = 32

/** The values to store. The keys of questions must differ. */
function valuesOf({ name, questions }: schema.NoteTemplatePatch): templates.TemplateValues {
  const errors: FieldErrors = {}
  const first = new Map<string, number>()
  for (const [index, { key }] of (questions ?? []).entries()) {
    const field = `questions.${index}.key`
    if (first.has(key)) errors[field] = [`${field} must differ from questions.${first.get(key)}.key, which is ${key}.`]
    else first.set(key, index)
  }
  const text = questions && JSON.stringify(questions)
  if (text && Buffer.byteLength(text) > maxQuestionKilobytes * 1024)
    errors.questions = [`questions must have at most ${maxQuestionKilobytes} KB as JSON.`]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return { ...(name !== undefined && { name }), ...(text && { questions: text }) }
}
