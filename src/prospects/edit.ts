import type { Caller } from '../access/tokens.ts'
import { ask, askLast, converse } from '../db/conversation.ts'
import type { Queryable } from '../db/statement.ts'
import { ApiError, found, invalid } from '../http/errors.ts'
import { isJudged, judge, mergeAttributes } from './judge.ts'
import { holdAbsence, holdOptions } from './options.sql.ts'
import { optionsOf } from './options.ts'
import type { ProspectPatch } from './prospects.bodies.ts'
import type { Prospect } from './prospects.schema.ts'
import { hold, update, valuesOf, type Written, writable } from './prospects.sql.ts'

export const stageIsFixed = 'The stage of a converted prospect is fixed.'

const asksNothing = ({ attributes = {}, ...fields }: ProspectPatch): boolean =>
  Object.keys(fields).length === 0 && Object.keys(attributes).length === 0

/** Lays what is sent over a prospect; where nothing differs nothing is written. */
export async function editProspect(
  db: Queryable,
  { orgId, connectionId, connection }: Caller,
  id: number,
  body: ProspectPatch,
): Promise<{ updated: number; data: Prospect }> {
  if (asksNothing(body)) throw new ApiError(422, 'Provide something to change.')
  const needsOptions = isJudged(body)
  const data = await converse(db, function* () {
    const [, [stored], [held]] = yield* ask(
      needsOptions ? holdAbsence.call(orgId) : undefined,
      needsOptions ? holdOptions.call(orgId) : undefined,
      hold.call(orgId, id),
    )
    const { conversion, ...before } = found(held, 'Prospect')
    const isMoved = body.stage !== undefined && body.stage !== before.stage
    const errors = needsOptions ? judge(body, optionsOf(stored), before) : {}
    if (isMoved && conversion) errors.stage = [stageIsFixed]
    if (Object.keys(errors).length > 0) throw invalid(errors)

    const next = { ...before, ...body, attributes: mergeAttributes(before.attributes, body.attributes) } as Written
    const changed = writable.filter((field) => JSON.stringify(next[field]) !== JSON.stringify(before[field]))
    if (changed.length === 0) return before
    const detail = isMoved ? { from: before.stage, to: next.stage } : null
    const [[row]] = yield* askLast(update.call(orgId, connectionId, id, ...valuesOf(next), changed, detail, connection))
    return row!
  })
  return { updated: id, data }
}
