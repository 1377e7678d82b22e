import { Type } from 'typebox'
import { noteStream, saysNoMore } from '../../bundle/plain-notes.ts'
import { section, zone } from '../../bundle/section.ts'
import { id } from '../../http/contract/schema.ts'
import { revisionsOf, shownExtras, shownLists, shownRevisions, shownTemplate } from './export.ts'
import { author, checkNote, fieldsOf, idOrNull, revisions, template } from './fields.ts'
import { followNotes, touchOwners, verifyShiftNotes, verifyTaskNotes } from './write.ts'

/**
 * Notes are one list and three tables, each with ids of its own. Those of tasks and shifts that say no more than their task or
 * shift can show are nested there instead.
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
const common = { check: checkNote, ids, kept: noteStream }
const revised = { 'revisions[].template_id': 'note_templates' }

/** A note without a date is of the day it has, or else of the day it was written. */
export const generalNotes = section({
  ...common,
  list: 'general_notes',
  part: { of: 'notes', kind: 'General' },
  table: 'note',
  fields: fieldsOf('General', id()),
  shown: { kind: `'General'`, ...shownLists },
  values: {
    ...values,
    date: `coalesce(sent.date, stored.date, (coalesce(sent.created_at, now()) at time zone ${zone})::date)`,
  },
  extras: {
    fields: { employee_id: idOrNull() },
    nested: { author, template, revisions },
    shown: shownExtras({
      employee_id: 'r.employee_id',
      author: 'case when r.author_id is null then r.author_name end',
      template: shownTemplate,
      revisions: shownRevisions('note_id'),
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
  shown: {
    kind: `'Task'`,
    client_id: '(select t.client_id from task t where t.org_id = r.org_id and t.id = r.task_id)',
    note_type: 'r.type',
    ...shownLists,
  },
  values: { ...values, type: `b.row ->> 'note_type'` },
  extras: {
    fields: { employee_id: idOrNull(), task_id: id() },
    nested: { author, template, revisions },
    shown: shownExtras({
      employee_id: 'r.employee_id',
      author: 'case when r.author_id is null then r.author_name end',
      template: shownTemplate,
      task_id: 'r.task_id',
      revisions: shownRevisions('task_note_id'),
    }),
  },
  listed: `not ${saysNoMore.task('r')}`,
  links: { client_id: 'clients', task_id: 'tasks', ...staff, ...revised },
  children: [revisionsOf('task_notes', 'task_note_id')],
  verify: verifyTaskNotes,
  before: (tx, orgId) => touchOwners(tx, orgId, 'task', 'tasks'),
})

/** The author of a shift's note is its staff member. A note of a client who has left the shift says so. */
export const appointmentNotes = section({
  ...common,
  list: 'appointment_notes',
  part: { of: 'notes', kind: 'Appointment' },
  table: 'shift_note',
  fields: fieldsOf('Appointment', idOrNull()),
  shown: { kind: `'Appointment'`, author_id: 'r.staff_id', ...shownLists },
  values: { ...values, staff_id: `(b.row ->> 'author_id')::bigint` },
  extras: {
    fields: { employee_id: idOrNull(), shift_id: id(), segment_id: idOrNull() },
    nested: { author, template, client_left: Type.Optional(Type.Boolean({ default: false })) },
    shown: shownExtras({
      employee_id: 'r.employee_id',
      author: 'case when r.staff_id is null then r.author_name end',
      template: shownTemplate,
      shift_id: 'r.shift_id',
      segment_id: 'r.segment_id',
      client_left: `
        case when r.client_id is not null and not exists (
          select from shift_client c where c.org_id = r.org_id and c.shift_id = r.shift_id and c.client_id = r.client_id) then true end`,
    }),
  },
  listed: `not ${saysNoMore.shift('r')}`,
  links: { client_id: 'clients', shift_id: 'shifts', ...staff },
  verify: verifyShiftNotes,
  before: (tx, orgId) => touchOwners(tx, orgId, 'shift', 'shifts'),
  after: followNotes,
})
