import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually, postgresProcessesIn, temporaryFolder } from '../../../test/harness/processes.ts'
import { Failure } from '../../process/failure.ts'
import { openPool } from '../connect/pool.ts'
import { readPostmaster } from './postmaster.ts'
import { type Server, startServer } from './server.ts'

const settings = { fsync: 'off' }

async function query(server: Server, sql: string) {
  const pool = openPool(server.address, { size: 1 })
  try {
    return (await pool.query(sql)).rows
  } finally {
    await pool.end()
  }
}

test('starts in a new folder, has its rows after a restart, and leaves no process running', async (t) => {
  const folder = join(temporaryFolder(t), 'postgres')
  const first = await startServer({ folder, settings })
  await query(first, 'create table kept as select 7 as n')
  await first.stop()
  assert.equal(await first.exited, 0)
  assert.deepEqual(postgresProcessesIn(folder), [])

  const second = await startServer({ folder, settings })
  assert.deepEqual(await query(second, 'select n from kept'), [{ n: 7 }])
  const [network] = await query(second, "select current_setting('listen_addresses') as addresses")
  assert.equal(network.addresses, '')
  assert.equal(statSync(join(folder, 'data')).mode & 0o777, 0o700)
  await second.stop()
})

test('runs from a path with spaces that is too long for a socket', async (t) => {
  const folder = join(temporaryFolder(t), 'a folder with spaces', 'x'.repeat(150), 'postgres')
  const server = await startServer({ folder, settings })
  assert.deepEqual(await query(server, 'select 1 as n'), [{ n: 1 }])
  await server.stop()
})

const isRoot = process.getuid?.() === 0
test('started by root in a folder that only root can enter, it runs as another user', {
  skip: !isRoot && 'only root can become another user',
}, async (t) => {
  const closed = temporaryFolder(t)
  assert.equal(statSync(closed).mode & 0o777, 0o700)
  const server = await startServer({ folder: join(closed, 'postgres'), settings })
  const pid = readPostmaster(join(closed, 'postgres/data'))!.pid
  assert.notEqual(statSync(`/proc/${pid}`).uid, 0)
  await server.stop()
})

test('a postmaster.pid whose pid now belongs to another program does not prevent the start', async (t) => {
  const folder = temporaryFolder(t)
  const first = await startServer({ folder, settings })
  await first.stop()
  writeFileSync(join(folder, 'data/postmaster.pid'), `${process.pid}\n/nowhere\n1\n5432\n\n\n\nready\n`)
  const second = await startServer({ folder, settings })
  assert.deepEqual(await query(second, 'select 1 as n'), [{ n: 1 }])
  await second.stop()
})

test('a server that another process left running is stopped, and children of a killed postmaster are waited for', async (t) => {
  const folder = temporaryFolder(t)
  const orphan = await startServer({ folder, settings })
  const before = readPostmaster(join(folder, 'data'))!.pid
  const second = await startServer({ folder, settings })
  await orphan.exited
  const between = readPostmaster(join(folder, 'data'))!.pid
  assert.notEqual(between, before)

  process.kill(between, 'SIGKILL')
  const third = await startServer({ folder, settings })
  await second.exited
  assert.deepEqual(await query(third, 'select 1 as n'), [{ n: 1 }])
  await third.stop()
  await eventually(() => postgresProcessesIn(folder).length === 0)
})

test('the incomplete cluster of a killed first start is removed', async (t) => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'new-abc123/data/base'), { recursive: true })
  const server = await startServer({ folder, settings })
  await server.stop()
  assert.deepEqual(readdirSync(folder).sort(), ['data', 'server.log'])
})

for (const [version, cure] of [
  ['99', /made by PostgreSQL 99.*newer Wattle/],
  ['14', /made by PostgreSQL 14.*wattle export/],
] as const) {
  test(`a folder of PostgreSQL ${version} is rejected with the remedy and not changed`, async (t) => {
    const folder = temporaryFolder(t)
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data/PG_VERSION'), `${version}\n`)
    await assert.rejects(startServer({ folder }), (error) => error instanceof Failure && cure.test(error.message))
    assert.deepEqual(readdirSync(join(folder, 'data')), ['PG_VERSION'])
  })
}
