import { read, readWrite } from '../../access/areas.ts'
import { addDays, daysBetween, isDate } from '../../time/local-time.ts'
import { creation, planOutput, planThenCommit } from '../confirm.ts'
import { ToolError } from '../errors.ts'
import type { Operations } from '../operations.ts'
import { pageOf, paging } from '../page.ts'
import {
  again,
  bodyOf,
  choice,
  confirm,
  type Data,
  date,
  fields,
  flag,
  integer,
  listOf,
  localTime,
  pick,
  record,
  records,
  type Tool,
  text,
  without,
} from '../tool.ts'

const maxDays = 31
const maxSites = 25

/** What a list shows of a shift. */
export const shiftRow = ({ ref, type, status, title, start, end, clients, staff, site }: any): Data => ({
  ...{ ref, status, start, end, title, clients, staff },
  ...(type !== 'single' && { type }),
  ...(site && { site }),
})
export const byStart = (a: { start: string }, b: { start: string }) => a.start.localeCompare(b.start)

export const rosterTools = (operations: Operations): Tool[] => [
  {
    name: 'get_roster',
    title: 'Roster',
    description: `Shifts of up to ${maxDays} days, of a staff member, client or site if given, in the order of start. Shifts of the evening before that end on \`from\` are among them.`,
    needs: read('roster'),
    effect: 'read',
    input: {
      from: date(),
      to: date('included'),
      staff_id: integer(),
      client_id: integer(),
      site_id: integer(),
      status: choice(['draft', 'scheduled', 'started', 'completed', 'cancelled']),
      ...paging,
    },
    required: ['from', 'to'],
    output: { shifts: records, total: integer() },
    async run(session, args) {
      const { page: _, per_page: __, ...query } = args
      if (isDate(args.from) && isDate(args.to) && daysBetween(args.from, args.to) >= maxDays)
        throw new ToolError(
          `At most ${maxDays} days: with from ${args.from}, to must be ${addDays(args.from, maxDays - 1)} or before.`,
        )
      const { rows, ...rest } = await pageOf(session, 'listShifts', args, { query, row: shiftRow, order: byStart })
      return { shifts: rows, ...rest }
    },
  },
  {
    name: 'get_shift',
    title: 'Shift',
    description: 'A shift with people, segments, notes, attendance, cancellation, recurrence and funding.',
    needs: read('roster'),
    effect: 'read',
    input: { ref: text('a:… or g:…'), ...fields },
    required: ['ref'],
    output: { shift: record },
    async run(session, { ref, fields: names }) {
      return { shift: pick((await session.get('getShift', { path: { ref } })).data, names) }
    },
  },
  {
    name: 'check_conflicts',
    title: 'Conflicts of a shift',
    description:
      'Why a stored shift should not have its people, times or site. A blocking conflict refuses publishing.',
    needs: read('roster'),
    effect: 'read',
    input: { ref: text() },
    required: ['ref'],
    output: { conflicts: records },
    async run(session, { ref }) {
      const { data } = await session.get('getShiftConflicts', { path: { ref } })
      return { conflicts: data }
    },
  },
  {
    name: 'list_sites',
    title: 'Sites',
    description: 'Houses and locations of site shifts, with the clients they can include.',
    needs: read('roster'),
    effect: 'read',
    input: { query: text('part of the name'), status: text(), include_staff: flag() },
    output: { sites: records },
    async run(session, { query, status, include_staff }) {
      const { data } = await session.get('listSites', { query: { query, status, include_staff } })
      const more = data.length > maxSites && {
        hint: `Only the first ${maxSites} of ${data.length} sites: narrow with query.`,
      }
      return { sites: data.slice(0, maxSites), ...more }
    },
  },
  {
    name: 'plan_shift',
    title: 'Plan a shift',
    description:
      'Creates a draft shift, which staff do not see before publish_shifts. A blocking conflict refuses it and is listed; choose another time or person.',
    needs: readWrite('roster'),
    effect: 'write',
    input: { ...bodyOf(operations, 'createShift', ['publish', 'client_charge_split']), ...again },
    required: ['type', 'start', 'end', 'client_ids', 'staff_ids'],
    output: { shift: record, created: { type: 'boolean' }, conflicts: records },
    async run(session, args, { key }) {
      const answer = await session.send('createShift', { body: without(args, 'again'), key })
      const { data, ...more } = session.show(answer)
      return { shift: data, ...more, ...creation(answer) }
    },
  },
  {
    name: 'change_shift',
    title: 'Change a shift',
    description: 'Changes only what is sent. Lists replace the stored ones.',
    needs: readWrite('roster'),
    effect: 'write',
    input: {
      ref: text(),
      // As plan_shift describes them.
      ...{
        start: localTime(),
        end: localTime(),
        client_ids: listOf(integer()),
        staff_ids: listOf(integer()),
        title: text(),
      },
      ...{ site_id: integer(), services: records, segments: records, address: text() },
      recurrence: {
        type: ['object', 'null'],
        description: 'as of plan_shift, with scope this_and_following; null ends the series',
      },
      ...{
        override_conflicts: listOf({ type: 'string' }),
        override_reason: text(),
        scope: choice(['this', 'this_and_following']),
      },
    },
    required: ['ref'],
    output: { shift: record, updated: listOf({ type: 'string' }) },
    async run(session, { ref, ...body }) {
      const { data, ...more } = await session.get('editShift', { path: { ref }, body })
      return { shift: data, ...more }
    },
  },
  {
    name: 'publish_shifts',
    title: 'Publish shifts',
    description: 'Makes drafts visible to their staff. The first call gives a plan.',
    needs: readWrite('roster'),
    effect: 'destructive',
    input: { ...bodyOf(operations, 'publishShifts'), ...confirm },
    required: ['refs'],
    output: planOutput,
    run(session, args, call) {
      const request = { body: without(args, 'confirm') }
      return planThenCommit(
        session,
        { tool: 'publish_shifts', args, operation: operations.get('publishShifts'), request },
        call,
      )
    },
  },
  {
    name: 'cancel_shift',
    title: 'Cancel a shift',
    description: 'Cancels a shift, with who cancelled and why. The first call gives a plan.',
    needs: readWrite('roster'),
    effect: 'destructive',
    input: { ref: text(), ...bodyOf(operations, 'cancelShift'), ...confirm },
    required: ['ref', 'cancelled_by', 'reason'],
    output: planOutput,
    run(session, args, call) {
      const request = { path: { ref: args.ref }, body: without(args, 'ref', 'confirm') }
      return planThenCommit(
        session,
        { tool: 'cancel_shift', args, operation: operations.get('cancelShift'), request },
        call,
      )
    },
  },
  {
    name: 'clock',
    title: 'Clock staff in or out',
    description: 'Clocks staff of a published shift in or out, now.',
    needs: readWrite('roster'),
    effect: 'write',
    input: { ref: text(), staff_ids: listOf(integer()), direction: choice(['in', 'out']) },
    required: ['ref', 'staff_ids', 'direction'],
    output: { ref: text(), results: records },
    async run(session, { ref, staff_ids, direction }) {
      const id = direction === 'in' ? 'clockIn' : 'clockOut'
      const { results } = await session.get(id, { path: { ref }, body: { staff_ids } })
      return { ref, results }
    },
  },
]
