import { Failure } from '../../process/failure.ts'
import type { Queryable } from './state.ts'

export interface Servers {
  version: string
  /** As `host:port`. */
  workers: string[]
  /** Shards that a new distributed table gets. */
  shards: number
}

const minVersion = 13
const unchanged = 'and nothing was changed'

/**
 * Checks that Citus can take the tables: the extension, this server as its coordinator, every worker, and there the role and
 * the extensions. Throws one sentence with the remedy.
 */
export async function checkServers(db: Queryable, extensions: string[]): Promise<Servers> {
  const version = await checkExtension(db)
  await checkNodes(db)
  await checkRights(db)
  const workers = await checkWorkers(db, extensions)
  const { rows } = await db.query<{ shards: number }>("select current_setting('citus.shard_count')::int as shards")
  return { version, workers, shards: rows[0]!.shards }
}

async function checkExtension(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ version: string | null; available: boolean }>(
    `select (select e.extversion from pg_extension e where e.extname = 'citus') as version,
            exists (select from pg_available_extensions a where a.name = 'citus') as available`,
  )
  const { version, available } = rows[0]!
  if (!available) {
    throw new Failure(
      `This PostgreSQL has no extension Citus, ${unchanged}: install Citus ${minVersion} on it and on its workers, or set DATABASE_URL to the coordinator of a cluster that has it.`,
    )
  }
  if (!version) {
    throw new Failure(
      `The extension Citus is not in this database, ${unchanged}: as a superuser run "create extension citus" in this database on the coordinator and on every worker, and add the workers with citus_add_node.`,
    )
  }
  if (Number.parseInt(version, 10) < minVersion) {
    throw new Failure(
      `Citus ${version} is too old, ${unchanged}: upgrade it to version ${minVersion} or newer on all servers.`,
    )
  }
  return version
}

/** SQL of the statement that activates the server `n`. */
const activateCall = "format('select citus_activate_node(%L, %s)', n.nodename, n.nodeport)"

async function checkNodes(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ call: string; groupid: number; isactive: boolean; local: number }>(
    `select ${activateCall} as call, n.groupid, n.isactive, l.groupid as local
     from pg_dist_local_group l left join pg_dist_node n on n.noderole = 'primary' order by n.nodeid`,
  )
  if (rows[0]!.local !== 0) {
    throw new Failure(`DATABASE_URL is the address of a Citus worker, ${unchanged}: set it to the coordinator.`)
  }
  if (!rows.some(({ groupid }) => groupid === 0)) {
    throw new Failure(
      `The coordinator does not know its own address, ${unchanged}: as a superuser run "select citus_set_coordinator_host('host', 5432)" with the address that the workers reach it by.`,
    )
  }
  if (!rows.some(({ groupid }) => groupid > 0)) {
    throw new Failure(
      `Citus has no workers, ${unchanged}: as a superuser run "select citus_add_node('host', 5432)" for each.`,
    )
  }
  const inactive = rows.find(({ isactive }) => !isactive)
  if (inactive) {
    throw new Failure(
      `A server of Citus is not active, ${unchanged}: start it and run, as a superuser on the coordinator, "${inactive.call}".`,
    )
  }
}

/** Tables of other owners could neither be locked nor moved. */
async function checkRights(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ role: string; foreign_tables: string[]; may_distribute: boolean }>(
    `select current_user as role,
            array(select c.relname::text from pg_class c
                  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
                    and not pg_has_role(c.relowner, 'usage')
                    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
                  order by c.relname) as foreign_tables,
            (select bool_and(has_function_privilege(p.oid, 'execute')) from pg_proc p
             where p.proname in ('create_distributed_table', 'create_reference_table', 'undistribute_table',
               'truncate_local_data_after_distributing_table', 'run_command_on_workers')) as may_distribute`,
  )
  const { role, foreign_tables, may_distribute } = rows[0]!
  if (foreign_tables.length > 0) {
    throw new Failure(
      `The role "${role}" does not own ${foreign_tables.join(', ')}, ${unchanged}: connect as their owner, or run "alter table … owner to ${role}" for each.`,
    )
  }
  if (!may_distribute) {
    throw new Failure(
      `The role "${role}" may not call Citus' functions, ${unchanged}: grant it execute on create_distributed_table, create_reference_table, undistribute_table, truncate_local_data_after_distributing_table and run_command_on_workers.`,
    )
  }
}

/**
 * What the role needs on a worker. Citus does not pass the settings of a connection on (pool.ts), but it copies those of a role,
 * such as for a pooler (deploy/postgres/role.sql): a time limit of its own on a worker would end a long copy of rows.
 */
const workerSettings: Record<string, string> = {
  timezone: 'UTC',
  datestyle: 'ISO',
  plan_cache_mode: 'force_custom_plan',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}
const readSettings = `json_build_object(${Object.keys(workerSettings).map((name) => `'${name}', current_setting('${name}')`)})`

const wrongSettings = (settings: Record<string, string>): string[] =>
  Object.entries(workerSettings)
    .filter(([name, value]) => !settings[name]!.startsWith(value))
    .map(([name, value]) => `${name} = '${value}'`)

/** A worker takes such a change from the coordinator only, unless it is told not to pass it on. */
const settingCommands = (role: string, database: string, settings: string[]) =>
  [
    'set citus.enable_ddl_propagation = off',
    ...settings.map((setting) => `alter role ${role} in database ${database} set ${setting}`),
  ].join('; ')

interface WorkerState {
  missing: string[]
  mayCreate: boolean
}

async function checkWorkers(db: Queryable, extensions: string[]): Promise<string[]> {
  const results = await queryWorkers(
    db,
    `select json_build_object(
       'missing', array(select n from unnest(array[${extensions.map((name) => `'${name}'`)}]::text[]) n
                        where not exists (select from pg_available_extensions a where a.name = n)),
       'mayCreate', has_schema_privilege(current_schema(), 'create'))`,
  )
  const { role } = await readRoleAndDatabase(db)
  return results.map(({ server, succeeded, result }) => {
    if (!succeeded) {
      throw new Failure(
        `The worker ${server} cannot be used as role "${role}" (${oneLine(result)}), ${unchanged}: start the worker, create the role there, and let the coordinator log in with it.`,
      )
    }
    const { missing, mayCreate } = JSON.parse(result) as WorkerState
    if (missing.length > 0) {
      throw new Failure(
        `The worker ${server} lacks the extension ${missing.join(', ')}, ${unchanged}: install PostgreSQL's contrib package there.`,
      )
    }
    if (!mayCreate) {
      throw new Failure(
        `The role "${role}" may not create tables on the worker ${server}, ${unchanged}: run "grant create on schema public to ${role}" there.`,
      )
    }
    return server
  })
}

/** The number of workers, and what is wrong with them with the remedy. */
export async function workerProblems(db: Queryable): Promise<{ workers: number; problems: string[] }> {
  const { role, database } = await readRoleAndDatabase(db)
  const results = await queryWorkers(db, `select ${readSettings}`)
  const inactive = await db.query<{ server: string; call: string }>(
    `select n.nodename || ':' || n.nodeport as server, ${activateCall} as call
     from pg_dist_node n where n.noderole = 'primary' and not n.isactive order by n.nodeid`,
  )
  const problems = results.flatMap(({ server, succeeded, result }) => {
    if (!succeeded)
      return [
        `the worker ${server} cannot be used (${oneLine(result)}): start it, or let the coordinator log in as ${role}`,
      ]
    const wrong = wrongSettings(JSON.parse(result) as Record<string, string>)
    return wrong.length > 0
      ? [`as a superuser run "${settingCommands(role, database, wrong)}" on the worker ${server}`]
      : []
  })
  const stopped = inactive.rows.map(
    ({ server, call }) => `${server} is not active: as a superuser run "${call}" on the coordinator`,
  )
  return { workers: results.length, problems: [...stopped, ...problems] }
}

/** Gives the role its settings on the workers: dates would be computed in a worker's own time zone. */
export async function configureWorkers(db: Queryable): Promise<void> {
  const { role, database } = await readRoleAndDatabase(db)
  const results = await queryWorkers(db, `select ${readSettings}`)
  const wrong = new Set(results.flatMap(({ result }) => wrongSettings(JSON.parse(result) as Record<string, string>)))
  for (const setting of wrong) {
    const commands = settingCommands(role, database, [setting]).replace('set ', 'set local ')
    await runOnWorkers(db, `do $do$ begin ${commands}; end $do$`)
  }
}

async function readRoleAndDatabase(db: Queryable): Promise<{ role: string; database: string }> {
  const sql = 'select quote_ident(current_user) as role, quote_ident(current_database()) as database'
  return (await db.query<{ role: string; database: string }>(sql)).rows[0]!
}

interface WorkerResult {
  server: string
  succeeded: boolean
  result: string
}

/** Runs one statement with one value on every active worker. Each of them commits it at once. */
async function queryWorkers(db: Queryable, sql: string): Promise<WorkerResult[]> {
  const { rows } = await db.query<WorkerResult>(
    `select w.nodename || ':' || w.nodeport as server, w.success as succeeded, w.result
     from run_command_on_workers($1) w order by w.nodename, w.nodeport`,
    [sql],
  )
  return rows
}

async function runOnWorkers(db: Queryable, sql: string): Promise<void> {
  const failed = (await queryWorkers(db, sql)).find(({ succeeded }) => !succeeded)
  if (failed) {
    throw new Failure(
      `The worker ${failed.server} rejects "${sql}" (${oneLine(failed.result)}): remove the cause and run the command again.`,
    )
  }
}

const oneLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ')
