import { statement } from './statement.ts'

export type Sequence = `${string}_id_seq`

/**
 * Ids for new records, in ascending order, for writes that need them in several statements. They are taken after the
 * last lock that the transaction may wait for: an import that moves the sequence (bundle/stage.ts) waits for every
 * transaction that has taken ids, and if that one waited for a lock of the import, neither would end. An id that is not
 * used stays a gap.
 */
export const nextIds = statement<[sequence: Sequence, count: number], { id: number }>(
  'ids.next',
  'select nextval($1) as id from generate_series(1, $2::int)',
)
