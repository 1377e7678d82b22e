import { retryTimes } from '../../src/webhooks/dispatcher/retry.ts'

const hour = 3_600_000

/** An event of the past. Bundles have none. */
export interface ExampleEvent {
  type: 'client.updated' | 'task.updated' | 'prospect.updated'
  subjectId: number
  fields: string[]
  at: number
}

/** What became of an event, by its number. */
export interface ExampleDelivery {
  event: number
  type: string
  subjectId: number
  status: 'delivered' | 'failed'
  /** The statuses of the receiver, and when it answered. */
  attempts: { status_code: number; at: number }[]
}

export interface ExampleWebhook {
  id: number
  description: string
  types: string[]
  /** Since when it fails; otherwise it was disabled by a request. */
  failingSince: number | null
  deliveries: ExampleDelivery[]
}

/** The first events of the demo organisation: what happened in the week before it was made. */
export const exampleEvents = (now: number): ExampleEvent[] => [
  { type: 'client.updated', subjectId: 2001, fields: ['address'], at: now - 170 * hour },
  { type: 'client.updated', subjectId: 2002, fields: ['primary_contact_number'], at: now - 151 * hour },
  { type: 'task.updated', subjectId: 101, fields: ['date'], at: now - 130 * hour },
  { type: 'client.updated', subjectId: 2003, fields: ['primary_contact_email'], at: now - 98 * hour },
  { type: 'prospect.updated', subjectId: 101, fields: ['phone'], at: now - 51 * hour },
  { type: 'client.updated', subjectId: 2001, fields: ['primary_contact_number'], at: now - 26 * hour },
]

/**
 * Webhooks belong to a connection, so bundles have none. Payroll gets its events, the data warehouse stopped to answer; the
 * examples that change or delete one have their own. All are disabled, so the demo organisation sends nothing.
 */
export function exampleWebhooks(now: number): ExampleWebhook[] {
  const events = exampleEvents(now)
  const delivery = (event: number, status: ExampleDelivery['status'], answers: number[]): ExampleDelivery => {
    const { type, subjectId, at } = events[event - 1]!
    const attempts = answers.map((status_code, made) => ({
      status_code,
      at: at + 1000 * secondsUntilAttempt(made + 1),
    }))
    return { event, type, subjectId, status, attempts }
  }
  const none = { types: ['shift.*', 'client.created'], failingSince: null, deliveries: [] }
  return [
    {
      ...{ id: 1, description: 'Payroll', types: ['client.*', 'shift.*'], failingSince: null },
      deliveries: [
        delivery(1, 'delivered', [204]),
        delivery(2, 'delivered', [503, 204]),
        delivery(4, 'delivered', [204]),
        delivery(6, 'delivered', [204]),
      ],
    },
    {
      ...{ id: 2, description: 'Data warehouse', types: ['*'], failingSince: now - 130 * hour },
      deliveries: [
        delivery(1, 'delivered', [200]),
        delivery(2, 'delivered', [200]),
        delivery(3, 'failed', [500, 500, 500, 500, 500, 500, 502, 502, 502, 502]),
      ],
    },
    { id: 3, description: 'Old roster screen', ...none },
    { id: 4, description: 'Phone system', ...none },
  ]
}

/** From the change on. The first attempt is made after a second. */
const secondsUntilAttempt = (attempt: number): number =>
  retryTimes.attempts.slice(0, attempt - 1).reduce((sum, seconds) => sum + seconds, 1)
