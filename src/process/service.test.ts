import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createDatabase, databaseUrl } from '../../test/harness/database.ts'
import { eventually, postgresProcessesIn, startProgram, temporaryFolder } from '../../test/harness/processes.ts'
import { without } from '../../test/harness/programs.ts'
import { ready, startService as serve } from '../../test/harness/service.ts'
import { programArguments } from '../../test/harness/started-programs.ts'
import { readPostmaster } from '../db/embedded/postmaster.ts'
import { version } from './version.ts'

const me = (url: string, token: string) => fetch(`${url}/me`, { headers: { authorization: `Bearer ${token}` } })
const readyz = async (url: string) => (await fetch(new URL('/readyz', url))).status

test('a first start prints a working curl command, a second start prints it again, and stdout is JSON lines', async (t) => {
  const dataDir = temporaryFolder(t)
  const first = serve(t, { WATTLE_DATA_DIR: dataDir })
  const { url, token, text } = await ready(first)
  for (const line of [`Wattle ${version}`, 'Creating a demo organisation', `${new URL('/docs', url)}`, dataDir])
    assert.ok(text.includes(line), line)
  assert.equal((await me(url, token)).status, 200)
  for (const page of ['Form', 'Dashboard']) {
    const [, address = ''] = new RegExp(`^ +${page} +(\\S+)$`, 'm').exec(text) ?? []
    assert.equal((await fetch(address)).status, 200, `${page} ${address}`)
  }
  assert.equal(statSync(join(dataDir, 'demo-token')).mode & 0o777, 0o600)
  assert.equal(readFileSync(join(dataDir, 'demo-token'), 'utf8'), `${token}\n`)
  first.child.kill('SIGTERM')
  const { code, stdout } = await first.ended
  assert.equal(code, 0)
  const messages = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).msg)
  assert.equal(messages.at(-1), 'stopped')
  assert.deepEqual(postgresProcessesIn(dataDir), [])

  const second = serve(t, { WATTLE_DATA_DIR: dataDir })
  const again = await ready(second)
  assert.equal(again.token, token)
  assert.equal((await me(again.url, token)).status, 200)
  second.child.kill('SIGINT')
  assert.equal((await second.ended).code, 0)
})

test('on a terminal a first start shows the progress of the demo at once, and no log line before the addresses', {
  skip: without('python3'),
}, async (t) => {
  const service = serve(t, { WATTLE_DATA_DIR: temporaryFolder(t) }, { onTerminal: true })
  const text = await service.waitForOutput('Ctrl-C stops')
  assert.match(text, /^Creating a demo organisation .*\r\n\r\x1b\[KDemo: \[░{24}\] 0 % {2}making its records\r/m)
  assert.match(text, /^Wattle \S+ is ready\.\r$/m)
  assert.doesNotMatch(text, /listening|^\d\d:\d\d:\d\d /m)
  const [, url = ''] = /API +(\S+)/.exec(text)!
  // A forgotten or doubled base path can be seen.
  for (const [path, shown] of [
    ['/me', '/me 401'],
    ['/nope', '/api/integrations/v1/nope 404'],
    ['/../../../nope', '/nope 404'],
  ] as const) {
    await fetch(url + path)
    await service.waitForOutput(`GET ${shown} `)
  }
  service.child.stdin.write('\x03')
  const { code, stdout } = await service.ended
  assert.equal(code, 0)
  assert.match(stdout, /stopping: finishing requests in flight/)
})

test('a running service rejects a second one, allows a command, and survives kill -9 of PostgreSQL', async (t) => {
  const dataDir = temporaryFolder(t)
  const service = serve(t, { WATTLE_DATA_DIR: dataDir })
  const { url, token } = await ready(service)
  const port = new URL(url).port

  const rejected = await serve(t, { WATTLE_DATA_DIR: dataDir }).ended
  assert.equal(rejected.code, 1)
  assert.equal(
    rejected.stderr,
    `Another Wattle service (pid ${service.child.pid}) already uses ${dataDir} and listens on ${new URL(url).origin}: use that one, stop it, or set WATTLE_DATA_DIR to another folder and PORT to another port.\n`,
  )

  const other = join(temporaryFolder(t), 'other')
  const taken = await serve(t, { WATTLE_DATA_DIR: other, PORT: port }).ended
  assert.equal(taken.code, 1)
  assert.match(taken.stderr, new RegExp(`^Port ${port} on 127.0.0.1 is in use.*PORT=\\d+\\.\n$`))
  assert.equal(statSync(other, { throwIfNoEntry: false }), undefined)

  const doctor = await startProgram(t, 'src/main.ts', ['doctor', '--json'], { WATTLE_DATA_DIR: dataDir, PORT: port })
    .ended
  const { ok, checks } = JSON.parse(doctor.stdout) as { ok: boolean; checks: { name: string; message: string }[] }
  assert.deepEqual([doctor.code, ok], [0, true])
  assert.match(
    checks.find(({ name }) => name === 'webhooks')!.message,
    /^1 disabled because of failures in demo: wattle webhook list --org demo/,
  )

  const killed = readPostmaster(join(dataDir, 'postgres/data'))!.pid
  process.kill(killed, 'SIGKILL')
  await service.waitForOutput('PostgreSQL runs again')
  await eventually(async () => (await readyz(url)) === 200)
  assert.equal((await me(url, token)).status, 200)
  service.child.kill('SIGTERM')
  assert.equal((await service.ended).code, 0)
})

test('after a signal /readyz is 503, the request in flight is served, and the process exits 0', async (t) => {
  const database = await createDatabase()
  t.after(database.drop)
  const service = serve(t, { DATABASE_URL: databaseUrl(database.address) })
  const { url, text } = await ready(service)
  assert.match(text, /npx wattle org create/)
  assert.equal((await database.pool.query('select from organisation')).rowCount, 0)

  const { code, stdout, stderr } = await demo(t, databaseUrl(database.address))
  assert.equal(code, 0, stderr)
  const { token } = JSON.parse(stdout)
  const slow = request(`${url}/clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': '2' },
  })
  const response = new Promise<number>((resolve, reject) =>
    slow.once('response', ({ statusCode }) => resolve(statusCode!)).once('error', reject),
  )
  slow.write('{')
  await me(url, token) // a response to a later request: the first one's headers have arrived
  // SIGINT, because after SIGTERM the service keeps serving for a moment in any case.
  service.child.kill('SIGINT')
  await service.waitForOutput('stopping')
  assert.equal(await readyz(url), 503)
  assert.equal((await me(url, token)).status, 200)
  slow.end('}')
  assert.equal(await response, 422)
  assert.equal((await service.ended).code, 0)
})

for (const workers of ['1', '2']) {
  test(`with log and addresses in one file, the addresses come last and complete (${workers} workers)`, async (t) => {
    const database = await createDatabase()
    t.after(database.drop)
    const file = join(temporaryFolder(t), 'output')
    const output = openSync(file, 'a')
    const child = spawn(process.execPath, [...programArguments('src/main.ts'), 'serve'], {
      stdio: ['ignore', output, output],
      env: { PATH: process.env.PATH, PORT: '0', DATABASE_URL: databaseUrl(database.address), WATTLE_WORKERS: workers },
    })
    closeSync(output)
    t.after(() => child.kill('SIGKILL'))
    const text = await eventually(() => {
      const written = readFileSync(file, 'utf8')
      return written.includes('Ctrl-C stops') ? written : undefined
    })
    const [log = '', addresses = ''] = text.split(/^(?=Wattle \S+ is ready\.$)/m)
    assert.equal(log.match(/^{"level":30,.*listening"}$/gm)?.length, Number(workers), text)
    assert.match(log, /^Starting Wattle .*\nConnecting to .*\nSchema: up to date, \d+ migrations\.$/m)
    assert.match(addresses, /^ {2}API .*^ {2}Docs .*^Ctrl-C stops the service\.\n\n$/ms)
    assert.ok(!addresses.includes('{'))
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
}

test('a start with WATTLE_REDIS_URL logs one warning that it is no longer used, and serves', async (t) => {
  const database = await createDatabase()
  t.after(database.drop)
  const env = { DATABASE_URL: databaseUrl(database.address), WATTLE_REDIS_URL: 'redis://:secret@127.0.0.1:1' }
  const service = serve(t, env)
  const { url } = await ready(service)
  assert.equal(await readyz(url), 200)
  service.child.kill('SIGINT')
  const { code, stdout } = await service.ended
  assert.equal(code, 0)
  const warnings = stdout.split('\n').filter((line) => line.includes('WATTLE_REDIS_URL'))
  assert.equal(warnings.length, 1)
  assert.match(
    warnings[0]!,
    /^{"level":40,.*"WATTLE_REDIS_URL is no longer used: nodes count requests together in PostgreSQL\./,
  )
  assert.ok(!stdout.includes('secret'))
})

test('the service runs its background jobs: changes are compacted into counters', async (t) => {
  const database = await createDatabase()
  t.after(database.drop)
  const uncompacted = 'select from counter where width = -1'
  await database.pool.query("insert into counter values (1, 'staff', -1, 7, 'active', '', 1, 1)")
  const service = serve(t, { DATABASE_URL: databaseUrl(database.address) })
  await ready(service)
  await eventually(async () => (await database.pool.query(uncompacted)).rowCount === 0)
  assert.notEqual((await database.pool.query('select from counter')).rowCount, 0)
})

test('new connections wait while the service is busy', async (t) => {
  const many = 800
  if (Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')) < many) return t.skip('the system has fewer places')
  const database = await createDatabase()
  t.after(database.drop)
  const service = serve(t, { DATABASE_URL: databaseUrl(database.address) })
  const { url } = await ready(service)
  service.child.kill('SIGSTOP') // completely busy
  const port = Number(new URL(url).port)
  const sockets = Array.from({ length: many }, () => connect(port, '127.0.0.1'))
  t.after(() => sockets.map((socket) => socket.destroy()))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  service.child.kill('SIGCONT')
  assert.equal(await readyz(url), 200)
})

const demo = (t: TestContext, url: string) =>
  startProgram(t, 'src/main.ts', ['demo', '--json'], { DATABASE_URL: url }).ended

test('doctor reports each problem with its remedy, exits 1, and does not create an unused data folder', async (t) => {
  const dataDir = join(temporaryFolder(t), 'unused')
  const taken = createServer()
  const port = await new Promise<number>((resolve) =>
    taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port)),
  )
  t.after(() => taken.close())
  const { code, stdout } = await startProgram(t, 'src/main.ts', ['doctor'], {
    WATTLE_DATA_DIR: dataDir,
    PORT: String(port),
    WATTLE_WORKERS: '3',
  }).ended
  assert.equal(code, 1)
  assert.match(stdout, /^ok +Node +version/m)
  assert.match(stdout, /^ok +workers +3 on \d+ cores, with 3 database connections each of 11$/m)
  assert.match(stdout, /^ok +database +built-in PostgreSQL/m)
  assert.match(stdout, new RegExp(`^problem +port +Port ${port} on 127.0.0.1 is in use.*PORT=`, 'm'))
  assert.equal(statSync(dataDir, { throwIfNoEntry: false }), undefined)
})
