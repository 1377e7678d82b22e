import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { invalid } from '../../http/contract/errors.ts'
import { normalise, ruleErrors } from '../../recurrence/recurrence.ts'
import { dateOf } from '../../time/local-time.ts'
import { acceptedIn, blocks, conflicting, findConflicts, overrideErrors, told } from '../conflicts/conflicts.ts'
import { tooMany, upcoming } from '../series/occurrences.ts'
import * as series from '../series/series.sql.ts'
import { insertCall, type Order } from './insert.ts'
import { peopleOf, planErrors, planOf, timesOf } from './plan.ts'
import { shiftRecord } from './record.ts'
import type { ShiftCreate } from './shifts.schema.ts'
import { findById } from './shifts.sql.ts'

/** Makes a shift, or all that a new series has up to its horizon. */
export async function createShift(db: Queryable, caller: Caller, now: number, body: ShiftCreate) {
  const { orgId, connectionId } = caller
  const { first, rule, startsOn, occurrences, next_on, errors } = timesAsked(body, now, caller.timezone)

  return pipeline(db, function* () {
    const planned = occurrences.map(({ times }) => ({ ...times, ...peopleOf(body) }))
    const { people, found } = yield* findConflicts(orgId, planned)
    const plan = planOf(body, first, people, caller.timezone)
    const wrong = {
      ...overrideErrors(body),
      ...errors,
      ...tooMany(occurrences.length, body),
      ...planErrors(plan, people),
    }
    if (Object.keys(wrong).length > 0) throw invalid(wrong)
    const conflicts = found.map(({ conflict }) => conflict)
    const blocking = blocks(conflicts, body.override_conflicts)
    if (blocking.length > 0) throw conflicting(blocking, conflicts)

    const status = body.publish ? 'scheduled' : 'draft'
    const order: Order = {
      plan,
      zone: caller.timezone,
      status,
      fields: Object.keys(body),
      ...acceptedIn(conflicts, body),
    }
    const [[begun]] = rule
      ? yield* send(series.insert.call(orgId, rule, startsOn, next_on, body.start, body.end))
      : [[]]
    const [made] = yield* send(insertCall(orgId, connectionId, order, occurrences, begun?.id ?? null))
    const [[row]] = yield* sendLast(findById.call(orgId, made[0]!.id, caller.timezone))
    return {
      data: shiftRecord(row!),
      ...(begun && { series: { id: begun.id, created: made.length } }),
      ...told(conflicts),
    }
  })
}

/** When the shifts asked for are. A series whose rule or times are wrong is looked at as its first shift alone. */
function timesAsked(body: ShiftCreate, now: number, zone: string) {
  const first = timesOf(body.start, body.end, zone)
  const startsOn = dateOf(first.starts)
  if (!body.recurrence)
    return { first, startsOn, rule: undefined, occurrences: [{ day: null, times: first }], next_on: null, errors: {} }
  const rule = normalise(body.recurrence)
  const errors = ruleErrors(rule, startsOn)
  const isSound = Object.keys(errors).length === 0 && Date.parse(first.ends_at) > Date.parse(first.starts_at)
  if (isSound)
    return {
      first,
      startsOn,
      rule,
      ...upcoming(rule, startsOn, { starts: body.start, ends: body.end }, first, now, zone),
    }
  return { first, startsOn, rule, occurrences: [{ day: startsOn, times: first }], next_on: null, errors }
}
