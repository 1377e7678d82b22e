import { all, read } from '../../access/areas.ts'
import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { recordEvent } from '../../events/outbox.ts'
import { found } from '../../http/contract/errors.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { addressOf } from './address.ts'
import * as schema from './calendars.schema.ts'
import * as calendars from './calendars.sql.ts'

const record = 'Calendar'

/** What a token needs to create a calendar, and what the calendar needs of a token to go on working. */
export const needs = all(read('roster'), read('staff'))

export const calendarRoutes: Feature = async (app) => {
  for (const shared of [schema.Calendar, schema.CalendarSet]) app.addSchema(shared)
  const config = { needs, record }
  const path = '/staff/:id/calendar'

  app.post(
    path,
    { config: { ...config, record: 'Staff member', bodyIsOptional: true }, schema: schema.createCalendar },
    async (request, reply) => {
      const { db, caller, params, body } = request
      const { isNew, calendar } = await setCalendar(db, caller, params.id, body as schema.CalendarSettings)
      reply.code(isNew ? 201 : 200)
      return { data: recordOf(addressOf(request, caller, calendar.id), calendar) }
    },
  )

  app.get(path, { config, schema: schema.getCalendar }, async (request) => {
    const { db, caller, params } = request
    const calendar = found(await calendars.find.first(db, caller.orgId, params.id, caller.connectionId), record)
    return { data: recordOf(addressOf(request, caller, calendar.id), calendar) }
  })

  app.delete(path, { config, schema: schema.deleteCalendar }, ({ db, caller, params }) =>
    deleteCalendar(db, caller, params.id),
  )
}

const recordOf = (url: string, { id: _, ...calendar }: calendars.StoredCalendar): schema.Calendar => ({
  url,
  ...calendar,
})

/** Creates the calendar of a connection for a staff member, or changes its settings. */
function setCalendar(
  db: Queryable,
  { orgId, connectionId }: Caller,
  staffId: number,
  settings: schema.CalendarSettings,
) {
  const { detail, days_back, days_ahead } = settings
  return pipeline(db, function* () {
    const [[staff], [before]] = yield* send(
      calendars.lockStaff.call(orgId, staffId),
      calendars.find.call(orgId, staffId, connectionId),
    )
    found(staff, 'Staff member')
    const fields = (['detail', 'days_back', 'days_ahead'] as const).filter((name) => before?.[name] !== settings[name])
    if (before && fields.length === 0) return { isNew: false, calendar: before }
    const event = before ? 'staff.calendar_changed' : 'staff.calendar_created'
    const [[calendar]] = yield* sendLast(
      before
        ? calendars.update.call(orgId, before.id, detail, days_back, days_ahead)
        : calendars.insert.call(orgId, staffId, connectionId, detail, days_back, days_ahead),
      recordEvent.call(orgId, connectionId, event, staffId, fields, { detail }),
    )
    return { isNew: !before, calendar: calendar! }
  })
}

function deleteCalendar(db: Queryable, { orgId, connectionId }: Caller, staffId: number): Promise<{ deleted: number }> {
  return pipeline(db, function* () {
    const [, [calendar]] = yield* send(
      calendars.lockStaff.call(orgId, staffId),
      calendars.find.call(orgId, staffId, connectionId),
    )
    yield* sendLast(
      calendars.remove.call(orgId, found(calendar, record).id),
      recordEvent.call(orgId, connectionId, 'staff.calendar_deleted', staffId, [], null),
    )
    return { deleted: staffId }
  })
}
