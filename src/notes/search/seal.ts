import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import { type Queryable, statement, unregisteredStatement } from '../../db/statement.ts'

interface StreamKey {
  org_id: number
  client_id: number
}

/** The next clients of all organisations with a full block. */
const nextToSeal = statement<[afterOrg: number, afterClient: number], StreamKey>(
  'notes.next_to_seal',
  `select org_id, client_id from client_note_state
   where next_ordinal >= (sealed + 1) * 256 and (org_id, client_id) > ($1::bigint, $2::bigint)
   order by org_id, client_id limit 100`,
)
const lock = statement<[orgId: number, clientId: number], object>(
  'notes.lock_to_seal',
  'select client_id from client_note_state where org_id = $1 and client_id = $2 for update skip locked',
)
const seal = statement<[orgId: number, clientId: number, blocks: number], { sealed: number }>(
  'notes.seal',
  'select seal_client_notes($1, $2, $3) as sealed',
)

/**
 * Until these tables are analyzed for the first time, PostgreSQL may choose a wrong index and read the whole stream for each
 * note of a filter. Later autovacuum analyzes them often enough.
 */
const isNew = statement<[], { isNew: boolean }>(
  'notes.is_new',
  `select reltuples < 0 as "isNew" from pg_class where oid = 'client_note'::regclass`,
)
const analyze = unregisteredStatement<[], object>(
  'notes.analyze',
  'analyze client_note, client_note_word, client_note_bits',
)

/** Keeps a client's notes locked for a fraction of a second only. */
const blocksAtOnce = 8

/**
 * Seals full blocks of notes. Searches return the same notes before and after, and are faster after. A failure for one client
 * does not stop the others; the first one is thrown at the end.
 */
export async function sealNotes(db: Queryable): Promise<void> {
  const failures: unknown[] = []
  let last: StreamKey = { org_id: 0, client_id: 0 }
  for (;;) {
    const next = await nextToSeal.rows(db, last.org_id, last.client_id)
    if (next.length === 0) break
    for (const { org_id, client_id } of next) {
      try {
        while (await sealSome(db, org_id, client_id));
      } catch (error) {
        failures.push(error)
      }
      if ((await isNew.one(db)).isNew) await analyze.rows(db)
    }
    last = next.at(-1)!
  }
  if (failures.length > 0) throw failures[0]
}

/** Returns whether there may be more to seal. A client whose notes are being written is skipped this time. */
const sealSome = (db: Queryable, orgId: number, clientId: number): Promise<boolean> =>
  pipeline(db, function* () {
    const [locked] = yield* send(lock.call(orgId, clientId))
    if (locked.length === 0) return false
    const [[result]] = yield* sendLast(seal.call(orgId, clientId, blocksAtOnce))
    return result!.sealed > 0
  })
