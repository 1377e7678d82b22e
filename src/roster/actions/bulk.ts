/** The result for one ref of a request about several. */
export interface BulkResult {
  ref: string
  ok: boolean
  message?: string
  error?: string
}

export function bulkResponse(results: BulkResult[]) {
  const succeeded = results.filter(({ ok }) => ok).length
  return { succeeded, failed: results.length - succeeded, results }
}
