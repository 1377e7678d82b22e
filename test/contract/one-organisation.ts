/** Reads over all organisations, without locks. The work that follows is for one organisation at a time. */
export const overAllOrganisations: ReadonlySet<string> = new Set([
  'counters.changed',
  'deprecations.organisations',
  'feed.count_new',
  'feed.heads',
  'feed.organisations_with_old',
  'feed.organisations_with_old_token_events',
  'feed.organisations_with_new',
  'webhooks.count_failing',
  'webhooks.find_ready',
  'webhooks.organisations_with_failing',
  'idempotency.organisations_to_sweep',
  'notes.next_to_seal',
  'shift_series.due',
  'task_series.due',
  'webhook_deliveries.organisations_with_old',
])
