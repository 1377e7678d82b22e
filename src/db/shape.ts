import { type Paged, splitTotal } from './page.ts'

declare const of: unique symbol
/** JSON text of a value of this type. */
export type Json<Value> = string & { readonly [of]?: Value }

/** A row that is one record's text. */
export interface Recorded<Record> {
  json: Json<Record>
}

/** The text of all records of a page with commas between them, null when there are none. */
export interface JsonPage<Row> {
  json: Json<Row> | null
  total: number
}

/** How the records of a page leave PostgreSQL. */
export interface Shape<Page> {
  /** What is read of each row that stands on the page. */
  found: string
  /** A statement's end: what it gives for the rows of `page`, as `r`, in their order, and the list's `total`. */
  giving(parts: { page: string; total: string; order: string }): string
  /** What came of it; `ask` finds the total where nothing came. */
  read(rows: Paged[], ask: () => Promise<Paged>): Promise<Page>
}
export interface RowPage<Row> {
  rows: Row[]
  total: number
}

/** Row by row, each with the total. `columns` are those of the table, or with `dressed` whatever can be said over `r`. */
export const asRows = <Row>(columns: string, { dressed = false } = {}): Shape<RowPage<Row>> => ({
  found: dressed ? '*' : columns,
  giving: ({ page, total, order }) =>
    `select ${dressed ? columns : 'r.*'}, (${total}) as total from (${page}) r order by ${order}`,
  read: (rows, ask) => splitTotal<Row>(rows, ask),
})

interface Text {
  /** The text of a row, over `r` and what is `beside` it. */
  json?: string
  /** What the text is made of. */
  found?: string
  /** Joined to each row. */
  beside?: string
}

/**
 * As one text, which the service sends on as it is: of a column that PostgreSQL keeps (db/migrations/0022_lists.sql), unless
 * something else is said.
 */
export const asJson = <Row>({ json = 'r.json', found = 'id, json', beside = '' }: Text = {}): Shape<JsonPage<Row>> => ({
  found,
  giving: ({ page, total, order }) =>
    `select (select string_agg(${json}, ',' order by ${order}) from (${page}) r ${beside}) as json, (${total}) as total`,
  read: async ([row]) => row as Paged & JsonPage<Row>,
})
