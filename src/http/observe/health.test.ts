import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { describe, test } from 'node:test'
import { pino } from 'pino'
import { inOneProcess } from '../../../test/cluster/environment.ts'
import { createDatabase } from '../../../test/harness/database.ts'
import { harness, TestClock } from '../../../test/harness/harness.ts'
import { basePath, buildApp } from '../../app.ts'

const { app, db, readiness, organisation } = await harness()

describe('health', () => {
  test('/healthz and /readyz are 200 while the service can serve requests', async () => {
    assert.equal((await app.inject('/healthz')).statusCode, 200)
    assert.equal((await app.inject('/readyz')).statusCode, 200)
  })

  test('/readyz is 503 while the service stops, and requests are still served', async () => {
    readiness.draining = true
    try {
      const org = await organisation()
      assert.deepEqual(
        [(await app.inject('/readyz')).statusCode, (await app.inject('/healthz')).statusCode],
        [503, 200],
      )
      assert.equal((await org.get('/me')).status, 200)
    } finally {
      readiness.draining = false
    }
  })

  test('concurrent requests of /readyz share one query of the database', {
    skip: inOneProcess('it takes the connections of its own process'),
  }, async () => {
    const taken = await Promise.all(Array.from({ length: db.options.max }, () => db.connect()))
    const answers = Array.from({ length: 20 }, () => app.inject('/readyz'))
    await new Promise(setImmediate)
    const { waitingCount } = db
    for (const client of taken) client.release()
    assert.deepEqual(new Set((await Promise.all(answers)).map(({ statusCode }) => statusCode)), new Set([200]))
    assert.equal(waitingCount, 1)
  })

  test('/readyz is 503 without a database', async (t) => {
    const { pool, drop } = await createDatabase()
    const config = { rateLimit: 0, formLimit: 0, metricsToken: undefined, trustProxy: false as const }
    const alone = await buildApp({ db: pool, clock: new TestClock(), config })
    t.after(() => alone.close())
    await drop()
    const response = await alone.inject('/readyz')
    assert.deepEqual([response.statusCode, response.json()], [503, { status: 'no database' }])
    assert.equal(response.headers['cache-control'], 'no-store')
  })
})

describe('/metrics', () => {
  test('has requests by route pattern and status, pool and event loop, for this machine only', {
    skip: inOneProcess('only this machine itself may read /metrics, and counts are of one node'),
  }, async () => {
    const org = await organisation()
    await org.get('/clients/123456')
    const response = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    assert.match(
      response.body,
      /wattle_http_request_duration_seconds_count\{method="GET",route="[^"]*\/clients\/:id",status="404"\} 1/,
    )
    assert.match(response.body, /wattle_pool_connections\{state="idle"\}/)
    assert.match(response.body, /wattle_nodejs_eventloop_lag_p99_seconds/)
    assert.doesNotMatch(response.body, /123456/)
    assert.equal((await app.inject({ url: '/metrics', remoteAddress: '192.0.2.7' })).statusCode, 404)
    const proxied = { 'x-forwarded-for': '192.0.2.7' }
    assert.equal((await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers: proxied })).statusCode, 404)
  })

  test('counts events that are not in the feed, and webhooks that fail', {
    skip: inOneProcess('only this machine itself may read /metrics, and counts are of one node'),
  }, async () => {
    const { orgId, connectionId } = await organisation()
    await db.query(`insert into event (org_id, type, subject_id) values ($1, 'organisation.updated', $1)`, [orgId])
    await db.query(
      `insert into webhook (org_id, connection_id, url, types, position, failing_since, disabled_at, disabled_reason)
       select $1, $2, 'https://hooks.example.org/', '{*}', 0, failing_since, case when reason is not null then now() end, reason
       from (values (now(), null), (null, 'gone'), (null, 'request'), (null, null)) w (failing_since, reason)`,
      [orgId, connectionId],
    )
    await app.sequencer.count()
    await app.dispatcher.count()
    const { body } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    assert.match(body, /^wattle_events_unnumbered [1-9]/m)
    assert.match(body, /^wattle_webhooks_failing 2$/m)
  })

  test('counts unknown endpoints by their own method', {
    skip: inOneProcess('only this machine itself may read /metrics, and counts are of one node'),
  }, async () => {
    await app.inject({ method: 'DELETE', url: '/nowhere' })
    await app.inject({ method: 'PUT', url: '/nowhere' })
    const { body } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    for (const method of ['DELETE', 'PUT'])
      assert.match(body, new RegExp(`_count\\{method="${method}",route="unknown",status="404"\\} 1`))
  })

  test('with a metrics token is readable with the token from anywhere, and otherwise from this machine only', async (t) => {
    const config = { rateLimit: 0, formLimit: 0, metricsToken: 'scrape-me', trustProxy: false as const }
    const guarded = await buildApp({ db, clock: new TestClock(), config })
    t.after(() => guarded.close())
    const get = (headers: Record<string, string>) =>
      guarded.inject({ url: '/metrics', remoteAddress: '192.0.2.7', headers })
    assert.equal((await get({ authorization: 'Bearer scrape-me' })).statusCode, 200)
    assert.equal((await get({ authorization: 'Bearer scrape-mE' })).statusCode, 404)
    assert.equal((await get({})).statusCode, 404)
  })
})

describe('the log', () => {
  test('has one line per request with route and status, and no token, query, body or names', async (t) => {
    let lines = ''
    const sink = new Writable({
      write(chunk, _, done) {
        lines += chunk
        done()
      },
    })
    const config = { rateLimit: 0, formLimit: 0, metricsToken: undefined, trustProxy: false as const }
    const logger = pino({ level: 'trace' }, sink)
    const logged = await buildApp({ db, clock: new TestClock(), config, logger })
    t.after(() => logged.close())
    const org = await organisation()
    const authorization = `Bearer ${org.token}`
    await logged.inject({
      method: 'POST',
      url: `${basePath}/clients?secret=tulip`,
      headers: { authorization },
      payload: { first_name: 'Zebediah', last_name: 'Quill', client_type: 'HCP', business_id: org.businessId },
    })
    await logged.inject({ url: `${basePath}/clients?query=Zebediah`, headers: { authorization } })
    await logged.inject({ url: `${basePath}/me`, headers: { authorization: 'Bearer wrong' } })
    const parsed = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      parsed
        .filter(({ msg }) => msg === 'request')
        .map(({ method, route, status }) => [method, route.replace(basePath, ''), status]),
      [
        ['POST', '/clients', 201],
        ['GET', '/clients', 200],
        ['GET', '/me', 401],
      ],
    )
    assert.equal(parsed[0].org, org.orgId)
    for (const secret of ['Zebediah', 'Quill', 'tulip', org.token, 'wrong']) assert.ok(!lines.includes(secret), secret)
  })
})
