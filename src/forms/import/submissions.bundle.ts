import type pg from 'pg'
import { Type } from 'typebox'
import { instant } from '../../bundle/fields.ts'
import type { Problems } from '../../bundle/problems.ts'
import { type AddProblem, type Child, owner, section, zone } from '../../bundle/section.ts'
import { closed, id, nullable, oneOf, text, visibleText } from '../../http/contract/schema.ts'
import { maxSubmitterLength } from '../answers/submitter.ts'
import { fieldTypes, isAnswerable } from '../logic/form.ts'
import { submissionStatuses } from '../submissions/moves.ts'
import { submissionSources, submissionTypes } from '../submissions/submissions.schema.ts'

/** An empty history counts as no history. */
const hasHistory = `(b.row ? 'history' and b.row -> 'history' <> '[]')`
const submittedAt = `
  case when date_trunc('second', existing.submitted_at at time zone ${zone}) = (b.row ->> 'submitted_at')::timestamp then existing.submitted_at
    else first_instant((b.row ->> 'submitted_at')::timestamp, ${zone}) end`

/**
 * The history of a submission. Without a history in the bundle the stored one stays, and a changed status adds an entry. A
 * submission without history has had its status since it was submitted.
 */
export const history: Child = {
  table: 'form_submission_change',
  parent: 'submission_id',
  key: ['id'],
  columns: ['status', 'by_name', 'note', 'created_at'],
  matchBy: ['status'],
  rows: `
    select b.org_id, b.id as submission_id, (e.value ->> 'id')::bigint as id, e.value ->> 'status' as status, e.value ->> 'by' as by_name,
      e.value ->> 'note' as note, (e.value ->> 'at')::timestamptz as created_at, e.place
    from bundle_row b cross join lateral jsonb_array_elements(b.row -> 'history') with ordinality e (value, place)
    where b.org_id = $1 and b.list = 'form_submissions' and ${hasHistory}
    union all
    select c.org_id, c.submission_id, c.id, c.status, c.by_name, c.note, c.created_at, c.id
    from bundle_row b join form_submission_change c on c.org_id = $1 and c.submission_id = b.id
    where b.org_id = $1 and b.list = 'form_submissions' and not ${hasHistory}
    union all
    select b.org_id, b.id, null, b.row ->> 'status', null, null,
      case when last.id is null then ${submittedAt} else coalesce((b.row ->> 'updated_at')::timestamptz, now()) end,
      ${Number.MAX_SAFE_INTEGER}
    from bundle_row b
      left join bundle_submission existing on existing.org_id = $1 and existing.id = b.id
      left join lateral (
        select c.id from form_submission_change c
        where existing.id is not null and c.org_id = $1 and c.submission_id = b.id order by c.id desc limit 1) last on true
    where b.org_id = $1 and b.list = 'form_submissions' and not ${hasHistory} and (last.id is null or existing.status <> b.row ->> 'status')`,
}

export const exportedTime = `to_char(date_trunc('second', r.submitted_at at time zone ${zone}), 'YYYY-MM-DD HH24:MI:SS')`

const answer = ['key', 'label', 'type', 'value'].map((field) => `'${field}', e.value -> '${field}'`).join(', ')
/** jsonb does not preserve the order of an object's fields. */
export const exportedAnswers = `
  (select coalesce(json_agg(
     case when e.value ? 'step' then json_build_object(${answer}, 'step', e.value -> 'step') else json_build_object(${answer}) end
     order by e.place), '[]')
   from jsonb_array_elements(r.answers) with ordinality e (value, place))`

const utc = (instant: string) => `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** A history equal to the default is not exported: the current status since the submission. */
const exportedHistory = `
  (select json_agg(json_build_object('id', c.id, 'status', c.status, 'by', c.by_name, 'at', ${utc('c.created_at')}, 'note', c.note) order by c.id)
   from form_submission_change c where c.org_id = $1 and c.submission_id = r.id
     and exists (
       select from form_submission_change o
       where o.org_id = $1 and o.submission_id = r.id
         and (o.status, o.created_at, o.by_name, o.note) is distinct from (r.status, r.submitted_at, null, null)))`

/** form_version and assignee_id are always exported, because their defaults could differ on import. Other null values are left out. */
export const exportedExtras = `
  jsonb_build_object('form_version', r.form_version, 'assignee_id', r.assignee_id) || jsonb_strip_nulls(jsonb_build_object(
    'client_id', r.client_id,
    'prospect_id', r.prospect_id,
    'note_ref', coalesce('general:' || r.note_id, 'task:' || r.task_note_id, 'appointment:' || r.shift_note_id),
    'source', nullif(r.source, 'import'),
    'history', ${exportedHistory}))`

interface Answer {
  key: string
  label?: string
  type?: string
  value: unknown
}

const isPerson = ({ type }: Answer) => type === 'client' || type === 'staff'

/** People are stored as objects. Bundles of other systems may have only their names. */
export function readSubmission({ answers }: Record<string, unknown>): void {
  for (const answer of Array.isArray(answers) ? answers : []) {
    if (typeof answer !== 'object' || answer === null || !isPerson(answer)) continue
    if (typeof answer.value === 'string') answer.value = { name: answer.value }
  }
}

/** Checks the answers of a submission. The label defaults to the key. */
export function checkSubmission({ answers }: { answers: Answer[] }, problem: AddProblem): void {
  const keys = new Map<string, number>()
  for (const [index, answer] of answers.entries()) {
    const first = keys.get(answer.key)
    if (first !== undefined) problem(['answers', index, 'key'], `is already the key of answers[${first}].`)
    else keys.set(answer.key, index)
    answer.label ??= answer.key
    if (isPerson(answer) && !isNamed(answer.value)) {
      problem(['answers', index, 'value'], `must be {id, name} of a ${nameOf(answer)}, or a name.`)
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

/** The note of a submission must be in the bundle, nested or not, or in the organisation. */
export async function checkNoteLinks(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  for (const [kind, { list, table, nested }] of Object.entries(notes)) {
    const nestedIds = nested.map(
      ([of, path]) => `
        select (v #>> '{}')::bigint from bundle_row b cross join lateral jsonb_path_query(b.row, '${path}') v
        where b.org_id = $1 and b.list = '${of}' and jsonb_typeof(v) = 'number'`,
    )
    const { rows } = await tx.query(
      `/* bundle.links form_submissions.note_ref ${kind} */
       with linked as materialized (
         select b.index, b.row ->> 'note_ref' as ref, split_part(b.row ->> 'note_ref', ':', 2)::bigint as note
         from bundle_row b where b.org_id = $1 and b.list = 'form_submissions' and b.row ->> 'note_ref' like '${kind}:%')
       select index, ref from linked
       where not exists (select from bundle_row n where n.org_id = $1 and n.list = $2 and n.id = note)
         and not exists (select from ${table} n where n.org_id = $1 and n.id = note)
         ${nestedIds.map((ids) => `and note not in (${ids})`).join(' ')}
       order by index`,
      [orgId, list],
    )
    for (const { index, ref } of rows) {
      problems.add(`form_submissions[${index}].note_ref`, `there is no note ${ref} in the bundle or the organisation.`)
    }
  }
}

/** People named by id in answers must be in the bundle or the organisation. */
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
         where b.org_id = $1 and b.list = 'form_submissions' and e.value ->> 'type' = $2 and e.value -> 'value' ? 'id')
       select index, place, person from named
       where not exists (select from bundle_row b where b.org_id = $1 and b.list = $3 and b.id = person)
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

/** Checks that need the written forms and notes: whether versions and notes exist after the import. */
export async function verifyWritten(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
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
     from changed_form_submission c join bundle_row b on b.org_id = $1 and b.list = 'form_submissions' and b.id = c.id
     where c.org_id = $1) stored
     where "noVersion" or "noNote" order by index`,
    [orgId],
  )
  for (const { index, ref, version, form, noVersion, noNote } of rows) {
    if (noVersion)
      problems.add(`form_submissions[${index}].form_version`, `there is no version ${version} of form ${form}.`)
    if (noNote) problems.add(`form_submissions[${index}].note_ref`, `there is no note ${ref} once the import is done.`)
  }
}

const idOrNull = () => Type.Optional(nullable(id()))
const maxNoteLength = 2000

/** A local time in the gap of a clock change becomes the first time after the gap. */
const localTime = `(first_instant((b.row ->> 'submitted_at')::timestamp, ${zone}) at time zone ${zone})`
const noteOf = (kind: string) =>
  `case when b.row ->> 'note_ref' like '${kind}:%' then split_part(b.row ->> 'note_ref', ':', 2)::bigint end`
const ofForm = (sql: string) => `(select ${sql} from form f where f.org_id = $1 and f.id = sent.form_id)`

/** An answered form. The bundle is history: answers are not checked against the form. */
export const formSubmissions = section({
  list: 'form_submissions',
  table: 'form_submission',
  fields: {
    form_id: id(),
    submitter: Type.Optional(nullable(text(maxSubmitterLength))),
    email: Type.Optional(nullable(text(255))),
    status: Type.Optional(oneOf(submissionStatuses, { default: submissionStatuses[0] })),
    type: Type.Optional(oneOf(submissionTypes)),
    submitted_at: Type.String({ format: 'local-time' }),
    answers: Type.Optional(
      Type.Array(
        Type.Object(
          {
            key: visibleText(100),
            label: Type.Optional(text(500)),
            type: Type.Optional(
              oneOf(
                fieldTypes.filter((type) => isAnswerable({ type })),
                { default: 'text' },
              ),
            ),
            value: Type.Unknown(),
            step: Type.Optional(visibleText(100)),
          },
          closed,
        ),
        { maxItems: 200, default: [] },
      ),
    ),
  },
  extras: {
    fields: {
      form_version: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }))),
      client_id: idOrNull(),
      assignee_id: idOrNull(),
      prospect_id: idOrNull(),
      source: Type.Optional(oneOf(submissionSources, { default: 'import' })),
    },
    nested: {
      note_ref: Type.Optional(
        nullable(
          Type.String({
            pattern: '^(general|task|appointment):[1-9][0-9]{0,15}$',
            patternRule: 'must be the ref of a note, such as general:70',
          }),
        ),
      ),
      history: Type.Optional(
        Type.Array(
          Type.Object(
            {
              id: Type.Optional(id()),
              status: oneOf(submissionStatuses),
              by: Type.Optional(nullable(text(255))),
              at: Type.Optional(instant()),
              note: Type.Optional(nullable(text(maxNoteLength))),
            },
            closed,
          ),
          { maxItems: 40_000 },
        ),
      ),
    },
    exportSql: exportedExtras,
  },
  exportFields: { submitted_at: exportedTime, answers: exportedAnswers },
  links: { form_id: 'forms', client_id: 'clients', assignee_id: 'staff', prospect_id: 'prospects' },
  ids: { 'history[].id': 'form_submission_change' },
  // Fields that a row leaves out keep their stored values, so the rows are locked against concurrent changes.
  lookup: {
    table: 'bundle_submission',
    columns: { id: 'bigint', status: 'text', submitted_at: 'timestamptz' },
    rows: `
     select org_id, id, status, submitted_at from form_submission
     where org_id = $1 and id in (select id from bundle_row where org_id = $1 and list = 'form_submissions')
     order by id for no key update`,
  },
  values: {
    type: `
      coalesce(sent.type, stored.type, ${ofForm(`
        case when f.prospect @> '{"enabled":true}' then 'prospect' when f.incident @> '{"enabled":true}' then 'incident' else 'form' end`)})`,
    submitted_at: `
      case when date_trunc('second', stored.submitted_at at time zone ${zone}) = ${localTime} then stored.submitted_at
        else first_instant(${localTime}, ${zone}) end`,
    answers: 'sent.answers',
    // The version at the time of the import; later versions are not what was answered.
    form_version: `
      case when b.row ? 'form_version' then sent.form_version when stored.form_id = sent.form_id then stored.form_version
        else ${ofForm('f.version')} end`,
    assignee_id: `
      case when b.row ? 'assignee_id' then sent.assignee_id when stored.id is not null then stored.assignee_id else ${owner} end`,
    note_id: noteOf('general'),
    task_note_id: noteOf('task'),
    shift_note_id: noteOf('appointment'),
  },
  read: readSubmission,
  check: checkSubmission,
  checkLinks: checkNoteLinks,
  verify: verifySubmissions,
  before: verifyWritten,
  children: [history],
})
