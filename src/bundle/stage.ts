import type pg from 'pg'
import { isId } from './fields.ts'
import type { Problems } from './problems.ts'
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

export interface StagedList {
  rows: number
  /** The id that the table's sequence has to be past; 0 for none. */
  highestId: number
}

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

  async count(): Promise<Map<string, StagedList>> {
    const { rows } = await this.#tx.query(
      `/* bundle.count */ select list, count(*) as rows, coalesce(max(id) filter (where id <= $1), 0) as "highestId"
       from bundle_row group by list`,
      [highestMovingId],
    )
    return new Map(rows.map((row) => [row.list, row]))
  }

  async checkIds(problems: Problems): Promise<void> {
    const { rows } = await this.#tx.query(
      `/* bundle.ids */
       with twice as (
         select list, id, min(index) as first from bundle_row where id is not null group by list, id having count(*) > 1
       )
       select list, index, id, first from bundle_row join twice using (list, id) where index > first order by list, index`,
    )
    for (const { list, index, id, first } of rows) {
      problems.add(`${list}[${index}].id`, `${id} is already the id of ${list}[${first}].`)
    }
  }

  /** A link points at a row of the bundle or at a record of the organisation. */
  async checkLinks(orgId: number, problems: Problems): Promise<void> {
    for (const { list, links } of sections) {
      for (const [field, targetList] of Object.entries(links)) {
        const target = sections.find((section) => section.list === targetList) as Section
        const { rows } = await this.#tx.query(
          `/* bundle.links ${list}.${field} */
           select index, link from (
             select index, (row ->> $4)::bigint as link from bundle_row where list = $2
           ) linking
           where link is not null
             and not exists (select from bundle_row target where target.list = $3 and target.id = link)
             and not exists (select from ${target.table} target where target.org_id = $1 and target.id = link)
           order by index`,
          [orgId, list, targetList, field],
        )
        for (const { index, link } of rows) {
          problems.add(
            `${list}[${index}].${field}`,
            `there is no ${link} in ${targetList} of the bundle or the organisation.`,
          )
        }
      }
    }
  }
}

/**
 * What a row that will not be written is still needed for: its id and its links. Its texts may hold what PostgreSQL
 * cannot, so only numbers and flags are kept.
 */
export function outlineOf({ columns }: Section, row: unknown): object {
  const given = (row ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    ['id', ...columns].map((key) => [key, given[key]]).filter(([, value]) => isId(value) || typeof value === 'boolean'),
  )
}
