import type { Caller } from '../../access/tokens.ts'
import { type Pipeline, pipeline, sendLast } from '../../db/pipeline.ts'
import type { JsonRow } from '../../db/shape.ts'
import type { Queryable } from '../../db/statement.ts'
import { recordEvent } from '../../events/outbox.ts'
import { invalid, rejected } from '../../http/contract/errors.ts'
import { attributesLimitError } from '../../http/contract/record-limits.ts'
import { jsonResponse } from '../../http/responses/json-response.ts'
import { checkAgainstOptions, mergeAttributes, needsOptions } from './check.ts'
import { lockProspect } from './lock.ts'
import type { Prospect, ProspectPatch } from './prospects.schema.ts'
import { continueHistory, type ProspectValues, updateCall, writable } from './prospects.sql.ts'

export const stageIsFixed = 'The stage of a converted prospect is fixed.'

const isEmptyPatch = ({ attributes = {}, ...fields }: ProspectPatch): boolean =>
  Object.keys(fields).length === 0 && Object.keys(attributes).length === 0

/** Applies a patch to a prospect. Writes nothing if nothing changes. */
export async function editProspect(
  db: Queryable,
  caller: Caller,
  id: number,
  patch: ProspectPatch,
): Promise<{ updated: number; data: Prospect }> {
  if (isEmptyPatch(patch)) throw rejected('Provide something to change.')
  const { orgId, connectionId, connection } = caller
  const { json } = await pipeline(db, function* (): Pipeline<JsonRow<Prospect>> {
    const { prospect: before, conversion, options } = yield* lockProspect(orgId, id, needsOptions(patch))
    const isMoved = patch.stage !== undefined && patch.stage !== before.stage
    const errors = options ? checkAgainstOptions(patch, options, before) : {}
    if (isMoved && conversion) errors.stage = [stageIsFixed]
    if (Object.keys(errors).length > 0) throw invalid(errors)

    const next = {
      ...before,
      ...patch,
      attributes: mergeAttributes(before.attributes, patch.attributes),
    } as ProspectValues
    const sizeError = patch.attributes && attributesLimitError(next.attributes)
    if (sizeError) throw invalid({ attributes: [sizeError] })
    const changed = writable.filter((field) => JSON.stringify(next[field]) !== JSON.stringify(before[field]))
    if (changed.length === 0) return { json: JSON.stringify(before) }
    const type = isMoved ? 'prospect.stage_changed' : 'prospect.updated'
    const detail = isMoved ? { from: before.stage, to: next.stage } : null
    const [[row]] = yield* sendLast(
      updateCall(orgId, id, changed, next),
      isMoved ? continueHistory.call(orgId, id, connection) : undefined,
      recordEvent.call(orgId, connectionId, type, id, changed, detail),
    )
    return row!
  })
  return jsonResponse(`{"updated":${id},"data":${json}}`)
}
