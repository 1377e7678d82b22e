import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import type pg from 'pg'
import { stagingTables } from '../../src/bundle/staging-tables.ts'
import { createDemoWithToken } from '../../src/cli/demo-token.ts'
import { isDistributed } from '../../src/db/citus/state.ts'
import { openPool } from '../../src/db/connect/pool.ts'
import { migrate, readMigrations } from '../../src/db/migrate.ts'
import { systemClock } from '../../src/process/clock.ts'
import { eventually, startProgram } from '../harness/processes.ts'
import {
  type CitusCluster,
  cloneCitusDatabase,
  createCitusDatabase,
  dropCitusDatabase,
  startCitusCluster,
  withClient,
} from './cluster.ts'

const distributeCommand = ['migrate', '--distribute', 'citus']
const undistributeCommand = ['migrate', '--undistribute']

let cluster: CitusCluster
before(async () => {
  cluster = await startCitusCluster({ shards: 2 })
  const pool = openPool(await createCitusDatabase(cluster, 'with_data'))
  await migrate(pool)
  await createDemoWithToken(pool, systemClock, undefined)
  await pool.end()
})
after(() => cluster?.stop())

interface Scenario {
  /** Of the coordinator's database. */
  url: string
  query<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>
  run(args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }>
}

let databases = 0

/** A copy of the database with demo data, or an empty one. */
async function scenario(t: TestContext, template: 'with_data' | 'empty'): Promise<Scenario> {
  const name = `scenario_${++databases}`
  if (template === 'empty') await createCitusDatabase(cluster, name)
  else await cloneCitusDatabase(cluster, template, name)
  t.after(() => dropCitusDatabase(cluster, name))
  return scenarioOn(t, name)
}

function scenarioOn(t: TestContext, name: string, user = cluster.coordinator.address.user): Scenario {
  const address = { ...cluster.coordinator.address, user }
  const url = `postgresql://${user}@${address.host}:${address.port}/${name}`
  return {
    url,
    query: (sql, values) => withClient(address, name, async (client) => (await client.query(sql, values)).rows),
    run: (args) => startProgram(t, 'src/main.ts', args, { DATABASE_URL: url, PORT: '0' }).ended,
  }
}

/** Every row of every table, in an order of its own: what a client sees, whatever the servers say about checksums. */
async function allRows({ query }: Scenario): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not in ('distribution', 'schema_migration') and relname <> all ($1) order by 1`,
    [(await stagingTables()).map(({ name }) => name)],
  )
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    rows[name] = (await query(`select * from "${name}"`)).map((row) => JSON.stringify(row)).sort()
  }
  return rows
}

const movedTables = async ({ query }: Scenario): Promise<number> =>
  (await query<{ n: number }>('select count(*)::int as n from pg_dist_partition'))[0]!.n

async function state({ query }: Scenario): Promise<string | undefined> {
  const [found] = await query<{ exists: boolean }>("select to_regclass('distribution') is not null as exists")
  return found!.exists ? (await query<{ state: string }>('select state from distribution'))[0]?.state : undefined
}

const programs = execFileSync(process.env.PG_CONFIG!, ['--bindir'], { encoding: 'utf8' }).trim()

/** Without parentheses, which Citus drops when it writes the condition of a trigger. */
const schemaOf = ({ url }: Scenario): string =>
  execFileSync(join(programs, 'pg_dump'), ['--schema-only', url], { encoding: 'utf8', maxBuffer: 1e8 })
    .replaceAll(/^(--|\\).*$/gm, '')
    .replaceAll(/[()]/g, '')

/** Runs a command again and again, each time until a condition is true, and ends it then. The last run completes. */
async function runWithKills(
  t: TestContext,
  on: Scenario,
  args: string[],
  points: { name: string; reached(): Promise<boolean>; kill?: () => Promise<void> }[],
): Promise<void> {
  for (const { name, reached, kill } of points) {
    const program = startProgram(t, 'src/main.ts', args, { DATABASE_URL: on.url })
    await Promise.race([
      eventually(reached, () => ` at ${name}`),
      program.ended.then(({ stdout, stderr }) => assert.fail(`ended before ${name}: ${stdout}${stderr}`)),
    ])
    if (kill) await kill()
    else program.child.kill('SIGKILL')
    const { code } = await program.ended
    assert.notEqual(code, 0, name)
  }
  const { code, stdout, stderr } = await on.run(args)
  assert.deepEqual([code, stderr], [0, ''])
  assert.match(stdout, /Counts and checksums of all \d+ tables \([\d,]+ rows\) are the same as before/)
}

test('distributes an empty database and says so; a second run finds nothing to do', async (t) => {
  const on = await scenario(t, 'empty')
  const dryRun = await on.run([...distributeCommand, '--dry-run'])
  assert.deepEqual([dryRun.code, dryRun.stderr], [0, ''])
  assert.match(dryRun.stdout, /^client +distributed by organisation/m)
  assert.match(dryRun.stdout, /^organisation +a copy on each server/m)
  assert.match(dryRun.stdout, /organisation_owner_fk of organisation is dropped/)
  assert.deepEqual(
    await on.query("select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'"),
    [],
  )
  const first = await on.run([...distributeCommand, '--json'])
  assert.deepEqual([first.code, first.stderr], [0, ''])
  const result = JSON.parse(first.stdout) as { state: string; applied: string[]; workers: string[] }
  assert.deepEqual(
    [result.state, result.applied.length, result.workers.length],
    ['distributed', readMigrations().length, 2],
  )
  const again = await on.run(distributeCommand)
  assert.deepEqual([again.code, again.stderr], [0, ''])
  assert.match(again.stdout, /^The tables are already distributed over 2 workers/)
  const doctor = await on.run(['doctor'])
  assert.match(doctor.stdout, /ok {7}distribution {2}the tables are distributed over 2 Citus workers, and all answer/)
})

test('distributes a database with data and back: the same rows, counters, ids and schema', async (t) => {
  const on = await scenario(t, 'with_data')
  const before = await allRows(on)
  const schema = schemaOf(on)
  const [ids] = await on.query<{ client: string; event: string }>(
    `select nextval('client_id_seq') as client, nextval(pg_get_serial_sequence('event', 'id')) as event`,
  )
  const distributed = await on.run(distributeCommand)
  assert.deepEqual([distributed.code, distributed.stderr], [0, ''])
  assert.match(distributed.stdout, /Counts and checksums of all \d+ tables \([\d,]+ rows\) are the same as before/)
  assert.deepEqual(await allRows(on), before)
  assert.deepEqual(
    await on.query(
      'select relname from pg_class where relkind = $1 and pg_relation_size(oid) > 0 and oid in (select logicalrelid from pg_dist_partition)',
      ['r'],
    ),
    [],
    'no rows are left on the coordinator',
  )

  // A trigger counts on the worker, and ids continue after those from before.
  const [business] = await on.query<{ org_id: string; id: string }>('select org_id, id from business_location limit 1')
  const counted = () =>
    on.query<{ n: string }>(
      "select coalesce(sum(n), 0) as n from counter where list = 'clients' and width = -1 and org_id = $1",
      [business!.org_id],
    )
  const [countBefore] = await counted()
  const [client] = await on.query<{ id: string }>(
    "insert into client (org_id, first_name, last_name, client_type, business_id) values ($1, 'Ann', 'New', 'HCP', $2) returning id",
    [business!.org_id, business!.id],
  )
  assert.equal(Number(client!.id), Number(ids!.client) + 1)
  assert.equal(Number((await counted())[0]!.n), Number(countBefore!.n) + 1)
  const [event] = await on.query<{ id: string }>(
    "insert into event (org_id, type, subject_id) values ($1, 'client.created', $2) returning id",
    [business!.org_id, client!.id],
  )
  assert.equal(Number(event!.id), Number(ids!.event) + 1)

  const changed = await allRows(on)
  const back = await on.run(undistributeCommand)
  assert.deepEqual([back.code, back.stderr], [0, ''])
  assert.match(back.stdout, /The tables are on the coordinator again. Counts and checksums of all/)
  assert.deepEqual(await allRows(on), changed)
  assert.equal(schemaOf(on), schema)
  assert.deepEqual([await movedTables(on), await state(on)], [0, undefined])
  const [next] = await on.query<{ id: string }>(
    "insert into event (org_id, type, subject_id) values ($1, 'client.created', $2) returning id",
    [business!.org_id, client!.id],
  )
  assert.equal(Number(next!.id), Number(ids!.event) + 2)
})

test('killed at any point, by kill -9, a lost connection or a crashed server, it completes when it is run again', async (t) => {
  const on = await scenario(t, 'with_data')
  const before = await allRows(on)
  const schema = schemaOf(on)
  const movedAtLeast = (n: number) => async () => (await movedTables(on)) >= n
  const endBackends = async () => {
    await on.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'wattle' and datname = current_database()",
    )
  }
  const crash = (server: CitusCluster['coordinator']) => async () => {
    await server.kill()
    await server.restart()
  }
  await runWithKills(t, on, distributeCommand, [
    { name: 'start', reached: async () => (await state(on)) === 'distributing' },
    { name: 'first table', reached: movedAtLeast(1) },
    { name: 'ten tables', reached: movedAtLeast(10), kill: endBackends },
    { name: 'twenty tables', reached: movedAtLeast(20), kill: crash(cluster.workers[0]!) },
    { name: 'thirty tables', reached: movedAtLeast(30), kill: crash(cluster.coordinator) },
    { name: 'all tables', reached: movedAtLeast(48) },
    {
      name: 'old copies',
      reached: async () =>
        (await on.query<{ removed: boolean }>("select pg_relation_size('appointment') = 0 as removed"))[0]!.removed,
    },
  ])
  assert.equal(await state(on), 'distributed')
  assert.deepEqual(await allRows(on), before)

  const movedAtMost = (n: number) => async () => (await movedTables(on)) <= n
  await runWithKills(t, on, undistributeCommand, [
    { name: 'start', reached: async () => (await state(on)) === 'undistributing' },
    { name: 'first table', reached: movedAtMost(47) },
    { name: 'forty tables', reached: movedAtMost(40), kill: endBackends },
    { name: 'thirty tables', reached: movedAtMost(30), kill: crash(cluster.workers[1]!) },
    { name: 'twenty tables', reached: movedAtMost(20), kill: crash(cluster.coordinator) },
    { name: 'no tables', reached: movedAtMost(0) },
  ])
  assert.deepEqual(await allRows(on), before)
  assert.equal(schemaOf(on), schema)
})

test('while a Wattle process is connected it refuses and changes nothing', async (t) => {
  const on = await scenario(t, 'with_data')
  const service = startProgram(t, 'src/main.ts', ['serve'], { DATABASE_URL: on.url, PORT: '0' })
  await service.waitForOutput('listening')
  const { code, stderr } = await on.run(distributeCommand)
  assert.equal(code, 1)
  assert.match(stderr, /^Another Wattle process uses this database.*stop every service/)
  assert.deepEqual([await movedTables(on), await state(on)], [0, undefined])
  const dryRun = await on.run([...distributeCommand, '--dry-run'])
  assert.equal(dryRun.code, 0)
})

test('rows that someone writes meanwhile are noticed, and --undistribute leads back with them', async (t) => {
  const on = await scenario(t, 'with_data')
  const program = startProgram(t, 'src/main.ts', distributeCommand, { DATABASE_URL: on.url })
  await eventually(async () => (await movedTables(on)) >= 5)
  program.child.kill('SIGKILL')
  await program.ended
  await on.query("insert into organisation (slug, name, timezone) values ('late', 'Late', 'Australia/Sydney')")
  // What the killed process had sent may still be running on the servers.
  const refused = await eventually(async () => {
    const run = await on.run(distributeCommand)
    return run.stderr.startsWith('Another Wattle process') ? undefined : run
  })
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /organisation: 2 rows, 1 before/)
  assert.match(refused.stderr, /run "wattle migrate --undistribute"/)
  assert.equal(await state(on), 'distributing')
  const back = await on.run(undistributeCommand)
  assert.deepEqual([back.code, back.stderr], [0, ''])
  assert.equal((await on.query("select 1 as found from organisation where slug = 'late'")).length, 1)
})

test('later migrations run on a distributed database and distribute the tables they create', async (t) => {
  const on = await scenario(t, 'with_data')
  assert.equal((await on.run(distributeCommand)).code, 0)
  const later = (number: number, sql: string) => ({ number, name: `${number}_later`, sql })
  const known = readMigrations()
  const stagingTables = [
    { name: 'staged_toy', createSql: 'create unlogged table staged_toy (org_id bigint not null, line jsonb not null)' },
  ]
  const migrations = [
    ...known,
    later(
      known.length + 1,
      `alter table staff alter column json set statistics 0;
      alter table client add column nickname text not null default '';
       create index client_by_nickname on client (org_id, nickname);
       create function loud(name text) returns text language sql immutable as 'select upper(name)';
       create sequence toy_id_seq;
       create table toy (
         org_id bigint not null references organisation,
         id bigint not null default nextval('toy_id_seq'),
         client_id bigint,
         name text not null,
         loud_name text not null generated always as (loud(name)) stored,
         primary key (org_id, id),
         constraint toy_client_fk foreign key (org_id, client_id) references client (org_id, id));
       create table toy_log (org_id bigint not null, id bigint not null generated always as identity, name text, primary key (org_id, id));
       create function toy_log_name(name text) returns text language sql immutable as $$ select 'log of ' || name $$;
       create function toy_follow() returns trigger language plpgsql as
         $$ begin insert into toy_log (org_id, name) values (new.org_id, toy_log_name(new.name)); return null; end $$;
       create trigger toy_follow after insert on toy for each row execute function toy_follow();
       create view toy_name as select org_id, name from toy;`,
    ),
    later(known.length + 2, "insert into toy (org_id, client_id, name) select c.org_id, c.id, 'bear' from client c"),
  ]
  const pool = openPool({ connectionString: on.url })
  assert.equal(await isDistributed(pool), true)
  assert.deepEqual(
    await migrate(pool, { migrations, stagingTables: async () => stagingTables }),
    migrations.slice(known.length).map(({ name }) => name),
  )
  assert.deepEqual(await migrate(pool, { migrations, stagingTables: async () => stagingTables }), [])
  const kinds = await on.query<{ name: string }>(
    "select logicalrelid::regclass::text as name from pg_dist_partition where logicalrelid::regclass::text like '%toy%' and partmethod = 'h' order by 1",
  )
  assert.deepEqual(
    kinds.map(({ name }) => name),
    ['staged_toy', 'toy', 'toy_log'],
  )
  const [counts] = await on.query(
    `select (select count(*)::int from toy where loud_name = 'BEAR') as toys,
            (select count(*)::int from toy_log where name = 'log of bear') as logged, (select count(*)::int from client) as clients`,
  )
  assert.deepEqual([counts!.toys, counts!.logged], [counts!.clients, counts!.clients])
  await pool.end()
  const rows = await allRows(on)
  const back = await on.run(undistributeCommand)
  assert.deepEqual([back.code, back.stderr], [0, ''])
  assert.deepEqual(await allRows(on), rows)
  assert.deepEqual(
    await on.query(
      "select attrelid::regclass::text as name from pg_attribute where attidentity = 'a' and attnum > 0 order by 1",
    ),
    ['access_token', 'connection', 'event', 'organisation', 'toy_log', 'webhook'].map((name) => ({ name })),
  )
})

test('completes what a function names on the workers where Citus was added to a migrated database', async (t) => {
  const name = `scenario_${++databases}`
  t.after(() => dropCitusDatabase(cluster, name))
  for (const { address } of [cluster.coordinator, ...cluster.workers])
    await withClient(address, 'postgres', (client) => client.query(`create database ${name}`))
  const on = scenarioOn(t, name)
  const missing = await on.run(distributeCommand)
  assert.equal(missing.code, 1)
  assert.match(
    missing.stderr,
    /^The extension Citus is not in this database, and nothing was changed: as a superuser run/,
  )
  assert.equal((await on.run(['migrate'])).code, 0)
  for (const { address } of [cluster.coordinator, ...cluster.workers])
    await withClient(address, name, (client) => client.query('create extension citus'))
  const refused = await on.run(distributeCommand)
  assert.match(refused.stderr, /^The coordinator does not know its own address, and nothing was changed/)
  const { host, port } = cluster.coordinator.address
  await on.query('select citus_set_coordinator_host($1, $2)', [host, port])
  assert.match((await on.run(distributeCommand)).stderr, /^Citus has no workers, and nothing was changed/)
  for (const { address } of cluster.workers)
    await on.query('select citus_add_node($1, $2)', [address.host, address.port])
  const { code, stderr } = await on.run(distributeCommand)
  assert.deepEqual([code, stderr], [0, ''])
  const functions =
    "select count(*) from pg_proc p where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')"
  const [own] = await on.query<{ count: string }>(functions)
  const workers = await on.query<{ result: string }>('select result from run_command_on_workers($1)', [functions])
  assert.deepEqual(workers, [{ result: own!.count }, { result: own!.count }])
})

test('a role that is no superuser distributes its own database; one without rights on a worker is refused', async (t) => {
  const name = `scenario_${++databases}`
  t.after(() => dropCitusDatabase(cluster, name))
  await createCitusDatabase(cluster, name)
  // Citus creates the role on the workers too.
  await scenarioOn(t, name).query('create role plain_owner login')
  const on = scenarioOn(t, name, 'plain_owner')
  for (const { address } of [cluster.coordinator, ...cluster.workers]) {
    const { stderr } = await on.run(distributeCommand)
    assert.match(stderr, /nothing was changed/)
    await withClient(address, name, async (client) => {
      await client.query('set citus.enable_ddl_propagation = off')
      await client.query(`alter database ${name} owner to plain_owner`)
    })
  }
  const { code, stderr } = await on.run(distributeCommand)
  assert.deepEqual([code, stderr], [0, ''])
  const back = await on.run(undistributeCommand)
  assert.deepEqual([back.code, back.stderr], [0, ''])
})

test('settings of the role for a pooler do not apply on the workers', async (t) => {
  const name = `scenario_${++databases}`
  const role = 'behind_pooler'
  t.after(() => dropCitusDatabase(cluster, name))
  await createCitusDatabase(cluster, name)
  const file = readFileSync(new URL('../../deploy/postgres/role.sql', import.meta.url), 'utf8')
  // Citus creates the role on the workers too, with its settings.
  await scenarioOn(t, name).query(`create role ${role} login`)
  for (const sql of file.match(/^alter role .*;$/gm)!) await scenarioOn(t, name).query(sql.replace('wattle', role))
  for (const { address } of [cluster.coordinator, ...cluster.workers]) {
    await withClient(address, name, async (client) => {
      await client.query('set citus.enable_ddl_propagation = off')
      await client.query(`alter database ${name} owner to ${role}`)
    })
  }
  const on = scenarioOn(t, name, role)
  const { code, stderr } = await on.run(distributeCommand)
  assert.deepEqual([code, stderr], [0, ''])
  const settings = ['plan_cache_mode', 'statement_timeout', 'idle_in_transaction_session_timeout', 'timezone']
  const sql = `select concat_ws(' ', ${settings.map((setting) => `current_setting('${setting}')`)})`
  const results = await on.query<{ result: string }>('select result from run_command_on_workers($1)', [sql])
  assert.deepEqual(results, Array(2).fill({ result: 'force_custom_plan 0 0 UTC' }))
  assert.match((await on.run(['doctor'])).stdout, /ok {7}distribution/)
})

test('a new worker takes over organisations by the steps of docs/scaling.md', async (t) => {
  const wide = await startCitusCluster({ workers: 3, shards: 6 })
  t.after(() => wide.stop())
  const name = 'wide'
  const [, , added] = wide.workers
  const { address } = wide.coordinator
  await createCitusDatabase({ ...wide, workers: wide.workers.slice(0, 2) }, name)
  const url = `postgresql://${address.user}@${address.host}:${address.port}/${name}`
  const query = <T extends pg.QueryResultRow>(sql: string, values?: unknown[]) =>
    withClient(address, name, async (client) => (await client.query<T>(sql, values)).rows)
  const run = (args: string[]) => startProgram(t, 'src/main.ts', args, { DATABASE_URL: url, PORT: '0' }).ended
  const on: Scenario = { url, query, run }
  assert.equal((await run(distributeCommand)).code, 0)
  assert.equal((await run(['demo'])).code, 0)
  const before = await allRows(on)

  await withClient(added!.address, 'postgres', (client) => client.query(`create database ${name}`))
  await withClient(added!.address, name, (client) => client.query('create extension citus'))
  await query('select citus_add_node($1, $2)', [added!.address.host, added!.address.port])
  const incomplete = await run(['doctor'])
  const [, remedy] = /as a superuser run "(.*)" on the worker/.exec(incomplete.stdout)!
  await withClient(added!.address, name, async (client) => {
    for (const command of remedy!.split('; ')) await client.query(command)
  })
  await query("select citus_rebalance_start(shard_transfer_mode => 'block_writes')")
  await query('select citus_rebalance_wait()')

  const placed = await query<{ n: number }>(
    `select count(*)::int as n from citus_shards where table_name = 'client'::regclass group by nodeport order by 1`,
  )
  assert.deepEqual(placed, [{ n: 2 }, { n: 2 }, { n: 2 }])
  assert.deepEqual(await allRows(on), before)
  const doctor = await run(['doctor'])
  assert.match(doctor.stdout, /ok {7}distribution {2}the tables are distributed over 3 Citus workers, and all answer/)
  // Rows on the new worker have triggers that count them there.
  for (let i = 0; i < 12; i++) {
    const insert = async (sql: string, ...values: unknown[]) =>
      (await query<{ id: string }>(`insert into ${sql} returning id`, values))[0]!.id
    const orgId = await insert(`organisation (slug, name) values ($1, 'New')`, `new-${i}`)
    const businessId = await insert(`business_location (org_id, name) values ($1, 'Main')`, orgId)
    await insert(
      `client (org_id, first_name, last_name, client_type, business_id) values ($1, 'Ann', 'New', 'HCP', $2)`,
      ...[orgId, businessId],
    )
    const counted = await query("select sum(n) as n from counter where list = 'clients' and org_id = $1", [orgId])
    assert.deepEqual(counted, [{ n: '1' }])
  }
})
