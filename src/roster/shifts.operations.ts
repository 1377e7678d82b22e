import { Type } from 'typebox'
import { pageQuery, updatedSince, windowQuery } from '../http/paging.ts'
import { dataOf, id, oneOf, pageOf, ref } from '../http/schema.ts'
import { Conflict } from './conflicts.schema.ts'
import { actions, moveTable, shiftStatuses } from './moves.ts'
import * as bodies from './shifts.bodies.ts'
import { conflictExample, shiftExample } from './shifts.examples.ts'
import { Shift } from './shifts.schema.ts'

/** The roster's operations as the specification shows them. */
export const tags = ['Roster']
export const params = bodies.RefParams
const one = dataOf(ref(Shift))
export const conflicts = Type.Optional(
  Type.Array(ref(Conflict), { description: 'Warnings, and blocks that were overridden; left out when there are none' }),
)
const dry_run = Type.Optional(
  Type.Boolean({ description: 'true in a dry run: nothing was written, and no ref or id that is new is kept' }),
)
const from = actions

export const seriesChange = Type.Optional(
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
  returns: 'One page of shifts.',
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
  returns: 'The shift.',
  response: { 200: one },
  examples: { answer: { data: shiftExample } },
}
export const getConflicts = {
  operationId: 'getShiftConflicts',
  summary: 'Find what conflicts with a shift',
  description:
    'What speaks against the shift as it stands: people who are on another shift at the same time (two shifts that touch do not overlap; drafts count, cancelled shifts do not), staff who are not active or not compliant, archived clients, a site that is full. At most 100 are listed.',
  tags,
  params,
  returns: 'The conflicts of the shift; an empty list if there are none.',
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
  returns: {
    200: 'Dry run: the shift as it would be created. Nothing was written.',
    201: 'The created shift, with its series if it repeats, and its conflicts if it has any.',
  },
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
  returns: 'The shift after the change and the fields that changed; in a dry run, as it would be.',
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
