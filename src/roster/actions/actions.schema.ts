import { type TSchema, Type } from 'typebox'
import { noteLimitText } from '../../http/contract/record-limits.ts'
import { dataOf, isDryRun, ref } from '../../http/contract/schema.ts'
import { Conflict } from '../conflicts/conflicts.schema.ts'
import { actions, list } from '../shifts/moves.ts'
import {
  AttendanceCorrection,
  Clocking,
  conflicts,
  NoteCreate,
  noteExample,
  params,
  Shift,
  ShiftCancel,
  ShiftDelete,
  ShiftDeleteQuery,
  ShiftNote,
  ShiftPublish,
  ShiftRefs,
  ShiftRestore,
  seriesResult,
  shiftExample,
  tags,
} from '../shifts/shifts.schema.ts'

const bulkItem = {
  ref: Type.String(),
  ok: Type.Boolean(),
  message: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
}
const bulkOf = <T extends TSchema>(item: T) =>
  Type.Object({
    dry_run: isDryRun,
    succeeded: Type.Integer(),
    failed: Type.Integer(),
    results: Type.Array(item),
  })
const bulk = bulkOf(Type.Object(bulkItem))
const published = bulkOf(
  Type.Object({
    ...bulkItem,
    conflicts: Type.Optional(
      Type.Array(ref(Conflict), {
        description:
          'The first 100 conflicts of a draft that was not published because of one that blocks. Omitted once a response has 500.',
      }),
    ),
  }),
)
const clocked = Type.Object({
  ref: Type.String(),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  results: Type.Array(Type.Object({ staff: Type.String(), ok: Type.Boolean() })),
})
export const deleteShifts = {
  operationId: 'deleteShifts',
  sdk: 'shifts.delete',
  summary: 'Delete shifts',
  description:
    'Deletes 1 to 50 shifts, independently of each other. Drafts and scheduled shifts are removed. Started, completed and cancelled shifts are hidden: GET /appointments still lists them with is_deleted 1. An unknown or already deleted ref is reported and does not fail the request. this_and_following also deletes the later shifts of the series and ends it. A dry_run may be in the body or the query.',
  tags,
  querystring: ShiftDeleteQuery,
  body: ref(ShiftDelete),
  returns: 'The result for each ref: deleted, or why not.',
  response: { 200: bulk },
  examples: {
    requests: [
      { name: 'one', body: { refs: ['a:808', 'g:999999'], scope: 'this' } },
      { name: 'dry run', query: { dry_run: true }, body: { refs: ['a:801'] } },
      { name: 'dry run in the body', body: { refs: ['a:801'], dry_run: true } },
    ],
    response: {
      succeeded: 1,
      failed: 1,
      results: [
        { ref: 'a:808', ok: true, message: 'The shift was removed.' },
        { ref: 'g:999999', ok: false, error: 'Shift not found.' },
      ],
    },
  },
}
export const publishShifts = {
  operationId: 'publishShifts',
  sdk: 'shifts.publish',
  summary: 'Publish draft shifts',
  description:
    'Publishes drafts, independently of each other: they become scheduled. A draft with a blocking conflict that is not overridden stays a draft and is reported with its conflicts. At most 10,000 appointments are published at once.',
  tags,
  body: ref(ShiftPublish),
  returns: 'The result for each ref: published, or why not.',
  response: { 200: published },
  examples: {
    requests: [
      { name: 'one', body: { refs: ['a:802'] } },
      { name: 'dry run', body: { refs: ['a:817'], dry_run: true } },
    ],
    response: { succeeded: 1, failed: 0, results: [{ ref: 'a:802', ok: true, message: 'The shift was published.' }] },
  },
}
export const unpublishShifts = {
  operationId: 'unpublishShifts',
  sdk: 'shifts.unpublish',
  summary: 'Unpublish shifts',
  description:
    'Makes scheduled shifts drafts again, independently of each other. A shift that has started cannot be unpublished.',
  tags,
  body: ref(ShiftRefs),
  returns: 'The result for each ref: a draft again, or why not.',
  response: { 200: bulk },
  examples: {
    requests: [
      { name: 'one', body: { refs: ['a:803'] } },
      { name: 'dry run', body: { refs: ['a:801'], dry_run: true } },
    ],
    response: {
      succeeded: 1,
      failed: 0,
      results: [{ ref: 'a:803', ok: true, message: 'The shift is a draft again.' }],
    },
  },
}
const clocking = (ref: string, staffId: number, staff: string) => ({
  requests: [{ path: { ref }, body: { staff_ids: [staffId] } }],
  response: { ref, succeeded: 1, failed: 0, results: [{ staff, ok: true }] },
})
export const clockIn = {
  operationId: 'clockIn',
  sdk: 'shifts.clockIn',
  summary: 'Clock staff in',
  description:
    'Clocks staff in to a published shift at the current time, all of them or none. A staff member who is already clocked in is a 422 with "<name> is already clocked in.". Until the end of the shift this is also possible after the others have clocked out: a completed shift is then started again.',
  tags,
  params,
  body: ref(Clocking),
  returns: 'The staff members who are now clocked in.',
  response: { 200: clocked },
  examples: clocking('a:804', 101, 'Jack Doyle'),
}
export const clockOut = {
  operationId: 'clockOut',
  sdk: 'shifts.clockOut',
  summary: 'Clock staff out',
  description:
    'Clocks staff out at the current time, all of them or none. When the last one clocks out, the shift is completed. A staff member who has clocked out cannot clock in again; PUT /shifts/{ref}/attendance corrects that.',
  tags,
  params,
  body: ref(Clocking),
  returns: 'The staff members who are now clocked out.',
  response: { 200: clocked },
  examples: clocking('a:805', 143, 'Ljubica Jovanović'),
}
const corrected = {
  ...{ staff: shiftExample.staff[0], check_in: '2026-11-14 09:02:00', check_out: '2026-11-14 11:05:00' },
  ...{ check_in_at: '2026-11-13T22:02:00.000000Z', check_out_at: '2026-11-14T00:05:00.000000Z' },
  ...{ worked_minutes: 123, corrected: true },
}
export const correctAttendance = {
  operationId: 'correctAttendance',
  sdk: 'shifts.correctAttendance',
  summary: 'Enter or correct clock times',
  description: `Enters, corrects or clears the clock times of one staff member. A time that is not sent stays; null clears it. The shift must be ${list(actions.correct_attendance.from)}.

check_out needs a check_in that is not later. A new time must not be in the future. It must be at most 24 hours before the start or after the end of the shift. A local time that occurs twice, when the clocks go back, is a 422 with both instants: send one of them.

The status follows as if the staff member had clocked: scheduled without times, started while one is in, completed when all who came have left. The event records the old times, the new times and the reason.`,
  tags,
  params,
  body: ref(AttendanceCorrection),
  returns: 'The shift with its new attendance and status.',
  response: { 200: dataOf(ref(Shift)) },
  examples: {
    requests: [
      {
        name: 'both times',
        path: { ref: 'a:813' },
        body: {
          ...{ staff_id: 101, check_in: '2026-11-14 09:02:00', check_out: '2026-11-14 11:05:00' },
          reason: 'Forgot the phone',
        },
      },
      {
        name: 'clock out as an instant',
        path: { ref: 'a:813' },
        body: { staff_id: 101, check_out: '2026-11-14T11:15:00+11:00', reason: 'Stayed until the nurse came' },
      },
      {
        name: 'cleared',
        path: { ref: 'a:813' },
        body: { staff_id: 101, check_in: null, check_out: null, reason: 'Clocked in to the wrong shift' },
      },
    ],
    response: {
      data: {
        ...{
          ...shiftExample,
          ref: 'a:813',
          status: 'completed',
          start: '2026-11-14 09:00:00',
          end: '2026-11-14 11:00:00',
        },
        ...{ start_at: '2026-11-13T22:00:00.000000Z', end_at: '2026-11-14T00:00:00.000000Z' },
        attendance: [corrected],
        recurrence: null,
      },
    },
  },
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
  sdk: 'shifts.cancel',
  summary: 'Cancel a shift',
  description:
    'Cancels a draft or scheduled shift. short_notice is true if the shift starts in less than 7 days. this_and_following also cancels the later shifts of the series and ends it.',
  tags,
  params,
  body: ref(ShiftCancel),
  returns: 'The cancelled shift, and the result for the later shifts of its series.',
  response: { 200: Type.Object({ dry_run: isDryRun, data: ref(Shift), series: seriesResult }) },
  examples: {
    requests: [
      { name: 'one', path: { ref: 'a:806' }, body: { cancelled_by: 'client', reason: 'In hospital' } },
      {
        name: 'dry run',
        path: { ref: 'a:801' },
        body: { cancelled_by: 'client', reason: 'In hospital', scope: 'this_and_following', dry_run: true },
      },
    ],
    response: { data: { ...shiftExample, ref: 'a:806', status: 'cancelled', cancellation } },
  },
}
export const restoreShift = {
  operationId: 'restoreShift',
  sdk: 'shifts.restore',
  summary: 'Restore a cancelled shift',
  description:
    'Makes a cancelled shift scheduled again. A blocking conflict is a 422, unless override_conflicts and override_reason accept it. The body is optional.',
  tags,
  params,
  body: ref(ShiftRestore),
  returns: 'The restored shift, and its conflicts if it has any.',
  response: { 200: Type.Object({ dry_run: isDryRun, data: ref(Shift), conflicts }) },
  examples: {
    requests: [
      { name: 'one', path: { ref: 'a:807' }, body: {} },
      { name: 'dry run', path: { ref: 'a:818' }, body: { dry_run: true } },
    ],
    response: { data: { ...shiftExample, ref: 'a:807' } },
  },
}
export const addNote = {
  operationId: 'addShiftNote',
  sdk: 'shifts.addNote',
  summary: 'Add a note to a shift',
  description: `Adds a note to a shift in any status, or to one of its segments. The notes of one shift have at most ${noteLimitText}.`,
  tags,
  params,
  body: ref(NoteCreate),
  returns: 'The created note of the shift.',
  response: { 201: dataOf(ref(ShiftNote)) },
  examples: {
    requests: [
      { name: 'of the shift', path: { ref: 'a:801' }, body: { notes: noteExample.notes, staff_id: 101 } },
      { name: 'of a segment', path: { ref: 'a:801' }, body: { notes: noteExample.notes, segment_id: 201 } },
    ],
    response: { data: noteExample },
  },
}
