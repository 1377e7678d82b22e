import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { test } from 'node:test'
import { onOnePostgres } from '../../../test/citus/environment.ts'
import { createDatabase, databaseUrl } from '../../../test/harness/database.ts'
import { readConfig } from '../../process/config.ts'
import { Failure } from '../../process/failure.ts'
import { openDatabase } from './database.ts'
import { checkSettings, checkVersion } from './external.ts'

const withCitus = onOnePostgres('it starts on a PostgreSQL without Citus')

const open = (url: string) => openDatabase(readConfig({ DATABASE_URL: url }), { role: 'service', name: 'wattle serve' })

const portOf = (server: Server) =>
  new Promise<number>((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))

async function failureMessage(url: string): Promise<string> {
  const error = await open(url).then(
    () => assert.fail('it was opened'),
    (reason) => reason,
  )
  assert.ok(error instanceof Failure, String(error))
  assert.ok(!error.message.includes('hunter2'), error.message)
  return error.message
}

test('DATABASE_URL is used, and is not embedded', { skip: withCitus }, async (t) => {
  const database = await createDatabase()
  t.after(database.drop)
  const opened = await open(databaseUrl(database.address))
  assert.equal(opened.embedded, false)
  assert.equal((await opened.pool.query('select 1 as n')).rows[0].n, 1)
  await opened.close()
})

test('a missing database is reported with the command that creates it', async (t) => {
  const database = await createDatabase()
  t.after(database.drop)
  const url = databaseUrl({ ...database.address, database: 'absent' } as never)
  assert.match(await failureMessage(url), /has no database "absent": create it \(createdb absent\)/)
})

test('a server that does not respond, or is not PostgreSQL, is reported without the password', async () => {
  const closed = createServer()
  const port = await portOf(closed)
  await new Promise((resolve) => closed.close(resolve))
  assert.match(
    await failureMessage(`postgresql://me:hunter2@127.0.0.1:${port}/x`),
    new RegExp(`PostgreSQL at 127.0.0.1:${port} does not answer \\(ECONNREFUSED\\)`),
  )
  assert.match(
    await failureMessage('postgresql://me:hunter2@no-such-host.invalid/x'),
    /host no-such-host.invalid of DATABASE_URL is not known/,
  )
  assert.match(await failureMessage('mysql://me:hunter2@localhost/x'), /no PostgreSQL address: write it as/)
  assert.match(await failureMessage('nonsense hunter2'), /no PostgreSQL address: write it as/)
})

for (const [what, code, text, message] of [
  ['a rejected password', '28P01', 'password authentication failed', /does not let user "me" in: correct the user and/],
  [
    'a pooler before a database that is not there',
    '08P01',
    'database "x" does not exist',
    /has no database "x": create it/,
  ],
  [
    'an error nobody foresaw',
    '08004',
    'pooler: no route for me:hunter2',
    /cannot be used: pooler: no route for me:\*{4}/,
  ],
] as const) {
  test(`${what} is one sentence without the password`, async (t) => {
    const fields = `SFATAL\0C${code}\0M${text}\0\0`
    const head = Buffer.alloc(5)
    head.write('E')
    head.writeInt32BE(fields.length + 4, 1)
    const server = createServer((socket) => {
      socket.once('data', () => socket.end(Buffer.concat([head, Buffer.from(fields)])))
    })
    t.after(() => server.close())
    assert.match(await failureMessage(`postgresql://me:hunter2@127.0.0.1:${await portOf(server)}/x`), message)
  })
}

test('PostgreSQL 14 is too old and 15 is not', () => {
  assert.throws(
    () => checkVersion('14.9 (Debian)', 'PostgreSQL at db:5432'),
    /PostgreSQL at db:5432 has version 14.9 .*15 or newer/,
  )
  checkVersion('15.0', 'PostgreSQL at db:5432')
})

test('a pooler that drops the settings of a connection is reported, with the statements that fix it', () => {
  const right = {
    timezone: 'UTC',
    datestyle: 'ISO, MDY',
    statement_timeout: '15s',
    idle_in_transaction_session_timeout: '1min',
    plan_cache_mode: 'force_generic_plan',
  }
  const where = { server: 'PostgreSQL at db:6432', user: 'me' }
  assert.doesNotThrow(() => checkSettings(right, where))
  assert.throws(
    () => checkSettings({ ...right, timezone: 'Australia/Sydney', statement_timeout: '0' }, where),
    (error) =>
      error instanceof Failure &&
      error.message.includes(
        "run alter role me set timezone = 'UTC'; alter role me set statement_timeout = '15s'; there",
      ),
  )
})

test('an unreachable replica does not prevent a start; an invalid replica URL does', { skip: withCitus }, async (t) => {
  const database = await createDatabase()
  t.after(database.drop)
  const DATABASE_URL = databaseUrl(database.address)
  const opened = (WATTLE_REPLICA_URL: string) =>
    openDatabase(readConfig({ DATABASE_URL, WATTLE_REPLICA_URL }), { role: 'service', name: 'wattle serve' })
  const away = await opened('postgresql://me@127.0.0.1:1/x')
  assert.ok(away.replica)
  await away.close()
  await assert.rejects(opened('elsewhere'), /^Error: WATTLE_REPLICA_URL is no PostgreSQL address/)
})
