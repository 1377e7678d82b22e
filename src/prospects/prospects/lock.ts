import { type Pipeline, send } from '../../db/pipeline.ts'
import { found } from '../../http/contract/errors.ts'
import { lockOptionsRow } from '../options/options.sql.ts'
import { optionsOf, type StoredOptions } from '../options/options.ts'
import type { Prospect } from './prospects.schema.ts'
import { type LockedRow, lock, lockWithOptions } from './prospects.sql.ts'

/** The options that what is set now is judged by. */
export function* lockOptions(orgId: number): Pipeline<StoredOptions> {
  const [[held]] = yield* send(lockOptionsRow.call(orgId))
  return held!.options ? optionsOf(held!.options) : yield* reloadOptions(orgId)
}

/** There were none, and the organisation is held since: now it is certain. */
function* reloadOptions(orgId: number): Pipeline<StoredOptions> {
  const [[held]] = yield* send(lockOptionsRow.call(orgId))
  return optionsOf(held!.options)
}

interface LockedProspect {
  prospect: Prospect
  conversion: LockedRow['conversion']
  options: StoredOptions | undefined
}

/** A prospect that is to be changed, with the options if they are needed. */
export function* lockProspect(orgId: number, id: number, withOptions: boolean): Pipeline<LockedProspect> {
  if (!withOptions) {
    const [[row]] = yield* send(lock.call(orgId, id))
    const { conversion, ...prospect } = found(row, 'Prospect')
    return { prospect, conversion, options: undefined }
  }
  const [[row]] = yield* send(lockWithOptions.call(orgId, id))
  const { conversion, options, ...prospect } = found(row, 'Prospect')
  return { prospect, conversion, options: options ? optionsOf(options) : yield* reloadOptions(orgId) }
}
