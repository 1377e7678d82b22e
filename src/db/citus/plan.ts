import type { ForeignKey, IdentityColumn, Queryable, Restorable } from './state.ts'

/** Tables of all organisations that every request reads: each server has a copy. The other tables with org_id are distributed. */
export const referenceTables: ReadonlySet<string> = new Set(['organisation', 'connection', 'access_token'])
export const distributionColumn = 'org_id'

export interface PlannedTable {
  name: string
  kind: 'reference' | 'distributed'
  /** Whether Citus has it already. */
  isMoved: boolean
  bytes: number
}

export interface Plan {
  /** In the order of foreign keys: a table comes after those it refers to. */
  tables: PlannedTable[]
  restorable: Restorable
  functions: number
  /** What Citus does not support, a sentence each. */
  problems: string[]
}

interface Table extends Omit<PlannedTable, 'kind'> {
  kind: PlannedTable['kind'] | 'local'
  /** Of Citus, if it has the table: `reference`, `distributed` or another. */
  existing: string | null
}

interface KeyRow extends ForeignKey {
  target: string
  pairs_organisation: boolean
  sets_columns: boolean
}

/** What moves where, from the catalogues alone. */
export async function readPlan(db: Queryable): Promise<Plan> {
  const tables = await readTables(db, 'Citus')
  const kindOf = kindsOf(tables)
  const { problems, toDrop, ordered } = await readSchema(db, tables)
  const restorable = {
    foreignKeys: toDrop.map(({ table, name, definition }) => ({ table, name, definition })),
    identities: await readIdentities(db, kindOf),
  }
  const all = [...tables.flatMap(existingProblem), ...problems]
  return { tables: ordered, restorable, functions: await countFunctions(db), problems: all }
}

/** What Citus would not support of a schema on one PostgreSQL. */
export const schemaProblems = async (db: Queryable): Promise<string[]> =>
  (await readSchema(db, await readTables(db, 'one server'))).problems

async function readSchema(db: Queryable, tables: Table[]) {
  const keys = await readForeignKeys(db)
  const kindOf = kindsOf(tables)
  const toDrop = keys.filter((key) => kindOf.get(key.table) === 'reference' && kindOf.get(key.target) === 'distributed')
  const supported = keys.filter((key) => !toDrop.includes(key))
  const { ordered, circle } = inKeyOrder(tables, supported)
  const problems = [
    ...(await uniqueProblems(db, tables)),
    ...supported.flatMap((key) => keyProblem(key, kindOf)),
    ...(circle ? [`the foreign keys of ${circle.join(', ')} form a circle`] : []),
  ]
  return { problems, toDrop, ordered }
}

const kindsOf = (tables: Table[]) => new Map(tables.map(({ name, kind }) => [name, kind]))

/** One server has no catalogue of Citus. */
const catalogues = {
  Citus: 'pg_dist_partition',
  'one server': '(select null::regclass as logicalrelid, null as partmethod, null as repmodel)',
}

async function readTables(db: Queryable, on: keyof typeof catalogues): Promise<Table[]> {
  const { rows } = await db.query<{ name: string; has_column: boolean; bytes: string; existing: string | null }>(
    `select c.relname::text as name, pg_total_relation_size(c.oid)::text as bytes,
            exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = $1 and not a.attisdropped) as has_column,
            case when p.partmethod = 'h' then 'distributed' when p.repmodel = 't' then 'reference' when p.partmethod is not null then 'other' end as existing
     from pg_class c left join ${catalogues[on]} p on p.logicalrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname`,
    [distributionColumn],
  )
  return rows.map(({ name, has_column, bytes, existing }) => ({
    name,
    kind: referenceTables.has(name) ? 'reference' : has_column ? 'distributed' : 'local',
    existing,
    isMoved: existing !== null,
    bytes: Number(bytes),
  }))
}

function existingProblem({ name, kind, existing }: Table): string[] {
  if (existing === null || existing === kind) return []
  return [
    `Citus has ${name} already, but not as a ${kind} table: run "select undistribute_table('${name}', cascade_via_foreign_keys => true)"`,
  ]
}

async function readForeignKeys(db: Queryable): Promise<KeyRow[]> {
  const { rows } = await db.query<KeyRow>(
    `select c.relname::text as "table", o.conname::text as name, pg_get_constraintdef(o.oid) as definition,
            t.relname::text as target, o.confdeltype in ('n', 'd') or o.confupdtype in ('n', 'd') as sets_columns,
            exists (select from unnest(o.conkey, o.confkey) k (own, other)
                    join pg_attribute a on a.attrelid = o.conrelid and a.attnum = k.own
                    join pg_attribute b on b.attrelid = o.confrelid and b.attnum = k.other
                    where a.attname = $1 and b.attname = $1) as pairs_organisation
     from pg_constraint o join pg_class c on c.oid = o.conrelid join pg_class t on t.oid = o.confrelid
     where o.contype = 'f' and c.relnamespace = current_schema()::regnamespace order by 1, 2`,
    [distributionColumn],
  )
  return rows
}

function keyProblem(
  { table, name, target, pairs_organisation, sets_columns }: KeyRow,
  kindOf: Map<string, Table['kind']>,
): string[] {
  const from = kindOf.get(table) ?? 'local'
  const to = kindOf.get(target) ?? 'local'
  if (from === 'local' && to === 'local') return []
  const what = `the foreign key ${name} of ${table}`
  if (from === 'local' || to === 'local') return [`${what} joins a table that moves with one that does not`]
  if (to === 'reference') return []
  if (!pairs_organisation) return [`${what} does not compare ${distributionColumn}`]
  return sets_columns ? [`${what} sets columns to null or a default`] : []
}

/** Each shard can only check what is unique within itself. */
async function uniqueProblems(db: Queryable, tables: Table[]): Promise<string[]> {
  const { rows } = await db.query<{ problem: string }>(
    `select format('the unique index %s of %s does not contain %s', i.indexrelid::regclass, i.indrelid::regclass, $2::text) as problem
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relname = any ($1) and c.relnamespace = current_schema()::regnamespace and (i.indisunique or i.indisexclusion)
       and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = $2 and a.attnum = any (i.indkey))
     order by 1`,
    [tables.filter(({ kind }) => kind === 'distributed').map(({ name }) => name), distributionColumn],
  )
  return rows.map(({ problem }) => problem)
}

/** Citus cannot undistribute a table with an identity column, so a sequence supplies its ids meanwhile. */
async function readIdentities(db: Queryable, kindOf: Map<string, Table['kind']>): Promise<IdentityColumn[]> {
  const { rows } = await db.query<IdentityColumn>(
    `select c.relname::text as "table", a.attname::text as "column",
            case a.attidentity when 'a' then 'always' else 'by default' end as generated
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attidentity <> '' and not a.attisdropped
     order by 1, 2`,
  )
  return rows.filter(({ table }) => kindOf.get(table) !== 'local')
}

async function countFunctions(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from pg_proc p where p.pronamespace = current_schema()::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  )
  return rows[0]!.n
}

const isPlanned = (table: Table): table is Table & PlannedTable => table.kind !== 'local'

/** Reference tables first. A table that refers to itself is no circle. */
function inKeyOrder(tables: Table[], keys: KeyRow[]): { ordered: PlannedTable[]; circle?: string[] } {
  const planned = tables.filter(isPlanned)
  const byName = new Map(planned.map((table) => [table.name, table]))
  const ordered = new Set<PlannedTable>()
  let circle: string[] | undefined
  const visit = (table: PlannedTable, path: string[]) => {
    if (ordered.has(table)) return
    if (path.includes(table.name)) {
      circle ??= path.slice(path.indexOf(table.name))
      return
    }
    for (const key of keys) {
      const target = byName.get(key.target)
      if (key.table === table.name && target && target !== table) visit(target, [...path, table.name])
    }
    ordered.add(table)
  }
  for (const kind of ['reference', 'distributed'])
    for (const table of planned) if (table.kind === kind) visit(table, [])
  const result = [...ordered].map(({ name, kind, isMoved, bytes }) => ({ name, kind, isMoved, bytes }))
  return circle ? { ordered: result, circle } : { ordered: result }
}
