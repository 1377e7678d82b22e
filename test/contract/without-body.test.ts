import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness } from '../harness/harness.ts'

const { app, organisation } = await harness()
const acme = await organisation()
const { paths } = app.openapiDocument() as { paths: Record<string, Record<string, { requestBody?: object }>> }
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method, { requestBody }]) => method !== 'get' && !requestBody)
    .map(([method]) => [method.toUpperCase(), path] as const),
)

test('some operations have no body, and they are found', () => {
  assert.ok(operations.some(([method, path]) => method === 'DELETE' && path === '/clients/{id}'))
  assert.ok(operations.some(([method, path]) => method === 'POST' && path === '/task-charges/{id}/primary'))
})

for (const [method, path] of operations) {
  test(`${method} ${path}: a field of a body is a 422 that names it, after the path; {} is accepted`, async () => {
    const at = (id: string, type = id) => path.replace('{type}', type).replaceAll(/\{\w+\}/g, id)
    const { status, body } = await acme.call(method as 'POST', at('987654', 'client'), { dry: true, reason: 'x' })
    assert.equal(status, 422)
    assert.deepEqual(Object.keys(body.errors), ['dry', 'reason'])
    assert.equal((await acme.call(method as 'POST', at('x'), { dry: true })).status, 404)
    assert.equal((await acme.call(method as 'POST', at('987654', 'client'), {})).status, 404)
  })
}

test('a rejected body changes nothing, and leaves its idempotency key unused', async () => {
  const client = { first_name: 'Joan', last_name: 'Hart', client_type: 'NDIS', business_id: acme.businessId }
  const { id } = (await acme.post('/clients', client)).body.data
  const key = { 'idempotency-key': 'archive-1' }
  const before = await acme.events()
  assert.equal((await acme.call('DELETE', `/clients/${id}`, { scope: 'all' }, key)).status, 422)
  assert.equal((await acme.get(`/clients/${id}`)).body.data.status, 'Active')
  assert.deepEqual(await acme.events(), before)
  assert.equal((await acme.delete(`/clients/${id}`, key)).status, 200)
})
