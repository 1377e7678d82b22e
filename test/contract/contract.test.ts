import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { AnySchemaObject } from 'ajv'
import { type Area, areas } from '../../src/access/areas.ts'
import { fillPath, queryString, requestsOf } from '../../src/docs/examples.ts'
import { makeAjv } from '../../src/http/contract/validation.ts'
import { harness } from '../harness/harness.ts'
import { type Document, neededBy, operations } from '../harness/specification.ts'

const { app, db, clock, send, organisation } = await harness()
const document = app.openapiDocument() as Document
const ajv = makeAjv([{ ...document, $id: 'spec' }])
const all = operations(document)

/** For operations whose area is that of the type of a record. */
const byType = (level: 'read' | 'read-write') =>
  ['client: clients', 'staff: staff', 'site: sites', 'shift: roster', 'task: tasks', 'prospect: prospects']
    .map((area) => `type ${area}=${level}`)
    .join('; ')

/** The endpoints of the contract with the access they need. */
const contract: Record<string, string> = {
  'GET /me': 'valid token',
  'GET /organisation': 'valid token',
  'GET /events': 'valid token',
  'GET /events/types': 'valid token',
  'GET /events/{id}': 'valid token',
  'GET /webhooks': 'valid token',
  'GET /webhooks/{id}': 'valid token',
  'POST /webhooks': 'valid token',
  'PATCH /webhooks/{id}': 'valid token',
  'DELETE /webhooks/{id}': 'valid token',
  'POST /webhooks/{id}/rotate-secret': 'valid token',
  'POST /webhooks/{id}/test': 'valid token',
  'GET /webhooks/{id}/deliveries': 'valid token',
  'GET /webhooks/{id}/deliveries/{event_id}': 'valid token',
  'POST /webhooks/{id}/deliveries/{event_id}/resend': 'valid token',
  'POST /webhooks/{id}/replay': 'valid token',
  'POST /clients': 'clients=read-write',
  'PATCH /clients/{id}': 'clients=read-write',
  'DELETE /clients/{id}': 'clients=read-write',
  'GET /clients': 'clients=read',
  'GET /clients/{id}': 'clients=read',
  'GET /clients/{id}/access-log': 'clients=read-write',
  'GET /clients/options': 'clients=read',
  'POST /clients/bulk': 'clients=read-write',
  'GET /imports/{batch}': 'clients=read',
  'GET /businesses': 'clients=read',
  'POST /businesses': 'clients=read-write',
  'PATCH /businesses/{id}': 'clients=read-write',
  'DELETE /businesses/{id}': 'clients=read-write',
  'GET /clients/{client_id}/notes': 'clients=read',
  'POST /clients/{client_id}/notes': 'clients=read-write',
  'GET /notes': 'clients=read',
  'GET /notes/{ref}': 'clients=read',
  'PATCH /notes/{ref}': 'clients=read-write',
  'GET /notes/{ref}/revisions': 'clients=read',
  'GET /note-templates': 'clients=read',
  'POST /note-templates': 'clients=read-write',
  'PATCH /note-templates/{id}': 'clients=read-write',
  'DELETE /note-templates/{id}': 'clients=read-write',
  'GET /staff': 'staff=read',
  'GET /staff/{id}': 'staff=read',
  'POST /staff': 'staff=read-write',
  'PATCH /staff/{id}': 'staff=read-write',
  'POST /staff/{id}/status': 'staff=read-write',
  'POST /staff/{id}/calendar': 'roster=read, staff=read',
  'GET /staff/{id}/calendar': 'roster=read, staff=read',
  'DELETE /staff/{id}/calendar': 'roster=read, staff=read',
  'GET /sites': 'roster=read',
  'GET /sites/{id}': 'roster=read',
  'POST /sites': 'sites=read-write',
  'PATCH /sites/{id}': 'sites=read-write',
  'GET /appointments': 'roster=read',
  'GET /shifts': 'roster=read',
  'GET /shifts/{ref}': 'roster=read',
  'GET /shifts/{ref}/conflicts': 'roster=read',
  'POST /shifts': 'roster=read-write',
  'PATCH /shifts/{ref}': 'roster=read-write',
  'DELETE /shifts': 'roster=read-write',
  'POST /shifts/publish': 'roster=read-write',
  'POST /shifts/unpublish': 'roster=read-write',
  'POST /shifts/{ref}/clock-in': 'roster=read-write',
  'POST /shifts/{ref}/clock-out': 'roster=read-write',
  'PUT /shifts/{ref}/attendance': 'roster=read-write',
  'POST /shifts/{ref}/cancel': 'roster=read-write',
  'POST /shifts/{ref}/restore': 'roster=read-write',
  'POST /shifts/{ref}/notes': 'roster=read-write',
  'GET /tasks': 'tasks=read',
  'GET /tasks/{id}': 'tasks=read',
  'POST /tasks': 'tasks=read-write',
  'PATCH /tasks/{id}': 'tasks=read-write',
  'DELETE /tasks/{id}': 'tasks=read-write',
  'POST /tasks/{id}/charges': 'tasks=read-write',
  'PATCH /task-charges/{id}': 'tasks=read-write',
  'DELETE /task-charges/{id}': 'tasks=read-write',
  'POST /task-charges/{id}/primary': 'tasks=read-write',
  'POST /tasks/{id}/notes': 'tasks=read-write',
  'POST /tasks/{id}/documents': 'tasks=read-write',
  'GET /price-codes': 'tasks=read',
  'POST /price-codes/import': 'finance=read-write',
  'POST /tasks/sync-billables': 'tasks=read-write',
  'GET /billables': 'finance=read',
  'POST /billables/bill': 'finance=read-write',
  'POST /billables/{id}/void': 'finance=read-write',
  'GET /prospects': 'prospects=read',
  'GET /prospects/options': 'prospects=read',
  'PATCH /prospects/options': 'prospects=read-write',
  'GET /prospects/{id}': 'prospects=read',
  'POST /prospects': 'prospects=read-write',
  'PATCH /prospects/{id}': 'prospects=read-write',
  'GET /prospects/{id}/notes': 'prospects=read',
  'POST /prospects/{id}/notes': 'prospects=read-write',
  'GET /prospects/{id}/stage-history': 'prospects=read',
  'POST /prospects/{id}/convert': 'prospects=read-write, clients=read-write',
  'GET /form-submissions': 'forms=read',
  'POST /forms/{id}/submissions': 'forms=read-write',
  'POST /forms/{id}/links': 'forms=read-write, clients=read',
  'GET /form-submissions/{id}': 'forms=read',
  'PATCH /form-submissions/{id}': 'forms=read-write',
  'GET /forms': 'forms=read',
  'GET /forms/{id}': 'forms=read',
  'POST /forms': 'forms=read-write',
  'PATCH /forms/{id}': 'forms=read-write',
  'POST /forms/{id}/publish': 'forms=read-write',
  'POST /forms/{id}/unpublish': 'forms=read-write',
  'GET /reports/options': 'reports=read',
  'POST /reports/spaces': 'reports=read-write',
  'PATCH /reports/spaces/{id}': 'reports=read-write',
  'DELETE /reports/spaces/{id}': 'reports=read-write',
  'POST /reports/spaces/{id}/subfolders': 'reports=read-write',
  'PATCH /reports/spaces/{id}/subfolders/{subfolder_id}': 'reports=read-write',
  'DELETE /reports/spaces/{id}/subfolders/{subfolder_id}': 'reports=read-write',
  'GET /reports/insights': 'reports=read',
  'POST /reports/insights': 'reports=read-write',
  'GET /reports/insights/{id}': 'reports=read',
  'GET /reports/insights/{id}/results': 'reports=read',
  'PATCH /reports/insights/{id}': 'reports=read-write',
  'DELETE /reports/insights/{id}': 'reports=read-write',
  'GET /reports/dashboards': 'reports=read',
  'POST /reports/dashboards': 'reports=read-write',
  'GET /reports/dashboards/{id}': 'reports=read',
  'PATCH /reports/dashboards/{id}': 'reports=read-write',
  'DELETE /reports/dashboards/{id}': 'reports=read-write',
  'PUT /external-ids/{system}/{type}/{external_id}': byType('read-write'),
  'GET /external-ids': byType('read'),
  'GET /external-ids/{system}/{type}/{external_id}': byType('read'),
  'DELETE /external-ids/{system}/{type}/{external_id}': byType('read-write'),
}
/** It creates what its path names. */
const namesNew = 'PUT /external-ids/{system}/{type}/{external_id}'

test('the specification has exactly the endpoints of the contract, each with its needed access', () => {
  const published = Object.fromEntries(
    all.map((operation) => [`${operation.method} ${operation.path}`, operation['x-needs']]),
  )
  assert.deepEqual(published, contract)
})

test('openapi.json matches the routes; npm run openapi writes it', () => {
  assert.deepEqual(JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')), document)
})

test('{base_url}/openapi.json is served without a token', async () => {
  const { status, body } = await send({ url: '/openapi.json' })
  assert.deepEqual([status, body], [200, document])
})

/** Paths of a schema, such as `/target`, whose values have no type. */
function untyped(schema: AnySchemaObject, at = ''): string[] {
  const { properties = {}, items, additionalProperties: values, anyOf = [], oneOf = [], type } = schema
  const inner: [string, AnySchemaObject][] = [
    ...Object.entries<AnySchemaObject>(properties).map(([name, each]): [string, AnySchemaObject] => [name, each]),
    ...[...anyOf, ...oneOf].map((each, i): [string, AnySchemaObject] => [String(i), each]),
    ...(items ? [['items', items] as [string, AnySchemaObject]] : []),
    ...(typeof values === 'object' ? [['{name}', values] as [string, AnySchemaObject]] : []),
  ]
  const types = [type ?? []].flat()
  const isTyped =
    schema.$ref || schema.const || anyOf.length > 0 || oneOf.length > 0
      ? true
      : types.length > 0 &&
        (!types.includes('object') || inner.length > 0 || values === false) &&
        (!types.includes('array') || items)
  return [...(isTyped ? [] : [at]), ...inner.flatMap(([name, each]) => untyped(each, `${at}/${name}`))]
}

test('every part of the spec of an insight has a type', () => {
  const { schemas } = document.components
  for (const name of ['InsightSpec', 'InsightSpecSent', 'InsightFilter', 'DashboardSettingsChange']) {
    assert.deepEqual(untyped(schemas[name]!), [], name)
  }
  const keys = [
    'source',
    'metric',
    'visualization',
    'group_by',
    'breakdown_by',
    'filters',
    'date_range',
    'value_format',
  ]
  const all = [...keys, 'options', 'target', 'formula', 'conditional_formatting']
  assert.deepEqual(Object.keys(schemas.InsightSpecSent!.properties), all)
  assert.deepEqual(Object.keys(schemas.InsightSpec!.properties), all)
})

test('every body refuses unknown fields', () => {
  const open = all.filter(({ requestBody }) => {
    const { schema } = requestBody?.content['application/json'] ?? {}
    const resolved = schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema
    return resolved && resolved.additionalProperties !== false && !resolved.oneOf
  })
  assert.deepEqual(
    open.map(({ operationId }) => operationId),
    [],
  )
})

test('operation ids are unique', () => {
  assert.equal(new Set(all.map(({ operationId }) => operationId)).size, all.length)
})

for (const operation of all) {
  const { method, path } = operation
  const [example] = requestsOf(operation)
  const needs = neededBy(operation, example)
  const isByType = needs !== operation['x-needs']
  const url = isByType ? `${fillPath(path, example.path)}${queryString(example.query)}` : path.replace(/\{\w+\}/g, '1')

  describe(`${method} ${path}`, () => {
    test('has id, summary, description, tag, and examples that match their schemas', () => {
      assert.match(operation.operationId, /^[a-z][A-Za-z]+$/)
      assert.ok(operation.summary && operation.description.includes('Needs: ') && operation.tags.length === 1)
      for (const [status, { content }] of Object.entries(operation.responses).filter(([status]) =>
        status.startsWith('2'),
      )) {
        fits(content!['application/json']!, `response ${status}`)
      }
      const requests = requestsOf(operation)
      const body = operation.requestBody?.content['application/json']
      for (const request of body ? requests : []) {
        if (request.body || operation.requestBody!.required)
          fits({ schema: body!.schema, example: request.body }, 'body')
      }
      for (const { name, in: location, schema, description, $ref } of operation.parameters) {
        if ($ref) continue
        assert.ok(description, `${name} has a description`)
        const values = requests
          .map((request): unknown => request[location as 'path' | 'query'][name])
          .filter((value) => value !== undefined)
        // Path parameters and JSON text need an example; others may have one.
        const { contentSchema } = schema
        if (location === 'path' || contentSchema) assert.ok(values.length > 0, `${name} has an example`)
        for (const value of values)
          fits(
            contentSchema ? { schema: contentSchema, example: JSON.parse(String(value)) } : { schema, example: value },
            name,
          )
      }
      const names = operation['x-requests'] ?? []
      assert.equal(new Set(names).size, names.length)
      for (const name of names) assert.match(name, /^\w[\w ]*$/)
    })

    test('without a token is 401', async () => {
      clock.advance(2_000) // an address may fail 60 times a minute, and there are more endpoints
      const { status, body, headers } = await send({ method: method as 'GET', url })
      assert.deepEqual([status, body], [401, { message: 'Invalid or expired access token.' }])
      assert.equal(headers['cache-control'], 'no-store')
    })

    test('with integrations off is 503', async () => {
      const org = await organisation()
      await db.query('update organisation set integrations_enabled = false where id = $1', [org.orgId])
      assert.equal((await org.call(method, url)).status, 503)
    })

    if (needs !== 'valid token') {
      for (const need of needs.split(', ')) {
        const [area, level] = need.split('=') as [Area, 'read' | 'read-write']
        test(`without ${need} is 403, with all other access`, async () => {
          for (const less of level === 'read-write' ? ['none', 'read'] : ['none']) {
            const access = Object.fromEntries(areas.map((name) => [name, name === area ? less : 'read-write']))
            const { status, headers } = await (await organisation(access)).call(method, url)
            assert.deepEqual([status, headers['x-required-access']], [403, needs])
          }
        })
      }
    }

    if (path.includes('{') && `${method} ${path}` !== namesNew) {
      test('of an unknown record is 404', async () => {
        const org = await organisation()
        const unknown = path.replace(/\{\w+\}/g, '999999999')
        const { status, body } = await org.call(method, unknown, requestsOf(operation)[0].body)
        assert.equal(status, 404)
        assert.match(body.message, /^[A-Z][a-z ]+ not found\.$/)
      })
    }
  })
}

function fits(media: { schema: object; example?: unknown }, what: string) {
  assert.notEqual(media.example, undefined, `the ${what} has an example`)
  const text = JSON.stringify(media.schema).replaceAll('"#/', '"spec#/')
  assert.ok(
    ajv.validate(JSON.parse(text), structuredClone(media.example)),
    `the example of the ${what}: ${ajv.errorsText()}`,
  )
}
