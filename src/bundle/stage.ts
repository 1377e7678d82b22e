import type pg from 'pg'
import { transaction } from '../db/transaction.ts'
import { isId } from './fields.ts'
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

/**
 * The values at a path of a list's staged rows, as SQL: `segments[].staff_ids[]` is every id of every segment. The query
 * over `from` has b, the staged row; `path` is where the value stands, such as `segments[0].staff_ids[2]`; `order` is
 * the order of the bundle. A list that is none has no values: rows that failed their schema are looked at too.
 */
export interface ValuesAt {
  from: string
  path: string
  value: string
  order: string
}

export function valuesAt(path: string): ValuesAt {
  let at = 'b.row'
  let shape = ''
  const places: string[] = []
  const joins = ['bundle_row b']
  for (const part of path.split('.')) {
    const name = part.replace('[]', '')
    shape += shape === '' ? name : `.${name}`
    at = `${at} -> '${name}'`
    if (!part.endsWith('[]')) continue
    const list = `case when jsonb_typeof(${at}) = 'array' then ${at} else '[]' end`
    const alias = `e${places.length + 1}`
    joins.push(`cross join lateral jsonb_array_elements(${list}) with ordinality ${alias} (value, number)`)
    places.push(`${alias}.number - 1`)
    shape += '[%s]'
    at = `${alias}.value`
  }
  return {
    from: joins.join('\n'),
    path: places.length === 0 ? `'${shape}'` : `format('${shape}', ${places.join(', ')})`,
    value: `case when jsonb_typeof(${at}) = 'number' then (${at} #>> '{}')::bigint end`,
    order: ['b.index', ...places].join(', '),
  }
}

/** Every name that stands in the paths. */
export const namesIn = (paths: readonly string[]): Set<string> =>
  new Set(paths.flatMap((path) => path.split(/[.[\]]+/)).filter((name) => name !== ''))

/**
 * Moves the sequence of a table's ids past an imported one, before the rows are written: from then on no new record
 * gets an id that the import is about to use.
 *
 * ALTER SEQUENCE takes a lock that nextval waits for and that waits for every transaction that has taken an id, so
 * between reading and setting nobody takes one. That lock stops all organisations, so it has a short transaction of
 * its own on another connection. An import that fails later leaves a gap in the ids, nothing more.
 */
export async function moveSequence(pool: pg.Pool, table: string, highestId: number): Promise<void> {
  const sequence = `${table}_id_seq`
  // A sequence that was never used stands at 1 and will give 1.
  const isBehind = 'last_value < $1 or (last_value = $1 and not is_called)'
  const behind = async (db: pg.Pool | pg.PoolClient) =>
    (await db.query(`/* bundle.sequence */ select from ${sequence} where ${isBehind}`, [highestId])).rowCount === 1
  if (!(await behind(pool))) return
  await transaction(pool, async (tx) => {
    await tx.query(`alter sequence ${sequence} no cycle`)
    if (await behind(tx)) await tx.query('select setval($1, $2)', [sequence, highestId])
  })
}
