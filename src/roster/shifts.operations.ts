import { Type } from 'typebox'
import { pageQuery, updatedSince, windowQuery } from '../http/paging.ts'
import { dataOf, id, oneOf, pageOf, ref } from '../http/schema.ts'
import { Conflict } from './conflicts.schema.ts'
import { actions, moveTable, shiftStatuses } from './moves.ts'
import * as bodies from './shifts.bodies.ts'
import { conflictExample, noteExample, shiftExample } from './shifts.examples.ts'
import { Shift, ShiftNote } from './shifts.schema.ts'

/** The roster's operations as the specification shows them. */
const tags = ['Roster']
const params = bodies.RefParams
const one = dataOf(ref(Shift))
const conflicts = Type.Optional(
  Type.Array(ref(Conflict), { description: 'Warnings, and blocks that were overridden; left out when there are none' }),
)
const dry_run = Type.Optional(
  Type.Boolean({ description: 'true in a dry run: nothing was written, and no ref or id that is new is kept' }),
)
const from = actions

const BulkItem = Type.Object({
  ref: Type.String(),
  ok: Type.Boolean(),
  message: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
})
const bulk = Type.Object({ succeeded: Type.Integer(), failed: Type.Integer(), results: Type.Array(BulkItem) })
const clocked = Type.Object({
  ref: Type.String(),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  results: Type.Array(Type.Object({ staff: Type.String(), ok: Type.Boolean() })),
})
const seriesChange = Type.Optional(
  Type.Object({
    changed: Type.Integer({ description: 'Later shifts that were changed; with a new rule, removed' }),
    created: Type.Optional(Type.Integer({ description: 'Shifts that a new rule made' })),
    skipped: Type.Array(Type.Object({ ref: Type.String(), reason: Type.String() }), {
      description: 'Later shifts that were left as they are, and why',
    }),
  }),
)

export const listShifts = {
  operationId: 'listShifts',
  summary: 'List shifts',
  description:
    'Shifts in the order of their ids, each as GET /shifts/{ref} gives it. Filters narrow together. Deleted shifts are not listed.',
  tags,
  querystring: Type.Object({
    ...pageQuery(100, 50),
    ...windowQuery('shifts'),
    client_id: Type.Optional(id('Only shifts with this client')),
    staff_id: Type.Optional(id('Only shifts with this staff member')),
    site_id: Type.Optional(id('Only shifts at this site')),
    status: Type.Optional(oneOf(shiftStatuses, { description: 'Only shifts of exactly this status' })),
    updated_since: updatedSince('shifts'),
  }),
  response: { 200: pageOf(ref(Shift)) },
  examples: { answer: { data: [shiftExample], meta: { page: 1, per_page: 50, total: 1, last_page: 1 } } },
}
export const getShift = {
  operationId: 'getShift',
  summary: 'Get a shift',
  description:
    'One shift by its ref. Any appointment of a shift leads to it as a:<appointment id>; the answer has the ref it is known by. Pay is never included.',
  tags,
  params,
  response: { 200: one },
  examples: { answer: { data: shiftExample } },
}
export const getConflicts = {
  operationId: 'getShiftConflicts',
  summary: 'Find what conflicts with a shift',
  description:
    'What speaks against the shift as it stands: people who are on another shift at the same time (two shifts that touch do not overlap; drafts count, cancelled shifts do not), staff who are not active or not compliant, archived clients, a site that is full.',
  tags,
  params,
  response: { 200: dataOf(Type.Array(ref(Conflict))) },
  examples: { answer: { data: [conflictExample] } },
}
export const createShift = {
  operationId: 'createShift',
  summary: 'Create a shift',
  description: `Creates a draft, or with publish a scheduled shift. With recurrence it is the first of a series, whose shifts are made up to 12 weeks ahead at once and then day by day. A blocking conflict is a 422 that lists the conflicts (the first 100), unless override_conflicts and override_reason accept it.

What may be done with a shift depends on its status:

${moveTable}`,
  tags,
  body: ref(bodies.ShiftCreate),
  response: {
    200: Type.Object({
      dry_run,
      data: ref(Shift),
      series: Type.Optional(Type.Object({ id: id(), created: Type.Integer() })),
      conflicts,
    }),
    201: Type.Object({
      data: ref(Shift),
      series: Type.Optional(
        Type.Object({ id: id('The new series'), created: Type.Integer({ description: 'Shifts made at once' }) }),
      ),
      conflicts,
    }),
  },
  examples: {
    body: {
      type: 'single',
      title: 'Morning visit',
      start: '2026-11-16 09:00:00',
      end: '2026-11-16 11:00:00',
      client_ids: [7],
      staff_ids: [31],
      services: [{ staff_id: 31, service: 'Personal care' }],
      publish: true,
      recurrence: { every: 1, unit: 'Week', on_days: ['Mon'], ends_on: '2026-12-31' },
    },
    answer: { data: shiftExample, series: { id: 5, created: 7 } },
  },
}
export const editShift = {
  operationId: 'editShift',
  summary: 'Change a shift',
  description: `Changes only the fields sent, while the shift is ${from.edit.from.join(', ')}. With scope this_and_following the later shifts of its series change too and the series splits here: started, completed and cancelled shifts and those edited alone are kept and listed under skipped. A new recurrence makes the later shifts anew; null ends the series with this shift.`,
  tags,
  params,
  body: ref(bodies.ShiftPatch),
  response: {
    200: Type.Object({
      dry_run,
      updated: Type.Array(Type.String(), { description: 'Names of the fields that really changed' }),
      data: ref(Shift),
      series: seriesChange,
      conflicts,
    }),
  },
  examples: {
    body: { start: '2026-11-16 09:30:00', scope: 'this_and_following' },
    answer: {
      updated: ['start'],
      data: { ...shiftExample, start: '2026-11-16 09:30:00', start_at: '2026-11-15T22:30:00.000000Z', minutes: 90 },
      series: { changed: 5, skipped: [{ ref: 'a:893', reason: 'It was edited alone.' }] },
    },
  },
}
export const deleteShifts = {
  operationId: 'deleteShifts',
  summary: 'Delete shifts',
  description:
    'Deletes 1 to 50 shifts, each for itself. One that has started, is completed or cancelled is kept out of sight: GET /appointments shows it with is_deleted 1. Others are removed. An unknown or already deleted ref is reported and does not fail the request. this_and_following also takes the later shifts of the series, which then makes no more.',
  tags,
  body: ref(bodies.ShiftDelete),
  response: { 200: bulk },
  examples: {
    body: { refs: ['a:880', 'g:101'], scope: 'this' },
    answer: {
      succeeded: 1,
      failed: 1,
      results: [
        { ref: 'a:880', ok: true, message: 'The shift was removed.' },
        { ref: 'g:101', ok: false, error: 'The shift is already deleted.' },
      ],
    },
  },
}
export const publishShifts = {
  operationId: 'publishShifts',
  summary: 'Publish draft shifts',
  description:
    'Makes drafts scheduled, each for itself. A draft with a blocking conflict that nobody accepted stays a draft and is reported.',
  tags,
  body: ref(bodies.ShiftPublish),
  response: { 200: bulk },
  examples: {
    body: { refs: ['a:880'] },
    answer: { succeeded: 1, failed: 0, results: [{ ref: 'a:880', ok: true, message: 'The shift was published.' }] },
  },
}
export const unpublishShifts = {
  operationId: 'unpublishShifts',
  summary: 'Take published shifts back to drafts',
  description: 'Makes scheduled shifts drafts again, each for itself. Nobody may have clocked in.',
  tags,
  body: ref(bodies.ShiftRefs),
  response: { 200: bulk },
  examples: {
    body: { refs: ['a:880'] },
    answer: { succeeded: 1, failed: 0, results: [{ ref: 'a:880', ok: true, message: 'The shift is a draft again.' }] },
  },
}
const clocking = {
  body: { staff_ids: [31] },
  answer: { ref: 'a:880', succeeded: 1, failed: 0, results: [{ staff: 'Ana Li', ok: true }] },
}
export const clockIn = {
  operationId: 'clockIn',
  summary: 'Clock staff in',
  description:
    'Clocks staff in to a published shift now, all of them or none. Somebody who is clocked in already is a 422 with "<name> is already clocked in.".',
  tags,
  params,
  body: ref(bodies.Clocking),
  response: { 200: clocked },
  examples: clocking,
}
export const clockOut = {
  operationId: 'clockOut',
  summary: 'Clock staff out',
  description: 'Clocks staff out now, all of them or none. When nobody is clocked in any more the shift is completed.',
  tags,
  params,
  body: ref(bodies.Clocking),
  response: { 200: clocked },
  examples: clocking,
}
const cancellation = {
  cancelled_at: '2026-11-14T04:10:00.000000Z',
  cancelled_by: 'client',
  reason: 'In hospital',
  note: null,
  short_notice: true,
  charge_client: true,
}
export const cancelShift = {
  operationId: 'cancelShift',
  summary: 'Cancel a shift',
  description:
    'Cancels a draft or scheduled shift. short_notice is set when it starts in less than 7 days. With this_and_following the later shifts of the series are cancelled too, and it makes no more.',
  tags,
  params,
  body: ref(bodies.ShiftCancel),
  response: { 200: Type.Object({ data: ref(Shift), series: seriesChange }) },
  examples: {
    body: { cancelled_by: 'client', reason: 'In hospital' },
    answer: { data: { ...shiftExample, status: 'cancelled', cancellation } },
  },
}
export const restoreShift = {
  operationId: 'restoreShift',
  summary: 'Put a cancelled shift back',
  description: 'Makes a cancelled shift scheduled again, if nothing blocks it by now. The body may be left out.',
  tags,
  params,
  body: ref(bodies.ShiftRestore),
  response: { 200: Type.Object({ data: ref(Shift), conflicts }) },
  examples: { body: {}, answer: { data: shiftExample } },
}
export const addNote = {
  operationId: 'addShiftNote',
  summary: 'Add a note to a shift',
  description: 'Adds a note to a shift in any state, or to one of its segments.',
  tags,
  params,
  body: ref(bodies.NoteCreate),
  response: { 201: dataOf(ref(ShiftNote)) },
  examples: { body: { notes: noteExample.notes, staff_id: 31 }, answer: { data: noteExample } },
}
