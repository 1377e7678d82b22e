import type { Caller } from '../access/tokens.ts'
import { askLast, converse } from '../db/conversation.ts'
import type { Queryable } from '../db/statement.ts'
import { invalid } from '../http/errors.ts'
import { todayIn } from '../time/local-time.ts'
import { holdTheOptions } from './held.ts'
import { isJudged, judge, mergeAttributes } from './judge.ts'
import { firstStage } from './options.ts'
import type { ProspectCreate } from './prospects.bodies.ts'
import type { Prospect } from './prospects.schema.ts'
import type { Written } from './prospects.sql.ts'
import { insert, valuesOf } from './prospects.write.sql.ts'

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
      const errors = judge(body, yield* holdTheOptions(orgId))
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
