import { type Queryable, statement, unlistedStatement } from '../db/statement.ts'

/** For all organisations: the first client with a full block. One that somebody writes about is left for the next time. */
const nextToSeal = statement<[], { org_id: number; client_id: number }>(
  'notes.next_to_seal',
  `select org_id, client_id from client_note_state where next_ordinal >= (sealed + 1) * 256
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
const look = unlistedStatement<[], object>('notes.look', 'analyze client_note, client_note_word, client_note_bits')

/** So that a turn holds a client for a fraction of a second. */
const blocksAtOnce = 8

/** Seals the blocks of notes that are full. Searches give the same before and after, and are faster after. */
export async function sealNotes(db: Queryable): Promise<void> {
  for (;;) {
    const next = await nextToSeal.first(db)
    if (!next) return
    await seal.one(db, next.org_id, next.client_id, blocksAtOnce)
    if ((await isNew.one(db)).isNew) await look.rows(db)
  }
}
