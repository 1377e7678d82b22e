/** A megabyte of records takes 10 ms of the thread, to read and to write, and several of memory. */
export const partBytes = 128 * 1024

interface Part {
  /** As it is called in `size` and outside. */
  alias: string
  /** A table under its alias. */
  from: string
  where: string
  order: string
  /** One number: the bytes of what is large in a record. */
  size: string
}

/**
 * For `from`: the first rows of those that `where` lets through, up to `partBytes` together, and always one. The rest is read
 * when these are on their way (http/in-parts.ts). Sizes are looked up before anything else of the rows is.
 */
export const firstPart = ({ alias, from, where, order, size }: Part) => `
  (select * from (
     select ${alias}.*, coalesce(sum(size::int) over (order by ${order} rows between unbounded preceding and 1 preceding), 0) as size_before
     from ${from} cross join lateral (${size}) sized (size)
     where ${where}) sized
   where size_before < ${partBytes}) ${alias}`
