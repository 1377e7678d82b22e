import { type TSchema, Type } from 'typebox'
import type { PageNumber } from '../../db/list.ts'
import { id } from '../contract/schema.ts'

/** `page` and `per_page` of a list with at most `max` records on a page. */
export const pageQuery = (max: number, defaultSize: number) => ({
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 1,
      description: 'Page number, 1 or greater.',
    }),
  ),
  per_page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: max, default: defaultSize, description: `Records on a page, 1 to ${max}.` }),
  ),
})

/** `after_id` of a list, for clients that read all of it. */
export const afterId = (what: string, further = '') =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      notWith: ['page'],
      description:
        `Only ${what} after this id, in the order of ids, in place of \`page\`. Begin with 0 and go on with ` +
        `\`next_after_id\` of the response until it is null. None is skipped while others change, leave the filter or are removed.${further}`,
    }),
  )

/** The same as `pageQuery`, with `after_id`. */
export const keysetQuery = (what: string, max: number, defaultSize: number) => ({
  ...pageQuery(max, defaultSize),
  after_id: afterId(what),
})

/** The most ids or refs that a list takes. They are one page. */
export const maxChosen = 100

const chosen = <T extends TSchema>(item: T, what: string) =>
  Type.Optional(
    Type.Array(item, {
      minItems: 1,
      maxItems: maxChosen,
      notWith: ['page', 'after_id'],
      description: `${what}, separated by commas, as one page of up to ${maxChosen}. Other filters apply too. Those that do not exist are left out.`,
    }),
  )
/** `ids` of a list, for clients that know which records they want. */
export const idsQuery = (what: string) => chosen(id(), `Only ${what} with these ids`)
/** The same for records with refs. */
export const refsQuery = (what: string, pattern: string, patternRule: string) =>
  chosen(Type.String({ pattern, patternRule }), `Only ${what} with these refs`)

/** `format` of a list that can be exported. */
export const formatQuery = Type.Optional(
  Type.Unsafe<'json' | 'csv' | 'ndjson'>({
    type: 'string',
    enum: ['json', 'csv', 'ndjson'],
    default: 'json',
    notWith: ['page', 'per_page', 'after_id'],
    description:
      '`csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. ' +
      '`csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that ' +
      'a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. ' +
      'If the connection breaks, the file is not complete.',
  }),
)

/** `updated_since` of a list, for clients that synchronise a copy. */
export const updatedSince = (what: string) =>
  Type.Optional(
    Type.String({
      format: 'date-or-instant',
      description: `Only ${what} updated on or after this date (in the organisation’s time zone) or ISO 8601 instant.`,
    }),
  )

/** `from` and `to` of a list whose records have a start and an end. */
export const windowQuery = (what: string) => ({
  from: Type.Optional(
    Type.String({
      format: 'date',
      description: `Only ${what} that end on or after this day, in the organisation’s time zone.`,
    }),
  ),
  to: Type.Optional(
    Type.String({
      format: 'date',
      onOrAfter: 'from',
      description: `Only ${what} that start on or before this day. Must not be before \`from\`.`,
    }),
  ),
})

/** `from` and `to` of a list whose records have one day; both are inclusive. */
export const dayQuery = (what: string) => ({
  from: Type.Optional(Type.String({ format: 'date', description: `Only ${what} on or after this day.` })),
  to: Type.Optional(
    Type.String({
      format: 'date',
      onOrAfter: 'from',
      description: `Only ${what} on or before this day. Must not be before \`from\`.`,
    }),
  ),
})

/** The position of a page in its list. */
export function pageMeta(query: PageNumber, total: number) {
  const { page, per_page } = query as Required<PageNumber> // the schema's defaults have filled them in
  return { page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) }
}

/** The body of a page. A page past the end is empty and has the same meta as the others. */
export const pageBody = <Row>(query: PageNumber, { rows, total }: { rows: Row[]; total: number }) => ({
  data: rows,
  meta: pageMeta(query, total),
})
