import type pg from 'pg'
import { type TProperties, Type } from 'typebox'
import { instant } from '../../bundle/fields.ts'
import { isPlainNote, noteStreamTables } from '../../bundle/plain-notes.ts'
import type { Problems } from '../../bundle/problems.ts'
import {
  type AddProblem,
  type Child,
  type Declaration,
  type ImportContext,
  section,
  zone,
} from '../../bundle/section.ts'
import { closed, id, maxId, nullable, oneOf, text, visibleText } from '../../http/contract/schema.ts'
import { maxNoteLength, sources } from '../notes/notes.schema.ts'
import { type Kind, kinds } from '../notes/record.ts'
import { checkKeys } from './note-templates.bundle.ts'

/** A note as a row of the bundle. */
const idOrNull = () => Type.Optional(nullable(id()))
const textOrNull = (maxLength: number) => Type.Optional(nullable(text(maxLength)))
const noteType = () => Type.Optional(visibleText(100, { default: 'General' }))
const date = () => Type.String({ format: 'date' })
const list = (fields: TProperties, maxItems: number, options: object = { default: [] }) =>
  Type.Optional(Type.Array(Type.Object(fields, closed), { maxItems, ...options }))

const answers = () => list({ key: visibleText(100), label: Type.Optional(text(255)), value: Type.Unknown() }, 200)

/** The fields of notes of every kind, in the order of the format. */
const fieldsOf = (kind: Kind, client: TProperties[string]) => ({
  kind: Type.Optional(oneOf(Object.values(kinds), { default: kind })),
  client_id: client,
  title: textOrNull(255),
  note_type: noteType(),
  notes: visibleText(maxNoteLength),
  date: Type.Optional(nullable(date())),
  author_id: idOrNull(),
  source: Type.Optional(oneOf(sources, { default: 'import' })),
  attachments: list(
    {
      id: id(),
      name: visibleText(255),
      content_type: Type.Optional(visibleText(255)),
      size: Type.Optional(Type.Integer({ minimum: 0, maximum: maxId })),
    },
    50,
  ),
  answers: answers(),
  shift_cautions: list({ code: visibleText(100), text: visibleText(255) }, 50),
})

const template = Type.Optional(nullable(Type.Object({ id: id(), name: visibleText(255) }, closed)))
const author = Type.Optional(nullable(visibleText(255)))
/** The states of the note before each of its edits, oldest first. Without this field the stored revisions stay. */
const revisions = list(
  {
    title: textOrNull(255),
    note_type: noteType(),
    notes: visibleText(maxNoteLength),
    date: date(),
    answers: answers(),
    template_id: idOrNull(),
    replaced_by: textOrNull(255),
    replaced_at: Type.Optional(instant()),
  },
  40_000,
  {},
)

interface Answered {
  answers: { key: string; label?: string }[]
}
interface NoteRow extends Answered {
  author_id?: number | null
  author?: string | null
  revisions?: Answered[]
}

/** Validates the fields of a note together. An answer without a label gets its key as label. */
function checkNote(note: NoteRow, problem: AddProblem): void {
  const { author_id, author, revisions = [] } = note
  if (author && author_id) problem(['author'], 'is only supported without an author_id.')
  for (const [prefix, { answers }] of [
    [[], note] as const,
    ...revisions.map((revision, index) => [['revisions', index], revision] as const),
  ]) {
    checkKeys(answers, 'answers', 'answered', (path, message) => problem([...prefix, ...path], message))
    for (const answer of answers) answer.label ??= answer.key
  }
}

/** SQL that exports the lists of a note, `r`. jsonb does not store the order of fields, so each is listed here. */
const each = (list: string, fields: readonly string[]) => `
  (select coalesce(json_agg(json_build_object(${fields.map((field) => `'${field}', e.value -> '${field}'`).join(', ')}) order by e.place), '[]')
   from jsonb_array_elements(${list}) with ordinality e (value, place))`
const answersOf = (note: string) => each(`${note}.answers`, ['key', 'label', 'value'])

const exportedLists = {
  // The fields have no nested objects, so only missing fields are stripped.
  attachments: `json_strip_nulls(${each('r.attachments', ['id', 'name', 'content_type', 'size'])})`,
  answers: answersOf('r'),
  shift_cautions: each('r.shift_cautions', ['code', 'text']),
}

/** Optional fields as one object, without null ones. */
const exportedExtras = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(
      ([field, sql]) =>
        `coalesce((select jsonb_build_object('${field}', v) from (select ${sql} as v) f where v is not null), '{}')`,
    )
    .join(' || ')

const exportedTemplate = `
  (select jsonb_build_object('id', t.id, 'name', t.name) from note_template t where t.org_id = $1 and t.id = r.template_id)`

const utc = (instant: string) => `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const exportedRevisions = (parent: string) => `
  (select jsonb_agg(
     jsonb_build_object('title', c.title, 'note_type', c.note_type, 'notes', c.notes, 'date', c.date, 'answers', ${answersOf('c')},
       'replaced_by', c.by_name, 'replaced_at', ${utc('c.created_at')})
     || case when c.template_id is null then '{}' else jsonb_build_object('template_id', c.template_id) end order by c.id)
   from note_revision c where c.org_id = $1 and c.${parent} = r.id)`

const columns = ['title', 'note_type', 'notes', 'date', 'template_id', 'answers', 'by_name', 'created_at']

/** The revisions of the notes of a list: those of the row or, if it has no `revisions`, the stored ones. */
const revisionsOf = (list: string, parent: string): Child => ({
  table: 'note_revision',
  as: `revision_by_${parent}`,
  parent,
  key: ['id'],
  columns,
  matchBy: columns.filter((column) => column !== 'created_at'),
  rows: `
    select b.org_id, b.id as ${parent}, null::bigint as id, e.value ->> 'title' as title, e.value ->> 'note_type' as note_type, e.value ->> 'notes' as notes,
      (e.value ->> 'date')::date as date, (e.value ->> 'template_id')::bigint as template_id, e.value -> 'answers' as answers,
      e.value ->> 'replaced_by' as by_name, (e.value ->> 'replaced_at')::timestamptz as created_at, e.place
    from bundle_row b cross join lateral jsonb_array_elements(b.row -> 'revisions') with ordinality e (value, place)
    where b.org_id = $1 and b.list = '${list}' and b.row ? 'revisions'
    union all
    select c.org_id, c.${parent}, c.id, ${columns.map((column) => `c.${column}`).join(', ')}, c.id
    from bundle_row b join note_revision c on c.org_id = $1 and c.${parent} = b.id
    where b.org_id = $1 and b.list = '${list}' and not b.row ? 'revisions'`,
})

/**
 * Notes are one list of the bundle and three tables with separate ids. A note of a task or shift without further fields is
 * nested in its task or shift instead.
 */
const staff = { author_id: 'staff', employee_id: 'staff' }
const ids = { 'template.id': 'note_template' }
const values = {
  attachments: 'sent.attachments',
  answers: 'sent.answers',
  shift_cautions: 'sent.shift_cautions',
  author_name: `case when b.row ->> 'author_id' is null then b.row ->> 'author' end`,
  template_id: `(b.row #>> '{template,id}')::bigint`,
}
const common = { check: checkNote, ids, triggerTables: noteStreamTables } satisfies Partial<Declaration>
const revised = { 'revisions[].template_id': 'note_templates' }

/** The date of a note without one is the stored date, or the day of its creation. */
export const generalNotes = section({
  ...common,
  list: 'general_notes',
  part: { of: 'notes', kind: 'General' },
  table: 'note',
  fields: fieldsOf('General', id()),
  exportFields: { kind: `'General'`, ...exportedLists },
  values: {
    ...values,
    date: `coalesce(sent.date, stored.date, (coalesce(sent.created_at, now()) at time zone ${zone})::date)`,
  },
  extras: {
    fields: { employee_id: idOrNull() },
    nested: { author, template, revisions },
    exportSql: exportedExtras({
      employee_id: 'r.employee_id',
      author: 'case when r.author_id is null then r.author_name end',
      template: exportedTemplate,
      revisions: exportedRevisions('note_id'),
    }),
  },
  links: { client_id: 'clients', ...staff, ...revised },
  children: [revisionsOf('general_notes', 'note_id')],
})

export const taskNotes = section({
  ...common,
  list: 'task_notes',
  part: { of: 'notes', kind: 'Task' },
  table: 'task_note',
  fields: fieldsOf('Task', idOrNull()),
  exportFields: {
    kind: `'Task'`,
    client_id: '(select t.client_id from task t where t.org_id = $1 and t.id = r.task_id)',
    note_type: 'r.type',
    ...exportedLists,
  },
  values: { ...values, type: `b.row ->> 'note_type'` },
  extras: {
    fields: { employee_id: idOrNull(), task_id: id() },
    nested: { author, template, revisions },
    exportSql: exportedExtras({
      employee_id: 'r.employee_id',
      author: 'case when r.author_id is null then r.author_name end',
      template: exportedTemplate,
      task_id: 'r.task_id',
      revisions: exportedRevisions('task_note_id'),
    }),
  },
  exportWhere: `not ${isPlainNote.task('r')}`,
  links: { client_id: 'clients', task_id: 'tasks', ...staff, ...revised },
  children: [revisionsOf('task_notes', 'task_note_id')],
  verify: verifyTaskNotes,
  before: (tx, orgId) => touchParents(tx, orgId, 'task', 'tasks'),
})

/** The author of a shift's note is its staff member. `client_left` marks a note of a client who is no longer on the shift. */
export const appointmentNotes = section({
  ...common,
  list: 'appointment_notes',
  part: { of: 'notes', kind: 'Appointment' },
  table: 'shift_note',
  fields: fieldsOf('Appointment', idOrNull()),
  exportFields: { kind: `'Appointment'`, author_id: 'r.staff_id', ...exportedLists },
  values: { ...values, staff_id: `(b.row ->> 'author_id')::bigint` },
  extras: {
    fields: { employee_id: idOrNull(), shift_id: id(), segment_id: idOrNull() },
    nested: { author, template, client_left: Type.Optional(Type.Boolean({ default: false })) },
    exportSql: exportedExtras({
      employee_id: 'r.employee_id',
      author: 'case when r.staff_id is null then r.author_name end',
      template: exportedTemplate,
      shift_id: 'r.shift_id',
      segment_id: 'r.segment_id',
      client_left: `
        case when r.client_id is not null and not exists (
          select from shift_client c where c.org_id = $1 and c.shift_id = r.shift_id and c.client_id = r.client_id) then true end`,
    }),
  },
  exportWhere: `not ${isPlainNote.shift('r')}`,
  links: { client_id: 'clients', shift_id: 'shifts', ...staff },
  verify: verifyShiftNotes,
  before: (tx, orgId) => touchParents(tx, orgId, 'shift', 'shifts'),
  after: followNotes,
})

const field = (name: string) => `(b.row ->> '${name}')::bigint`

/** The client of a task's note, if it has one, is the task's client. The task is in the bundle or the organisation. */
async function verifyTaskNotes(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.verify task_notes */
     select * from (
       select b.index, ${field('task_id')} as task, ${field('client_id')} as client,
         case when t.id is null then s.client_id else (t.row ->> 'client_id')::bigint end as expected
       from bundle_row b
         left join bundle_row t on t.org_id = $1 and t.list = 'tasks' and t.id = ${field('task_id')}
         left join task s on s.org_id = $1 and s.id = ${field('task_id')}
       where b.org_id = $1 and b.list = 'task_notes' and b.row ->> 'client_id' is not null) input
     where client is distinct from expected order by index`,
    [orgId],
  )
  for (const { index, task, expected } of rows) {
    const allowed =
      expected === null
        ? `null or left out: task ${task} has no client`
        : `${expected}, the client of task ${task}, or left out`
    problems.add(`notes[${index}].client_id`, `must be ${allowed}.`)
  }
}

/** The client and the segment of a shift's note, if it has them, belong to the shift. */
async function verifyShiftNotes(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.verify appointment_notes */
     with input as (
       select b.index, ${field('shift_id')} as shift, ${field('client_id')} as client, ${field('segment_id')} as segment,
         coalesce((b.row ->> 'client_left')::boolean, false) as has_left, s.row as shift_row
       from bundle_row b left join bundle_row s on s.org_id = $1 and s.list = 'shifts' and s.id = ${field('shift_id')}
       where b.org_id = $1 and b.list = 'appointment_notes' and coalesce(b.row ->> 'client_id', b.row ->> 'segment_id') is not null)
     select index, 'client_id' as field, format('must be a client of shift %s, or left out: the note is then of all of them.', shift) as message
     from input
     where client is not null and not has_left and not case when shift_row is null
       then exists (select from shift_client c where c.org_id = $1 and c.shift_id = shift and c.client_id = client)
       else shift_row -> 'client_ids' @> to_jsonb(client) end
     union all
     select index, 'segment_id', format('must be the id of a segment of shift %s.', shift)
     from input
     where segment is not null and not case when shift_row is null
       then exists (select from shift_segment c where c.org_id = $1 and c.shift_id = shift and c.id = segment)
       else shift_row -> 'segments' @> jsonb_build_array(jsonb_build_object('id', segment)) end
     order by index, field`,
    [orgId],
  )
  for (const { index, field, message } of rows) problems.add(`notes[${index}].${field}`, message)
}

/**
 * Locks the tasks or shifts whose notes will change, as every edit of a note does. Those that are not in the bundle get a new
 * updated_at: their records have their notes.
 */
async function touchParents(tx: pg.ClientBase, orgId: number, of: 'task' | 'shift', list: string): Promise<void> {
  const owners = `
    select ${of}_id from changed_${of}_note where org_id = $1
    union select n.${of}_id from ${of}_note n join changed_${of}_note c on c.org_id = $1 and c.id = n.id where n.org_id = $1`
  await tx.query(
    `/* bundle.lock ${of}_notes */ select from ${of} where org_id = $1 and id in (${owners}) order by id for no key update`,
    [orgId],
  )
  await tx.query(
    `/* bundle.touch ${of}_notes */
     update ${of} o set updated_at = now()
     where org_id = $1 and id in (${owners}) and not exists (select from bundle_row b where b.org_id = $1 and b.list = '${list}' and b.id = o.id)`,
    [orgId],
  )
}

/** After all notes are stored: updates their days to a new timezone, and seals full blocks so that searches are fast at once. */
async function followNotes(tx: pg.ClientBase, orgId: number, { zoneChanged, analyze }: ImportContext): Promise<void> {
  if (zoneChanged) {
    for (const of of ['task', 'shift']) {
      // As every change of their clients does.
      await tx.query(`/* bundle.lock ${of} */ select id from ${of} where org_id = $1 order by id for no key update`, [
        orgId,
      ])
      await tx.query(
        `/* bundle.zone ${of}_notes */ update ${of}_note set ${of}_id = ${of}_id where org_id = $1 and date is null`,
        [orgId],
      )
    }
  }
  const { rows } = await tx.query(
    `/* bundle.to_seal */ select client_id from client_note_state
     where org_id = $1 and next_ordinal >= (sealed + 1) * 256 order by client_id`,
    [orgId],
  )
  for (const { client_id } of rows) {
    await tx.query('/* bundle.seal */ select seal_client_notes($1, $2, 1000000)', [orgId, client_id])
  }
  if (rows.length > 0) await analyze('client_note', 'client_note_word', 'client_note_bits')
}
