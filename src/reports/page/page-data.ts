import type { Results } from '../logic/results.ts'
import type { View } from '../logic/view.ts'

/** What comes of an insight: its results, or a sentence that says why there are none. */
export type Outcome = { results: Results } | { message: string }

/** What the page of an insight gets to know. */
export interface InsightPageData {
  kind: 'insight'
  name: string
  view: View
  outcome: Outcome
}

/** What the page of a dashboard gets to know at once; what its cards show comes after it, card by card. */
export interface DashboardPageData {
  kind: 'dashboard'
  cards: CardData[]
  /** The address of the lines below. */
  outcomes: string
}
export interface CardData {
  id: number
  position: { x: number; y: number; w: number; h: number }
  /** A text has none of these. */
  insight?: { name: string; view: View; summary?: InsightSummary }
}

/** What an insight counts, as people say it. Whoever may not see its figures is not told either: filters may name people. */
export interface InsightSummary {
  /** `Hours of appointments by month and type` */
  what: string
  /** `Status is completed or started; type is single` */
  filters?: string
  /** What the names in a formula stand for. */
  terms?: string
}

/** One line of a dashboard’s cards, as soon as it is known. */
export type CardLine = { card: number } & Outcome
