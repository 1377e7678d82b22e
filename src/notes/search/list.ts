import type { Caller } from '../../access/tokens.ts'
import { pipeline, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { found, invalid } from '../../http/contract/errors.ts'
import { readSigned, writeSigned } from '../../http/pages/signed.ts'
import { type NotesQuery, sources } from '../notes/notes.schema.ts'
import { type NoteRow, noteRecord } from '../notes/record.ts'
import { type fieldKinds, fields, operatorsFor } from './filters.ts'
import { maxOptions, type Options, optionsOfAll } from './options.sql.ts'
import { isFiltered, type MatchRow, type NotesFilter, search } from './search.sql.ts'
import { head, newest, type PageValues, type Position, pageFor } from './stream.sql.ts'
import { addSubmissions } from './submissions.sql.ts'

/** A page of a client's notes, newest first. The first page also has the values for filters. */
export async function listNotes(db: Queryable, caller: Caller, clientId: number, query: NotesQuery) {
  const { limit, cursor, ...filter } = query
  const { orgId, signingKey: key } = caller
  const stream = { key, orgId, clientId, filter }
  const isFirst = cursor === undefined
  const hasFilter = isFiltered(filter)
  // One row more than the limit shows that there is a next page. A page of large notes can also end before the limit.
  const values: PageValues = [orgId, clientId, limit! + 1, ...(isFirst ? newest : positionOf(stream, cursor))]
  const [[client], rows, [loadedOptions]] = hasFilter
    ? await pipeline(db, () =>
        sendLast(
          head.call(orgId, clientId),
          search(filter, values),
          isFirst ? optionsOfAll.call(orgId, clientId) : undefined,
        ),
      )
    : await Promise.all([head.rows(db, orgId, clientId), pageFor(limit!).rows(db, ...values), []])
  const { name, total, has_tied } = found(client, 'Client')
  const page = rows.filter(({ id }) => id !== null).slice(0, limit)
  if (has_tied) await addSubmissions(db, orgId, caller.timezone, page)
  const last = (rows[0]?.found ?? rows.length) > page.length ? page.at(-1) : undefined
  // A page with all notes has all values too.
  const options = async () => (total === page.length ? optionsIn(page) : optionsOfAll.one(db, orgId, clientId))
  return {
    client: { id: clientId, name },
    total: hasFilter ? (rows[0] as MatchRow).total : total,
    ...(last && { next_cursor: cursorAfter(stream, [last.date, last.id, last.kind]) }),
    notes: page.map(noteRecord),
    ...(isFirst && { filter_options: filterOptions(loadedOptions ?? (await options())) }),
  }
}

/** The values and operators that filters accept, by field. */
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

/** A cursor is valid for one client and one filter only. */
interface Stream {
  key: Buffer
  orgId: number
  clientId: number
  filter: NotesFilter
}

const macBytes = 12

/** The position after a note, signed: a client cannot forge it or use it for another list. */
const cursorAfter = (stream: Stream, position: Position): string =>
  writeSigned(stream.key, purposeOf(stream), position, macBytes)

function positionOf(stream: Stream, cursor: string): Position {
  const position = readSigned<Position>(stream.key, purposeOf(stream), cursor, macBytes)
  if (position) return position
  const rule = 'must be the next_cursor of the page before, sent with the same client, search, filters, from and to'
  throw invalid({ cursor: [`cursor ${rule}.`] })
}

function purposeOf({ orgId, clientId, filter }: Stream): unknown[] {
  const { search, from, to, filters = [] } = filter
  // Both spellings of the filters have the same cursors.
  const conditions = filters.map(({ field, operator, value, combinator = 'and' }) => [
    field,
    operator,
    String(value),
    combinator,
  ])
  return ['notes', orgId, clientId, search, from, to, conditions]
}

/** The options of a page that has all notes. Filters ignore case, so each value is listed once, as the oldest note spells it. */
function optionsIn(rows: readonly NoteRow[]): Options {
  const distinct = (values: Iterable<string | null>) => {
    const spellings = new Map<string, string>()
    for (const value of values) if (value !== null) spellings.set(value.toLowerCase(), value)
    return [...spellings.values()].slice(0, maxOptions)
  }
  return {
    note_type: distinct(rows.map(({ note_type }) => note_type)),
    author: distinct(rows.map(({ author }) => author)),
    employee: distinct(rows.map(({ employee }) => employee)),
    shift_cautions: distinct(
      rows.flatMap(({ shift_cautions }) => shift_cautions.flatMap(({ code, text }) => [code, text])),
    ),
  }
}

/** The same order for options from SQL and from a page. */
const sorted = (values: readonly string[]): string[] =>
  [...values].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
