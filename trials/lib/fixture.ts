import type { ExampleWebhook } from '../../demo/examples/webhooks.ts'
import { enquiriesFixture } from './fixture/enquiries.ts'
import { peopleFixture } from './fixture/people.ts'
import { reportsFixture } from './fixture/reports.ts'
import { rosterFixture } from './fixture/roster.ts'
import { tasksFixture } from './fixture/tasks.ts'

/**
 * The fixture: a bundle with the records that the examples of the specification name. Every organisation gets the same ids,
 * and every text contains the organisation's own marker. `idOffset` shifts all ids, for records that no other organisation has.
 */
export function fixtureBundle(marker: string, idOffset = 0) {
  const context = {
    ...{ marker, id: (n: number) => n + idOffset },
    day: (n: number) => `2026-11-${String(16 + (n % 14)).padStart(2, '0')}`,
  }
  return {
    organisation: { name: `${marker} Care`, timezone: 'Australia/Sydney', owner_id: 101 },
    ...peopleFixture(context),
    ...rosterFixture(context),
    ...tasksFixture(context),
    ...enquiriesFixture(context),
    ...reportsFixture(context),
  }
}

/** A batch of a bulk import. Bundles do not contain batches. */
export function importBatch(marker: string, idOffset = 0) {
  const batch = `imp_4Zq0yN6sXw2LrT9b${1000 + idOffset}`
  const results = [{ index: 0, ok: false, error: `${marker} is wrong.`, errors: { last_name: [marker] }, warnings: [] }]
  return { id: batch, answer: { batch, succeeded: 0, failed: 1, results } }
}

/** Webhooks. Bundles do not contain them either. */
export const fixtureWebhooks = (marker: string, now: number, idOffset = 0): ExampleWebhook[] =>
  [1, 2, 3, 4, 5].map((n) => ({
    ...{ id: n + idOffset, description: `${marker} ${n}`, types: ['shift.*', 'client.created'], failingSince: null },
    deliveries:
      n < 3
        ? [
            {
              event: 1,
              type: 'client.created',
              subjectId: 2001,
              status: 'failed',
              attempts: [{ status_code: 500, at: now }],
            },
          ]
        : [],
  }))
