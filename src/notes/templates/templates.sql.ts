import { statement } from '../../db/statement.ts'
import { insertWithEvent, updateWithEvent } from '../../events/outbox.ts'
import type { NoteTemplate } from './templates.schema.ts'

const table = 'note_template'
const returned = 'id, name, questions'

export const list = statement<[orgId: number], NoteTemplate>(
  'note_templates.list',
  `select ${returned} from note_template where org_id = $1 and not deleted order by id`,
)

/** The templates that a note may have, with the questions of $3 alone. A note may also keep a deleted one, $2. */
export const choices = statement<[orgId: number, kept: number | null, wanted: number | null], NoteTemplate>(
  'note_templates.choices',
  `select id, name, case when id = $3 then questions else '[]' end as questions
   from note_template where org_id = $1 and (not deleted or id = $2) order by id`,
)

export const find = statement<[orgId: number, id: number], NoteTemplate>(
  'note_templates.find',
  `select ${returned} from note_template where org_id = $1 and id = $2 and not deleted`,
)

/** Questions are JSON text here: the driver would send an array as PostgreSQL's own. */
export interface TemplateValues {
  name?: string
  questions?: string
}

export const insert = insertWithEvent<TemplateValues, NoteTemplate>({
  name: 'note_templates.insert',
  table,
  writable: ['name', 'questions'],
  returned,
  type: 'note_template.created',
})

export const update = updateWithEvent<TemplateValues, NoteTemplate>({
  name: 'note_templates.update',
  table,
  writable: ['name', 'questions'],
  returned,
  only: 'not old.deleted',
  type: () => `'note_template.updated'`,
})

export const remove = updateWithEvent<{ deleted: true }, { id: number }>({
  name: 'note_templates.remove',
  table,
  writable: ['deleted'],
  returned: 'id',
  only: 'not old.deleted',
  type: () => `'note_template.deleted'`,
})
