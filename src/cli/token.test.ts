import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandLine } from '../../test/harness/command-line.ts'
import { createOrganisation } from '../access/organisations.ts'
import type { NewToken } from '../access/token-administration.ts'
import { isWellFormed, tokenHash } from '../access/token-format.ts'

const wattle = await commandLine()
await createOrganisation(wattle.database.pool, { name: 'Acme' })
await createOrganisation(wattle.database.pool, { name: 'Other' })

interface Listed {
  id: number
  connection: string
  token: string
  state: string
  expires_at: string
  last_used_at: string | null
}

const create = [
  'token',
  'create',
  '--org',
  'acme',
  '--name',
  'Payroll sync',
  '--access',
  'clients=read-write,staff=read',
]
const list = (t: Parameters<typeof wattle.json>[0]) => wattle.json<Listed[]>(t, ['token', 'list', '--org', 'acme'])
const daysAhead = (days: number) => Date.now() + days * 86_400_000

test('a token is printed once, only its hash is stored, and its expiry has the organisation’s offset', async (t) => {
  const day = new Date(daysAhead(30)).toISOString().slice(0, 10)
  const created = await wattle.json<NewToken>(t, [...create, '--expires', day])
  assert.deepEqual(Object.keys(created), ['token', 'id', 'connection', 'access', 'expires_at'])
  assert.ok(isWellFormed(created.token))
  assert.match(created.expires_at, new RegExp(`^${day}T00:00:00\\+1[01]:00$`))
  assert.deepEqual([created.access.clients, created.access.staff, created.access.tasks], ['read-write', 'read', 'none'])
  const { rows } = await wattle.database.pool.query('select hash, last_four from access_token where id = $1', [
    created.id,
  ])
  assert.deepEqual(rows[0], { hash: tokenHash(created.token), last_four: created.token.slice(-4) })

  const listed = (await list(t)).find(({ id }) => id === created.id)!
  assert.deepEqual(
    [listed.token, listed.state, listed.last_used_at],
    [`****${created.token.slice(-4)}`, 'active', null],
  )
  const text = await wattle.run(t, ['token', 'list', '--org', 'acme'])
  assert.match(text.stdout, /Payroll sync .* active .* clients=read-write,staff=read/)
  assert.ok(!text.stdout.includes(created.token) && !text.stdout.includes(tokenHash(created.token).toString('hex')))
})

test('a token is disabled, enabled, revoked, and then cannot be enabled or rotated', async (t) => {
  const { id } = await wattle.json<NewToken>(t, create)
  const change = (verb: string) => wattle.run(t, ['token', verb, '--org', 'acme', String(id), '--json'])
  for (const [verb, state] of [
    ['disable', 'disabled'],
    ['enable', 'active'],
    ['revoke', 'revoked'],
  ] as const) {
    assert.deepEqual(JSON.parse((await change(verb)).stdout), { id, state })
  }
  for (const verb of ['enable', 'rotate']) {
    const ended = await change(verb)
    assert.equal(ended.code, 1)
    assert.match(ended.stderr, /revoked.*wattle token create/)
  }
  assert.equal((await list(t)).find((token) => token.id === id)?.state, 'revoked')
  const elsewhere = await wattle.run(t, ['token', 'revoke', '--org', 'other', String(id)])
  assert.equal(elsewhere.code, 1)
  assert.match(elsewhere.stderr, /other has no token/)
})

test('rotation creates a token with the same access for 90 days; the old one expires after the overlap, never later than before', async (t) => {
  const old = await wattle.json<NewToken>(t, [...create, '--expires', '200d'])
  const fresh = await wattle.json<NewToken>(t, ['token', 'rotate', '--org', 'acme', String(old.id), '--overlap', '2h'])
  assert.deepEqual([fresh.connection, fresh.access], [old.connection, old.access])
  assert.notEqual(fresh.token, old.token)
  const near = (instant: string, days: number) => Math.abs(Date.parse(instant) - daysAhead(days)) < 60_000
  assert.ok(near(fresh.expires_at, 90))
  const ends = async (id: number) => (await list(t)).find((token) => token.id === id)!.expires_at
  assert.ok(near(await ends(old.id), 2 / 24))
  await wattle.run(t, ['token', 'rotate', '--org', 'acme', String(old.id), '--overlap', '30d'])
  assert.ok(near(await ends(old.id), 2 / 24))
})

test('an expiry in the past needs --allow-expired, and then the token is listed as expired', async (t) => {
  const rejected = await wattle.run(t, [...create, '--expires', '2020-01-01'])
  assert.equal(rejected.code, 2)
  assert.match(rejected.stderr, /has passed.*--allow-expired/)
  const { id } = await wattle.json<NewToken>(t, [...create, '--expires', '2020-01-01', '--allow-expired'])
  assert.equal((await list(t)).find((token) => token.id === id)?.state, 'expired')
})

test('all that is wrong with a new token is reported at once, a line each', async (t) => {
  const report = async (...args: string[]) => {
    const { code, stderr } = await wattle.run(t, ['token', 'create', ...args])
    return [code, ...stderr.trimEnd().split('\n')].map((line) => (typeof line === 'string' ? line.split(':')[0] : line))
  }
  const wrong = ['--access', 'pay=read,clients=all']
  assert.deepEqual(await report('--org', 'unknown', '--name', 'X', ...wrong), [
    ...[2, '"pay" is no area', '"all" is no level for clients', 'There is no organisation "unknown"'],
  ])
  assert.deepEqual(await report('--org', 'acme', '--name', 'X', ...wrong, '--expires', 'soon'), [
    ...[2, '"pay" is no area', '"all" is no level for clients', '"soon" is no expiry'],
  ])
  assert.deepEqual(await report(...wrong), [
    ...[2, '--org is missing', '--name is missing', '"pay" is no area', '"all" is no level for clients'],
  ])
  assert.deepEqual(await report(), [2, ...['org', 'name', 'access'].map((option) => `--${option} is missing`)])
  const known = ['--name', 'X', '--access', 'all=read']
  assert.deepEqual(await report('--org', 'unknown', ...known), [1, 'There is no organisation "unknown"'])
})

for (const [name, args, code, message] of [
  ['an unknown area', [...create, '--access', 'pay=read'], 2, /"pay" is no area: use all, clients/],
  ['more than 400 days', [...create, '--expires', '401d'], 2, /at most 400 days/],
  ['an invalid expiry', [...create, '--expires', 'soon'], 2, /no expiry: use 90d/],
  ['no access', create.slice(0, -2), 2, /--access/],
  ['an id that is not a number', ['token', 'revoke', '--org', 'acme', 'x'], 2, /wattle token list/],
  ['an unknown organisation', ['token', 'list', '--org', 'unknown'], 1, /no organisation "unknown"/],
] as const) {
  test(`${name} exits with ${code} and creates no token`, async (t) => {
    const before = (await wattle.database.pool.query('select count(*) from access_token')).rows[0].count
    const ended = await wattle.run(t, [...args])
    assert.equal(ended.code, code)
    assert.match(ended.stderr, message)
    assert.equal((await wattle.database.pool.query('select count(*) from access_token')).rows[0].count, before)
  })
}
