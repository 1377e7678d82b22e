/** One item of an answer about many. */
export interface Item {
  ref: string
  ok: boolean
  message?: string
  error?: string
}

export function bulkAnswer(results: Item[]) {
  const succeeded = results.filter(({ ok }) => ok).length
  return { succeeded, failed: results.length - succeeded, results }
}
