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

export interface RowPage<Row> {
  rows: Row[]
  total: number
}

/** How the records of a page leave PostgreSQL. */
export interface Shape<Page> {
  /** What is read of each row of the page. */
  found: string
  /** A statement's end: what it gives for the rows of `page`, as `r`, in their order, and the list's `total`. */
  giving(parts: { page: string; total: string; order: string }): string
  read(rows: object[]): Page
}

/** Row by row, each with the total; an empty page is one row without an id. `columns` are over `r`, which has `found`. */
export const asRows = <Row extends { id: number }>(columns: string, found = '*'): Shape<RowPage<Row>> => ({
  found,
  giving: ({ page, total, order }) =>
    `select ${columns}, t.total from (select (${total}) as total) t left join (${page}) r on true order by ${order}`,
  read: (rows) => {
    const { total } = rows[0] as { total: number }
    const given = rows.filter((row) => (row as Row).id !== null)
    for (const row of given as { total: number | undefined }[]) row.total = undefined // so that it is not serialised
    return { total, rows: given as Row[] }
  },
})

/** Ids alone, of records that are much larger than what they are found by. */
export const asIds: Shape<{ ids: number[]; total: number }> = {
  found: 'id',
  giving: asRows('r.id').giving,
  read: (rows) => ({
    total: (rows[0] as { total: number }).total,
    ids: rows.flatMap((row) => (row as { id: number | null }).id ?? []),
  }),
}

interface Text {
  /** The text of a row, over `r` and what is `beside` it. */
  json?: string
  /** What the text is made of. */
  found?: string
  /** Joined to each row. */
  beside?: string
}

/** As one text, which the service sends on as it is: of a column that PostgreSQL stores, unless something else is declared. */
export const asJson = <Row>({ json = 'r.json', found = 'id, json', beside = '' }: Text = {}): Shape<JsonPage<Row>> => ({
  found,
  giving: ({ page, total, order }) =>
    `select (select string_agg(${json}, ',' order by ${order}) from (${page}) r ${beside}) as json, (${total}) as total`,
  read: ([row]) => row as JsonPage<Row>,
})
