import { type ChunkRow, firstChunkSql } from '../../db/chunk.ts'
import { statement } from '../../db/statement.ts'
import type { Person } from '../../http/contract/schema.ts'
import { type KindNumber, listColumns, recordSources } from '../search/stream.sql.ts'
import type { NoteRow } from './record.ts'

/** A note, or the last one that was looked at, with its clients if it has any. */
export type ChangedNoteRow = ChunkRow<NoteRow> & {
  clients: Person[] | null
  /** Whether notes after the last of these rows were not looked at. */
  is_cut: boolean
}

/** A page begins after this note: after the time of its change and, of several at that time, after its key. */
export type ChangePosition = readonly [updatedAt: string, id: number, kind: number]

/** As a scalar: PostgreSQL would join all notes of the organisation. */
const isOfClient = (key: string) => `(select 1 from client_note where org_id = $1 and key = ${key} limit 1) is not null`

/** Notes that are looked at for each that is wanted: there can be any number without a client. */
const looked = '20 * $2::int'

/** The first notes of a kind after the position. `key` is that of client_note. */
const runOf = (kind: KindNumber, table: string) => `
  (select updated_at, id * 4 + ${kind} as key from ${table}
   where org_id = $1 and (updated_at, id) > ($3::timestamptz, ($4::bigint * 4 + $5::int - ${kind}) >> 2)
   order by updated_at, id limit ${looked})`

const clients = `
  (select json_agg(json_build_object('id', c.id, 'name', c.first_name || ' ' || c.last_name) order by c.id)
   from client_note s join client c on c.org_id = $1 and c.id = s.client_id where s.org_id = $1 and s.key = p.key) as clients`

type Page = [orgId: number, take: number, ...after: ChangePosition]

/**
 * Notes of all clients in the order of their changes, up to 1 MB. Each kind has an index in that order, and PostgreSQL merges
 * the three. Where they are more, the last note that was looked at is there too, so that the next page begins after it. With
 * `offset 0` it looks for clients in that order, and stops when there are enough. A note has one day, whichever client it is read
 * for.
 */
export const changedNotes = statement<Page, ChangedNoteRow>(
  'notes.changed',
  `with next as materialized (
     select key, updated_at from (${runOf(1, 'note')} union all ${runOf(2, 'task_note')} union all ${runOf(3, 'shift_note')}) n
     order by updated_at, key limit ${looked}),
   changed as materialized (
     (select key from (select key from next order by updated_at, key offset 0) n where ${isOfClient('n.key')} limit $2::int)
     union (select key from next order by updated_at, key offset ${looked} - 1)),
   page as materialized (
     select key, (select min(date) from client_note s where s.org_id = $1 and s.key = c.key) as date from changed c)
   ${firstChunkSql({
     records: `select ${listColumns}, ${clients}, (select count(*) = ${looked} from next) as is_cut from page p ${recordSources}`,
     order: 'updated_at, id, kind',
     large: ['to_json(notes)', 'answers'],
     bytes: 1_000_000,
   })}`,
)
