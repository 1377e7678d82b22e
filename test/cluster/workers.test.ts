import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { readPostmaster } from '../../src/db/embedded/postmaster.ts'
import { startTimeOf } from '../../src/db/embedded/process.ts'
import { onOnePostgres } from '../citus/environment.ts'
import { databaseUrl } from '../harness/database.ts'
import { harness } from '../harness/harness.ts'
import {
  eventually,
  postgresProcessesIn,
  type RunningProgram,
  startProgram,
  temporaryFolder,
} from '../harness/processes.ts'
import { answerTo, get, logLines, metric, ready, startService, workerPids } from '../harness/service.ts'
import { inOneProcess } from './environment.ts'

/** The harness creates data. The requests of these tests go to services in processes of their own. */
const { db, organisation, address } = await harness()
const count = 2
const env = { DATABASE_URL: databaseUrl(address), WATTLE_WORKERS: String(count), WATTLE_RATE_LIMIT: '0' }
const pooled = inOneProcess('the pooler has connections of its own')
const served = 'wattle_http_request_duration_seconds_count{method="GET",route="/api/integrations/v1/me",status="200"}'
const replaced = 'a worker ended: starting another'

/** A zombie has ended. */
const isRunning = (pid: number) => startTimeOf(pid) !== undefined
const haveEnded = (pids: number[]) => eventually(() => !pids.some(isRunning))
const statusOf = async (path: string, url: string) => (await get(`${new URL(path, url)}`)).status

/** A request whose body is incomplete until `end`. */
function slowRequest(url: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': '2' }
  const sent = request(`${url}/clients`, { method: 'POST', headers, agent: false })
  sent.on('error', () => {}).write('{')
  return { answer: answerTo(sent), end: () => sent.end('}') }
}

describe('a running service with workers', () => {
  const started: (() => unknown)[] = []
  let service: RunningProgram
  let url: string
  let token: string
  before(async () => {
    service = startService({ after: (stop) => started.push(stop) }, { ...env, WATTLE_TRUST_PROXY: 'loopback' })
    url = (await ready(service)).url
    token = (await organisation()).token
  })
  after(() => started.map((stop) => stop()))
  /** The pids of the workers that run now. */
  const pids = async () => (await workerPids(service, count)).filter(isRunning)
  const areAllBack = () => eventually(async () => (await metric(url, 'wattle_workers')) === count)

  test('requests go to all workers, and any worker has the metrics of all', async () => {
    const before = await metric(url, served)
    for (let n = 0; n < 12; n++) assert.equal((await get(`${url}/me`, { token })).status, 200)
    const lines = await logLines(service, 12, ({ route }) => route === '/api/integrations/v1/me')
    assert.deepEqual(new Set(lines.map(({ pid }) => pid)), new Set(await pids()))
    assert.ok(!lines.some(({ pid }) => pid === service.child.pid))
    for (let n = 0; n < count; n++) assert.equal(await metric(url, served), before + 12)
  })

  test('one process runs the jobs', async () => {
    // A job that fails says so every second. When one process has done so three times, others would have done it too.
    await db.query('alter table counter rename to no_counter')
    const failed = await logLines(service, 3, ({ job }) => job === 'compact counters').finally(() =>
      db.query('alter table no_counter rename to counter'),
    )
    assert.deepEqual(new Set(failed.map(({ pid }) => pid)), new Set([service.child.pid]))
  })

  test('a limit by address counts what all workers admit, and one connection has all of it', async (t) => {
    const admitted = async (from: string, agent?: Agent) => {
      const statuses: number[] = []
      const options = { headers: { 'x-forwarded-for': from }, ...(agent && { agent }) }
      for (let n = 0; n < 75; n++) statuses.push((await get(`${url}/me`, options)).status)
      assert.ok(statuses.every((status) => status === 401 || status === 429))
      return statuses.filter((status) => status === 401).length
    }
    const overAll = await admitted('203.0.113.1')
    assert.ok(overAll >= 60 && overAll <= 60 + count, `${overAll} failed authentications of 60`)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    t.after(() => agent.destroy())
    assert.equal(await admitted('203.0.113.2', agent), 60)
  })

  test('a scrape responds while a worker does not, with what it had counted before', async (t) => {
    const [stuck] = await pids()
    const before = await metric(url, served)
    process.kill(stuck!, 'SIGSTOP')
    t.after(() => process.kill(stuck!, 'SIGCONT'))
    // The connection that the stopped worker gets has no response, so another one must.
    const after = await Promise.any([metric(url, served), metric(url, served), metric(url, served)])
    assert.equal(after, before)
    process.kill(stuck!, 'SIGCONT')
  })

  test('a killed worker is replaced while the others respond, and no counter goes down', async () => {
    await areAllBack()
    const [killed, ...others] = await pids()
    const before = await metric(url, served)
    process.kill(killed!, 'SIGKILL')
    let [answered, lost] = [0, 0]
    for (let isBack = false; !isBack || answered === 0; ) {
      const status = await get(`${url}/me`, { token }).then(
        (answer) => answer.status,
        () => 'lost',
      )
      if (status === 'lost') lost++
      else assert.equal(status, 200)
      answered += status === 200 ? 1 : 0
      isBack = (await pids()).length === count && !isRunning(killed!)
    }
    assert.ok(lost <= 1, `${lost} connections were lost`)
    assert.equal(await metric(url, served), before + answered)
    assert.ok((await metric(url, 'wattle_workers_replaced_total')) >= 1)
    assert.ok(others.every(isRunning))
    const [line] = await logLines(service, 1, ({ worker }) => worker === killed)
    assert.deepEqual([line?.pid, line?.msg, line?.exit], [service.child.pid, replaced, 'SIGKILL'])
  })

  test('a worker that gets SIGTERM alone finishes its requests and is replaced', async () => {
    await areAllBack()
    const slow = Array.from({ length: count }, () => slowRequest(url, token)) // connections go to the workers in turn
    await eventually(async () => (await metric(url, 'wattle_http_connections')) > count)
    const [stopped] = await pids()
    process.kill(stopped!, 'SIGTERM')
    for (const { end } of slow) end()
    for (const { answer } of slow) assert.equal((await answer).status, 422)
    const [line] = await logLines(service, 1, ({ worker }) => worker === stopped)
    assert.deepEqual([line?.msg, line?.exit], [replaced, 0])
    await areAllBack()
  })

  test('a worker that cannot start is started again after longer and longer pauses', { skip: pooled }, async (t) => {
    await areAllBack()
    const accept = async (connections: boolean) => {
      const client = new pg.Client({ ...address, database: 'postgres' })
      await client.connect()
      const { database } = address as { database: string }
      await client.query(`alter database ${database} with allow_connections ${connections}`)
      await client.end()
    }
    await accept(false)
    t.after(() => accept(true))
    process.kill((await pids())[0]!, 'SIGKILL')
    const failed = await logLines(service, 3, ({ reason }) => reason !== undefined)
    for (const { reason } of failed) assert.match(String(reason), /is not currently accepting connections/)
    const [first, ...later] = failed.map(({ delayMs }) => Number(delayMs))
    assert.ok(first! >= 500)
    assert.deepEqual(later.slice(0, 2), [first! * 2, first! * 4])
    assert.equal(await statusOf('/healthz', url), 200)
    await accept(true)
    await areAllBack()
  })
})

describe('starting and stopping workers', () => {
  test('Ctrl-C in a terminal reaches all of them: requests in flight are served, and all end', async (t) => {
    const service = startService(t, env, { ownGroup: true })
    const { url } = await ready(service)
    const { token } = await organisation()
    const pids = await workerPids(service, count)
    const slow = pids.map(() => slowRequest(url, token))
    await eventually(async () => (await metric(url, 'wattle_http_connections')) > count)
    process.kill(-service.child.pid!, 'SIGINT')
    await service.waitForOutput('stopping')
    await eventually(async () => (await statusOf('/readyz', url)) === 503)
    for (let n = 0; n < count; n++) assert.equal(await statusOf('/readyz', url), 503)
    for (const { end } of slow) end()
    for (const { answer } of slow) assert.equal((await answer).status, 422)
    assert.equal((await service.ended).code, 0)
    await haveEnded(pids)
    const log = await logLines(service, 1, () => true)
    assert.equal(log.at(-1)?.msg, 'stopped')
    assert.ok(!log.some(({ msg }) => msg === replaced))
  })

  test('a second signal ends all of them at once', async (t) => {
    const service = startService(t, env)
    const { url } = await ready(service)
    const pids = await workerPids(service, count)
    const slow = slowRequest(url, (await organisation()).token)
    slow.answer.catch(() => {})
    await eventually(async () => (await metric(url, 'wattle_http_connections')) > 1)
    service.child.kill('SIGINT')
    await service.waitForOutput('stopping')
    // Signals within a moment count as one, so this repeats until the process has ended.
    const repeat = setInterval(() => service.child.kill('SIGINT'), 50)
    t.after(() => clearInterval(repeat))
    assert.equal((await service.ended).code, 1)
    await haveEnded(pids)
  })

  test('kill -9 of the process that started them ends all of them', async (t) => {
    const service = startService(t, env)
    await ready(service)
    const pids = await workerPids(service, count)
    service.child.kill('SIGKILL')
    await haveEnded(pids)
  })

  test('a start fails with one message when they cannot start', {
    skip: pooled || onOnePostgres('Citus connects to itself with the same role'),
  }, async (t) => {
    const role = `limited_${randomBytes(4).toString('hex')}`
    await db.query(`create role ${role} login connection limit 1 in role wattle`)
    t.after(() => db.query(`drop role ${role}`))
    const limited = databaseUrl({ ...address, user: role } as typeof address)
    const { code, stderr } = await startService(t, { ...env, DATABASE_URL: limited }).ended
    assert.equal(code, 1)
    assert.match(
      stderr,
      new RegExp(
        `^Starting Wattle .*\\n.*\\n.*\\nPostgreSQL in .* cannot be used: too many connections for role "${role}".*\n$`,
      ),
    )
  })

  test('an invalid number of them is rejected with a message', async (t) => {
    const { code, stderr } = await startService(t, { WATTLE_WORKERS: 'many' }).ended
    assert.equal(code, 1)
    assert.match(stderr, /^WATTLE_WORKERS is "many": set it to a whole number from 1 to 31, to auto, or .* for 1\.\n$/)
  })

  test('on the embedded PostgreSQL they count together, survive its end, and it stops with them', async (t) => {
    const dataDir = temporaryFolder(t)
    const service = startService(t, { WATTLE_DATA_DIR: dataDir, WATTLE_WORKERS: '2', WATTLE_RATE_LIMIT: '50' })
    const { url, token } = await ready(service)
    const pids = await workerPids(service, 2)

    const statuses: number[] = []
    for (let n = 0; n < 90; n++) statuses.push((await get(`${url}/me`, { token })).status)
    const admitted = statuses.filter((status) => status === 200).length
    assert.ok(admitted <= 50 + 2, `${admitted} of 50 were admitted`)
    assert.equal(statuses.filter((status) => status === 429).length, statuses.length - admitted)

    process.kill(readPostmaster(`${dataDir}/postgres/data`)!.pid, 'SIGKILL')
    await service.waitForOutput('PostgreSQL runs again')
    for (let n = 0; n < 2; n++) await eventually(async () => (await statusOf('/readyz', url)) === 200)
    const command = await startProgram(t, 'src/main.ts', ['org', 'list', '--json'], { WATTLE_DATA_DIR: dataDir }).ended
    assert.equal(command.code, 0, command.stderr)

    service.child.kill('SIGTERM')
    const { code, stdout } = await service.ended
    assert.equal(code, 0)
    assert.equal(JSON.parse(stdout.trimEnd().split('\n').at(-1)!).msg, 'stopped')
    assert.deepEqual(postgresProcessesIn(dataDir), [])
    await haveEnded(pids)
  })
})
