import { statement } from './statement.ts'

export type Sequence = `${string}_id_seq`

/**
 * Ids for new records, in ascending order, for a write that needs them in several statements. Most transactions load
 * something first and take the ids in the same batch, after the last lock that they may wait for: an import that moves
 * the sequence waits for all who have taken ids, and must not have such a lock itself. An id that is not used stays a gap.
 */
export const nextIds = statement<[sequence: Sequence, count: number], { id: number }>(
  'ids.next',
  'select nextval($1) as id from generate_series(1, $2::int)',
)
