import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import { harness, type Organisation } from '../../test/harness/harness.ts'
import { untilLockWait } from '../../test/harness/locks.ts'
import { eventually } from '../../test/harness/processes.ts'
import { transaction } from '../db/transaction.ts'
import { deleteOrganisation } from './delete-organisation.ts'
import { mintToken } from './token-format.ts'

const { db, clock, send, organisation } = await harness({ rateLimit: 600 })
const me = (authorization?: string) =>
  send({ url: '/me', headers: authorization === undefined ? {} : { authorization } })
const setToken = (org: Organisation, change: string) =>
  db.query(`update access_token set ${change} where org_id = $1 and id = $2`, [org.orgId, org.tokenId])
const isOfAccess = ({ name }: { name?: string }) => name?.startsWith('access.') === true
/** Longer than a node caches a token. */
const forget = () => clock.advance(1000)

describe('GET /me', () => {
  test('returns organisation, connection, level for each of nine areas, and expiry with the organisation’s offset', async () => {
    const org = await organisation({ clients: 'read-write', staff: 'read' })
    await setToken(org, `expires_at = '2027-01-31T13:00:00Z'`)
    const { status, body } = await org.get('/me')
    assert.equal(status, 200)
    assert.deepEqual(body, {
      organisation: 'Acme Care',
      connection: 'Payroll sync',
      access: {
        clients: 'read-write',
        staff: 'read',
        roster: 'none',
        sites: 'none',
        tasks: 'none',
        finance: 'none',
        forms: 'none',
        reports: 'none',
        prospects: 'none',
      },
      expires_at: '2027-02-01T00:00:00+11:00',
    })
  })
})

describe('an invalid token', () => {
  const flip = (token: string) => token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')
  test('is 401 with the same message and WWW-Authenticate in every case', async () => {
    const org = await organisation()
    for (const header of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Basic ${org.token}`,
      org.token,
      'Bearer svc_at_short',
      `Bearer ${flip(org.token)}`,
      `Bearer ${mintToken()}`,
      `Bearer ${org.token} ${org.token}`,
      `Bearer ${org.token.toLowerCase()}`,
    ]) {
      const { status, body, headers } = await me(header)
      assert.deepEqual([header, status, body], [header, 401, { message: 'Invalid or expired access token.' }])
      assert.equal(headers['www-authenticate'], 'Bearer')
    }
    assert.equal((await me(`bearer ${org.token}`)).status, 200)
  })

  test('is rejected without a query when it is mistyped, and loaded once a second otherwise', async (t) => {
    const org = await organisation()
    // By name, because background jobs may run statements at any time.
    const query = t.mock.method(pg.Client.prototype, 'query')
    const asked = () => query.mock.calls.filter(({ arguments: [sent] }) => isOfAccess(sent as { name?: string })).length
    for (let i = 0; i < 5; i++) await me(`Bearer ${flip(org.token)}`)
    assert.equal(asked(), 0)
    await Promise.all(Array.from({ length: 5 }, () => org.get('/me')))
    // No request waits for the write of last_used_at; a lookup before it would write once more.
    await eventually(
      async () =>
        (await db.query('select last_used_at from access_token where id = $1', [org.tokenId])).rows[0].last_used_at,
    )
    assert.equal(asked(), 2, 'one look-up, and one write of last_used_at')
    forget()
    await org.get('/me')
    assert.equal(asked(), 3)
  })

  for (const [state, change] of Object.entries({
    disabled: 'disabled = true',
    revoked: 'revoked_at = now()',
    expired: `expires_at = now() - interval '1 hour'`,
  })) {
    test(`${state}: valid until then, and 401 within a second after`, async () => {
      const org = await organisation()
      assert.equal((await org.get('/me')).status, 200)
      await setToken(org, change)
      forget()
      assert.equal((await org.get('/me')).status, 401)
    })
  }

  test('expires to the millisecond even while it is cached', async () => {
    const org = await organisation()
    await setToken(org, `expires_at = '${new Date(clock.now() + 500).toISOString()}'`)
    assert.equal((await org.get('/me')).status, 200)
    clock.advance(499)
    assert.equal((await org.get('/me')).status, 200)
    clock.advance(1)
    assert.equal((await org.get('/me')).status, 401)
  })

  test('of an organisation that was deleted while the token was cached is 401 on writes too, and stores nothing', async () => {
    const org = await organisation()
    assert.equal((await org.get('/me')).status, 200)
    await transaction(db, (tx) => deleteOrganisation(tx, org.orgId))
    const person = { first_name: 'Joan', last_name: 'Hart' }
    for (const [table, url, payload] of [
      ['note_template', '/note-templates', { name: 'Night', questions: [{ key: 'slept', label: 'Slept?' }] }],
      ['site', '/sites', { name: 'Banksia House' }],
      ['prospect', '/prospects', person],
    ] as const) {
      for (const key of ['', `${table}-1`]) {
        const headers = { authorization: `Bearer ${org.token}`, ...(key && { 'idempotency-key': key }) }
        const { status, body } = await send({ method: 'POST', url, payload, headers })
        assert.deepEqual([status, body.message], [401, 'Invalid or expired access token.'], `${url} ${key}`)
      }
      assert.equal((await db.query(`select from ${table} where org_id = $1`, [org.orgId])).rowCount, 0)
    }
  })

  test('is valid again once enabled', async () => {
    const org = await organisation()
    await setToken(org, 'disabled = true')
    assert.equal((await org.get('/me')).status, 401)
    await setToken(org, 'disabled = false')
    forget()
    assert.equal((await org.get('/me')).status, 200)
  })
})

describe('integrations turned off', () => {
  test('is 503 with Retry-After within a second, before the rate limit, permission and body', async () => {
    const org = await organisation({ staff: 'read' })
    assert.equal((await org.get('/me')).status, 200)
    await db.query('update organisation set integrations_enabled = false where id = $1', [org.orgId])
    forget()
    for (const response of [await org.get('/me'), await org.post('/clients', 'x')]) {
      assert.deepEqual(
        [response.status, response.body],
        [503, { message: 'Integrations are turned off for this organisation.' }],
      )
      assert.equal(response.headers['retry-after'], '3600')
    }
  })
})

describe('permission', () => {
  test('none and read do not permit writes; read-write permits both; 403 has the access that is needed', async () => {
    const reader = await organisation({ clients: 'read' })
    assert.equal((await reader.get('/clients')).status, 200)
    const { status, body, headers } = await reader.post('/clients', 'not even json')
    assert.deepEqual([status, body], [403, { message: 'Access token does not permit this action.' }])
    assert.equal(headers['x-required-access'], 'clients=read-write')
    const writer = await organisation({ clients: 'read-write' })
    assert.equal((await writer.get('/clients')).status, 200)
    assert.equal((await writer.get('/staff')).status, 403)
    assert.equal((await writer.get('/staff')).headers['x-required-access'], 'staff=read')
  })
})

describe('the rate limit', () => {
  test('allows 600 requests a minute for each token, returns the remaining quota, then is 429 until the window ends', async () => {
    const [org, other] = [await organisation({}), await organisation({})]
    const first = await org.get('/me')
    assert.equal(first.headers['ratelimit-policy'], '"token";q=600;w=60')
    assert.equal(first.headers.ratelimit, '"token";r=599;t=60')
    clock.advance(1500)
    for (let i = 2; i <= 599; i++) await org.get('/me')
    const last = await org.get('/clients') // a rejected request counts too
    assert.deepEqual([last.status, last.headers.ratelimit], [403, '"token";r=0;t=59'])
    const over = await org.get('/me')
    assert.deepEqual(
      [over.status, over.body, over.headers['retry-after']],
      [429, { message: 'Too many requests.' }, '59'],
    )
    assert.equal(over.headers.ratelimit, '"token";r=0;t=59')
    assert.equal((await org.get('/clients')).status, 429, 'the limit comes before permission')
    assert.equal((await other.get('/me')).status, 200)
    clock.advance(58_500)
    assert.equal((await org.get('/me')).headers.ratelimit, '"token";r=599;t=60')
  })

  const attemptFrom = (remoteAddress: string, authorization: string) =>
    send({ url: '/me', remoteAddress, headers: { authorization } } as Parameters<typeof send>[0])

  test('counts the addresses of one IPv6 subscriber as one', async () => {
    for (let i = 0; i < 60; i++) assert.equal((await attemptFrom(`2001:db8:1:2::${i}`, 'Bearer nonsense')).status, 401)
    assert.equal((await attemptFrom('2001:db8:1:2:3:4:5:6', 'Bearer nonsense')).status, 429)
    assert.equal((await attemptFrom('2001:db8:1:3::1', 'Bearer nonsense')).status, 401)
  })

  test('makes the 61st failed authentication of an address in a minute a 429; a valid token still works there', async () => {
    const org = await organisation()
    const attempt = (authorization: string) => attemptFrom('192.0.2.7', authorization)
    for (let i = 0; i < 60; i++) assert.equal((await attempt('Bearer nonsense')).status, 401)
    const over = await attempt('Bearer nonsense')
    assert.deepEqual(
      [over.status, over.body, over.headers['retry-after']],
      [429, { message: 'Too many requests.' }, '60'],
    )
    assert.equal((await attempt(`Bearer ${org.token}`)).status, 200)
    clock.advance(60_000)
    assert.equal((await attempt('Bearer nonsense')).status, 401)
  })
})

describe('last_used_at', () => {
  test('is written for a single use too, while that of another token waits', async () => {
    const [busy, single] = [await organisation(), await organisation()]
    const rival = await db.connect()
    await rival.query('begin')
    await rival.query('select from access_token where id = $1 for update', [busy.tokenId])
    await busy.get('/me')
    await untilLockWait(db)
    await single.get('/me')
    await rival.query('commit')
    rival.release()
    const usedAt = await eventually(
      async () =>
        (await db.query('select last_used_at from access_token where id = $1', [single.tokenId])).rows[0].last_used_at,
    )
    assert.equal(Date.parse(usedAt), clock.now())
  })

  test('is accurate to a minute and costs one write a minute, not one per request', async () => {
    const org = await organisation()
    const writes = async () =>
      (
        await db.query('select xmin::text, last_used_at from access_token where org_id = $1 and id = $2', [
          org.orgId,
          org.tokenId,
        ])
      ).rows[0]
    const settled = async (before: string) => {
      for (;;) {
        const now = await writes()
        if (now.xmin !== before) return now
        await turn()
      }
    }
    const unused = await writes()
    assert.equal(unused.last_used_at, null)
    await org.get('/me')
    const used = await settled(unused.xmin)
    assert.equal(Date.parse(used.last_used_at), clock.now())
    for (let second = 0; second < 50; second++) {
      clock.advance(1000)
      await org.get('/me')
    }
    assert.equal((await writes()).xmin, used.xmin)
    clock.advance(10_000)
    await org.get('/me')
    assert.equal(Date.parse((await settled(used.xmin)).last_used_at), clock.now())
  })
})
