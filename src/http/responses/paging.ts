import { Type } from 'typebox'
import type { PageNumber } from '../../db/list.ts'

/** `page` and `per_page` of a list that gives `most` records at the most. */
export const pageQuery = (most: number, usual: number) => ({
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 1,
      description: 'Page number, 1 or greater',
    }),
  ),
  per_page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: most, default: usual, description: `Records on a page, 1 to ${most}` }),
  ),
})

/** `updated_since` of a list, for callers that keep a copy up to date. */
export const updatedSince = (what: string) =>
  Type.Optional(
    Type.String({
      format: 'date-or-instant',
      description: `Only ${what} updated on or after this date (in the organisation’s zone) or ISO 8601 instant`,
    }),
  )

/** `from` and `to` of a list of what has a start and an end. */
export const windowQuery = (what: string) => ({
  from: Type.Optional(
    Type.String({
      format: 'date',
      description: `Only ${what} that end on this day (in the organisation’s zone) or later`,
    }),
  ),
  to: Type.Optional(
    Type.String({
      format: 'date',
      onOrAfter: 'from',
      description: `Only ${what} that start on this day or earlier; on or after \`from\``,
    }),
  ),
})

/** `from` and `to` of what is of one day; both days belong to the window. */
export const dayQuery = (what: string) => ({
  from: Type.Optional(Type.String({ format: 'date', description: `Only ${what} of this day or later` })),
  to: Type.Optional(
    Type.String({
      format: 'date',
      onOrAfter: 'from',
      description: `Only ${what} of this day or earlier; on or after \`from\``,
    }),
  ),
})

/** Where a page stands in its list. */
export function pageMeta(query: PageNumber, total: number) {
  const { page, per_page } = query as Required<PageNumber> // the schema's defaults have filled them in
  return { page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) }
}

/** The body of a page. A page past the end is empty and still tells the truth about the list. */
export const pageBody = <Row>(query: PageNumber, { rows, total }: { rows: Row[]; total: number }) => ({
  data: rows,
  meta: pageMeta(query, total),
})
