import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basePath } from '../../src/app.ts'
import { createDemo } from '../../src/bundle/demo.ts'
import { fillPath, requestsOf } from '../../src/docs/examples.ts'
import { exampleRequest, testedOperations } from '../../trials/lib/examples.ts'
import { makeTenant } from '../../trials/lib/service.ts'
import { harness } from '../harness/harness.ts'
import { type Document, operations } from '../harness/specification.ts'

const { app, db, clock, send } = await harness()
const all = operations(app.openapiDocument() as Document)

/** Only a request creates a batch, so the demo organisation has none. */
const createdByRequest = ['/imports/{batch}']

test('the service accepts every example, one after the other, in an organisation with its records', async () => {
  clock.advance(Date.parse('2026-11-15T02:00:00Z') - clock.now())
  const { token } = await makeTenant({ db, clock }, 'Example')
  for (const { operation, name, examples: recipes } of testedOperations(app.openapiDocument() as Document)) {
    for (const recipe of recipes) {
      const request = exampleRequest(operation, recipe, token)
      const { status, text } = await send({
        ...request,
        method: request.method as 'GET',
        url: request.url.slice(basePath.length),
      })
      assert.ok(status < 300, `${name} ${JSON.stringify(recipe)}: ${status} ${text}`)
    }
  }
})

test('the first example of a path has the id of a record of the demo organisation', async () => {
  const { token } = await createDemo(db, clock)
  const call = (method: 'GET' | 'PATCH', url: string) =>
    send({ method, url, headers: { authorization: `Bearer ${token}` }, ...(method === 'PATCH' && { payload: {} }) })
  const tested = new Set<string>()
  for (const operation of all) {
    const { path, method } = operation
    const url = fillPath(path, requestsOf(operation)[0].path)
    // A record without a GET is read by a PATCH that changes nothing.
    const reads = method === 'GET' || path === '/task-charges/{id}'
    if (url === path || !reads || createdByRequest.includes(path)) continue
    const { status, text } = await call(method === 'GET' ? 'GET' : 'PATCH', url)
    assert.notEqual(status, 404, `${url}: ${text}`)
    tested.add(path.split('/')[1]!)
  }
  const example = requestsOf(all.find(({ path }) => path === '/billables/{id}/void')!)[0].path.id
  const { data } = (await call('GET', '/billables?per_page=100')).body
  assert.ok(data.some(({ id }: { id: number }) => id === example))
  const named = new Set(all.filter(({ path }) => path.includes('{')).map(({ path }) => path.split('/')[1]!))
  assert.deepEqual([...named].filter((name) => !tested.has(name)).sort(), ['billables', 'imports'])
})

test('no parameter is declared in a way that client generators do not support', () => {
  for (const { parameters, operationId } of all)
    for (const parameter of parameters) assert.ok(!('content' in parameter), operationId)
  const { components, info } = app.openapiDocument() as any
  assert.ok(!('Error' in components.schemas), 'Error clashes with a class of many languages')
  assert.equal(info.contact.name, 'Wattle')
})
