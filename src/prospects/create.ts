import type { Caller } from '../access/tokens.ts'
import { ask, askLast, converse } from '../db/conversation.ts'
import type { Queryable } from '../db/statement.ts'
import { invalid } from '../http/errors.ts'
import { todayIn } from '../time/local-time.ts'
import { isJudged, judge, mergeAttributes } from './judge.ts'
import { holdAbsence, holdOptions } from './options.sql.ts'
import { firstStage, optionsOf } from './options.ts'
import type { ProspectCreate } from './prospects.bodies.ts'
import type { Prospect } from './prospects.schema.ts'
import { insert, valuesOf, type Written } from './prospects.sql.ts'

export function createProspect(
  db: Queryable,
  { orgId, connectionId, connection, timezone }: Caller,
  now: number,
  body: ProspectCreate,
): Promise<{ created: number; data: Prospect }> {
  const { date_of_lead = todayIn(now, timezone), stage = firstStage, attributes } = body
  const prospect = { ...empty, ...body, date_of_lead, stage, attributes: mergeAttributes({}, attributes) } as Written
  return converse(db, function* () {
    if (isJudged(body)) {
      const [, [stored]] = yield* ask(holdAbsence.call(orgId), holdOptions.call(orgId))
      const errors = judge(body, optionsOf(stored))
      if (Object.keys(errors).length > 0) throw invalid(errors)
    }
    const fields = Object.keys(body)
    const [[data]] = yield* askLast(insert.call(orgId, connectionId, fields, connection, ...valuesOf(prospect)))
    return { created: data!.id, data: data! }
  })
}

const empty = {
  email: null,
  phone: null,
  suburb: null,
  tags: [],
  source: null,
  consultant: null,
  funding_type: null,
  followup_date: null,
  initial_comments: null,
}
