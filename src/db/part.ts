/** A megabyte of records takes 10 ms of the thread, to read and to write, and several of memory. */
export const partBytes = 128 * 1024

interface Part {
  /** The records, without an order. */
  records: string
  /** By a column of the records, or the like. */
  order: string
  /** What can be large of a record: columns of JSON, or the like. */
  large: readonly string[]
  /** The bytes of what the record says more often than its columns do. */
  further?: string
  bytes?: number
}

/** A row of a part; `found` is how many there would be without the cut. */
export type OfPart<Row> = Row & { bytes_before: number; found: number }

/**
 * A statement: the first of the records, up to so many bytes together, and always one. The rest is read when these are on their
 * way (http/in-parts.ts). PostgreSQL makes all records first and measures them: where they are small, as nearly always, that costs
 * little, and a look at the sizes before took a seventh of a page's time. `offset 0` keeps it from making each of them twice.
 */
export const firstPart = ({ records, order, large, further, bytes = partBytes }: Part) => {
  const measured = [...large.map((one) => `octet_length(${one}::text)`), ...(further ? [further] : [])]
  const size = measured.map((one) => `coalesce(${one}, 0)`).join(' + ')
  return `
  select * from (
    select r.*, coalesce(sum(${size}) over (order by ${order} rows between unbounded preceding and 1 preceding), 0) as bytes_before,
      count(*) over () as found
    from (${records} offset 0) r) r
  where bytes_before < ${bytes} order by ${order}`
}
