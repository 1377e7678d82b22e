import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basePath } from '../../src/app.ts'
import { createDemo } from '../../src/bundle/demo.ts'
import { filled, requestsOf } from '../../src/docs/examples.ts'
import { knownOperations, requestOf } from '../../trials/lib/recipes.ts'
import { makeTenant } from '../../trials/lib/service.ts'
import { type Document, operations } from '../harness/declared.ts'
import { harness } from '../harness/harness.ts'

const { app, db, clock, send } = await harness()
const all = operations(app.openapiDocument() as Document)

/** A batch is made by a request, so the demo organisation has none. */
const madeByRequest = ['/imports/{batch}']

test('every example is a request that the service takes, one after the other, where its records are', async () => {
  clock.advance(Date.parse('2026-11-15T02:00:00Z') - clock.now())
  const { token } = await makeTenant({ db, clock }, 'Example')
  for (const { operation, name, recipes } of knownOperations(app.openapiDocument() as Document)) {
    for (const recipe of recipes) {
      const sent = requestOf(operation, recipe, token)
      const { status, text } = await send({
        ...sent,
        method: sent.method as 'GET',
        url: sent.url.slice(basePath.length),
      })
      assert.ok(status < 300, `${name} ${JSON.stringify(recipe)}: ${status} ${text}`)
    }
  }
})

test('the first example of a path is of a record that the demo organisation has', async () => {
  const { token } = await createDemo(db, clock)
  const ask = (method: 'GET' | 'PATCH', url: string) =>
    send({ method, url, headers: { authorization: `Bearer ${token}` }, ...(method === 'PATCH' && { payload: {} }) })
  const found = new Set<string>()
  for (const operation of all) {
    const { path, method } = operation
    const url = filled(path, requestsOf(operation)[0].path)
    // What has no GET is asked for by a PATCH that changes nothing.
    const reads = method === 'GET' || path === '/task-charges/{id}'
    if (url === path || !reads || madeByRequest.includes(path)) continue
    const { status, text } = await ask(method === 'GET' ? 'GET' : 'PATCH', url)
    assert.notEqual(status, 404, `${url}: ${text}`)
    found.add(path.split('/')[1]!)
  }
  const example = requestsOf(all.find(({ path }) => path === '/billables/{id}/void')!)[0].path.id
  const { data } = (await ask('GET', '/billables?per_page=100')).body
  assert.ok(data.some(({ id }: { id: number }) => id === example))
  const named = new Set(all.filter(({ path }) => path.includes('{')).map(({ path }) => path.split('/')[1]!))
  assert.deepEqual([...named].filter((name) => !found.has(name)).sort(), ['billables', 'imports'])
})

test('no parameter is declared in a way that generators of clients do not read', () => {
  for (const { parameters, operationId } of all)
    for (const parameter of parameters) assert.ok(!('content' in parameter), operationId)
  const { components, info } = app.openapiDocument() as any
  assert.ok(!('Error' in components.schemas), 'Error is a name that every language has')
  assert.equal(info.contact.name, 'Wattle')
})
