import { type Pipeline, send } from '../../db/pipeline.ts'
import { found } from '../../http/contract/errors.ts'
import { lockOptionsRow } from '../options/options.sql.ts'
import { optionsOf, type StoredOptions } from '../options/options.ts'
import type { Prospect } from './prospects.schema.ts'
import { type LockedRow, lock, lockWithOptions } from './prospects.sql.ts'

/** Locks and returns the options that values are checked against. */
export function* lockOptions(orgId: number): Pipeline<StoredOptions> {
  const [[row]] = yield* send(lockOptionsRow.call(orgId))
  return row!.options ? optionsOf(row!.options) : yield* reloadOptions(orgId)
}

/** Reads the options again after the organisation was locked: a concurrent import may have inserted them before the lock. */
function* reloadOptions(orgId: number): Pipeline<StoredOptions> {
  const [[row]] = yield* send(lockOptionsRow.call(orgId))
  return optionsOf(row!.options)
}

interface LockedProspect {
  prospect: Prospect
  conversion: LockedRow['conversion']
  options: StoredOptions | undefined
}

/** Locks a prospect for a change, with the options if they are needed. */
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
