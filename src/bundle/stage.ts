import type pg from 'pg'
import { isId } from './fields.ts'
import { namesIn, valuesAt } from './paths.ts'
import type { Section } from './section.ts'
import { sections } from './sections.ts'

/** Enough to make a round trip cheap, few enough to hold in memory. Large rows are sent on by their bytes. */
const mostRows = 2000
const mostBytes = 4 * 1024 * 1024

/**
 * The sequence of a table follows imported ids up to half of the ids there are. One record with an id near the
 * limit must not use up the ids of every organisation; from here the sequence will never reach it.
 */
const highestMovingId = 2 ** 52

/**
 * Where the rows of a bundle wait until all of it is read: lists come in any order, and nothing is written before
 * everything is known to be right. The table is the transaction's own and on disk, so memory stays small.
 */
export class Stage {
  rows = 0
  readonly #tx: pg.ClientBase
  #waiting: { list: string; index: number; id: number | null; row: object }[] = []
  #bytes = 0
  #sending: Promise<void> | undefined

  constructor(tx: pg.ClientBase) {
    this.#tx = tx
  }

  async create(): Promise<void> {
    await this.#tx.query(
      `/* bundle.stage */ create temporary table bundle_row (list text not null, index int not null, id bigint, row jsonb not null)
       on commit drop`,
    )
  }

  add(list: string, index: number, row: object): void {
    const { id } = row as { id?: unknown }
    this.rows++
    this.#waiting.push({ list, index, id: isId(id) ? id : null, row })
  }

  /** Sends the waiting rows when there are enough of them; they travel while the next ones are read. */
  async read(bytes: number): Promise<void> {
    this.#bytes += bytes
    if (this.#waiting.length < mostRows && this.#bytes < mostBytes) return
    await this.#sending
    this.#sending = this.#send()
    // Whoever waits for it next gets the error; until then it must not count as one that nobody handles.
    this.#sending.catch(() => {})
  }

  async complete(): Promise<void> {
    await this.#sending
    await this.#send()
    await this.#tx.query('analyze bundle_row')
  }

  async #send(): Promise<void> {
    const sent = JSON.stringify(this.#waiting)
    this.#waiting = []
    this.#bytes = 0
    await this.#tx.query(
      `/* bundle.send */ insert into bundle_row (list, index, id, row)
       select list, index, id, row from jsonb_to_recordset($1) as sent (list text, index int, id bigint, row jsonb)`,
      [sent],
    )
  }

  /** How many rows each list has. */
  async count(): Promise<Map<string, number>> {
    const { rows } = await this.#tx.query(
      '/* bundle.count */ select list, count(*) as rows from bundle_row group by list',
    )
    return new Map(rows.map((row) => [row.list, row.rows]))
  }

  /** The highest id that each table's sequence has to be past. */
  async highestIds(): Promise<Map<string, number>> {
    const given = await this.count()
    const highestIds = new Map<string, number>()
    for (const { list, table, ids } of sections.filter((section) => given.has(section.list))) {
      for (const [place, of] of [['id', table] as const, ...Object.entries(ids)]) {
        const { from, value } = place === 'id' ? { from: 'bundle_row b', value: 'b.id' } : valuesAt(place)
        const { rows } = await this.#tx.query(
          `/* bundle.highest ${place} */ select coalesce(max(${value}), 0) as highest from ${from} where b.list = $1 and ${value} <= $2`,
          [list, highestMovingId],
        )
        highestIds.set(of, Math.max(rows[0].highest, highestIds.get(of) ?? 0))
      }
    }
    return highestIds
  }
}

/**
 * What a row that will not be written is still needed for: its id and its links. Its texts may hold what PostgreSQL
 * cannot, so only numbers and flags are kept, under names that the section knows.
 */
export function outlineOf({ row: schema, links, ids }: Section, row: unknown): object {
  const known = new Set([...Object.keys(schema.properties), ...namesIn([...Object.keys(links), ...Object.keys(ids)])])
  const outline = (value: unknown): unknown => {
    if (isId(value) || typeof value === 'boolean') return value
    if (Array.isArray(value)) return value.map((item) => outline(item) ?? null)
    if (typeof value !== 'object' || value === null) return undefined
    const entries = Object.entries(value).filter(([key]) => known.has(key))
    return Object.fromEntries(entries.map(([key, inner]) => [key, outline(inner)]))
  }
  const kept = outline(row)
  return typeof kept === 'object' && !Array.isArray(kept) ? (kept as object) : {}
}
