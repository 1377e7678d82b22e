import type pg from 'pg'
import { transaction } from '../db/transaction.ts'
import { isId } from './fields.ts'
import type { Section } from './section.ts'
import { sections } from './sections.ts'

/** A batch is sent at either limit: few round trips, little memory. */
const batchRows = 2000
const batchBytes = 4 * 1024 * 1024

/**
 * The sequence of a table follows imported ids only up to half of the id range. One record with an id near the limit must not use
 * up the ids of every organisation. The sequence will never reach an id above this one.
 */
const maxSequenceId = 2 ** 52

/**
 * Stores the rows of a bundle in a staging table until all of it is read and checked. Lists come in any order, and nothing is
 * written before the whole bundle is valid. The table is on disk, so memory stays small.
 */
export class Stage {
  rows = 0
  readonly rowsByList = new Map<string, number>()
  readonly #tx: pg.ClientBase
  readonly #orgId: number
  #batch: { list: string; index: number; id: number | null; row: object }[] = []
  #bytes = 0
  #inFlight: Promise<void> | undefined

  constructor(tx: pg.ClientBase, orgId: number) {
    this.#tx = tx
    this.#orgId = orgId
  }

  add(list: string, index: number, row: object): void {
    const { id } = row as { id?: unknown }
    this.rows++
    this.rowsByList.set(list, (this.rowsByList.get(list) ?? 0) + 1)
    this.#batch.push({ list, index, id: isId(id) ? id : null, row })
  }

  /** Called after every piece of the document. Sends the batch when it is full; the next rows are read meanwhile. */
  async sendIfFull(bytes: number): Promise<void> {
    this.#bytes += bytes
    if (this.#batch.length < batchRows && this.#bytes < batchBytes) return
    await this.#inFlight
    this.#inFlight = this.#send()
    // The next await of #inFlight throws the error. Until then it must not count as an unhandled rejection.
    this.#inFlight.catch(() => {})
  }

  async complete(): Promise<void> {
    await this.#inFlight
    await this.#send()
  }

  async #send(): Promise<void> {
    const batch = JSON.stringify(this.#batch)
    this.#batch = []
    this.#bytes = 0
    await this.#tx.query(
      `/* bundle.send */ insert into bundle_row (org_id, list, index, id, row)
       select $1, list, index, id, row from jsonb_to_recordset($2) as batch (list text, index int, id bigint, row jsonb)`,
      [this.#orgId, batch],
    )
  }

  /** The number of rows by list, also of those that were added in the database. */
  async count(): Promise<Map<string, number>> {
    const { rows } = await this.#tx.query(
      '/* bundle.count */ select list, count(*) as rows from bundle_row where org_id = $1 group by list',
      [this.#orgId],
    )
    return new Map(rows.map(({ list, rows }) => [list, rows]))
  }

  /** The highest imported id by table. The table's sequence must be moved past it. */
  async highestIds(): Promise<Map<string, number>> {
    const counts = await this.count()
    const highestIds = new Map<string, number>()
    for (const { list, table, ids } of sections.filter((section) => counts.has(section.list))) {
      for (const [path, idTable] of [['id', table] as const, ...Object.entries(ids)]) {
        const { from, value } = path === 'id' ? { from: 'bundle_row b', value: 'b.id' } : valuesAt(path)
        const { rows } = await this.#tx.query(
          `/* bundle.highest ${path} */
           select coalesce(max(${value}), 0) as highest from ${from} where b.org_id = $1 and b.list = $2 and ${value} <= $3`,
          [this.#orgId, list, maxSequenceId],
        )
        highestIds.set(idTable, Math.max(rows[0].highest, highestIds.get(idTable) ?? 0))
      }
    }
    return highestIds
  }
}

/**
 * A row that will not be written, reduced to what the checks of links need: the numbers and flags in known fields. Its texts may
 * contain characters that PostgreSQL cannot store.
 */
export function idsAndFlagsOf({ row: schema, links, ids }: Section, row: unknown): object {
  const known = new Set([...Object.keys(schema.properties), ...namesIn([...Object.keys(links), ...Object.keys(ids)])])
  const reduce = (value: unknown): unknown => {
    if (isId(value) || typeof value === 'boolean') return value
    if (Array.isArray(value)) return value.map((item) => reduce(item) ?? null)
    if (typeof value !== 'object' || value === null) return undefined
    const entries = Object.entries(value).filter(([key]) => known.has(key))
    return Object.fromEntries(entries.map(([key, inner]) => [key, reduce(inner)]))
  }
  const reduced = reduce(row)
  return typeof reduced === 'object' && !Array.isArray(reduced) ? (reduced as object) : {}
}

/**
 * SQL for the values at a path of a list's staged rows: `segments[].staff_ids[]` is every id of every segment. In `from`, `b` is
 * the staged row, which the statement restricts to the organisation and the list. `path` is the path of one value, such as `segments[0].staff_ids[2]`; `order` is the order of the bundle. A
 * value that should be a list and is not has no values, because rows that failed their schema are read too.
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
  const indexes: string[] = []
  const joins = ['bundle_row b']
  for (const part of path.split('.')) {
    const name = part.replace('[]', '')
    shape += shape === '' ? name : `.${name}`
    at = `${at} -> '${name}'`
    if (!part.endsWith('[]')) continue
    const list = `case when jsonb_typeof(${at}) = 'array' then ${at} else '[]' end`
    const alias = `e${indexes.length + 1}`
    joins.push(`cross join lateral jsonb_array_elements(${list}) with ordinality ${alias} (value, number)`)
    indexes.push(`${alias}.number - 1`)
    shape += '[%s]'
    at = `${alias}.value`
  }
  return {
    from: joins.join('\n'),
    path: indexes.length === 0 ? `'${shape}'` : `format('${shape}', ${indexes.join(', ')})`,
    value: `case when jsonb_typeof(${at}) = 'number' then (${at} #>> '{}')::bigint end`,
    order: ['b.index', ...indexes].join(', '),
  }
}

/** Every field name in the paths. */
const namesIn = (paths: readonly string[]): Set<string> =>
  new Set(paths.flatMap((path) => path.split(/[.[\]]+/)).filter((name) => name !== ''))

/**
 * Moves the sequence of a table's ids past an imported id before the rows are written. From then on no new record gets an id that
 * the import is about to use.
 *
 * ALTER SEQUENCE takes a lock that excludes nextval and waits for every transaction that has called it, so no id is taken between
 * reading and setting. Citus refuses to alter a sequence on all servers, and only this one is to be locked. The lock stops inserts of all organisations, so it has a short transaction of its own on another connection.
 * An import that fails later only leaves a gap in the ids.
 */
export async function moveSequence(pool: pg.Pool, table: string, highestId: number): Promise<void> {
  const sequence = `${table}_id_seq`
  // A sequence that was never used has last_value 1, and its next value is 1.
  const isBehind = 'last_value < $1 or (last_value = $1 and not is_called)'
  const behind = async (db: pg.Pool | pg.PoolClient) =>
    (await db.query(`/* bundle.sequence */ select from ${sequence} where ${isBehind}`, [highestId])).rowCount === 1
  if (!(await behind(pool))) return
  await transaction(pool, async (tx) => {
    await tx.query('set local citus.enable_ddl_propagation = off')
    await tx.query(`alter sequence ${sequence} no cycle`)
    if (await behind(tx)) await tx.query('select setval($1, $2)', [sequence, highestId])
  })
}
