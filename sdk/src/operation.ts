/** How the items of a list are read. `sdk/operations.json` says the same of every operation in full. */
export interface ListRule {
  /** The field of the response that has the items. */
  items: string
  /** What leads to the next page. Without it the list has one page. */
  by?: 'after_id' | 'cursor' | 'after' | 'page'
  /** The parameter for the number of items of a page, and its largest value. */
  size?: { parameter: string; maximum: number }
  /** The parameter that chooses some records. Those are one page, and `after_id` cannot be sent with it. */
  chooser?: 'ids' | 'refs'
}

/** An operation of the API, as short as a bundle should be. */
export type Operation = readonly [
  method: string,
  path: string,
  flags?: {
    /** Whether it takes a body. */
    body?: boolean
    /** Of an operation with a body: the fields of the input that go into the query. */
    query?: readonly string[]
    /** A write without an `Idempotency-Key`, which is never sent twice. */
    noKey?: boolean
    list?: ListRule
  },
]
