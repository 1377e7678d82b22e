import type { Caller } from '../../access/tokens.ts'
import { pipeline, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { recordInsertedEvent } from '../../events/outbox.ts'
import { invalid } from '../../http/contract/errors.ts'
import { jsonResponse } from '../../http/responses/json-response.ts'
import { todayIn } from '../../time/local-time.ts'
import { firstStage } from '../options/options.ts'
import { checkAgainstOptions, mergeAttributes, needsOptions } from './check.ts'
import { lockOptions } from './lock.ts'
import type { Prospect, ProspectCreate } from './prospects.schema.ts'
import { beginHistory, insert, type ProspectValues, valuesOf } from './prospects.sql.ts'

/** The organisation and the connection that create a prospect; no connection for a submission of a form's page. */
export interface ProspectCreator extends Pick<Caller, 'orgId' | 'timezone'> {
  connectionId: number | null
  connection: string | null
}

export async function createProspect(
  db: Queryable,
  caller: Caller,
  now: number,
  body: ProspectCreate,
): Promise<{ created: number; data: Prospect }> {
  const { id, json } = await pipeline(db, function* () {
    if (needsOptions(body)) {
      const errors = checkAgainstOptions(body, yield* lockOptions(caller.orgId))
      if (Object.keys(errors).length > 0) throw invalid(errors)
    }
    const [[made]] = yield* sendLast(...insertProspect(caller, now, body))
    return made!
  })
  return jsonResponse(`{"created":${id},"data":${json}}`)
}

/** Inserts a checked prospect, with the first entry of its history and its event. The first statement returns it. */
export function insertProspect(creator: ProspectCreator, now: number, body: ProspectCreate) {
  const { orgId, connectionId, connection } = creator
  const prospect = newProspect(creator, now, body)
  return [
    insert.call(orgId, ...valuesOf(prospect)),
    beginHistory.call(orgId, prospect.stage, connection),
    recordInsertedEvent.call(orgId, connectionId, 'prospect.created', 'prospect_id_seq', Object.keys(body), null),
  ] as const
}

/** The prospect to insert: the body with the defaults of what it leaves out. */
function newProspect(
  { timezone }: Pick<ProspectCreator, 'timezone'>,
  now: number,
  body: ProspectCreate,
): ProspectValues {
  const { date_of_lead = todayIn(now, timezone), stage = firstStage, attributes } = body
  return { ...empty, ...body, date_of_lead, stage, attributes: mergeAttributes({}, attributes) } as ProspectValues
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
