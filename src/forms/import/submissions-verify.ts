import type pg from 'pg'
import type { Problems } from '../../bundle/problems.ts'
import type { AddProblem } from '../../bundle/section.ts'

interface Answer {
  key: string
  label?: string
  type?: string
  value: unknown
}

const isPerson = ({ type }: Answer) => type === 'client' || type === 'staff'

/** People are kept as objects; another system may have no more than their names. */
export function readSubmission({ answers }: Record<string, unknown>): void {
  for (const answer of Array.isArray(answers) ? answers : []) {
    if (typeof answer !== 'object' || answer === null || !isPerson(answer)) continue
    if (typeof answer.value === 'string') answer.value = { name: answer.value }
  }
}

/** What must hold between the fields of a submission. An answer without a label is called by its key. */
export function checkSubmission({ answers }: { answers: Answer[] }, problem: AddProblem): void {
  const keys = new Map<string, number>()
  for (const [place, answer] of answers.entries()) {
    const first = keys.get(answer.key)
    if (first !== undefined) problem(['answers', place, 'key'], `is already the key of answers[${first}].`)
    else keys.set(answer.key, place)
    answer.label ??= answer.key
    if (isPerson(answer) && !isNamed(answer.value)) {
      problem(['answers', place, 'value'], `must be {id, name} of a ${nameOf(answer)}, or a name.`)
    }
  }
}

const nameOf = ({ type }: Answer) => (type === 'client' ? 'client' : 'staff member')

function isNamed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, sent = '', ...others } = value as Record<string, unknown>
  const isId = id === undefined || (Number.isSafeInteger(id) && (id as number) >= 1)
  const isName = typeof name === 'string' && name.trim() !== ''
  return isId && isName && typeof sent === 'string' && Object.keys(others).length === 0
}

const notes = {
  general: { list: 'general_notes', table: 'note', nested: [] },
  task: { list: 'task_notes', table: 'task_note', nested: [['tasks', '$.notes[*].id']] },
  appointment: {
    list: 'appointment_notes',
    table: 'shift_note',
    nested: [
      ['shifts', '$.notes[*].id'],
      ['shifts', '$.segments[*].shift_notes[*].id'],
    ],
  },
} as const

/** The note that a submission belongs to is one of the bundle, nested or not, or of the organisation. */
export async function checkNoteLinks(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  for (const [kind, { list, table, nested }] of Object.entries(notes)) {
    const given = nested.map(
      ([of, path]) => `
        select (v #>> '{}')::bigint from bundle_row b cross join lateral jsonb_path_query(b.row, '${path}') v
        where b.list = '${of}' and jsonb_typeof(v) = 'number'`,
    )
    const { rows } = await tx.query(
      `/* bundle.links form_submissions.note_ref ${kind} */
       with linked as materialized (
         select b.index, b.row ->> 'note_ref' as ref, split_part(b.row ->> 'note_ref', ':', 2)::bigint as note
         from bundle_row b where b.list = 'form_submissions' and b.row ->> 'note_ref' like '${kind}:%')
       select index, ref from linked
       where not exists (select from bundle_row n where n.list = $2 and n.id = note)
         and not exists (select from ${table} n where n.org_id = $1 and n.id = note)
         ${given.map((ids) => `and note not in (${ids})`).join(' ')}
       order by index`,
      [orgId, list],
    )
    for (const { index, ref } of rows) {
      problems.add(`form_submissions[${index}].note_ref`, `there is no note ${ref} in the bundle or the organisation.`)
    }
  }
}

/** People whom answers name by id are people of the organisation. */
export async function verifySubmissions(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  for (const [type, list, table] of [
    ['client', 'clients', 'client'],
    ['staff', 'staff', 'staff'],
  ] as const) {
    const { rows } = await tx.query(
      `/* bundle.verify form_submissions ${type} */
       with named as materialized (
         select b.index, e.place, (e.value #>> '{value,id}')::bigint as person
         from bundle_row b cross join lateral jsonb_array_elements(b.row -> 'answers') with ordinality e (value, place)
         where b.list = 'form_submissions' and e.value ->> 'type' = $2 and e.value -> 'value' ? 'id')
       select index, place, person from named
       where not exists (select from bundle_row b where b.list = $3 and b.id = person)
         and not exists (select from ${table} t where t.org_id = $1 and t.id = person)
       order by index, place`,
      [orgId, type, list],
    )
    for (const { index, place, person } of rows) {
      problems.add(
        `form_submissions[${index}].answers[${place - 1}].value.id`,
        `there is no ${person} in ${list} of the bundle or the organisation.`,
      )
    }
  }
}

/** What is only known when forms and notes are written: which versions there are, and which notes are left. */
export async function verifyKept(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.before form_submissions */
     select * from (
     select b.index, b.row ->> 'note_ref' as ref, c.form_version as version, c.form_id as form,
       c.form_version is not null and not exists (
         select from form_version v where v.org_id = $1 and v.form_id = c.form_id and v.version = c.form_version) as "noVersion",
       ${Object.values(notes)
         .map(
           ({ table }) =>
             `c.${table}_id is not null and not exists (select from ${table} n where n.org_id = $1 and n.id = c.${table}_id)`,
         )
         .join(' or ')} as "noNote"
     from changed_form_submission c join bundle_row b on b.list = 'form_submissions' and b.id = c.id
     ) kept
     where "noVersion" or "noNote" order by index`,
    [orgId],
  )
  for (const { index, ref, version, form, noVersion, noNote } of rows) {
    if (noVersion)
      problems.add(`form_submissions[${index}].form_version`, `there is no version ${version} of form ${form}.`)
    if (noNote) problems.add(`form_submissions[${index}].note_ref`, `there is no note ${ref} once the import is done.`)
  }
}
