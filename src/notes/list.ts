import type { Caller } from '../access/tokens.ts'
import { askLast, converse } from '../db/conversation.ts'
import type { Queryable } from '../db/statement.ts'
import { found } from '../http/errors.ts'
import { cursorAfter, placeOf } from './cursor.ts'
import { type fieldKinds, fields, operatorsFor } from './filters.ts'
import { type NoteRow, noteRecord } from './note.record.ts'
import { type NotesQuery, sources } from './notes.schema.ts'
import { type Options, options } from './options.sql.ts'
import { isAsking, type Question, search } from './search.sql.ts'
import { head, newest, page } from './stream.sql.ts'

/** A page of a client's notes, newest first, with what they can be filtered by on the first one. */
export function listNotes(db: Queryable, caller: Caller, clientId: number, query: NotesQuery) {
  const { limit, cursor, ...asked } = query
  const question: Question = asked
  const stream = { key: caller.signingKey, orgId: caller.orgId, clientId, question }
  const after = cursor === undefined ? newest : placeOf(stream, cursor)
  // One more than asked for tells whether there is a next page.
  const values = [caller.orgId, clientId, limit! + 1, ...after] as const
  return converse(db, function* () {
    const [[client], rows, [values_]] = yield* askLast(
      head.call(caller.orgId, clientId),
      isAsking(question) ? search(question, [...values]) : page.call(...values),
      cursor === undefined ? options.call(caller.orgId, clientId) : undefined,
    )
    const { name, total } = found(client, 'Client')
    const shown = (rows as NoteRow[]).filter(({ id }) => id !== null).slice(0, limit)
    const last = shown.at(-1)
    const hasMore = rows.length > limit!
    return {
      client: { id: clientId, name },
      total: isAsking(question) ? (rows[0] as unknown as { total: number }).total : total,
      ...(hasMore && last && { next_cursor: cursorAfter(stream, [last.date, last.id, last.kind]) }),
      notes: shown.map(noteRecord),
      ...(values_ && { filter_options: filterOptions(values_) }),
    }
  })
}

/** The values that filters accept, by field, and the operators of each. */
const filterOptions = ({ note_type, author, employee, shift_cautions }: Options) => ({
  author,
  source: [...sources],
  note_type,
  shift_cautions,
  employee,
  has_attachments: [true, false],
  has_template: [true, false],
  operators: operatorsByField,
})

const operatorsByField = Object.fromEntries(fields.map((field) => [field, [...operatorsFor(field)]])) as Record<
  keyof typeof fieldKinds,
  string[]
>
