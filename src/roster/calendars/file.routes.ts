import type { FastifyPluginAsync } from 'fastify'
import { permits } from '../../access/areas.ts'
import { accessOfConnections } from '../../access/connection-access.ts'
import { found, gone, integrationsOff, tooManyRequests } from '../../http/contract/errors.ts'
import { withSecurityHeaders } from '../../http/pages/security-headers.ts'
import { compressBytes, encodingFor, etagOf, withEncoding } from '../../http/responses/documents.ts'
import type { Reader } from '../../http/responses/reads.ts'
import { addDays, instantOf, todayIn } from '../../time/local-time.ts'
import { calendarAt, uidSuffixOf } from './address.ts'
import { needs } from './calendars.routes.ts'
import * as calendars from './calendars.sql.ts'
import { eventOf } from './detail.ts'
import { calendarText } from './icalendar.ts'

export interface CalendarFilesOptions {
  /** Calendars a minute for each address; 0 turns the limit off. */
  fileLimit: number
}

/**
 * The calendars that programs subscribe to. An address is signed, and shows what its connection may read now. It shows nothing
 * while the person is archived: who has left keeps the phone.
 */
export const calendarFiles: FastifyPluginAsync<CalendarFilesOptions> = async (app, { fileLimit }) => {
  const { reads, clock } = app
  const files = app.addressLimit('calendars', fileLimit)

  async function open(slug: string, file: string) {
    // PostgreSQL rejects some characters, so invalid addresses are not queried.
    const isAddress = /^[a-z0-9-]{1,63}$/.test(slug)
    const organisation = found(
      isAddress ? await calendars.findOrganisation.first(reads.primary, slug) : undefined,
      record,
    )
    const { orgId, integrationsEnabled } = organisation
    const id = found(calendarAt(organisation, file), record)
    const calendar = await calendars.findById.first(reads.primary, orgId, id)
    if (!calendar) throw gone('This calendar has ended.')
    if (!integrationsEnabled) throw integrationsOff()
    const { connection_id, staff_status } = calendar
    const access = (await accessOfConnections(reads.primary, orgId, [connection_id], clock.now())).get(connection_id)
    if (!access || !permits(access, needs) || staff_status === 'Archived') throw gone('This calendar no longer works.')
    return { organisation, calendar }
  }

  async function render({
    organisation,
    calendar,
  }: Awaited<ReturnType<typeof open>>): Promise<{ text: string; clientIds: number[] }> {
    const { orgId, timezone, name } = organisation
    const { staff_id, staff, detail, days_back, days_ahead } = calendar
    const today = todayIn(clock.now(), timezone)
    const midnight = (days: number) => instantOf(`${addDays(today, days)} 00:00:00`, timezone)
    const shifts = await reads.read((db) =>
      calendars.findShifts.rows(db, orgId, staff_id, midnight(-days_back), midnight(days_ahead + 1), detail === 'full'),
    )
    const uidSuffix = uidSuffixOf(organisation)
    const text = calendarText(
      detail === 'busy' ? name : `${staff}, ${name}`,
      shifts.map((shift) => eventOf(shift, detail, uidSuffix)),
    )
    return { text, clientIds: shifts.flatMap(({ client_ids }) => client_ids ?? []) }
  }

  const readerOf = ({ organisation, calendar }: Awaited<ReturnType<typeof open>>): Reader => ({
    ...{ orgId: organisation.orgId, connectionId: calendar.connection_id, tokenId: null },
    ...{ operation: 'calendar', via: 'calendar' },
  })

  app.get<{ Params: { slug: string; file: string } }>(
    '/c/:slug/:file',
    { config: { needs: 'nothing' }, exposeHeadRoute: true },
    async (request, reply) => {
      withSecurityHeaders(reply)
      const limit = fileLimit === 0 ? undefined : files.take(request.ip)
      if (limit && !limit.allowed) throw tooManyRequests(limit.resetSeconds)
      const opened = await open(request.params.slug, request.params.file)
      const { text, clientIds } = await render(opened)
      const encoding = encodingFor(request.headers['accept-encoding'])
      const etag = `"${etagOf(text)}-${encoding}"`
      withEncoding(reply, encoding).headers({ etag, 'cache-control': 'private', 'x-robots-tag': 'noindex' })
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      if (request.method === 'GET' && clientIds.length > 0)
        await app.readRecorder?.record(readerOf(opened), clientIds, true)
      reply.type('text/calendar; charset=utf-8').header('content-disposition', 'inline; filename="roster.ics"')
      return reply.send(encoding === 'identity' ? text : await compressBytes(text, encoding))
    },
  )
}

const record = 'Calendar'
