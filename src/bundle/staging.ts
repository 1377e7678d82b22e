import type pg from 'pg'
import { isDistributed } from '../db/citus/state.ts'
import type { StagingTable } from '../db/citus/tables.ts'
import type { Child, Section } from './section.ts'
import { sections } from './sections.ts'

/** A table in which an import works. Its rows are those of one import, and no other transaction sees them. */
export interface ImportTable {
  name: string
  /** A query that returns the columns of the table, org_id first. It is not run. */
  columns: string
  /** The columns after org_id by which rows are looked up, for indexes of the permanent table. */
  lookups: readonly string[]
}

const nulls = (columns: Readonly<Record<string, string>>) =>
  Object.entries({ org_id: 'bigint', ...columns })
    .map(([name, type]) => `null::${type} as ${name}`)
    .join(', ')

/** The rows of the bundle. `index` is the position in the list, or -1 for a row that the import adds. */
export const stagedRows: ImportTable = {
  name: 'bundle_row',
  columns: `select ${nulls({ list: 'text', index: 'int', id: 'bigint', row: 'jsonb' })}`,
  lookups: ['list, id'],
}

/** New ids, numbered from 1 for each use. */
export const newIds: ImportTable = {
  name: 'bundle_new_id',
  columns: `select ${nulls({ use: 'text', number: 'bigint', id: 'bigint' })}`,
  lookups: ['use, number'],
}

export const lookupTable = ({ table, columns }: NonNullable<Section['lookup']>): ImportTable => ({
  name: table,
  columns: `select ${nulls(columns)}`,
  lookups: ['id'],
})

export const wantedName = ({ table, as = table }: Child) => `wanted_${as}`
export const wantedColumns = ({ parent, key, columns }: Child) => [...new Set([parent, ...key, ...columns, 'place'])]
export const isLocal = ({ local = [] }: Child, column: string) => local.includes(column)
export const hasOwnId = ({ key }: Child) => key.includes('id')

/** The children of all rows of a list. Instants are local times here, as in the bundle. */
export function wantedTable(child: Child): ImportTable {
  const typed = wantedColumns(child).map((column) => {
    if (column === 'place' && !child.columns.includes('place')) return '0::bigint as place'
    return isLocal(child, column) ? `null::timestamp as ${column}` : column
  })
  return {
    name: wantedName(child),
    columns: `select org_id, ${typed.join(', ')} from ${child.table}`,
    lookups: [child.parent, ...(hasOwnId(child) ? ['id'] : [])],
  }
}

export const writtenColumns = ({ values }: Section) => [...Object.keys(values), 'created_at', 'updated_at']

/** The rows to write: the section's columns without the table's constraints. */
export const changedTable = (section: Section): ImportTable => ({
  name: `changed_${section.table}`,
  columns: `select org_id, id, ${writtenColumns(section).join(', ')} from ${section.table}`,
  lookups: ['id'],
})

/** The tables in which the rows of a list are prepared. */
export const tablesForList = (section: Section): ImportTable[] => [
  ...(section.lookup ? [lookupTable(section.lookup)] : []),
  ...section.children.map(wantedTable),
  changedTable(section),
]

/**
 * Every staging table, for a distributed database, where they are permanent. They have no unique indexes: imports of one
 * organisation at the same time would wait for each other. Their rows are never committed, so they need not survive a crash.
 */
export const permanentTables = (): StagingTable[] =>
  [stagedRows, newIds, ...sections.flatMap(tablesForList)].map(({ name, columns, lookups }) => ({
    name,
    createSql: [
      `create unlogged table ${name} as ${columns} with no data`,
      `alter table ${name} alter org_id set not null`,
      ...lookups.map((lookup) => `create index on ${name} (org_id, ${lookup})`),
    ].join(';\n'),
  }))

const maxNestedRows = 500

const temporaryTableSql = ({ name, columns }: ImportTable): string =>
  `/* bundle.create ${name} */ create temporary table ${name} on commit drop as ${columns} with no data`

/**
 * The staging tables of one import. On one PostgreSQL they are temporary. Citus does not join temporary tables with distributed
 * ones, so on a distributed database they are permanent, and the import deletes its rows before it commits.
 */
export class Staging {
  readonly #tx: pg.ClientBase
  readonly #orgId: number
  readonly isDistributed: boolean
  readonly #used = new Set<string>()

  private constructor(tx: pg.ClientBase, orgId: number, isDistributed: boolean) {
    this.#tx = tx
    this.#orgId = orgId
    this.isDistributed = isDistributed
  }

  static async open(tx: pg.ClientBase, orgId: number): Promise<Staging> {
    const staging = new Staging(tx, orgId, await isDistributed(tx))
    await staging.use(stagedRows, newIds)
    return staging
  }

  async use(...tables: ImportTable[]): Promise<void> {
    for (const table of tables) {
      this.#used.add(table.name)
      if (!this.isDistributed) await this.#tx.query(temporaryTableSql(table))
    }
  }

  /**
   * Updates the planner's statistics, which do not have the rows of this transaction. On a distributed database it does nothing:
   * ANALYZE would lock the table for all organisations until the import commits.
   */
  async analyze(...tables: string[]): Promise<void> {
    if (!this.isDistributed) await this.#tx.query(`analyze ${tables.join(', ')}`)
  }

  /**
   * For a distributed database, when the number of staged rows is known. Without statistics PostgreSQL takes them for a few, and
   * a nested loop over thousands does not end. For a few, other joins would read all rows of the organisation.
   */
  async planFor(rows: number): Promise<void> {
    if (!this.isDistributed) return
    await this.#tx.query('set local enable_seqscan = off')
    if (rows > maxNestedRows) await this.#tx.query('set local enable_nestloop = off')
  }

  /** Deletes the rows of this import. Temporary tables are dropped at the commit. */
  async clear(): Promise<void> {
    if (!this.isDistributed) return
    for (const name of this.#used) {
      await this.#tx.query(`/* bundle.clear ${name} */ delete from ${name} where org_id = $1`, [this.#orgId])
    }
  }
}
