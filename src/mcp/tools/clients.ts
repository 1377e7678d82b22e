import { read, readWrite } from '../../access/areas.ts'
import { addDays, todayIn } from '../../time/local-time.ts'
import { creation } from '../confirm.ts'
import { ToolError } from '../errors.ts'
import type { Operations } from '../operations.ts'
import { listInOrder, pageOf, paging } from '../page.ts'
import type { Session } from '../session.ts'
import {
  again,
  bodyOf,
  choice,
  type Data,
  date,
  fields,
  integer,
  leftOut,
  listOf,
  pick,
  record,
  records,
  type Tool,
  text,
  without,
} from '../tool.ts'
import { byStart, shiftRow } from './roster.ts'
import { taskRow } from './tasks.ts'

const people = { clients: read('clients'), staff: read('staff'), prospects: read('prospects') }
type Kind = keyof typeof people

const finders: Record<Kind, { id: string; row(record: any): Data }> = {
  clients: {
    id: 'listClients',
    row: ({ id, first_name, last_name, status, client_type }) => ({
      kind: 'client',
      id,
      name: `${first_name} ${last_name}`,
      status,
      client_type,
    }),
  },
  staff: {
    id: 'listStaff',
    row: ({ id, first_name, last_name, status }) => ({ kind: 'staff', id, name: `${first_name} ${last_name}`, status }),
  },
  prospects: {
    id: 'listProspects',
    row: ({ id, name, stage, client_id }) => ({ kind: 'prospect', id, name, stage, client_id }),
  },
}

const included = { notes: read('clients'), shifts: read('roster'), tasks: read('tasks') }
type Included = keyof typeof included

const shiftDays = 14
const maxFound = 25
const maxTasks = 10

export const clientTools = (operations: Operations): Tool[] => [
  {
    name: 'find_people',
    title: 'Find people',
    description: 'Find clients, staff and prospects by a part of the name. Gives the ids that other tools take.',
    needs: { any: Object.values(people) },
    effect: 'read',
    input: { query: text(), kinds: listOf(choice(Object.keys(people))) },
    required: ['query'],
    output: { people: records, totals: record },
    async run(session, { query, kinds = Object.keys(people) }) {
      const wanted = Object.fromEntries(Object.entries(people).filter(([kind]) => kinds.includes(kind)))
      const found = (Object.keys(wanted) as Kind[]).filter((kind) => session.permits(people[kind]))
      const per_page = Math.floor(maxFound / Math.max(1, found.length))
      const name = firstNameFirst(query)
      const pages = await Promise.all(
        found.map((kind) => session.get(finders[kind].id, { query: { query: name, per_page } })),
      )
      const rows = pages.flatMap(({ data }, i) => (data as any[]).map(finders[found[i]!].row))
      const totals: Record<string, number> = Object.fromEntries(pages.map(({ meta }, i) => [found[i]!, meta.total]))
      const isCut = Object.values(totals).reduce((sum, one) => sum + one, 0) > rows.length
      const hints = [
        leftOut(session, wanted).hint,
        rows.length === 0 && 'Nobody found. A part of one name finds more, such as the family name.',
        isCut && 'There are more: ask for more of the name, or for one of kinds.',
      ].filter(Boolean)
      return { people: rows, totals, ...(hints.length > 0 && { hint: hints.join(' ') }) }
    },
  },
  {
    name: 'get_client',
    title: 'Client',
    description: `A client, with the 5 newest notes, the first ${maxFound} shifts from today on or the ${maxTasks} earliest open tasks if included.`,
    needs: read('clients'),
    effect: 'read',
    input: { id: integer(), include: listOf(choice(Object.keys(included))), ...fields },
    required: ['id'],
    output: { client: record, notes: records, shifts: records, tasks: records },
    async run(session, { id, include = [], fields: names }) {
      const wanted = Object.fromEntries(Object.entries(included).filter(([part]) => include.includes(part)))
      const parts = (Object.keys(wanted) as Included[]).filter((part) => session.permits(included[part]))
      const { data } = await session.get('getClient', { path: { id } })
      const read = await Promise.all(parts.map(async (part) => ({ part, ...(await readers[part](session, id)) })))
      const cut = read.filter(({ rows, total }) => rows.length < total)
      const hints = [
        leftOut(session, wanted).hint,
        ...cut.map(({ part, rows, total }) => `${rows.length} of ${total} ${part}: ${others[part]} has all.`),
      ].filter(Boolean)
      return {
        client: pick(data, names),
        ...Object.fromEntries(read.map(({ part, rows }) => [part, rows])),
        ...(hints.length > 0 && { hint: hints.join(' ') }),
      }
    },
  },
  {
    name: 'search_client_notes',
    title: 'Notes of a client',
    description: 'Notes of a client, of their tasks and shifts, newest first. `search` matches beginnings of words.',
    needs: read('clients'),
    effect: 'read',
    input: {
      client_id: integer(),
      search: text(),
      filters: listOf(record, '{field, operator, value, combinator?}; the first page names values and operators'),
      from: date(),
      to: date(),
      cursor: text(),
      limit: integer(),
    },
    required: ['client_id'],
    output: { client: record, total: integer(), notes: records, filter_options: record },
    async run(session, args) {
      const { client_id, limit = 10, ...query } = args
      const { client, total, notes, next_cursor, filter_options } = await session.get('listClientNotes', {
        path: { client_id },
        query: { ...query, limit: Math.min(limit, 25) },
      })
      const options = args.search || args.filters || notes.length === 0
      const next = next_cursor && { next: { ...args, cursor: next_cursor } }
      return { client, total, notes: notes.map(noteRow), ...(options && filter_options && { filter_options }), ...next }
    },
  },
  {
    name: 'save_client',
    title: 'Create or change a client',
    description:
      'Without `id` creates a client, which needs first_name, last_name, client_type and business_id (get_options). With `id` changes only what is sent.',
    needs: readWrite('clients'),
    effect: 'write',
    input: {
      id: integer(),
      ...bodyOf(operations, 'createClient', ['status']),
      status: text('not here: archiveClient by write_operation archives'),
      ...again,
    },
    output: { client: record, created: { type: 'boolean' } },
    async run(session, { id, ...args }, { key }) {
      if (args.status !== undefined)
        throw new ToolError(
          'save_client does not archive or restore. To archive: write_operation with operation archiveClient and path {"id": …}, which gives a plan first. To restore: write_operation with updateClient and body {"status": "Active"}.',
        )
      const body = without(args, 'again')
      if (id !== undefined)
        return { client: (await session.get('updateClient', { path: { id }, body })).data, created: false }
      const answer = await session.send('createClient', { body, key })
      return { client: session.show(answer).data, ...creation(answer) }
    },
  },
  {
    name: 'get_staff',
    title: 'Staff',
    description: 'A staff member by `id`, or a page of staff.',
    needs: read('staff'),
    effect: 'read',
    input: {
      id: integer(),
      query: text('part of the name'),
      status: choice(['Active', 'Inactive', 'Pending', 'Non-compliant', 'Archived']),
      ...fields,
      ...paging,
    },
    output: { staff: {}, total: integer() },
    async run(session, args) {
      const { id, query, status } = args
      if (id !== undefined) return { staff: pick((await session.get('getStaff', { path: { id } })).data, args.fields) }
      const row = (record: Data) => pick(record, args.fields)
      const { rows, ...rest } = await pageOf(session, 'listStaff', args, { query: { query, status }, row })
      return { staff: rows, ...rest }
    },
  },
]

/** "Doyle, William" as "William Doyle". */
const firstNameFirst = (name: string): string => name.split(',').reverse().join(' ').trim()

/** What a list shows of a note. */
export const noteRow = ({
  attachments,
  answers,
  submissions,
  shift_cautions,
  can_edit: _,
  created_at: __,
  source: ___,
  id: ____,
  ...note
}: any): Data => ({
  ...note,
  ...(attachments?.length > 0 && { attachments }),
  ...(answers?.length > 0 && { answers }),
  ...(submissions?.length > 0 && { submissions }),
  ...(shift_cautions?.length > 0 && { shift_cautions }),
})

interface Part {
  rows: Data[]
  total: number
}

const readers: Record<Included, (session: Session, id: number) => Promise<Part>> = {
  async notes(session, client_id) {
    const { notes, total } = await session.get('listClientNotes', { path: { client_id }, query: { limit: 5 } })
    return { rows: notes.map(noteRow), total }
  },
  async shifts(session, client_id) {
    const from = todayIn(session.now, session.caller.timezone)
    const query = { client_id, from, to: addDays(from, shiftDays) }
    const { show, total } = await listInOrder(session, 'listShifts', query, byStart)
    return { rows: show(0, maxFound).map(shiftRow), total }
  },
  async tasks(session, client_id) {
    const query = { client_id, completed: false }
    const { show, total } = await listInOrder(session, 'listTasks', query, (a, b) => a.date.localeCompare(b.date))
    return { rows: show(0, maxTasks).map(taskRow), total }
  },
}

/** Which tools have the rest of a client's records. */
const others: Record<Included, string> = { notes: 'search_client_notes', shifts: 'get_roster', tasks: 'get_tasks' }
