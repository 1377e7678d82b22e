import { Type } from 'typebox'
import { dataOf, id, oneOf, pageOf, ref } from '../../http/contract/schema.ts'
import { pageQuery, updatedSince, windowQuery } from '../../http/responses/paging.ts'
import { Conflict } from '../conflicts/conflicts.schema.ts'
import * as bodies from './bodies.schema.ts'
import { conflictExample, shiftExample } from './examples.ts'
import { actions, moveTable, shiftStatuses } from './moves.ts'
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
const split = [
  { client_id: 2001, share: 0.5 },
  { client_id: 2002, share: 0.5 },
]

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
  examples: {
    requests: [
      { name: 'all' },
      { name: 'a week', query: { from: '2026-11-16', to: '2026-11-22' } },
      { name: 'of a client', query: { client_id: 2001, status: 'scheduled', per_page: 2 } },
      { name: 'of a staff member', query: { staff_id: 101, updated_since: '2026-01-01' } },
      { name: 'at a site', query: { site_id: 1 } },
    ],
    answer: { data: [shiftExample], meta: { page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
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
  examples: {
    requests: [
      { name: 'single', path: { ref: 'a:801' } },
      { name: 'group', path: { ref: 'g:110' } },
    ],
    answer: { data: shiftExample },
  },
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
  examples: { requests: [{ path: { ref: 'a:801' } }], answer: { data: [conflictExample] } },
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
    requests: [
      {
        name: 'series',
        body: {
          ...{ type: 'single', title: 'Morning visit', start: '2026-11-16 09:00:00', end: '2026-11-16 11:00:00' },
          ...{ client_ids: [2001], staff_ids: [101], services: [{ staff_id: 101, service: 'Personal care' }] },
          publish: true,
          recurrence: { every: 1, unit: 'Week', on_days: ['Mon'], ends_on: '2026-12-31' },
        },
      },
      {
        name: 'group at a site',
        body: {
          ...{ type: 'group', start: '2027-01-05 09:00:00', end: '2027-01-05 10:00:00', site_id: 1 },
          ...{ client_ids: [2001, 2002], staff_ids: [101], client_charge_split: split },
        },
      },
      {
        name: 'with segments',
        body: {
          ...{ type: 'single', start: '2027-01-06 09:00:00', end: '2027-01-06 11:00:00' },
          ...{ client_ids: [2001], staff_ids: [101] },
          segments: [
            { start: '2027-01-06 09:00:00', end: '2027-01-06 10:00:00', service: 'Personal care', staff_ids: [101] },
          ],
        },
      },
      {
        name: 'dry run',
        body: {
          ...{ type: 'single', start: '2027-01-11 09:00:00', end: '2027-01-11 10:00:00' },
          ...{ client_ids: [2002], staff_ids: [102], dry_run: true },
          recurrence: { every: 1, unit: 'Week', on_days: ['Mon'], ends_after: 2 },
        },
      },
    ],
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
    requests: [
      { name: 'series', path: { ref: 'a:811' }, body: { title: 'Visit with a walk', scope: 'this_and_following' } },
      {
        name: 'group',
        path: { ref: 'g:110' },
        body: { client_ids: [2001, 2002], staff_ids: [102], site_id: 1, client_charge_split: split },
      },
      {
        name: 'times and services',
        path: { ref: 'a:809' },
        body: {
          ...{ start: '2027-01-07 09:00:00', end: '2027-01-07 11:00:00' },
          services: [{ staff_id: 101, service: 'Personal care' }],
          segments: [
            { start: '2027-01-07 09:00:00', end: '2027-01-07 10:00:00', service: 'Personal care', staff_ids: [101] },
          ],
        },
      },
      {
        name: 'a segment that is there',
        path: { ref: 'a:801' },
        body: {
          segments: [{ id: 201, start: '2026-11-17 09:00:00', end: '2026-11-17 10:00:00', service: 'Social support' }],
        },
      },
    ],
    answer: {
      updated: ['title'],
      data: { ...shiftExample, ref: 'a:811', title: 'Visit with a walk' },
      series: { changed: 5, skipped: [{ ref: 'a:893', reason: 'It was edited alone.' }] },
    },
  },
}
