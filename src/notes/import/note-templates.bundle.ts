import type pg from 'pg'
import { Type } from 'typebox'
import { type AddProblem, section } from '../../bundle/section.ts'
import { visibleText } from '../../http/contract/schema.ts'
import { question } from '../templates/templates.schema.ts'

/** Templates of notes. A note that names an unknown template creates it. */
export const noteTemplates = section({
  list: 'note_templates',
  table: 'note_template',
  fields: {
    name: visibleText(255),
    questions: Type.Optional(Type.Array(question, { maxItems: 200, default: [] })),
  },
  exportFields: {
    questions: `
      (select coalesce(json_agg(json_build_object('key', e.value -> 'key', 'label', e.value -> 'label') order by e.place), '[]')
       from jsonb_array_elements(r.questions) with ordinality e (value, place))`,
  },
  extras: {
    fields: { deleted: Type.Optional(Type.Boolean({ default: false })) },
    exportSql: `case when r.deleted then '{"deleted": true}'::jsonb else '{}' end`,
  },
  values: { questions: 'sent.questions' },
  check({ questions }: { questions: { key: string }[] }, problem) {
    checkKeys(questions, 'questions', 'asked', problem)
  },
  complete: makeTemplates,
})

/** The keys of questions and of answers are unique. */
export function checkKeys(keyed: { key: string }[], field: string, done: string, problem: AddProblem): void {
  const first = new Map<string, number>()
  for (const [index, { key }] of keyed.entries()) {
    if (first.has(key)) problem([field, index, 'key'], `${key} is already ${done} at ${field}[${first.get(key)}].`)
    else first.set(key, index)
  }
}

/** Stages a template for each unknown id, with the name that its first note has. */
async function makeTemplates(tx: pg.ClientBase, orgId: number): Promise<number> {
  const { rowCount } = await tx.query(
    `/* bundle.complete note_templates */
     with named as (
       select distinct on (2) org_id, (row #>> '{template,id}')::bigint as id, row #>> '{template,name}' as name
       from bundle_row where org_id = $1 and list in ('general_notes', 'task_notes', 'appointment_notes') and row #>> '{template,id}' is not null
       order by 2, index)
     insert into bundle_row (org_id, list, index, id, row)
     select org_id, 'note_templates', -1, id, jsonb_build_object('name', name, 'questions', jsonb '[]', 'deleted', false)
     from named
     where not exists (select from bundle_row b where b.org_id = $1 and b.list = 'note_templates' and b.id = named.id)
       and not exists (select from note_template t where t.org_id = $1 and t.id = named.id)`,
    [orgId],
  )
  return rowCount!
}
