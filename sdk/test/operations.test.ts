import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { ValidRequest } from '../../src/docs/examples.ts'
import { version } from '../../src/process/version.ts'
import { inOneProcess } from '../../test/cluster/environment.ts'
import type { Document } from '../../test/harness/specification.ts'
import { exampleRequest, testedOperations } from '../../trials/lib/examples.ts'
import { makeTenant } from '../../trials/lib/service.ts'
import { operationsOf, type Document as Source } from '../generate/document.ts'
import { tableOf } from '../generate/table.ts'
import { version as clientVersion, type Wattle } from '../src/index.ts'
import { startService } from './service.ts'

const read = (path: string) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))

test('the version of the client, of its table and of the specification is that of the service', () => {
  const versions = [clientVersion, read('package.json').version, read('operations.json').version]
  assert.deepEqual(versions, [version, version, version])
})

test('editors show what an operation and its fields are, with examples of times, in both languages', () => {
  const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  const [typescript, python] = [
    text('sdk/src/generated/resources.ts'),
    text('clients/python/wattle_client/resources.py'),
  ]
  for (const file of [typescript, python]) {
    assert.match(file, /^ +(\* )?Cancels a draft or scheduled shift\. /m)
    assert.match(file, /(@param|:param) ref:? Ref of the shift: a:<number> or g:<number>\.$/m)
  }
  const since = / Only clients updated on or after this date .*\. Such as 2026-11-30 or 2026-11-30T09:15:00Z\.$/m
  assert.match(typescript, new RegExp(`@param input.updated_since${since.source}`, 'm'))
  assert.match(python, new RegExp(`:param updated_since:${since.source}`, 'm'))
  const start = /Start in local time of the organisation\. Such as 2026-11-30 09:15:00\./
  assert.match(typescript, new RegExp(`@param input.start ${start.source}`))
  for (const path of ['sdk/src/generated/api.ts', 'clients/python/wattle_client/types.py'])
    assert.match(text(path), start)
})

test('no operation has a field that is called as an option: the client refuses those in an input', () => {
  const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Source
  const fields = operationsOf(document).flatMap(({ parameters, requestBody }) => {
    const { $ref, properties } = requestBody?.content['application/json']?.schema ?? {}
    const schema = $ref && document.components.schemas[$ref.split('/').at(-1)!]
    return [...parameters.map(({ name }) => name), ...Object.keys((schema || { properties }).properties ?? {})]
  })
  assert.ok(fields.length > 500)
  for (const option of ['idempotencyKey', 'timeout', 'deadline', 'signal']) assert.ok(!fields.includes(option), option)
})

test('every operation is called by its name with every example, and sends the request of the example', {
  skip: inOneProcess('the client calls one process'),
}, async () => {
  const { app, db, clock, client } = await startService()
  clock.advance(Date.parse('2026-11-15T02:00:00Z') - clock.now())
  const { token } = await makeTenant({ db, clock }, 'Example')
  const document = app.openapiDocument() as Document
  const names = new Map(tableOf(document as unknown as Source).map(({ operationId, name }) => [operationId, name]))
  const sent: { method: string; url: URL; body: unknown }[] = []
  const wattle = client(token, {
    fetch: (url, options = {}) => {
      const { method = '', body } = options
      sent.push({ method, url: new URL(String(url)), body: body && JSON.parse(String(body)) })
      return fetch(url, options)
    },
  })
  const called = new Set<string>()
  for (const { operation, examples } of testedOperations(document)) {
    const name = names.get(operation.operationId)!
    for (const example of examples) {
      sent.length = 0
      const answer = await callByName(wattle, name, example)
      assert.ok(typeof answer === 'object' || example.query?.format, name)
      const expected = exampleRequest(operation, example)
      const [{ method, url, body }, ...others] = sent as [(typeof sent)[0]]
      assert.deepEqual(others, [], `${name} is one request`)
      assert.equal(method, expected.method, name)
      const wanted = new URL(expected.url, url)
      assert.equal(url.pathname, wanted.pathname, name)
      const wantedBody = expected.payload ? JSON.parse(String(expected.payload)) : {}
      // A DELETE takes some fields in either way; the client sends them in the query, which no proxy drops.
      for (const key of method === 'DELETE' ? url.searchParams.keys() : []) {
        if (key in wantedBody) wanted.searchParams.set(key, wantedBody[key])
        delete wantedBody[key]
      }
      assert.deepEqual(Object.fromEntries(url.searchParams), Object.fromEntries(wanted.searchParams), name)
      assert.deepEqual(body ?? {}, wantedBody, name)
    }
    called.add(name)
  }
  assert.deepEqual([...called].sort(), [...names.values()].sort())
})

/** `shifts.cancel` of `a:1` with a body is `wattle.shifts.cancel('a:1', body)`. */
async function callByName(wattle: Wattle, name: string, { path = {}, query = {}, body = {} }: Partial<ValidRequest>) {
  const [resource, verb] = name.split('.') as [string, string]
  const input = { ...query, ...body }
  // The document has a list of objects as the JSON text that is sent.
  for (const [key, value] of Object.entries(input))
    if (/^\[\{/.test(String(value))) input[key] = JSON.parse(String(value))
  return await (wattle as any)[resource][verb](...Object.values(path), input)
}
