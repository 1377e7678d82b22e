import { areas, type Need, read } from '../../access/areas.ts'
import { localOf } from '../../time/local-time.ts'
import type { Session } from '../session.ts'
import { choice, type Data, integer, listOf, record, records, type Tool, text } from '../tool.ts'

/** The values that other tools accept, by area. */
const optionNeeds = {
  clients: read('clients'),
  notes: read('clients'),
  prospects: read('prospects'),
  reports: read('reports'),
} satisfies Record<string, Need>
type OptionArea = keyof typeof optionNeeds

const optionRequests: Record<
  OptionArea,
  (source: string | undefined) => [id: string, query?: Record<string, unknown>]
> = {
  clients: () => ['getClientOptions'],
  notes: () => ['listNoteTemplates'],
  prospects: () => ['getProspectOptions'],
  reports: (source) => ['getReportOptions', { source }],
}

const recentEvents = 25

/** Tools that any token has, and the options of several areas. */
export const accountTools: Tool[] = [
  {
    name: 'whoami',
    title: 'Who am I',
    description:
      'Call this first: the organisation, its time zone with today and the local time now, and which areas you may read or change.',
    needs: 'valid token',
    effect: 'read',
    input: {},
    output: {
      organisation: text(),
      connection: text(),
      timezone: text(),
      today: text(),
      now: text(),
      access: record,
      expires_at: text(),
    },
    async run(session) {
      const [me, { data }] = await Promise.all([session.get('getMe'), session.get('getOrganisation')])
      const { connection, expires_at } = me.data ?? me
      const { name, timezone, today } = data
      const now = localOf(session.now, timezone)
      const access = Object.fromEntries(areas.map((area) => [area, session.access[area]]))
      return { organisation: name, connection, timezone, today, now, access, expires_at }
    },
  },
  {
    name: 'get_options',
    title: 'Options',
    description:
      'The values that other tools accept: business locations, note templates, stages, sources and attributes of prospects, fields of reports.',
    needs: { any: Object.values(optionNeeds) },
    effect: 'read',
    input: {
      area: choice(Object.keys(optionNeeds)),
      source: text('reports: the fields of this source; without it the sources'),
    },
    required: ['area'],
    output: { options: {} },
    async run(session, { area, source }) {
      session.require(optionNeeds[area as OptionArea])
      const [id, query = {}] = optionRequests[area as OptionArea](source)
      const { data } = await session.get(id, { query })
      return { options: area === 'reports' && !source ? withoutFields(data) : data }
    },
  },
  {
    name: 'list_changes',
    title: 'What has changed',
    description:
      'Events: which record changed, which fields, when and by which connection. Oldest first; without `after` and `subject` the newest. A change appears within a second.',
    needs: 'valid token',
    effect: 'read',
    input: {
      after: integer('number of the last event that you know'),
      subject: text('one record: client:7, shift:a:4411, note:general:5'),
      types: listOf({ type: 'string' }, 'such as shift.cancelled or shift.*'),
    },
    output: { events: records, latest: integer() },
    async run(session, args) {
      const after = args.after ?? (args.subject ? 'oldest' : await beforeNewest(session))
      const query = { after, subject: args.subject, types: args.types, limit: recentEvents }
      const { data, meta } = await session.get('listEvents', { query })
      const next = meta.next < meta.latest && { next: { ...args, after: meta.next } }
      return { events: data, latest: meta.latest, ...next }
    },
  },
]

/** All fields of all sources are too much for one answer. */
const withoutFields = ({ sources, ...rest }: { sources: Data[] }): Data => ({
  ...rest,
  sources: sources.map(({ id, label }) => ({ id, label })),
})

/** The number after which the newest events come. */
async function beforeNewest(session: Session): Promise<number> {
  const { body } = await session.send('listEvents', { query: { after: 'latest' } })
  const { latest, oldest } = body.meta
  return Math.max(0, oldest - 1, latest - recentEvents)
}
