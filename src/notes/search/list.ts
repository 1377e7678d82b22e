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

/** A page of a client's notes, newest first, with what they can be filtered by on the first one. */
export async function listNotes(db: Queryable, caller: Caller, clientId: number, query: NotesQuery) {
  const { limit, cursor, ...question } = query
  const { orgId, signingKey: key } = caller
  const stream = { key, orgId, clientId, question }
  const isFirst = cursor === undefined
  const asksForSome = isFiltered(question)
  // One more than asked for tells whether there is a next page; so does a page that ends early, where notes are large.
  const values: PageValues = [orgId, clientId, limit! + 1, ...(isFirst ? newest : positionOf(stream, cursor))]
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
    total: asksForSome ? (rows[0] as MatchRow).total : total,
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

/** What a cursor belongs to: it is worth nothing for another client or another question. */
interface Stream {
  key: Buffer
  orgId: number
  clientId: number
  question: NotesFilter
}

const macBytes = 12

/** The place after a note, signed, so that nobody can make one up or take one to another list. */
const cursorAfter = (stream: Stream, place: Position): string =>
  writeSigned(stream.key, purposeOf(stream), place, macBytes)

function positionOf(stream: Stream, cursor: string): Position {
  const place = readSigned<Position>(stream.key, purposeOf(stream), cursor, macBytes)
  if (place) return place
  const rule = 'must be the next_cursor of the page before, sent with the same client, search, filters, from and to'
  throw invalid({ cursor: [`cursor ${rule}.`] })
}

function purposeOf({ orgId, clientId, question }: Stream): unknown[] {
  const { search, from, to, filters = [] } = question
  // A filter means the same in both spellings, and so does its cursor.
  const asked = filters.map(({ field, operator, value, combinator = 'and' }) => [
    field,
    operator,
    String(value),
    combinator,
  ])
  return ['notes', orgId, clientId, search, from, to, asked]
}

/** The same for all the notes that there are, newest first. Each once, as the oldest has it, because filters do not regard case. */
function optionsIn(rows: readonly NoteRow[]): Options {
  const values = (spelled: Iterable<string | null>) => {
    const found = new Map<string, string>()
    for (const value of spelled) if (value !== null) found.set(value.toLowerCase(), value)
    return [...found.values()].slice(0, maxOptions)
  }
  return {
    note_type: values(rows.map(({ note_type }) => note_type)),
    author: values(rows.map(({ author }) => author)),
    employee: values(rows.map(({ employee }) => employee)),
    shift_cautions: values(
      rows.flatMap(({ shift_cautions }) => shift_cautions.flatMap(({ code, text }) => [code, text])),
    ),
  }
}

/** In the same order wherever they come from. */
const sorted = (values: readonly string[]): string[] =>
  [...values].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
