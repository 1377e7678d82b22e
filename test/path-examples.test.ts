import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDemo } from '../src/bundle/demo.ts'
import { type Document, operations } from './declared.ts'
import { harness } from './harness.ts'

const { app, db, clock, send } = await harness()
const all = operations(app.openapiDocument() as Document)

/** A batch is made by a request, so the demo organisation has none. */
const madeByRequest = ['/imports/{batch}']

test('every example of a path is of a record that the demo organisation has', async () => {
  const { token } = await createDemo(db, clock)
  const ask = (method: 'GET' | 'PATCH', url: string) =>
    send({ method, url, headers: { authorization: `Bearer ${token}` }, ...(method === 'PATCH' && { payload: {} }) })
  const found = new Set<string>()
  for (const { path, method, parameters } of all) {
    const parts = parameters.filter((parameter) => parameter.in === 'path')
    for (const { name, example } of parts) assert.notEqual(example, undefined, `${name} of ${method} ${path}`)
    const url = parts.reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path)
    // What has no GET is asked for by a PATCH that changes nothing.
    const reads = method === 'GET' || path === '/task-charges/{id}'
    if (url === path || !reads || madeByRequest.includes(path)) continue
    const { status, text } = await ask(method === 'GET' ? 'GET' : 'PATCH', url)
    assert.notEqual(status, 404, `${url}: ${text}`)
    found.add(path.split('/')[1]!)
  }
  const { example } = all.find(({ path }) => path === '/billables/{id}/void')!.parameters[0]!
  const { data } = (await ask('GET', '/billables')).body
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
