import { type TSchema, Type } from 'typebox'
import type { Area } from '../access/areas.ts'
import { closed, id, words as marked, nullable, timestamp } from '../http/contract/schema.ts'

/** The kind of record that events are about. A type begins with its name: `shift.cancelled`. */
interface Subject {
  /** What a token must be able to read to see the events. Without an area every token sees them. */
  area?: Area
  /** Only tokens of the event's own connection see them. `isVisible` in feed.sql.ts knows the type. */
  ofConnection?: true
  /** The path of GET for the record. `{task_id}` is from the detail. Without one no request returns the record alone. */
  path?: string
  /** Id and ref in examples. */
  example: { id: number; ref?: string }
}

const subjects = {
  client: { area: 'clients', path: '/clients/{id}', example: { id: 7 } },
  business: { area: 'clients', example: { id: 1 } },
  note: { area: 'clients', path: '/notes/{ref}', example: { id: 5, ref: 'general:5' } },
  note_template: { area: 'clients', example: { id: 2 } },
  staff: { area: 'staff', path: '/staff/{id}', example: { id: 3 } },
  site: { area: 'roster', path: '/sites/{id}', example: { id: 4 } },
  shift: { area: 'roster', path: '/shifts/{ref}', example: { id: 912, ref: 'a:4411' } },
  task: { area: 'tasks', path: '/tasks/{id}', example: { id: 31 } },
  task_charge: { area: 'tasks', path: '/tasks/{task_id}', example: { id: 57 } },
  price_code: { area: 'tasks', example: { id: 14 } },
  billable: { area: 'finance', example: { id: 88 } },
  prospect: { area: 'prospects', path: '/prospects/{id}', example: { id: 12 } },
  prospect_options: { area: 'prospects', path: '/prospects/options', example: { id: 1 } },
  form: { area: 'forms', path: '/forms/{id}', example: { id: 2 } },
  form_submission: { area: 'forms', path: '/form-submissions/{id}', example: { id: 40 } },
  space: { area: 'reports', example: { id: 1 } },
  insight: { area: 'reports', path: '/reports/insights/{id}', example: { id: 6 } },
  dashboard: { area: 'reports', path: '/reports/dashboards/{id}', example: { id: 1 } },
  organisation: { path: '/organisation', example: { id: 1 } },
  webhook: { ofConnection: true, path: '/webhooks/{id}', example: { id: 1 } },
} as const satisfies Record<string, Subject>

export type SubjectType = keyof typeof subjects
/** Records of which an organisation has one: their events have no id of a subject. */
const single: ReadonlySet<string> = new Set<SubjectType>(['prospect_options', 'organisation'])

type DetailSchema = TSchema & { properties?: Record<string, TSchema> }

/** The type of an event, as declared. */
interface Declaration {
  description: string
  /** Names of fields in examples. */
  fields?: readonly string[]
  /** Without it the detail is null. */
  detail?: DetailSchema
  /** Whether the detail may be null too. */
  mayLackDetail?: boolean
  example?: Record<string, unknown>
}

const fieldsOf = (fields: Record<string, TSchema>): DetailSchema => Type.Object(fields, closed)
/** Values, and what people have written, are for those who may read the record. They are never sent to webhooks. */
const inFeedAlone = { inFeedAlone: true }
const words = (description: string) => Type.String({ description, ...inFeedAlone, ...marked })
const state = (description: string) => Type.String({ description })
const taskId = { task_id: id('The task of the charge or billable.') }
const chargeId = { charge_id: id('The charge that the billable is made from.') }
const noteId = { note_id: id('The added note.') }
const version = { version: Type.Integer({ description: 'The published version.' }) }
const calendarDetail = { detail: state('busy, shift or full.') }
const moved = { from: state('The state before.'), to: state('The state after.') }

const conflicts = (description: string) =>
  Type.Array(
    Type.Object({
      code: Type.String({ description: 'The code of the conflict.' }),
      staff_id: Type.Optional(id()),
      client_id: Type.Optional(id()),
      ref: Type.Optional(Type.String({ description: 'The other shift.' })),
    }),
    { description },
  )
const overridden = {
  override_reason: Type.Optional(words('Why the conflicts were overridden.')),
  overridden: Type.Optional(conflicts('Conflicts that the request overrode.')),
}
const overriddenExample = { override_reason: 'Agreed by phone', overridden: [{ code: 'staff_double', staff_id: 3 }] }
const clockTimes = (description: string) =>
  Type.Object({ check_in: nullable(timestamp()), check_out: nullable(timestamp()) }, { description, ...inFeedAlone })
const clocked = {
  staff_id: id('The staff member.'),
  status: state('The status of the shift after it.'),
}

const importCounts = Type.Record(
  Type.String(),
  Type.Object({
    created: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    removed: Type.Optional(Type.Integer()),
  }),
  { description: 'The number of records of each list of the bundle.' },
)

/** Every type of event. An event has the names of changed fields, never their values. */
const declared = {
  'client.created': { description: 'A client was created.', fields: ['first_name', 'last_name'] },
  'client.updated': { description: 'Fields of a client changed.', fields: ['address'] },
  'client.archived': {
    description: 'A client’s status became Archived; other fields may have changed with it.',
    fields: ['status'],
  },
  'client.restored': {
    description: 'A client’s status became Active again; other fields may have changed with it.',
    fields: ['status'],
  },
  'business.created': { description: 'A business location was created.', fields: ['name'] },
  'business.updated': { description: 'Fields of a business location changed.', fields: ['name'] },
  'business.deleted': { description: 'A business location was deleted.' },
  'note.created': {
    description: 'A general note was created; detail has the client.',
    fields: ['notes'],
    detail: fieldsOf({ client_id: id('The client of the note.') }),
    example: { client_id: 7 },
  },
  'note.updated': {
    description:
      'Fields of a general note or of a task’s note changed; detail has its kind, and the task, whose record has the note too.',
    fields: ['notes'],
    detail: fieldsOf({
      kind: Type.String({ description: 'General or Task.' }),
      task_id: Type.Optional(id('The task of a task’s note.')),
    }),
    example: { kind: 'General' },
  },
  'note_template.created': { description: 'A note template was created.', fields: ['name', 'questions'] },
  'note_template.updated': {
    description: 'The name or the questions of a note template changed.',
    fields: ['questions'],
  },
  'note_template.deleted': { description: 'A note template was deleted; notes keep their answers.' },
  'staff.created': { description: 'A staff member was created.', fields: ['first_name', 'last_name'] },
  'staff.updated': { description: 'Fields of a staff member changed.', fields: ['email'] },
  'staff.status_changed': {
    description: 'A staff member’s status changed; detail has from, to and the reason.',
    fields: ['status'],
    detail: fieldsOf({ ...moved, reason: Type.Optional(words('The reason that was given.')) }),
    example: { from: 'Active', to: 'Inactive', reason: 'Moved interstate' },
  },
  'staff.calendar_created': {
    description:
      'A connection created the calendar of a staff member’s roster; detail has how much of a shift the calendar shows.',
    fields: ['detail', 'days_back', 'days_ahead'],
    detail: fieldsOf(calendarDetail),
    example: { detail: 'shift' },
  },
  'staff.calendar_changed': {
    description:
      'The settings of a staff member’s calendar changed; detail has how much of a shift the calendar shows.',
    fields: ['detail'],
    detail: fieldsOf(calendarDetail),
    example: { detail: 'full' },
  },
  'staff.calendar_deleted': { description: 'The calendar of a staff member’s roster ended.' },
  'site.created': { description: 'A site was created.', fields: ['name', 'type'] },
  'site.updated': {
    description: 'Fields of a site changed; a list of people counts as one field.',
    fields: ['participant_ids'],
  },
  'shift.created': {
    description:
      'A shift was created; detail has conflicts that were overridden with the reason, or people left out by its series.',
    fields: ['start', 'end', 'client_ids', 'staff_ids'],
    detail: fieldsOf({
      ...overridden,
      left_out: Type.Optional(conflicts('Conflicts because of which its series left people out.')),
    }),
    mayLackDetail: true,
    example: overriddenExample,
  },
  'shift.updated': {
    description: 'Fields of a shift changed; detail has conflicts that were overridden, with the reason.',
    fields: ['start', 'end'],
    detail: fieldsOf(overridden),
    mayLackDetail: true,
    example: overriddenExample,
  },
  'shift.published': {
    description: 'A draft became scheduled; detail has conflicts that were overridden, with the reason.',
    fields: ['status'],
    detail: fieldsOf(overridden),
    mayLackDetail: true,
    example: overriddenExample,
  },
  'shift.unpublished': { description: 'A scheduled shift became a draft again.', fields: ['status'] },
  'shift.clocked_in': {
    description: 'A staff member clocked in; detail has the staff member and the status of the shift.',
    fields: ['status', 'attendance'],
    detail: fieldsOf(clocked),
    example: { staff_id: 3, status: 'started' },
  },
  'shift.clocked_out': {
    description: 'A staff member clocked out; detail has the staff member and the status of the shift.',
    fields: ['status', 'attendance'],
    detail: fieldsOf(clocked),
    example: { staff_id: 3, status: 'completed' },
  },
  'shift.attendance_corrected': {
    description:
      'A person’s clock times were entered or corrected; detail has the staff member, from, to, the reason and the status of the shift.',
    fields: ['attendance'],
    detail: fieldsOf({
      ...clocked,
      from: clockTimes('The times before.'),
      to: clockTimes('The times after.'),
      reason: words('The reason that was given.'),
    }),
    example: {
      staff_id: 3,
      status: 'completed',
      from: { check_in: '2026-11-15T22:00:00Z', check_out: null },
      to: { check_in: '2026-11-15T22:00:00Z', check_out: '2026-11-16T02:00:00Z' },
      reason: 'Forgot to clock out',
    },
  },
  'shift.cancelled': {
    description: 'A shift was cancelled; detail has by whom and the reason.',
    fields: ['status', 'cancellation'],
    detail: fieldsOf({ cancelled_by: state('Who cancelled it.'), reason: words('The reason that was given.') }),
    example: { cancelled_by: 'client', reason: 'In hospital' },
  },
  'shift.restored': {
    description: 'A cancelled shift became scheduled again; detail has conflicts that were overridden.',
    fields: ['status', 'cancellation'],
    detail: fieldsOf(overridden),
    mayLackDetail: true,
    example: overriddenExample,
  },
  'shift.deleted': {
    description: 'A shift that had started or was cancelled was deleted; GET /appointments still lists it.',
  },
  'shift.removed': { description: 'A shift that never happened was removed for good.' },
  'shift.note_added': {
    description: 'A note was added to a shift; detail has its id.',
    fields: ['notes'],
    detail: fieldsOf(noteId),
    example: { note_id: 77 },
  },
  'task.created': { description: 'A task was created, by a request or by its series.', fields: ['title', 'date'] },
  'task.updated': { description: 'Fields of a task changed.', fields: ['date'] },
  'task.completed': {
    description: 'A task was completed; other fields may have changed with it.',
    fields: ['completed'],
  },
  'task.reopened': {
    description: 'A completed task was opened again; other fields may have changed with it.',
    fields: ['completed'],
  },
  'task.deleted': { description: 'A task was deleted, with its charges, notes and documents.' },
  'task.note_added': {
    description: 'A note was added to a task; detail has its id.',
    fields: ['notes'],
    detail: fieldsOf(noteId),
    example: { note_id: 21 },
  },
  'task.document_added': {
    description: 'A document was added to a task; detail has its id.',
    fields: ['documents'],
    detail: fieldsOf({ document_id: id('The added document.') }),
    example: { document_id: 9 },
  },
  'task_charge.created': {
    description: 'A charge was added to a task; detail has the task.',
    detail: fieldsOf(taskId),
    example: { task_id: 31 },
  },
  'task_charge.updated': {
    description: 'Fields of a charge changed; detail has the task.',
    fields: ['minutes', 'total_cost'],
    detail: fieldsOf(taskId),
    example: { task_id: 31 },
  },
  'task_charge.deleted': {
    description: 'A charge was deleted; detail has the task.',
    detail: fieldsOf(taskId),
    example: { task_id: 31 },
  },
  'task_charge.made_primary': {
    description: 'A charge became the primary one of its task; detail has the task.',
    fields: ['primary'],
    detail: fieldsOf(taskId),
    example: { task_id: 31 },
  },
  'price_code.created': { description: 'A price was added to the price list.', fields: ['price'] },
  'price_code.updated': {
    description: 'A price of the price list changed, or ends with the beginning of a new one.',
    fields: ['effective_to'],
  },
  'billable.created': {
    description: 'A charge of a completed task became a pending billable; detail has task and charge.',
    detail: fieldsOf({ ...taskId, ...chargeId }),
    example: { task_id: 31, charge_id: 57 },
  },
  'billable.updated': {
    description:
      'A pending billable was updated because its charge changed, or a void one because its charge or task was deleted; detail has the task.',
    detail: fieldsOf(taskId),
    example: { task_id: 31 },
  },
  'billable.removed': {
    description:
      'A pending billable was removed because its task is no longer completed, is no longer billable or was deleted; detail has task and charge.',
    detail: fieldsOf({ ...taskId, ...chargeId }),
    example: { task_id: 31, charge_id: 57 },
  },
  'billable.invoiced': {
    description: 'A billable was invoiced; detail has the task and the invoice number.',
    fields: ['status', 'invoice_number'],
    detail: fieldsOf({ ...taskId, invoice_number: Type.String({ description: 'The number of the invoice.' }) }),
    example: { task_id: 31, invoice_number: 'INV-2041' },
  },
  'billable.voided': {
    description: 'An invoiced billable became void; detail has the task, the invoice number and the reason.',
    fields: ['status', 'void_reason'],
    detail: fieldsOf({
      ...taskId,
      invoice_number: Type.String({ description: 'The number of the invoice.' }),
      reason: words('The reason that was given.'),
    }),
    example: { task_id: 31, invoice_number: 'INV-2041', reason: 'Wrong funding body' },
  },
  'prospect.created': { description: 'A prospect was created.', fields: ['first_name', 'stage'] },
  'prospect.updated': {
    description: 'Fields of a prospect changed; its attributes count as one.',
    fields: ['attributes'],
  },
  'prospect.stage_changed': {
    description: 'A prospect moved to another stage; detail has from and to. Other fields may have changed with it.',
    fields: ['stage'],
    detail: fieldsOf(moved),
    example: { from: 'New', to: 'Contacted' },
  },
  'prospect.note_added': {
    description: 'A note was added to a prospect; detail has its id.',
    fields: ['notes'],
    detail: fieldsOf(noteId),
    example: { note_id: 16 },
  },
  'prospect.converted': {
    description:
      'A prospect became a client; detail has the client’s id, whether it was created or linked, and from and to of a stage that moved with it.',
    fields: ['converted', 'client_id', 'stage'],
    detail: fieldsOf({
      client_id: id('The client.'),
      conversion: state('created or linked.'),
      from: Type.Optional(state('The stage before.')),
      to: Type.Optional(state('The stage after.')),
    }),
    example: { client_id: 7, conversion: 'created', from: 'Contacted', to: 'Won' },
  },
  'prospect_options.updated': {
    description:
      'Options of prospects changed; fields has the lists. Prospects that have another option now have events of their own.',
    fields: ['stages'],
  },
  'form.created': { description: 'A form was created, as a draft.', fields: ['name'] },
  'form.updated': {
    description: 'Parts of a form changed; its steps count as one. People see it once the form is published again.',
    fields: ['steps'],
  },
  'form.published': {
    description: 'A form was published, or opened again; detail has the version.',
    fields: ['published'],
    detail: fieldsOf(version),
    example: { version: 3 },
  },
  'form.unpublished': {
    description: 'A form was closed; detail has the version.',
    fields: ['published'],
    detail: fieldsOf(version),
    example: { version: 3 },
  },
  'form_submission.created': {
    description: 'A form was submitted; detail has the form, and the prospect that it created.',
    fields: ['answers'],
    detail: fieldsOf({ form_id: id('The form.'), prospect_id: Type.Optional(id('The prospect that it created.')) }),
    example: { form_id: 2, prospect_id: 12 },
  },
  'form_submission.updated': {
    description: 'A note was added to the history of a submission.',
    fields: ['note'],
  },
  'form_submission.status_changed': {
    description: 'A submission’s status changed; detail has from, to and the note.',
    fields: ['status', 'note'],
    detail: fieldsOf({ ...moved, note: Type.Optional(words('The note that was added with it.')) }),
    example: { from: 'Open', to: 'Closed', note: 'Spoke with the family' },
  },
  'space.created': { description: 'A space for insights and dashboards was created.', fields: ['name'] },
  'space.updated': {
    description: 'The name of a space changed, or its subfolders, which count as one field.',
    fields: ['subfolders'],
  },
  'space.deleted': { description: 'An empty space was deleted.' },
  'insight.created': { description: 'An insight was created.', fields: ['name', 'spec'] },
  'insight.updated': { description: 'Fields of an insight changed; its spec counts as one.', fields: ['spec'] },
  'insight.deleted': {
    description: 'An insight was deleted; detail has the dashboards that lost its cards.',
    detail: fieldsOf({ dashboard_ids: Type.Array(id(), { description: 'Dashboards that showed it.' }) }),
    example: { dashboard_ids: [1] },
  },
  'dashboard.created': { description: 'A dashboard was created.', fields: ['name'] },
  'dashboard.updated': {
    description:
      'Fields of a dashboard changed; its settings and its cards count as one each. Detail has the insight whose deletion took cards away.',
    fields: ['cards'],
    detail: fieldsOf({ insight_id: id('The deleted insight.') }),
    mayLackDetail: true,
    example: { insight_id: 6 },
  },
  'dashboard.deleted': { description: 'A dashboard was deleted, with its cards.' },
  'organisation.updated': {
    description: 'The organisation’s name, time zone, colour or logo changed.',
    fields: ['timezone'],
  },
  'organisation.imported': {
    description:
      'A bundle was imported; detail has the number of records of each list. It is the only event of all these records: read them anew.',
    detail: importCounts,
    example: { clients: { created: 12, updated: 3, unchanged: 40 } },
  },
  'webhook.disabled': {
    description:
      'A webhook was disabled; detail has the reason: gone (its receiver answered 410), failing (five days without a success) or request. Only its own connection sees the event.',
    fields: ['status'],
    detail: fieldsOf({
      webhook_id: id('The webhook.'),
      reason: state('gone, failing or request.'),
    }),
    example: { webhook_id: 1, reason: 'failing' },
  },
} as const satisfies Record<`${SubjectType}.${string}`, Declaration>

export type EventType = keyof typeof declared
/** Types whose events name their subject by its id alone. */
export type EventTypeWithoutRef = Exclude<EventType, `shift.${string}` | `note.${string}`>

/** An event as it is stored and numbered. */
export interface StoredEvent {
  id: number
  type: EventType
  at: string
  subject_id: number
  ref: string | null
  fields: string[]
  detail: Record<string, unknown> | null
  connection: string | null
}

export interface EventRecord {
  id: number
  type: EventType
  at: string
  subject: { type: SubjectType; id: number | null; ref: string | null; path: string | null }
  fields: string[]
  detail: Record<string, unknown> | null
  connection: string | null
}

/** A type of event with everything that is derived from its declaration. */
export interface EventKind {
  type: EventType
  description: string
  subject: SubjectType
  area: Area | undefined
  /** The schema of the detail in the feed, and as it is sent to webhooks. */
  detail: TSchema
  sentDetail: TSchema
  example: StoredEvent
}

const subjectOf = (type: string) => type.slice(0, type.indexOf('.')) as SubjectType
const isInFeedAlone = (schema: object | undefined) => schema !== undefined && 'inFeedAlone' in schema
const sentIn = <T>(values: Record<string, T>, schemas: Record<string, TSchema>): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isInFeedAlone(schemas[name])))

function kindOf(type: EventType): EventKind {
  const { description, fields = [], detail, mayLackDetail = false, example }: Declaration = declared[type]
  const subject = subjectOf(type)
  const { area, example: record }: Subject = subjects[subject]
  const schemaOf = (isSent: boolean): TSchema => {
    if (!detail) return Type.Null()
    const schema = isSent && detail.properties ? fieldsOf(sentIn(detail.properties, detail.properties)) : detail
    // A detail that is too long is not sent.
    return mayLackDetail || isSent ? Type.Unsafe({ ...schema, type: ['object', 'null'] }) : schema
  }
  return {
    type,
    description,
    subject,
    area,
    detail: schemaOf(false),
    sentDetail: schemaOf(true),
    example: {
      ...{ id: 10_234, type, at: '2026-11-16T02:10:11.123456Z', subject_id: record.id, ref: record.ref ?? null },
      ...{ fields: [...fields], detail: example ?? null, connection: 'Payroll sync' },
    },
  }
}

export const eventKinds: ReadonlyMap<EventType, EventKind> = new Map(
  (Object.keys(declared) as EventType[]).map((type) => [type, kindOf(type)]),
)
export const eventTypes = [...eventKinds.keys()]
export const subjectTypes = Object.keys(subjects) as SubjectType[]

/** Names of ids in the details of version 0.2.0. */
const earlierNames: Partial<Record<EventType, Record<string, string>>> = {
  'note.created': { client: 'client_id' },
  'form_submission.created': { form: 'form_id', prospect: 'prospect_id' },
  'insight.deleted': { dashboards: 'dashboard_ids' },
  'dashboard.updated': { insight: 'insight_id' },
}

/** An event that version 0.2.0 has recorded, as it is recorded now. Only the refs of shifts are not known. */
function upgraded(event: StoredEvent): StoredEvent {
  const { type, detail, subject_id } = event
  const names = earlierNames[type]
  const isNote = subjectOf(type) === 'note'
  if (!names && !isNote) return event
  const noteRef = `${detail?.kind === 'Task' ? 'task' : 'general'}:${subject_id}`
  return {
    ...event,
    ref: isNote ? noteRef : event.ref,
    detail: detail && Object.fromEntries(Object.entries(detail).map(([name, value]) => [names?.[name] ?? name, value])),
  }
}

/** The event as GET /events returns it. Nothing of it is looked up later, so that it is the same at every time. */
export function eventRecord(stored: StoredEvent): EventRecord {
  const { id, type, at, subject_id, ref, fields, detail, connection } = upgraded(stored)
  return { id, type, at, subject: subjectRecord(type, subject_id, ref, detail), fields, detail, connection }
}

/** The record that an event is about. */
export function subjectRecord(
  type: EventType,
  id: number,
  ref: string | null,
  detail: StoredEvent['detail'],
): EventRecord['subject'] {
  const subject = subjectOf(type)
  return {
    type: subject,
    id: isSingle(subject) ? null : id,
    ref,
    path: pathOf(type, { id, ref, task_id: detail?.task_id }),
  }
}

/** A path up to the value that it ends with, if it has one. Filling in a pattern took most of the time of a page. */
const paths = Object.fromEntries(
  subjectTypes.map((subject) => {
    const { path }: Subject = subjects[subject]
    const [, beginning, name] = /^([^{]+)(?:\{(\w+)\})?$/.exec(path ?? '') ?? []
    return [subject, { beginning, name }]
  }),
) as Record<SubjectType, { beginning: string | undefined; name: string | undefined }>

/** Null where the record is gone, or no request returns it alone. */
function pathOf(type: EventType, values: Record<string, unknown>): string | null {
  if (type.endsWith('.deleted') || type.endsWith('.removed')) return null
  const { beginning, name } = paths[subjectOf(type)]
  if (beginning === undefined || name === undefined) return beginning ?? null
  return values[name] === null || values[name] === undefined ? null : `${beginning}${values[name]}`
}

/** The event as webhooks get it. */
export function sentEvent(event: EventRecord): EventRecord {
  const { properties }: DetailSchema = (declared[event.type] as Declaration).detail ?? {}
  return event.detail && properties ? { ...event, detail: sentIn(event.detail, properties) } : event
}

/** Whether an organisation has one such record, without an id. */
export const isSingle = (subject: SubjectType): boolean => single.has(subject)
export const areaOf = (subject: SubjectType): Area | undefined => (subjects[subject] as Subject).area
