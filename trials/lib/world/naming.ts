/** What distinguishes the records of one fixture from those of another. */
export interface FixtureContext {
  /** Part of every text. */
  marker: string
  id: (n: number) => number
  /** One of the 14 days that follow the day of the trial's clock. */
  day: (n: number) => string
}
