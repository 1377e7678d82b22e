import type { Results } from '../logic/results.ts'
import type { View } from '../logic/view.ts'

/** The results of an insight, or a message that says why there are none. */
export type Outcome = { results: Results } | { message: string }

/** The data in the page of an insight. */
export interface InsightPageData {
  kind: 'insight'
  name: string
  view: View
  outcome: Outcome
}

/** The data in the page of a dashboard. The results of its cards follow as lines of `outcomes`. */
export interface DashboardPageData {
  kind: 'dashboard'
  cards: CardData[]
  /** The address of the card lines. */
  outcomes: string
}
export interface CardData {
  id: number
  position: { x: number; y: number; w: number; h: number }
  /** Absent for a text card. */
  insight?: { name: string; view: View; summary?: InsightSummary }
}

/**
 * What an insight counts, in words. A viewer who may not see the results does not get it, because filters may name
 * people.
 */
export interface InsightSummary {
  /** `Hours of appointments by month and type` */
  what: string
  /** `Status is completed or started; type is single` */
  filters?: string
  /** The meaning of the terms of a formula. */
  terms?: string
}

/** One line of the response at `outcomes`. */
export type CardLine = { card: number } & Outcome
