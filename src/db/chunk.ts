/** A megabyte of records takes 10 ms of the event loop to read and write, and several megabytes of memory. */
export const chunkBytes = 128 * 1024

interface Part {
  /** A query of the records, without an order. */
  records: string
  /** The order, over columns of the records. */
  order: string
  /** The columns that can be large, such as JSON. */
  large: readonly string[]
  /** SQL of the bytes that the record has beyond these columns. */
  further?: string
  bytes?: number
}

/** A row of a chunk; `found` is the number of rows without the limit. */
export type ChunkRow<Row> = Row & { bytes_before: number; found: number }

/**
 * SQL of the first records, up to a number of bytes in total, and at least one. The rest is read when these are being
 * sent (src/http/responses). PostgreSQL builds all records and then measures them. That costs little for small records,
 * while reading their sizes first took a seventh of a page's time. `offset 0` prevents building each record twice.
 */
export const firstChunkSql = ({ records, order, large, further, bytes = chunkBytes }: Part) => {
  const measured = [...large.map((one) => `octet_length(${one}::text)`), ...(further ? [further] : [])]
  const size = measured.map((one) => `coalesce(${one}, 0)`).join(' + ')
  return `
  select * from (
    select r.*, coalesce(sum(${size}) over (order by ${order} rows between unbounded preceding and 1 preceding), 0) as bytes_before,
      count(*) over () as found
    from (${records} offset 0) r) r
  where bytes_before < ${bytes} order by ${order}`
}
