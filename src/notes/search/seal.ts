import { type Queryable, statement, unlistedStatement } from '../../db/statement.ts'

interface StreamKey {
  org_id: number
  client_id: number
}

/** For all organisations: the next client with a full block. One that somebody writes about is left for the next time. */
const nextToSeal = statement<[afterOrg: number, afterClient: number], StreamKey>(
  'notes.next_to_seal',
  `select org_id, client_id from client_note_state
   where next_ordinal >= (sealed + 1) * 256 and (org_id, client_id) > ($1::bigint, $2::bigint)
   order by org_id, client_id limit 1 for update skip locked`,
)
const seal = statement<[orgId: number, clientId: number, most: number], { sealed: number }>(
  'notes.seal',
  'select seal_client_notes($1, $2, $3) as sealed',
)

/**
 * Until PostgreSQL has looked at these tables for the first time, it takes all indexes of a client's notes to be as good, and reads
 * the whole stream for each note that a filter looks up. Later on autovacuum looks often enough.
 */
const isNew = statement<[], { isNew: boolean }>(
  'notes.is_new',
  `select reltuples < 0 as "isNew" from pg_class where oid = 'client_note'::regclass`,
)
const analyze = unlistedStatement<[], object>('notes.look', 'analyze client_note, client_note_word, client_note_bits')

/** So that a turn holds a client for a fraction of a second. */
const blocksAtOnce = 8

/**
 * Seals the blocks of notes that are full. Searches give the same before and after, and are faster after. A client whose
 * notes cannot be sealed does not keep those after it from it; the first failure is told at the end.
 */
export async function sealNotes(db: Queryable): Promise<void> {
  const failures: unknown[] = []
  let place: StreamKey = { org_id: 0, client_id: 0 }
  for (;;) {
    const next = await nextToSeal.first(db, place.org_id, place.client_id)
    if (!next) break
    place = next
    try {
      while ((await seal.one(db, place.org_id, place.client_id, blocksAtOnce)).sealed > 0);
    } catch (error) {
      failures.push(error)
    }
    if ((await isNew.one(db)).isNew) await analyze.rows(db)
  }
  if (failures.length > 0) throw failures[0]
}
