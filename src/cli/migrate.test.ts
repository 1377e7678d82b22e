import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { onOnePostgres } from '../../test/citus/environment.ts'
import { createBareDatabase, createDatabase, databaseUrl } from '../../test/harness/database.ts'
import { startProgram, temporaryFolder } from '../../test/harness/processes.ts'
import { writeDistribution } from '../db/citus/state.ts'
import { openPool } from '../db/connect/pool.ts'
import { migrate, readMigrations } from '../db/migrate.ts'

test('six concurrent migrations of an empty database apply each migration once', async (t) => {
  const database = await createBareDatabase()
  t.after(database.drop)
  const pools = Array.from({ length: 6 }, () => openPool(database.address, { size: 1 }))
  await Promise.all(pools.map((pool) => pool.query('select 1')))
  const applied = await Promise.all(pools.map((pool) => migrate(pool)))
  await Promise.all(pools.map((pool) => pool.end()))
  assert.deepEqual(
    applied.flat(),
    readMigrations().map(({ name }) => name),
  )
})

test('four concurrent migrate commands apply each migration once; an older version then refuses to start', async (t) => {
  const database = await createBareDatabase()
  t.after(database.drop)
  const env = { DATABASE_URL: databaseUrl(database.address) }
  const start = () => startProgram(t, 'src/main.ts', ['migrate', '--json'], env).ended
  const ended = await Promise.all([start(), start(), start(), start()])
  const known = readMigrations().map(({ name }) => name)
  for (const { code, stderr } of ended) assert.deepEqual([code, stderr], [0, ''])
  const outputs = ended.map(({ stdout }) => JSON.parse(stdout) as { applied: string[]; schema: number })
  assert.deepEqual(
    outputs.flatMap(({ applied }) => applied),
    known,
  )
  assert.deepEqual(new Set(outputs.map(({ schema }) => schema)), new Set([known.length]))

  await database.pool.query("insert into schema_migration (number, name) values ($1, 'later')", [known.length + 1])
  for (const args of [['migrate'], ['serve'], ['org', 'list']]) {
    const rejected = await startProgram(t, 'src/main.ts', args, { ...env, PORT: '0' }).ended
    assert.equal(rejected.code, 1)
    assert.match(rejected.stderr, /made by a newer Wattle.*Start the newer version/)
  }
})

test('migration 0028 drops the fractions of clock times and changes no others', async (t) => {
  const database = await createBareDatabase()
  t.after(database.drop)
  const { pool } = database
  await migrate(pool, { migrations: readMigrations().slice(0, 27) })
  const { rows } = await pool.query(`insert into organisation (slug, name) values ('acme', 'Acme') returning id`)
  const orgId = rows[0].id
  await pool.query(
    `insert into shift (org_id, id, type, status, title, starts, ends, starts_at, ends_at)
     values ($1, 1, 'group', 'completed', 'Visit', '2026-11-16 09:00', '2026-11-16 11:00', '2026-11-15T22:00Z', '2026-11-16T00:00Z')`,
    [orgId],
  )
  const times = [
    ['2026-11-15 21:58:00.999999', '2026-11-16 00:04:00'],
    ['2026-11-15 21:58:00', '2026-11-16 00:04:59.5'],
    ['1999-12-31 23:59:59.75', null],
    ['2026-11-15 21:58:01', '2026-11-16 00:04:01'],
    [null, null],
  ]
  for (const [index, [checkIn, checkOut]] of times.entries()) {
    const id = index + 1
    const staff = `insert into staff (org_id, id, first_name, last_name, status) values ($1, $2, 'A', 'B', 'Active')`
    await pool.query(staff, [orgId, id])
    const attendance = `insert into shift_staff (org_id, shift_id, staff_id, place, check_in, check_out) values ($1, 1, $2, 0, $3, $4)`
    await pool.query(attendance, [orgId, id, checkIn && `${checkIn}Z`, checkOut && `${checkOut}Z`])
  }
  const env = { DATABASE_URL: databaseUrl(database.address) }
  const { code, stderr } = await startProgram(t, 'src/main.ts', ['migrate'], env).ended
  assert.deepEqual([code, stderr], [0, ''])
  const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`
  const text = `select ${utc('check_in')}, ${utc('check_out')} from shift_staff order by staff_id`
  const stored = await pool.query({ text, rowMode: 'array' })
  const whole = (time: string | null | undefined) => (time ? `${time.slice(0, 19)}.000000` : null)
  assert.deepEqual(
    stored.rows,
    times.map((pair) => pair.map(whole)),
  )
})

test('--distribute citus on a PostgreSQL without Citus is rejected in one sentence and changes nothing, with or without pending migrations', {
  skip: onOnePostgres('it starts on a PostgreSQL without Citus'),
}, async (t) => {
  const database = await createBareDatabase()
  t.after(database.drop)
  const env = { DATABASE_URL: databaseUrl(database.address) }
  const state = async () =>
    (
      await database.pool.query(
        `select (select json_agg(c.relname order by c.relname) from pg_class c where c.relnamespace = 'public'::regnamespace) as relations,
                (select json_agg(s.setconfig) from pg_db_role_setting s where s.setconfig::text like '%citus%') as settings,
                (select json_agg(e.extname) from pg_extension e) as extensions`,
      )
    ).rows
  const message =
    'This PostgreSQL has no extension Citus, and nothing was changed: install Citus 13 on it and on its workers, or set DATABASE_URL to the coordinator of a cluster that has it.\n'
  const assertRejected = async () => {
    const before = await state()
    for (const more of [[], ['--dry-run'], ['--json']]) {
      const args = ['migrate', '--distribute', 'citus', ...more]
      const { code, stdout, stderr } = await startProgram(t, 'src/main.ts', args, env).ended
      assert.deepEqual([code, stdout, stderr], [1, '', message])
    }
    assert.deepEqual(await state(), before)
  }
  await assertRejected()

  const [first] = readMigrations()
  await database.pool.query('create table schema_migration (number int primary key, name text not null)')
  await database.pool.query(first!.sql)
  await database.pool.query('insert into schema_migration values (1, $1)', [first!.name])
  await assertRejected()
  assert.deepEqual((await database.pool.query('select number from schema_migration')).rows, [{ number: 1 }])
})

test('--distribute citus without DATABASE_URL is rejected and creates no data folder', async (t) => {
  const dataDir = join(temporaryFolder(t), 'data')
  const args = ['migrate', '--distribute', 'citus']
  const { code, stderr } = await startProgram(t, 'src/main.ts', args, { WATTLE_DATA_DIR: dataDir }).ended
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^The built-in PostgreSQL has no Citus, and nothing was changed: set DATABASE_URL to the coordinator/,
  )
  assert.equal(existsSync(dataDir), false)
})

test('--undistribute on one server has nothing to do', async (t) => {
  const database = await createBareDatabase()
  t.after(database.drop)
  const env = { DATABASE_URL: databaseUrl(database.address) }
  const { code, stdout } = await startProgram(t, 'src/main.ts', ['migrate', '--undistribute'], env).ended
  assert.deepEqual([code, stdout], [0, 'The tables are on one server: there is nothing to do.\n'])
})

test('no service and no command starts while tables are partly distributed', async (t) => {
  const database = await createDatabase()
  t.after(database.drop)
  await writeDistribution(database.pool, {
    state: 'distributing',
    before: {},
    restorable: { foreignKeys: [], identities: [] },
  })
  const env = { DATABASE_URL: databaseUrl(database.address), PORT: '0' }
  for (const args of [['serve'], ['migrate'], ['org', 'list'], ['doctor']]) {
    const { code, stdout, stderr } = await startProgram(t, 'src/main.ts', args, env).ended
    assert.equal(code, 1)
    assert.match(
      stdout + stderr,
      /partly distributed over Citus.*run "wattle migrate --distribute citus", which continues it/,
    )
  }
})

test('--dry-run without --distribute is wrong usage', async (t) => {
  const { code, stderr } = await startProgram(t, 'src/main.ts', ['migrate', '--dry-run']).ended
  assert.equal(code, 2)
  assert.match(stderr, /--dry-run is for --distribute/)
})
