import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { inOneProcess } from '../../../test/cluster/environment.ts'
import { createDatabase } from '../../../test/harness/database.ts'
import { eventually, temporaryFolder } from '../../../test/harness/processes.ts'
import { mintToken } from '../../access/token-format.ts'
import { buildApp } from '../../app.ts'
import { startServer } from '../embedded/server.ts'
import { openPool } from './pool.ts'
import { disableResponseTimeout } from './response-timeout.ts'

const { address, pool, drop } = await createDatabase()
const { host, port, user, database } = address as { host: string; port: number; user: string; database: string }
after(drop)

const skip = inOneProcess('it stands between a node and PostgreSQL’s own socket')

/** A proxy to PostgreSQL that can stop without notice to either end, as when the other machine loses its power. */
let isSilent = false
const ends = new Set<Socket>()
const line = createServer((near) => {
  const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    ends.add(from)
    from.on('data', (bytes) => isSilent || to.write(bytes)).on('error', () => {})
    from.on('close', () => isSilent || to.destroy())
  }
})
await once(line.listen(0, '127.0.0.1'), 'listening')
after(() => {
  for (const end of ends) end.destroy()
  line.close()
})
const behind = { host: '127.0.0.1', port: (line.address() as { port: number }).port, user, database }

test('a request whose connection to PostgreSQL stops responding is 503, and the next gets a new connection', {
  skip,
}, async (t) => {
  const db = openPool(behind, { size: 2, responseTimeoutMs: 700 })
  t.after(() => db.end())
  const config = { rateLimit: 0, formLimit: 0, metricsToken: undefined, trustProxy: false as const }
  const app = await buildApp({ db, clock: { now: () => Date.now() }, config })
  t.after(() => app.close())
  // Each token is new, so each request needs a query.
  const ask = () => app.inject({ url: '/api/integrations/v1/me', headers: { authorization: `Bearer ${mintToken()}` } })
  assert.equal((await ask()).statusCode, 401)
  isSilent = true
  const response = await ask()
  assert.deepEqual([response.statusCode, response.headers['retry-after']], [503, '1'])
  isSilent = false
  assert.equal((await ask()).statusCode, 401)
})

test('a statement without a response timeout may take longer, and the one after it may not', {
  skip,
}, async (t) => {
  const db = openPool(behind, { size: 1, responseTimeoutMs: 100 })
  t.after(() => db.end())
  const tx = await db.connect()
  disableResponseTimeout(tx)
  await tx.query('select pg_sleep(0.5)')
  tx.release()
  await assert.rejects(db.query('select pg_sleep(0.5)'), { code: 'ETIMEDOUT' })
})

for (const [how, where] of [
  ['a socket', address],
  ['a port', behind],
] as const) {
  test(`the statement of a timed-out connection is cancelled, over ${how}`, {
    skip,
  }, async (t) => {
    const db = openPool(where, { size: 1, responseTimeoutMs: 300 })
    t.after(() => db.end())
    await assert.rejects(db.query('set statement_timeout = 0; select pg_sleep(1000)'), { code: 'ETIMEDOUT' })
    const running = `select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
    await eventually(async () => (await pool.query(running)).rowCount === 0)
  })
}

test('a commit that waits for a lost replica is cancelled, in PostgreSQL too', async (t) => {
  const server = await startServer({ folder: temporaryFolder(t), settings: { fsync: 'off' } })
  t.after(() => server.stop())
  const [watch, db] = [
    openPool(server.address, { size: 1 }),
    openPool(server.address, { size: 1, responseTimeoutMs: 500 }),
  ]
  t.after(() => Promise.all([watch.end(), db.end()]))
  await watch.query('create table written (n int)')
  await watch.query('create table probe ()')
  await watch.query(`alter system set synchronous_standby_names = 'lost'`)
  await watch.query('select pg_reload_conf()')
  // Commits wait once PostgreSQL's checkpointer has read the setting, which may be later than this connection has.
  const commits = () =>
    db.query('insert into probe default values').then(
      () => true,
      () => false,
    )
  await eventually(async () => !(await commits()))
  for (const n of [1, 2]) await assert.rejects(db.query('insert into written values ($1)', [n]), { code: 'ETIMEDOUT' })
  const waiting = `select from pg_stat_activity where wait_event = 'SyncRep'`
  await eventually(async () => (await watch.query(waiting)).rowCount === 0)
  assert.deepEqual((await watch.query('select n from written')).rows, [{ n: 1 }, { n: 2 }])
})
