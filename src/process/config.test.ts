import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { dividedConfig, readConfig, settingNames, settingWarnings } from './config.ts'
import { Failure } from './failure.ts'

test('an empty environment gives the defaults', () => {
  const { host, port, rateLimit, poolSize, trustProxy, databaseUrl } = readConfig({})
  assert.deepEqual(
    [host, port, rateLimit, poolSize, trustProxy, databaseUrl],
    ['127.0.0.1', 4000, 600, 10, false, undefined],
  )
})

for (const [name, wrong, right] of [
  ['PORT', ['x', '-1', '65536', '1e3'], '0'],
  ['WATTLE_RATE_LIMIT', ['many', '1.5'], '0'],
  ['WATTLE_FORM_LIMIT', ['few', '-1'], '0'],
  ['WATTLE_POOL_SIZE', ['0', '1'], '2'],
  [
    'WATTLE_PUBLIC_URL',
    ['care.example.org', 'ftp://x', 'https://a@b.example', 'https://b.example/?a'],
    'https://b.example/',
  ],
  ['WATTLE_WORKERS', ['0', '33', 'all', '2.5', 'AUTO'], 'auto'],
  ['WATTLE_MAX_WAITING', ['many', '-1'], '0'],
  ['WATTLE_MAX_CONNECTIONS', ['0', 'all'], '10'],
  ['LOG_LEVEL', ['loud'], 'debug'],
  ['WATTLE_NAMED_STATEMENTS', ['yes'], 'off'],
  ['WATTLE_WEBHOOK_NETWORKS', ['private', '10.0.0.0/33', '10.0.0.0/8,', 'fd00::/8;::1'], '10.0.0.0/8, ::1,fd00::/8'],
  ['WATTLE_TRUST_PROXY', ['true', '10.0.0', '10.0.0.1/x', 'loopback,no'], 'loopback, 10.0.0.0/8,::1'],
] as const) {
  test(`${name}: an invalid value is rejected with a message that names it`, () => {
    for (const value of wrong) {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error) => error instanceof Failure && error.message.startsWith(name),
      )
    }
    assert.doesNotThrow(() => readConfig({ [name]: right }))
  })
}

test('WATTLE_PUBLIC_URL: trailing slashes are removed', () => {
  for (const [given, read] of [
    ['https://care.example.org/', 'https://care.example.org'],
    ['http://10.0.0.1:8080', 'http://10.0.0.1:8080'],
    ['https://example.org/wattle//', 'https://example.org/wattle'],
    ['', undefined],
  ] as const) {
    assert.equal(readConfig({ WATTLE_PUBLIC_URL: given }).publicUrl, read)
  }
})

test('WATTLE_WEBHOOK_NETWORKS: none unless set', () => {
  assert.deepEqual(readConfig({}).webhookNetworks, [])
  assert.deepEqual(readConfig({ WATTLE_WEBHOOK_NETWORKS: ' ' }).webhookNetworks, [])
  assert.deepEqual(readConfig({ WATTLE_WEBHOOK_NETWORKS: '10.0.0.0/8, ::1' }).webhookNetworks, ['10.0.0.0/8', '::1'])
})

test('WATTLE_REPLICA_URL: rejected without DATABASE_URL', () => {
  const url = 'postgresql://wattle@replica/wattle'
  assert.throws(() => readConfig({ WATTLE_REPLICA_URL: url }), /^Error: WATTLE_REPLICA_URL is set without DATABASE_URL/)
  assert.equal(readConfig({ DATABASE_URL: 'postgresql://x/y', WATTLE_REPLICA_URL: url }).replicaUrl, url)
})

test('WATTLE_WORKERS: one unless set; auto is one less than the cores, and at least one', () => {
  assert.equal(readConfig({}).workers, 1)
  assert.equal(readConfig({ WATTLE_WORKERS: '3' }).workers, 3)
  const { workers } = readConfig({ WATTLE_WORKERS: 'auto' })
  assert.equal(workers, Math.min(31, Math.max(1, availableParallelism() - 1)))
})

test('WATTLE_WORKERS: a pool with fewer than two connections for each process is rejected with the size it needs', () => {
  const sizes = (workers: string, size?: string) =>
    readConfig({ WATTLE_WORKERS: workers, ...(size && { WATTLE_POOL_SIZE: size }) }).poolSize
  assert.throws(
    () => sizes('4', '9'),
    /^Error: WATTLE_POOL_SIZE is 9: .* set it to 10 or more, or lower WATTLE_WORKERS/,
  )
  assert.equal(sizes('4', '10'), 10)
  assert.deepEqual([sizes('2'), sizes('4'), sizes('31')], [10, 14, 95])
})

test('WATTLE_WORKERS: limits are divided, and the pools of all processes together have WATTLE_POOL_SIZE', () => {
  for (const workers of [2, 3, 7]) {
    const config = { ...readConfig({ WATTLE_POOL_SIZE: '40' }), workers, maxWaiting: 100, maxConnections: 1000 }
    const { first, worker } = dividedConfig(config)
    assert.equal(first.poolSize + workers * worker.poolSize, 40)
    assert.ok(first.poolSize >= 2 && worker.poolSize >= 2)
    for (const [whole, part] of [[100, worker.maxWaiting] as const, [1000, worker.maxConnections] as const])
      assert.ok(part * workers >= whole && part * workers < whole + workers, `${workers} × ${part} of ${whole}`)
  }
  const unlimited = dividedConfig({ ...readConfig({}), workers: 3, maxWaiting: 0 })
  assert.equal(unlimited.worker.maxWaiting, 0)
})

for (const [name, meant] of [
  ['WATTLE_RATELIMIT', 'WATTLE_RATE_LIMIT'],
  ['WATTLE_RATE_LIMTI', 'WATTLE_RATE_LIMIT'],
  ['WATTLE_DATADIR', 'WATTLE_DATA_DIR'],
  ['WATTLE_MAX_CONECTIONS', 'WATTLE_MAX_CONNECTIONS'],
  ['WATTLE_WORKER', 'WATTLE_WORKERS'],
  ['WATTLE_DATA', 'WATTLE_DATA_DIR'],
  ['WATTLE_PORT', 'PORT'],
  ['WATTLE_DATABASE_URL', 'DATABASE_URL'],
] as const) {
  test(`${name} is rejected with the setting that was meant, ${meant}`, () => {
    assert.throws(
      () => readConfig({ [name]: '1' }),
      (error) => error instanceof Failure && error.message === `${name} is not a setting: did you mean ${meant}?`,
    )
  })
}

test('several misspelt names are rejected together', () => {
  assert.throws(() => readConfig({ WATTLE_RATELIMIT: '1', WATTLE_WORKER_: '2' }), /RATELIMIT.*\n.*WATTLE_WORKERS\?$/)
})

test('a name that resembles no setting is a warning, because a newer version may know it', () => {
  const env = { WATTLE_FROM_THE_FUTURE: '1' }
  assert.doesNotThrow(() => readConfig(env))
  assert.deepEqual(settingWarnings(env), ['WATTLE_FROM_THE_FUTURE is not a setting of this version: it has no effect.'])
})

test('variables of Kubernetes, of programs that call the API and of tests are no misspelt settings', () => {
  const env = {
    WATTLE_SERVICE_HOST: '10.96.0.7',
    WATTLE_SERVICE_PORT: '80',
    WATTLE_SERVICE_PORT_HTTP: '80',
    WATTLE_PORT: 'tcp://10.96.0.7:80',
    WATTLE_PORT_80_TCP: 'tcp://10.96.0.7:80',
    WATTLE_PORT_80_TCP_ADDR: '10.96.0.7',
    WATTLE_TOKEN: 'svc_at_x',
    WATTLE_URL: 'https://care.example.org',
    WATTLE_IS_A_WORKER: '1',
    WATTLE_TEST_DATABASE: '{}',
    ...Object.fromEntries(settingNames.filter((name) => name.startsWith('WATTLE_')).map((name) => [name, ''])),
  }
  assert.doesNotThrow(() => readConfig(env))
  assert.deepEqual(settingWarnings(env), [])
})

test('README.md has a row for each setting, and no other', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const [, section = ''] = /^## Configuration$(.*?)^## /ms.exec(readme) ?? []
  const rows = [...section.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names]) =>
    names!.replaceAll('`', '').split(', '),
  )
  assert.deepEqual(rows.sort(), [...settingNames].sort())
})
