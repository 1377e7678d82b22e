import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rosterOf } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, send, organisation } = await harness()
const json = { 'content-type': 'application/json' }
const notAnObject = { message: 'The request body must be a JSON object.' }

describe('unknown endpoints', () => {
  for (const [method, url] of [
    ['GET', '/nowhere'],
    ['GET', '/clients/1/2/3'],
    ['PUT', '/clients/1'],
    ['POST', '/me'],
    ['DELETE', '/clients'],
    ['HEAD', '/me'],
    ['OPTIONS', '/clients'],
    ['GET', '/clients/%E0%A4%A'],
    ['GET', `/clients/${'9'.repeat(5000)}`],
  ] as const) {
    test(`${method} ${url.slice(0, 30)} is 404 before the token is checked`, async () => {
      const { status, body, headers } = await send({
        method,
        url,
        headers: json,
        ...(method === 'PUT' && { payload: 'broken' }),
      })
      assert.equal(status, 404)
      if (method !== 'HEAD') assert.deepEqual(body, { message: 'Endpoint not found.' })
      assert.equal(headers['cache-control'], 'no-store')
      assert.ok(headers['x-request-id'])
    })
  }
})

test('a record has one URL: an id in a path with leading zeros or a sign is 404', async () => {
  const org = await organisation()
  const { client, shift, site } = rosterOf(db, org)
  const [person, house] = [await client(), await site()]
  const { ref } = await shift({ client_ids: [person] })
  const note = (await org.post(`/clients/${person}/notes`, { notes: 'Well.' })).body.data.ref as string
  const group = (await shift({ type: 'site', site_id: house, client_ids: [] })).ref as string
  const padded = (ref: string) => ref.replace(':', ':0')
  for (const [right, ...wrong] of [
    [
      `/clients/${person}`,
      `/clients/0${person}`,
      `/clients/%2B${person}`,
      `/clients/-${person}`,
      `/clients/00${person}`,
    ],
    [`/clients/${person}/notes`, `/clients/0${person}/notes`],
    [`/sites/${house}`, `/sites/0${house}`],
    [`/shifts/${ref}`, `/shifts/${padded(ref)}`],
    [`/shifts/${group}`, `/shifts/${padded(group)}`],
    [`/notes/${note}/revisions`, `/notes/${padded(note)}/revisions`],
  ] as const) {
    assert.equal((await org.get(right)).status, 200, right)
    for (const path of wrong) assert.equal((await org.get(path)).status, 404, path)
  }
  assert.equal((await org.get('/clients?page=01&per_page=010')).body.meta.per_page, 10)
})

describe('every response', () => {
  test('has Cache-Control: no-store and a request id: the client’s own if it is safe, otherwise a new one', async () => {
    const org = await organisation()
    const response = await org.get('/me', { 'x-request-id': 'sync-42_A' })
    assert.deepEqual([response.headers['cache-control'], response.headers['x-request-id']], ['no-store', 'sync-42_A'])
    for (const unsafe of ['', 'a b', 'x'.repeat(65), 'a\tb', 'é']) {
      assert.match((await org.get('/me', { 'x-request-id': unsafe })).headers['x-request-id']!, /^[0-9a-f-]{36}$/)
    }
    const missing = await send({ url: '/me', headers: { 'x-request-id': 'mine' } })
    assert.deepEqual(
      [missing.status, missing.headers['x-request-id'], missing.headers['cache-control']],
      [401, 'mine', 'no-store'],
    )
  })

  test('of an unexpected error is a 500 without details, and nothing is stored', async () => {
    const org = await organisation()
    await db.query('alter table client rename to client_away')
    try {
      const { status, body } = await org.get('/clients/1')
      assert.deepEqual([status, body], [500, { message: 'Server error.' }])
    } finally {
      await db.query('alter table client_away rename to client')
    }
  })
})

describe('a body that is not a JSON object', () => {
  for (const [what, payload, headers] of [
    ['broken JSON', '{"first_name":', json],
    ['an array', '[]', json],
    ['a text', '"x"', json],
    ['a number', '7', json],
    ['null', 'null', json],
    ['nothing, with a content type', '', json],
    ['two objects', '{}{}', json],
    ['a byte order mark', '\ufeff{}', json],
    ['another content type', '{}', { 'content-type': 'text/plain' }],
    ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a content type that is none', '{}', { 'content-type': 'json' }],
    ['bytes that are no UTF-8', Buffer.from('7b2261223a22ff227d', 'hex'), json],
  ] as const) {
    test(`(${what}) is 400 and changes nothing`, async () => {
      const org = await organisation()
      const response = await send({
        method: 'POST',
        url: '/clients',
        payload,
        headers: { ...headers, authorization: `Bearer ${org.token}` },
      })
      assert.deepEqual([response.status, response.body], [400, notAnObject])
    })
  }

  test('(no body) is 400 where one is required and accepted where none is', async () => {
    const org = await organisation()
    assert.deepEqual([(await org.post('/clients')).status, (await org.patch('/clients/1')).status], [400, 400])
    const { id } = (
      await org.post('/clients', { first_name: 'A', last_name: 'B', client_type: 'HCP', business_id: org.businessId })
    ).body.data
    assert.equal((await org.delete(`/clients/${id}`)).status, 200)
    assert.equal((await org.delete(`/clients/${id}`, json)).status, 200)
  })

  test('is checked after the permission and before the record', async () => {
    const reader = await organisation('read')
    const headers = { ...json, authorization: `Bearer ${reader.token}` }
    assert.equal((await send({ method: 'PATCH', url: '/clients/x', payload: '[', headers })).status, 403)
    const writer = await organisation()
    assert.equal(
      (
        await send({
          method: 'PATCH',
          url: '/clients/x',
          payload: '[',
          headers: { ...json, authorization: `Bearer ${writer.token}` },
        })
      ).status,
      400,
    )
  })
})

describe('unsafe values in bodies', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })
  for (const [what, text, field] of [
    ['U+0000 in a key', '{"a\\u0000b": 1}', 'a\u0000b'],
    ['half a surrogate pair in a key', '{"\\ud800": 1}', '\ud800'],
    ['__proto__', '{"__proto__": {"status": "Archived"}}', '__proto__'],
    ['constructor', '{"constructor": 1}', 'constructor'],
    ['nesting without end', `{"first_name": ${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 'first_name'],
    ['nesting of 33', JSON.stringify({ first_name: nested(33) }), 'first_name'],
  ] as const) {
    test(`(${what}) are 422 that names the field`, async () => {
      const org = await organisation()
      const { id } = (
        await org.post('/clients', { first_name: 'A', last_name: 'B', client_type: 'HCP', business_id: org.businessId })
      ).body.data
      const headers = { ...json, authorization: `Bearer ${org.token}` }
      const { status, body } = await send({ method: 'PATCH', url: `/clients/${id}`, payload: text, headers })
      assert.equal(status, 422)
      assert.ok(
        Object.keys(body.errors).some(
          (name) => name.startsWith(field.replace('\ud800', '\ufffd')) || name.startsWith(field),
        ),
        Object.keys(body.errors).join(),
      )
      assert.equal((await org.get(`/clients/${id}`)).body.data.status, 'Active')
    })
  }
})
