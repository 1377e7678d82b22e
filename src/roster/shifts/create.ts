import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { invalid } from '../../http/contract/errors.ts'
import { normalise } from '../../recurrence/recurrence.ts'
import { dateOf } from '../../time/local-time.ts'
import {
  acceptedConflicts,
  checkConflicts,
  findConflicts,
  listConflicts,
  overrideErrors,
} from '../conflicts/conflicts.ts'
import { occurrencesOf, tooManyErrors } from '../series/occurrences.ts'
import { insert as insertSeries } from '../series/series.sql.ts'
import { planErrors, planFromBody, timesOf } from './plan.ts'
import { shiftRecord } from './record.ts'
import type { ShiftCreate } from './shifts.schema.ts'
import { findById, insertShifts, type ShiftRow } from './shifts.sql.ts'

/** Creates a shift; with a recurrence, a series and all its shifts up to the horizon. */
export async function createShift(db: Queryable, caller: Caller, now: number, body: ShiftCreate) {
  const { orgId, connectionId, timezone } = caller
  const { start, end, staff_ids, client_ids, site_id = null } = body
  const times = timesOf(start, end, timezone)
  const rule = body.recurrence ? normalise(body.recurrence) : undefined
  const { occurrences, next_on, errors } = rule
    ? occurrencesOf(rule, { starts: start, ends: end }, times, now, timezone)
    : { occurrences: [{ day: null, times }], next_on: null, errors: {} }

  return pipeline(db, function* () {
    const planned = occurrences.map(({ times }) => ({ ...times, staff_ids, client_ids, site_id }))
    const { people, matches, ids } = yield* findConflicts(orgId, planned)
    const plan = planFromBody(body, times, people, timezone)
    const allErrors = {
      ...overrideErrors(body),
      ...errors,
      ...tooManyErrors(occurrences.length, plan),
      ...planErrors(plan, people),
    }
    if (Object.keys(allErrors).length > 0) throw invalid(allErrors)
    const conflicts = checkConflicts(matches, body)

    const [[series]] = rule
      ? yield* send(insertSeries.call(orgId, rule, dateOf(times.starts), next_on, start, end))
      : [[]]
    const inserts = insertShifts(orgId, connectionId, {
      ids,
      plan,
      occurrences,
      timezone,
      series_id: series?.id ?? null,
      status: body.publish ? 'scheduled' : 'draft',
      fields: Object.keys(body),
      ...acceptedConflicts(conflicts, body),
    })
    const results = yield* sendLast(...inserts, findById.call(orgId, ids[0]!, timezone))
    const [row] = results.at(-1) as ShiftRow[]
    return {
      data: shiftRecord(row!),
      ...(series && { series: { id: series.id, created: ids.length } }),
      ...listConflicts(conflicts),
    }
  })
}
