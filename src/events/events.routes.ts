import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { all, permits, read } from '../access/areas.ts'
import type { Caller } from '../access/tokens.ts'
import { forbidden, found, invalid } from '../http/contract/errors.ts'
import type { Feature } from '../http/contract/feature.ts'
import type { FieldErrors } from '../http/contract/field-errors.ts'
import { areaOf, eventKinds, eventRecord } from './catalogue.ts'
import { clientsOfEvents } from './clients-of-events.ts'
import * as schema from './events.schema.ts'
import * as feed from './feed.sql.ts'
import { mayRead, missingAreas, parseSubject, readableTypes, typesError } from './filter.ts'
import { positionOf, readPage } from './read.ts'
import { retention } from './retention.ts'
import { Sequencer } from './sequencer.ts'
import { Waiting } from './waiting.ts'

declare module 'fastify' {
  interface FastifyInstance {
    sequencer: Sequencer
    /** How many requests wait for events. */
    eventsWaiting(): number
  }
}

interface EventOptions {
  /** Events older than this are deleted. */
  days: number
  isDraining(): boolean
  /** Called when events have numbers that webhooks may get. */
  onForWebhooks(orgId: number): void
}

/** Decorates the service with the sequencer of its events, and numbers those of its writes. */
export function eventFeed(app: FastifyInstance, { days, isDraining, onForWebhooks }: EventOptions): Feature {
  const waiting = new Waiting(app.reads.primary, isDraining)
  const sequencer = new Sequencer({
    db: app.pool,
    onNumbered: (orgId, head, hasWebhooks) => {
      waiting.wake(orgId, head)
      if (hasWebhooks) onForWebhooks(orgId)
    },
    onError: (err) => app.log.warn({ err }, 'events were not numbered'),
  })
  app.decorate('sequencer', sequencer)
  app.decorate('eventsWaiting', () => waiting.size)
  app.addHook('onClose', async () => {
    waiting.stop()
    await sequencer.stop()
  })
  app.addHook('onResponse', (request, reply, done) => {
    // Without a caller, as for public forms, the job numbers it.
    if (request.method !== 'GET' && reply.statusCode < 300 && request.caller) sequencer.written(request.caller.orgId)
    done()
  })
  app.jobs['number events'] = { everySeconds: 0.25, work: () => sequencer.look() }
  app.jobs['count events without a number'] = { everySeconds: 10, work: () => sequencer.count() }
  app.jobs['delete old events'] = {
    everySeconds: 3600,
    atStart: true,
    work: () => retention(app.pool, app.clock, days),
  }
  return eventRoutes(waiting)
}

const eventRoutes =
  (waiting: Waiting): Feature =>
  async (app) => {
    for (const shared of [
      schema.EventTypeName,
      schema.EventSchema,
      schema.FeedMeta,
      schema.EventTypeSchema,
      schema.EventSubject,
    ])
      app.addSchema(shared)
    // On the primary: a replica that lags behind has no event that another node has shown.
    const config = { needs: 'valid token', record: 'Event', onPrimary: true } as const

    app.get(
      '/events',
      { config: { ...config, reads: clientsOfEvents(app.reads.primary, 'data[]') }, schema: schema.listEvents },
      async (request) => {
        const { query } = request
        const until = performance.now() + query.wait! * 1000
        let { caller } = request
        let position = positionOf(query.after!)
        for (;;) {
          const filter = filterOf(caller, query)
          const page = await readPage(app.reads.primary, caller.orgId, {
            ...filter,
            ...position,
            limit: query.limit!,
            feed: query.feed,
            connectionId: caller.connectionId,
          })
          const { next, latest } = page.meta
          const milliseconds = until - performance.now()
          if (page.data.length > 0 || next < latest || milliseconds <= 0) return page
          const { orgId, tokenId } = caller
          const { socket } = request.raw
          if (socket.destroyed) return page
          const onLeft = (listener: () => void) => {
            socket.once('close', listener)
            return () => socket.off('close', listener)
          }
          if (!(await waiting.until({ orgId, tokenId, after: latest, milliseconds, onLeft }))) return page
          caller = await app.currentCaller(request)
          position = { after: next, isLatest: false }
        }
      },
    )

    app.get('/events/types', { config, schema: schema.listEventTypes }, ({ caller }) => ({
      data: [...eventKinds.values()].map(({ type, description, area, subject, detail, example }) => ({
        ...{ type, description, area: area ?? null, allowed: mayRead(caller.access, type), subject },
        ...{ detail: publishedSchema(detail), example: eventRecord(example) },
      })),
    }))

    app.get(
      '/events/:id',
      { config: { ...config, reads: clientsOfEvents(app.reads.primary, 'data') }, schema: schema.getEvent },
      async ({ caller, params }) => {
        const event = found(
          await feed.find.first(app.reads.primary, caller.orgId, params.id, caller.connectionId),
          'Event',
        )
        return { data: eventRecord(found(mayRead(caller.access, event.type) ? event : undefined, 'Event')) }
      },
    )
  }

/** The types and the record of a query, as far as the token may read them. */
function filterOf({ access }: Caller, { types, subject }: schema.ListQuery) {
  const errors: FieldErrors = {}
  const wrongTypes = types && typesError(types)
  if (wrongTypes) errors.types = [wrongTypes]
  const record = subject === undefined ? undefined : parseSubject(subject)
  if (subject !== undefined && !record)
    errors.subject = [
      'subject must be a kind of record and its id or ref, such as client:7, shift:a:4411 or note:general:5.',
    ]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const area = record && areaOf(record.type)
  const missing = missingAreas(access, types ?? [])
  if (area && !permits(access, read(area))) missing.push(area)
  if (missing.length > 0) throw forbidden(all(...[...new Set(missing)].map((one) => read(one))))
  return { types: readableTypes(access, types), record }
}

/** Without the keywords of our own code. */
const publishedSchema = (detail: TSchema): object =>
  JSON.parse(JSON.stringify(detail, (key, value) => (key === 'inFeedAlone' ? undefined : value)))
