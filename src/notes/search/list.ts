import type { Caller } from '../../access/tokens.ts'
import { pipeline, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { found } from '../../http/contract/errors.ts'
import { type NotesQuery, sources } from '../notes/notes.schema.ts'
import { noteRecord } from '../notes/record.ts'
import { cursorAfter, placeOf } from './cursor.ts'
import { type fieldKinds, fields, operatorsFor } from './filters.ts'
import { optionsOfAll } from './options.sql.ts'
import { type Options, optionsIn, sorted } from './options.ts'
import { type Found, isAsking, search } from './search.sql.ts'
import { head, newest, type PageValues, pageFor } from './stream.sql.ts'
import { addSubmissions } from './submissions.sql.ts'

/** A page of a client's notes, newest first, with what they can be filtered by on the first one. */
export async function listNotes(db: Queryable, caller: Caller, clientId: number, query: NotesQuery) {
  const { limit, cursor, ...question } = query
  const { orgId, signingKey: key } = caller
  const stream = { key, orgId, clientId, question }
  const isFirst = cursor === undefined
  const asksForSome = isAsking(question)
  // One more than asked for tells whether there is a next page; so does a page that ends early, where notes are large.
  const values: PageValues = [orgId, clientId, limit! + 1, ...(isFirst ? newest : placeOf(stream, cursor))]
  const [[client], rows, [known]] = asksForSome
    ? await pipeline(db, () =>
        sendLast(
          head.call(orgId, clientId),
          search(question, values),
          isFirst ? optionsOfAll.call(orgId, clientId) : undefined,
        ),
      )
    : await Promise.all([head.rows(db, orgId, clientId), pageFor(limit!).rows(db, ...values), []])
  const { name, total, has_tied } = found(client, 'Client')
  const shown = rows.filter(({ id }) => id !== null).slice(0, limit)
  if (has_tied) await addSubmissions(db, orgId, caller.timezone, shown)
  const last = (rows[0]?.found ?? rows.length) > shown.length ? shown.at(-1) : undefined
  // Where the page has all notes, it has all options.
  const options = async () => (total === shown.length ? optionsIn(shown) : optionsOfAll.one(db, orgId, clientId))
  return {
    client: { id: clientId, name },
    total: asksForSome ? (rows[0] as Found).total : total,
    ...(last && { next_cursor: cursorAfter(stream, [last.date, last.id, last.kind]) }),
    notes: shown.map(noteRecord),
    ...(isFirst && { filter_options: filterOptions(known ?? (await options())) }),
  }
}

/** The values that filters accept, by field, and the operators of each. */
const filterOptions = ({ note_type, author, employee, shift_cautions }: Options) => ({
  author: sorted(author),
  source: [...sources],
  note_type: sorted(note_type),
  shift_cautions: sorted(shift_cautions),
  employee: sorted(employee),
  has_attachments: [true, false],
  has_template: [true, false],
  operators: operatorsByField,
})

const operatorsByField = Object.fromEntries(fields.map((field) => [field, [...operatorsFor(field)]])) as Record<
  keyof typeof fieldKinds,
  string[]
>
