declare const of: unique symbol
/** The JSON text of a value of this type. */
export type Json<Value> = string & { readonly [of]?: Value }

/** A row with the JSON text of one record. */
export interface JsonRow<Record> {
  json: Json<Record>
}

/** The JSON texts of a page's records, separated by commas; null when there are none. */
export interface JsonPage<Row> {
  json: Json<Row> | null
  total: number
}

export interface RowPage<Row> {
  rows: Row[]
  total: number
}

/** The form in which PostgreSQL returns a page: rows, ids or JSON text. */
export interface Shape<Page> {
  /** The columns that are selected of each row of the page. */
  selected: string
  /** The final select of a statement: the rows of `page`, as `r`, in order, and the list's `total`. */
  selectSql(parts: { page: string; total: string; order: string }): string
  read(rows: object[]): Page
}

/**
 * Row by row, each with the total; an empty page is one row without an id. `columns` are over `r`, which has
 * `selected`.
 */
export const asRows = <Row extends { id: number }>(columns: string, selected = '*'): Shape<RowPage<Row>> => ({
  selected,
  selectSql: ({ page, total, order }) =>
    `select ${columns}, t.total from (select (${total}) as total) t left join (${page}) r on true order by ${order}`,
  read: (rows) => {
    const { total } = rows[0] as { total: number }
    const records = rows.filter((row) => (row as Row).id !== null)
    for (const row of records as { total: number | undefined }[]) row.total = undefined // so that it is not serialised
    return { total, rows: records as Row[] }
  },
})

/** Ids only, for records that are much larger than their index entries. */
export const asIds: Shape<{ ids: number[]; total: number }> = {
  selected: 'id',
  selectSql: asRows('r.id').selectSql,
  read: (rows) => ({
    total: (rows[0] as { total: number }).total,
    ids: rows.flatMap((row) => (row as { id: number | null }).id ?? []),
  }),
}

interface Text {
  /** SQL of a row's text, over `r` and `beside`. */
  json?: string
  /** The columns that the text needs. */
  found?: string
  /** A join to each row. */
  beside?: string
}

/** One JSON text, which the service sends unchanged. By default it is the stored column `json`. */
export const asJson = <Row>({ json = 'r.json', found = 'id, json', beside = '' }: Text = {}): Shape<JsonPage<Row>> => ({
  selected: found,
  selectSql: ({ page, total, order }) =>
    `select (select string_agg(${json}, ',' order by ${order}) from (${page}) r ${beside}) as json, (${total}) as total`,
  read: ([row]) => row as JsonPage<Row>,
})
