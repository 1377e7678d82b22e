/** What the records of a world are told apart by. */
export interface FixtureContext {
  /** In every text that people write. */
  marker: string
  id: (n: number) => number
  /** A day of the fortnight after the day on which trials take place. */
  day: (n: number) => string
}
