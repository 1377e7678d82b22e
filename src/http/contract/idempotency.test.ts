import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, test } from 'node:test'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import { untilLockWait } from '../../../test/harness/locks.ts'
import { basePath } from '../../app.ts'
import { sweepKeys } from './idempotency.ts'

const { db, clock, organisation } = await harness()
const ada = (org: Organisation) => ({
  first_name: 'Ada',
  last_name: 'Byron',
  client_type: 'NDIS',
  business_id: org.businessId,
})
const key = (value: string) => ({ 'idempotency-key': value })
const count = async (org: Organisation) =>
  (await db.query('select 1 from client where org_id = $1', [org.orgId])).rowCount

describe('Idempotency-Key', () => {
  test('returns the first response again for the same request, and writes once', async () => {
    const org = await organisation()
    const first = await org.post('/clients', ada(org), key('k1'))
    assert.deepEqual([first.status, first.headers['idempotency-replayed']], [201, undefined])
    const { client_type, ...rest } = ada(org)
    const again = await org.post('/clients', { ...rest, client_type }, key('k1')) // the same object in another order
    assert.deepEqual([again.status, again.text, again.headers['idempotency-replayed']], [201, first.text, 'true'])
    assert.match(again.headers['content-type']!, /^application\/json/)
    assert.equal(again.headers['cache-control'], 'no-store')
    assert.deepEqual([await count(org), (await org.events()).length], [1, 1])
  })

  test('is separate by key, path, method and token', async () => {
    const org = await organisation()
    const { id } = (await org.post('/clients', ada(org), key('k'))).body.data
    assert.notEqual((await org.post('/clients', ada(org), key('k2'))).body.data.id, id)
    assert.equal((await org.patch(`/clients/${id}`, ada(org), key('k'))).headers['idempotency-replayed'], undefined)
    assert.equal((await org.delete(`/clients/${id}`, key('k'))).body.data.status, 'Archived')
    const other = await organisation()
    assert.equal((await other.post('/clients', ada(other), key('k'))).headers['idempotency-replayed'], undefined)
  })

  test('with another body is 422 and changes nothing', async () => {
    const org = await organisation()
    await org.post('/clients', ada(org), key('k'))
    const { status, body } = await org.post('/clients', { ...ada(org), first_name: 'Eva' }, key('k'))
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['Idempotency-Key']])
    assert.equal(await count(org), 1)
  })

  test('with another query is 422 and changes nothing; the same query may be formatted differently', async () => {
    const org = await organisation()
    const recurrence = { every: 1, unit: 'Week', ends_after: 3 }
    const { created } = (await org.post('/tasks', { title: 'A', date: '2026-12-07', recurrence })).body
    const remove = (query: string) => org.delete(`/tasks/${created}${query}`, key('k'))
    const first = await remove('?scope=this')
    assert.equal(first.status, 200, first.text)
    const events = await org.events()
    for (const query of ['?scope=this_and_following', '']) {
      const { status, body } = await remove(query)
      const sentence = 'Idempotency-Key was used with another body or query; use a new key for a new request.'
      assert.deepEqual([status, body.errors], [422, { 'Idempotency-Key': [sentence] }], query)
    }
    assert.deepEqual(await org.events(), events)
    for (const query of ['?scope=this', '?scope=%74his', '?scope=this_and_following&scope=this']) {
      const again = await remove(query)
      assert.deepEqual([again.text, again.headers['idempotency-replayed']], [first.text, 'true'], query)
    }
  })

  test('ignores the order of parameters', async () => {
    const org = await organisation()
    const send = (query: string) => org.post(`/clients?${query}`, ada(org), key('k'))
    const first = await send('a=1&b=2')
    assert.equal(first.status, 201, first.text)
    assert.equal((await send('b=2&a=1')).headers['idempotency-replayed'], 'true')
    assert.equal((await send('b=1&a=2')).status, 422)
  })

  test('stored by an older version, with a digest of the body alone, is still replayed', async () => {
    const org = await organisation()
    const digest = (value: unknown) => hash('sha256', JSON.stringify(value), 'buffer')
    const body = { first_name: 'Eva' }
    const response = '{"message":"Client not found, as it was told first."}'
    await db.query(
      `insert into idempotency_key (org_id, token_id, digest, body_digest, created_at, status, answer)
       values ($1, $2, $3, $4, to_timestamp($5), 404, $6)`,
      [
        ...[org.orgId, org.tokenId, digest(['PATCH', `${basePath}/clients/999999`, 'k']), digest(body)],
        ...[clock.now() / 1000, response],
      ],
    )
    const again = await org.patch('/clients/999999', body, key('k'))
    assert.deepEqual([again.text, again.headers['idempotency-replayed']], [response, 'true'])
  })

  test('of eight concurrent requests one writes; the others get the same response or 409', async () => {
    const org = await organisation()
    const answers = await Promise.all(Array.from({ length: 8 }, () => org.post('/clients', ada(org), key('k'))))
    const done = answers.filter(({ status }) => status === 201)
    assert.ok(done.length >= 1)
    assert.equal(new Set(done.map(({ text }) => text)).size, 1)
    assert.ok(answers.every(({ status }) => status === 201 || status === 409))
    assert.deepEqual([await count(org), (await org.events()).length], [1, 1])
  })

  test('is 409 with Retry-After while the first request runs, and its response afterwards', async () => {
    const org = await organisation()
    const blocker = await db.connect()
    const { id } = (await org.post('/clients', ada(org))).body.data
    await blocker.query('begin')
    await blocker.query('select 1 from client where org_id = $1 and id = $2 for update', [org.orgId, id])
    const first = org.patch(`/clients/${id}`, { first_name: 'Eva' }, key('k'))
    await untilLockWait(db)
    const second = await org.patch(`/clients/${id}`, { first_name: 'Eva' }, key('k'))
    assert.deepEqual([second.status, second.headers['retry-after']], [409, '1'])
    assert.equal(second.body.message, 'A request with this Idempotency-Key is still in progress.')
    await blocker.query('commit')
    blocker.release()
    assert.equal((await first).status, 200)
    const third = await org.patch(`/clients/${id}`, { first_name: 'Eva' }, key('k'))
    assert.deepEqual([third.status, third.headers['idempotency-replayed']], [200, 'true'])
  })

  test('stores a rejection of the handler as the first response, and nothing for an invalid body', async () => {
    const org = await organisation()
    const missing = await org.patch('/clients/999999', { first_name: 'Eva' }, key('k'))
    assert.equal(missing.status, 404)
    assert.equal(
      (await org.patch('/clients/999999', { first_name: 'Eva' }, key('k'))).headers['idempotency-replayed'],
      'true',
    )
    const unknown = { ...ada(org), business_id: 999_999 }
    assert.equal((await org.post('/clients', unknown, key('b'))).status, 422)
    const again = await org.post('/clients', unknown, key('b'))
    assert.deepEqual([again.status, again.headers['idempotency-replayed']], [422, 'true'])
    assert.equal((await org.post('/clients', { first_name: 1 }, key('v'))).status, 422)
    assert.equal((await org.post('/clients', ada(org), key('v'))).status, 201)
  })

  test('is stored with its write: when the response cannot be stored, nothing is written and a retry runs again', async () => {
    const org = await organisation()
    await db.query(`create function fail() returns trigger language plpgsql as $$ begin raise 'disk on fire'; end $$`)
    await db.query('create trigger fail before update on idempotency_key for each row execute function fail()')
    const failed = await org.post('/clients', ada(org), key('k'))
    await db.query('drop function fail cascade')
    assert.deepEqual([failed.status, await count(org), await org.events()], [500, 0, []])
    const again = await org.post('/clients', ada(org), key('k'))
    assert.deepEqual([again.status, again.headers['idempotency-replayed'], await count(org)], [201, undefined, 1])
  })

  test('expires after 24 hours', async () => {
    const org = await organisation()
    const first = await org.post('/clients', ada(org), key('k'))
    clock.advance(24 * 3_600_000 - 1)
    assert.equal((await org.post('/clients', ada(org), key('k'))).text, first.text)
    clock.advance(1)
    const later = await org.post('/clients', { ...ada(org), first_name: 'Eva' }, key('k'))
    assert.deepEqual([later.status, later.body.data.first_name], [201, 'Eva'])
  })

  test('is deleted after 24 hours, and no younger key is', async () => {
    const org = await organisation()
    await org.post('/clients', ada(org), key('young'))
    await db.query(
      `insert into idempotency_key (org_id, token_id, digest, body_digest, created_at)
       select $1, $2, sha256(g::text::bytea), '', to_timestamp($3) - interval '24 hours' from generate_series(1, 5001) g`,
      [org.orgId, org.tokenId, clock.now() / 1000],
    )
    await sweepKeys(db, clock)
    assert.equal((await db.query('select 1 from idempotency_key where org_id = $1', [org.orgId])).rowCount, 1)
  })

  for (const [what, value] of Object.entries({
    'an empty key': '',
    '256 characters': 'x'.repeat(256),
    'another alphabet': 'kéy',
  })) {
    test(`${what} is 422`, async () => {
      const org = await organisation()
      const { status, body } = await org.post('/clients', ada(org), key(value))
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['Idempotency-Key']])
    })
  }

  test('works for a bulk create with its transaction inside, and for 255 characters', async () => {
    const org = await organisation()
    const body = { clients: [ada(org), { ...ada(org), shoe: 1 }] }
    const first = await org.post('/clients/bulk', body, key('x'.repeat(255)))
    assert.equal(first.body.succeeded, 1)
    assert.equal((await org.post('/clients/bulk', body, key('x'.repeat(255)))).text, first.text)
    assert.equal(await count(org), 1)
    assert.deepEqual((await org.get(`/imports/${first.body.batch}`)).body, first.body)
  })
})
