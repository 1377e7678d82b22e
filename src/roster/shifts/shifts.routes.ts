import { read, readWrite } from '../../access/areas.ts'
import { runOrDryRun } from '../../db/transaction.ts'
import { startInstant } from '../../http/contract/dates.ts'
import { found, notFound } from '../../http/contract/errors.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { recordsById, sendList } from '../../http/lists/lists.ts'
import { clientsAt } from '../../http/responses/reads.ts'
import * as action from '../actions/actions.schema.ts'
import { cancelShift, restoreShift } from '../actions/cancel.ts'
import { clockStaffIn, clockStaffOut } from '../actions/clock.ts'
import { correctAttendance } from '../actions/correct.ts'
import { addShiftNote } from '../actions/notes.ts'
import { publishShifts, unpublishShifts } from '../actions/publish.ts'
import { Conflict } from '../conflicts/conflicts.schema.ts'
import { conflictsOfShift } from '../conflicts/list.ts'
import { makeDueShifts } from '../series/job.ts'
import { createShift } from './create.ts'
import { editShift } from './edit.ts'
import { shiftRecord } from './record.ts'
import { parseRef, type Ref } from './refs.ts'
import { deleteShifts } from './remove.ts'
import * as schema from './shifts.schema.ts'
import { find, findPart, shiftList } from './shifts.sql.ts'

const record = 'Shift'

/** A number too large for an id passes the pattern, but belongs to no shift. */
function refIn({ ref }: { ref: string }): Ref {
  const parsed = parseRef(ref)
  if (!parsed) throw notFound(record)
  return parsed
}

/** Where a shift names clients. */
const clientsOf = (shift: string) => [
  `${shift}.clients[].id`,
  `${shift}.funding[].client.id`,
  `${shift}.client_charge_split[].client_id`,
]
const inConflicts = 'conflicts[].client.id'

export const shiftRoutes: Feature = async (app) => {
  for (const shape of [...Object.values(schema), Conflict]) {
    if (typeof shape === 'object' && '$id' in shape) app.addSchema(shape)
  }
  const { clock } = app
  const onFailure = (err: unknown) => app.log.warn({ err }, 'a series could not create its next shifts')
  const makeDue = () => makeDueShifts(app.pool, clock.now(), onFailure)
  app.jobs['make shifts of series'] = { everySeconds: 60, atStart: true, work: makeDue }
  const reading = { needs: read('roster'), record }
  const writing = { needs: readWrite('roster'), record }
  const one = { reads: clientsAt(...clientsOf('data')) }
  const withConflicts = { reads: clientsAt(...clientsOf('data'), inConflicts) }

  app.get(
    '/shifts',
    { config: { ...reading, reads: clientsAt(...clientsOf('data[]')) }, schema: schema.listShifts },
    async (request, reply) => {
      const { caller, query } = request
      const updated_since = query.updated_since && startInstant(query.updated_since, caller.timezone)
      const records = recordsById((db, ids) => findPart.rows(db, caller.orgId, ids), shiftRecord)
      return sendList(request, reply, { ...shiftList, ...records }, { ...query, updated_since })
    },
  )

  app.get(
    '/shifts/:ref',
    { config: { ...reading, ...one }, schema: schema.getShift },
    async ({ db, caller, params }) => {
      const { id, isAppointment } = refIn(params)
      return {
        data: shiftRecord(found(await find.first(db, caller.orgId, id, isAppointment, caller.timezone), record)),
      }
    },
  )

  app.get(
    '/shifts/:ref/conflicts',
    { config: { ...reading, reads: clientsAt('data[].client.id') }, schema: schema.getConflicts },
    ({ db, caller, params }) => conflictsOfShift(db, caller, refIn(params)),
  )

  app.post(
    '/shifts',
    { config: { ...writing, ...withConflicts }, schema: schema.createShift },
    async (request, reply) => {
      const { db, caller } = request
      const { dry_run, ...body } = request.body
      if (!dry_run) reply.code(201)
      return runOrDryRun(db, dry_run, (on) => createShift(on, caller, clock.now(), body))
    },
  )

  app.patch(
    '/shifts/:ref',
    { config: { ...writing, ...withConflicts }, schema: schema.editShift },
    async ({ db, caller, params, body }) => {
      const { dry_run, ...patch } = body
      return runOrDryRun(db, dry_run, (on) => editShift(on, caller, clock.now(), refIn(params), patch))
    },
  )

  app.delete('/shifts', { config: writing, schema: action.deleteShifts }, ({ db, caller, query, body }) => {
    const dry_run = query.dry_run || body.dry_run
    return runOrDryRun(db, dry_run, (on) => deleteShifts(on, caller, body, dry_run))
  })

  app.post(
    '/shifts/publish',
    { config: { ...writing, reads: clientsAt(`results[].${inConflicts}`) }, schema: action.publishShifts },
    async ({ db, caller, body }) => runOrDryRun(db, body.dry_run, (on) => publishShifts(on, caller, body)),
  )

  app.post('/shifts/unpublish', { config: writing, schema: action.unpublishShifts }, ({ db, caller, body }) =>
    runOrDryRun(db, body.dry_run, (on) => unpublishShifts(on, caller, body)),
  )

  const clocking = (staffIds: number[], params: { ref: string }) => ({ ref: refIn(params), staffIds, now: clock.now() })
  app.post('/shifts/:ref/clock-in', { config: writing, schema: action.clockIn }, async ({ db, caller, params, body }) =>
    clockStaffIn(db, caller, clocking(body.staff_ids, params)),
  )
  app.post(
    '/shifts/:ref/clock-out',
    { config: writing, schema: action.clockOut },
    async ({ db, caller, params, body }) => clockStaffOut(db, caller, clocking(body.staff_ids, params)),
  )

  app.put(
    '/shifts/:ref/attendance',
    { config: { ...writing, ...one }, schema: action.correctAttendance },
    async ({ db, caller, params, body }) => correctAttendance(db, caller, clock.now(), refIn(params), body),
  )

  app.post(
    '/shifts/:ref/cancel',
    { config: { ...writing, ...one }, schema: action.cancelShift },
    async ({ db, caller, params, body }) => {
      refIn(params)
      const { dry_run, ...cancellation } = body
      return runOrDryRun(db, dry_run, (on) => cancelShift(on, caller, clock.now(), params.ref, cancellation))
    },
  )

  app.post(
    '/shifts/:ref/restore',
    { config: { ...writing, ...withConflicts, bodyIsOptional: true }, schema: action.restoreShift },
    async ({ db, caller, params, body: { dry_run, ...override } }) =>
      runOrDryRun(db, dry_run, (on) => restoreShift(on, caller, refIn(params), override)),
  )

  app.post('/shifts/:ref/notes', { config: writing, schema: action.addNote }, async ({ db, caller, params, body }) =>
    addShiftNote(db, caller, clock.now(), refIn(params), body),
  )
}
