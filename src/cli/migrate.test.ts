import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBareDatabase, createDatabase, databaseUrl } from '../../test/database.ts'
import { startProgram } from '../../test/processes.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { openPool } from '../db/pool.ts'

test('six that migrate an empty database in the same instant apply each migration once', async (t) => {
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

test('four nodes that start at once on an empty database apply each migration once; an older node then refuses', async (t) => {
  const database = await createBareDatabase()
  t.after(database.drop)
  const env = { DATABASE_URL: databaseUrl(database.address) }
  const start = () => startProgram(t, 'src/main.ts', ['migrate', '--json'], env).ended
  const ended = await Promise.all([start(), start(), start(), start()])
  const known = readMigrations().map(({ name }) => name)
  for (const { code, stderr } of ended) assert.deepEqual([code, stderr], [0, ''])
  const answers = ended.map(({ stdout }) => JSON.parse(stdout) as { applied: string[]; schema: number })
  assert.deepEqual(
    answers.flatMap(({ applied }) => applied),
    known,
  )
  assert.deepEqual(new Set(answers.map(({ schema }) => schema)), new Set([known.length]))

  await database.pool.query("insert into schema_migration (number, name) values ($1, 'later')", [known.length + 1])
  for (const args of [['migrate'], ['serve'], ['org', 'list']]) {
    const refused = await startProgram(t, 'src/main.ts', args, { ...env, PORT: '0' }).ended
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /made by a newer Wattle.*Start the newer version/)
  }
})

test('--distribute citus says what to do where there is no Citus, and --dry-run alone what it is for', async (t) => {
  const database = await createDatabase()
  t.after(database.drop)
  const env = { DATABASE_URL: databaseUrl(database.address) }
  for (const [args, exit, says] of [
    [['--distribute', 'citus'], 1, /has no Citus: .*create extension citus/],
    [['--distribute', 'citus', '--dry-run'], 1, /has no Citus/],
    [['--dry-run'], 2, /--dry-run is for --distribute/],
  ] as const) {
    const { code, stderr } = await startProgram(t, 'src/main.ts', ['migrate', ...args], env).ended
    assert.equal(code, exit)
    assert.match(stderr, says)
  }
})
