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
  /** The ids of the clients in it, of a shape that has them; null when there are none. */
  clients?: number[] | null
}

export interface RowPage<Row> {
  rows: Row[]
}

/** Of records that are much larger than their index entries. */
export interface IdPage {
  ids: number[]
}

interface SelectParts {
  page: string
  order: string
  /** SQL of a number that the page comes with, such as the total of the list. */
  figure: string
  /** JSON texts are on lines of their own, so that they can be taken apart. */
  hasLines?: boolean
}

/** The form in which PostgreSQL returns a page: rows, ids or JSON text. */
export interface Shape<Page> {
  /** The columns that are selected of each row of the page. */
  selected: string
  /** The final select of a statement: the rows of `page`, as `r`, in order, with the figure. */
  selectSql(parts: SelectParts): string
  read(rows: object[]): [page: Page, figure: number | null]
}
interface WithFigure {
  figure: number | null | undefined
}

/**
 * Row by row, each with the figure; an empty page is one row without an id. `columns` are over `r`, which has
 * `selected`.
 */
export const asRows = <Row extends { id: number }>(columns: string, selected = '*'): Shape<RowPage<Row>> => ({
  selected,
  selectSql: ({ page, order, figure }) =>
    `select ${columns}, t.figure from (select (${figure}) as figure) t left join (${page}) r on true order by ${order}`,
  read: (rows) => {
    const { figure } = rows[0] as WithFigure
    const records = rows.filter((row) => (row as Row).id !== null)
    for (const row of records as WithFigure[]) row.figure = undefined // so that it is not serialised
    return [{ rows: records as Row[] }, figure!]
  },
})

export const asIds: Shape<IdPage> = {
  selected: 'id',
  selectSql: asRows('r.id').selectSql,
  read: (rows) => {
    const ids = rows.flatMap((row) => (row as { id: number | null }).id ?? [])
    return [{ ids }, (rows[0] as WithFigure).figure!]
  },
}

interface Text {
  /** SQL of a row's text, over `r` and `beside`. */
  json?: string
  /** The columns that the text needs. */
  found?: string
  /** A join to each row. */
  beside?: string
  /** SQL of the id of the client that a row shows, so that nobody has to look for it in the text. */
  client?: string
}

/** One JSON text, which the service sends unchanged. By default it is the stored column `json`. */
export const asJson = <Row>({
  json = 'r.json',
  found = 'id, json',
  beside = '',
  client,
}: Text = {}): Shape<JsonPage<Row>> => ({
  selected: found,
  selectSql: ({ page, order, figure, hasLines }) => {
    const text = `string_agg(${json}, ${hasLines ? `E',\\n'` : `','`} order by ${order})`
    const rows = `from (${page}) r ${beside}`
    if (!client) return `select (select ${text} ${rows}) as json, (${figure}) as figure`
    const clients = `array_agg(${client}) filter (where ${client} is not null)`
    return `select t.json, t.clients, (${figure}) as figure from (select ${text} as json, ${clients} as clients ${rows}) t`
  },
  read: ([row]) => {
    const { json, clients, figure } = row as JsonPage<Row> & WithFigure
    return [client ? { json, clients: clients! } : { json }, figure!]
  },
})

/** The JSON text of each record of a page that `hasLines`. JSON text has no line breaks of its own. */
export const linesOf = <Row>({ json }: JsonPage<Row>): Json<Row>[] => json?.split(',\n') ?? []
