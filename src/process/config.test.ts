import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../config.ts'
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
  ['WATTLE_MAX_WAITING', ['many', '-1'], '0'],
  ['WATTLE_MAX_CONNECTIONS', ['0', 'all'], '10'],
  ['LOG_LEVEL', ['loud'], 'debug'],
  ['WATTLE_NAMED_STATEMENTS', ['yes'], 'off'],
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

test('WATTLE_REPLICA_URL: rejected without DATABASE_URL', () => {
  const url = 'postgresql://wattle@replica/wattle'
  assert.throws(() => readConfig({ WATTLE_REPLICA_URL: url }), /^Error: WATTLE_REPLICA_URL is set without DATABASE_URL/)
  assert.equal(readConfig({ DATABASE_URL: 'postgresql://x/y', WATTLE_REPLICA_URL: url }).replicaUrl, url)
})
