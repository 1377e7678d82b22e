import type { Conflict } from '../conflicts/conflicts.schema.ts'

/** The result for one ref of a request about several. */
export interface BulkResult {
  ref: string
  ok: boolean
  message?: string
  error?: string
}

/** With the conflicts for which a draft was not published. */
export interface PublishResult extends BulkResult {
  conflicts?: Conflict[]
}

export function bulkResponse<Result extends BulkResult>(results: Result[]) {
  const succeeded = results.filter(({ ok }) => ok).length
  return { succeeded, failed: results.length - succeeded, results }
}
