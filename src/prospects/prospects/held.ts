import { type Pipeline, send } from '../../db/pipeline.ts'
import { found } from '../../http/contract/errors.ts'
import { holdOptions } from '../options/options.sql.ts'
import { optionsOf, type StoredOptions } from '../options/options.ts'
import type { Prospect } from './prospects.schema.ts'
import { type Held, hold, holdWithOptions } from './prospects.sql.ts'

/** The options that what is set now is judged by. */
export function* holdTheOptions(orgId: number): Pipeline<StoredOptions> {
  const [[held]] = yield* send(holdOptions.call(orgId))
  return held!.options ? optionsOf(held!.options) : yield* optionsAfterAll(orgId)
}

/** There were none, and the organisation is held since: now it is certain. */
function* optionsAfterAll(orgId: number): Pipeline<StoredOptions> {
  const [[held]] = yield* send(holdOptions.call(orgId))
  return optionsOf(held!.options)
}

interface HeldProspect {
  prospect: Prospect
  conversion: Held['conversion']
  options: StoredOptions | undefined
}

/** A prospect that is to be changed, with the options if they are needed. */
export function* holdProspect(orgId: number, id: number, withOptions: boolean): Pipeline<HeldProspect> {
  if (!withOptions) {
    const [[row]] = yield* send(hold.call(orgId, id))
    const { conversion, ...prospect } = found(row, 'Prospect')
    return { prospect, conversion, options: undefined }
  }
  const [[row]] = yield* send(holdWithOptions.call(orgId, id))
  const { conversion, options, ...prospect } = found(row, 'Prospect')
  return { prospect, conversion, options: options ? optionsOf(options) : yield* optionsAfterAll(orgId) }
}
