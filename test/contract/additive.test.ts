import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkReleases } from '../../scripts/releases/check.ts'
import { compare, type Document } from '../../scripts/releases/compare.ts'
import { type Exceptions, exceptOf, explain, readExceptions } from '../../scripts/releases/exceptions.ts'
import { newestFirst } from '../../scripts/releases/versions.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A part of the specification that has every kind of schema. Parameters are an object by name, to be changed in one line. */
const base = (() => {
  const { info, servers, security, paths, webhooks, components } = JSON.parse(
    readFileSync(`${root}openapi.json`, 'utf8'),
  )
  const only = (all: object, names: string[]) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))
  const part = {
    ...{ info, servers, security, components },
    paths: only(paths, [
      ...[
        '/clients',
        '/clients/{id}',
        '/clients/{client_id}/notes',
        '/shifts',
        '/shifts/{ref}',
        '/shifts/{ref}/conflicts',
      ],
      ...[
        '/forms/{id}',
        '/external-ids/{system}/{type}/{external_id}',
        '/reports/insights',
        '/staff/{id}',
        '/appointments',
      ],
    ]),
    webhooks: only(webhooks, ['client.updated', 'shift.cancelled']),
  }
  const shifts = part.paths['/shifts'].get.responses[200].content['application/json'].schema
  shifts.properties.note = { anyOf: [{ $ref: '#/components/schemas/Person' }, { type: 'null' }] }
  const { Client, ClientCreate } = part.components.schemas
  Client.properties.kind = { type: 'string', enum: ['a', 'b'], 'x-open-enum': true }
  Client.properties.prices = { type: 'object', additionalProperties: { type: 'integer' } }
  ClientCreate.properties.custom = { type: 'object', properties: { a: { type: 'string' } } }
  ClientCreate.properties.even = JSON.parse(
    '{ "type": "integer", "minimum": 0, "if": { "minimum": 10 }, "then": { "multipleOf": 2 } }',
  )
  const deprecated = { since: '2027-01-01', sunset: '2027-12-01', instead: '`x`' }
  ClientCreate.properties.custom['x-deprecated'] = deprecated
  part.paths['/staff/{id}'].get['x-deprecated'] = deprecated
  const from = part.paths['/shifts'].get.parameters.find(({ name }: Any) => name === 'from')
  from['x-deprecated'] = { since: '2027-01-01', instead: '`x`' }
  return JSON.stringify(part)
})()
const baseDocument = JSON.parse(base) as Document

type Any = any
/** What the cases change. */
interface Parts {
  document: Any
  paths: Any
  schemas: Any
  events: Any
  parameter(path: string, name: string): Any
  /** The body's schema of a request, or of a response. */
  sent(path: string, method: string): Any
  received(path: string, method: string, status?: string): Any
}

const json = 'application/json'
function changed(change: (parts: Parts) => void): Document {
  const document = JSON.parse(base)
  const { paths, components, webhooks } = document
  change({
    document,
    paths,
    schemas: components.schemas,
    events: webhooks,
    parameter: (path, name) => paths[path].get.parameters.find((parameter: Any) => parameter.name === name),
    sent: (path, method) => paths[path][method].requestBody.content[json].schema,
    received: (path, method, status = '200') => paths[path][method].responses[status].content[json].schema,
  })
  assert.notEqual(JSON.stringify(document), base, 'the case changes nothing')
  return document
}

const without = (list: unknown[], ...gone: unknown[]) => list.filter((one) => !gone.includes(one))
const eventData = (event: Any) => event.post.requestBody.content[json].schema.properties.data

/** What takes something away: the place and the rule that the message names, and the change. */
const breaking: [where: string, rule: string, change: (parts: Parts) => void][] = [
  // Operations
  ['GET /staff/{id}', 'operation-removed', ({ paths }) => delete paths['/staff/{id}']],
  ['DELETE /shifts', 'operation-removed', ({ paths }) => delete paths['/shifts'].delete],
  [
    'GET /clients/{client_id}/notes',
    'operation-removed',
    ({ paths }) => {
      paths['/clients/{id}/notes'] = paths['/clients/{client_id}/notes']
      delete paths['/clients/{client_id}/notes']
    },
  ],
  ['GET /clients', 'operation-id-changed', ({ paths }) => (paths['/clients'].get.operationId = 'getClients')],
  ['GET /clients', 'client-name-changed', ({ paths }) => (paths['/clients'].get['x-sdk'] = 'clients.all')],
  ['GET /clients', 'needs-more', ({ paths }) => (paths['/clients'].get['x-needs'] = 'clients=read-write')],
  ['GET /clients', 'needs-more', ({ paths }) => (paths['/clients'].get['x-needs'] = 'clients=read, staff=read')],
  [
    'GET /external-ids/{system}/{type}/{external_id}',
    'needs-more',
    ({ paths }) => {
      const operation = paths['/external-ids/{system}/{type}/{external_id}'].get
      operation['x-needs'] = operation['x-needs'].replace('type site: sites=read;', 'type site: sites=read-write;')
    },
  ],
  ['servers', 'address-changed', ({ document }) => (document.servers[0].url = '/api/integrations/v2')],
  ['security', 'security-changed', ({ document }) => (document.security = [{ accessToken: [] }, { other: [] }])],
  ['security', 'security-changed', ({ document }) => delete document.security],
  ['GET /clients', 'security-changed', ({ paths }) => (paths['/clients'].get.security = [{ other: [] }])],
  [
    'security accessToken',
    'security-changed',
    ({ document }) => (document.components.securitySchemes.accessToken.scheme = 'basic'),
  ],
  // Deprecations
  ['GET /staff/{id}', 'deprecation-changed', ({ paths }) => delete paths['/staff/{id}'].get['x-deprecated']],
  [
    'GET /staff/{id}',
    'deprecation-changed',
    ({ paths }) => (paths['/staff/{id}'].get['x-deprecated'].since = '2027-01-02'),
  ],
  [
    'GET /staff/{id}',
    'sunset-earlier',
    ({ paths }) => (paths['/staff/{id}'].get['x-deprecated'].sunset = '2027-11-30'),
  ],
  [
    'GET /shifts query.from',
    'sunset-earlier',
    ({ parameter }) => (parameter('/shifts', 'from')['x-deprecated'].sunset = '2028-01-01'),
  ],
  [
    'ClientCreate.custom',
    'sunset-earlier',
    ({ schemas }) => (schemas.ClientCreate.properties.custom['x-deprecated'].sunset = '2027-08-01'),
  ],
  // Parameters
  [
    'GET /clients query.status',
    'parameter-removed',
    ({ paths }) =>
      (paths['/clients'].get.parameters = paths['/clients'].get.parameters.filter((p: Any) => p.name !== 'status')),
  ],
  [
    'GET /clients query.status',
    'parameter-removed',
    ({ parameter }) => (parameter('/clients', 'status').name = 'state'),
  ],
  [
    'GET /clients query.status',
    'parameter-required',
    ({ parameter }) => (parameter('/clients', 'status').required = true),
  ],
  [
    'GET /clients query.region',
    'parameter-required',
    ({ paths }) => paths['/clients'].get.parameters.push({ name: 'region', in: 'query', required: true, schema: {} }),
  ],
  [
    'GET /clients query.per_page',
    'default-changed',
    ({ parameter }) => (parameter('/clients', 'per_page').schema.default = 25),
  ],
  [
    'GET /clients query.per_page',
    'request-bound-tighter',
    ({ parameter }) => (parameter('/clients', 'per_page').schema.maximum = 50),
  ],
  [
    'GET /clients query.status',
    'request-value-removed',
    ({ parameter }) => (parameter('/clients', 'status').schema.enum = ['Active']),
  ],
  [
    'GET /clients query.query',
    'request-bound-tighter',
    ({ parameter }) => (parameter('/clients', 'query').schema.maxLength = 3),
  ],
  [
    'GET /shifts query.refs',
    'request-bound-tighter',
    ({ parameter }) => (parameter('/shifts', 'refs').schema.maxItems = 10),
  ],
  [
    'GET /shifts query.refs[]',
    'request-pattern-changed',
    ({ parameter }) => (parameter('/shifts', 'refs').schema.items.pattern = '^a:[0-9]+$'),
  ],
  [
    'GET /shifts query.from',
    'request-format-changed',
    ({ parameter }) => (parameter('/shifts', 'from').schema.format = 'date-time'),
  ],
  [
    'GET /shifts query.refs',
    'parameter-style-changed',
    ({ parameter }) => (parameter('/shifts', 'refs').style = 'pipeDelimited'),
  ],
  [
    'GET /clients query.query',
    'default-changed',
    ({ parameter }) => (parameter('/clients', 'query').schema.default = 'A'),
  ],
  [
    'GET /clients query.status',
    'default-changed',
    ({ parameter }) => (parameter('/clients', 'status').description = 'If not sent: `Active`.'),
  ],
  [
    'GET /clients query.query',
    'default-changed',
    ({ parameter, schemas }) => {
      const before = parameter('/clients', 'query').schema
      schemas.Search = { ...before, default: 'A' }
      parameter('/clients', 'query').schema = { $ref: '#/components/schemas/Search' }
    },
  ],
  // Bodies of requests
  ['ClientCreate.language', 'request-field-required', ({ schemas }) => schemas.ClientCreate.required.push('language')],
  [
    'ClientCreate.region',
    'request-field-required',
    ({ schemas }) => {
      schemas.ClientCreate.properties.region = { type: 'string' }
      schemas.ClientCreate.required.push('region')
    },
  ],
  ['ClientCreate.address', 'request-field-removed', ({ schemas }) => delete schemas.ClientCreate.properties.address],
  [
    'ClientCreate.address',
    'request-field-removed',
    ({ schemas: { ClientCreate } }) => {
      ClientCreate.properties.street = ClientCreate.properties.address
      delete ClientCreate.properties.address
    },
  ],
  [
    'ClientCreate.address',
    'request-type-removed',
    ({ schemas }) => (schemas.ClientCreate.properties.address.type = 'string'),
  ],
  [
    'ClientCreate.client_type',
    'request-value-removed',
    ({ schemas }) =>
      (schemas.ClientCreate.properties.client_type.enum = without(
        schemas.ClientCreate.properties.client_type.enum,
        'SaH',
      )),
  ],
  [
    'ClientCreate.language',
    'request-value-removed',
    ({ schemas }) => (schemas.ClientCreate.properties.language.enum = ['English']),
  ],
  [
    'ClientCreate.first_name',
    'request-bound-tighter',
    ({ schemas }) => (schemas.ClientCreate.properties.first_name.maxLength = 50),
  ],
  [
    'ClientCreate.address',
    'request-bound-tighter',
    ({ schemas }) => (schemas.ClientCreate.properties.address.minLength = 5),
  ],
  [
    'ClientCreate.primary_contact_number',
    'request-pattern-changed',
    ({ schemas }) => (schemas.ClientCreate.properties.primary_contact_number.pattern = '^[0-9]+$'),
  ],
  [
    'ClientCreate.primary_contact_number',
    'request-format-changed',
    ({ schemas }) => (schemas.ClientCreate.properties.primary_contact_number.format = 'email'),
  ],
  [
    'ClientCreate.language',
    'default-changed',
    ({ schemas }) => (schemas.ClientCreate.properties.language.description = 'If not sent: `Greek`.'),
  ],
  [
    'ClientCreate.address',
    'default-changed',
    ({ schemas }) => (schemas.ClientCreate.properties.address.description = 'If not sent: `Unknown`.'),
  ],
  [
    'ClientCreate.custom',
    'request-closed',
    ({ schemas }) => (schemas.ClientCreate.properties.custom.additionalProperties = false),
  ],
  [
    'ClientCreate.even',
    'request-condition-changed',
    ({ schemas }) => (schemas.ClientCreate.properties.even.if.minimum = 4),
  ],
  ['ShiftDelete.refs', 'request-bound-tighter', ({ schemas }) => (schemas.ShiftDelete.properties.refs.maxItems = 20)],
  [
    'FormSetTags.tags',
    'request-uniqueItems-changed',
    ({ schemas }) => (schemas.FormSetTags.properties.tags.uniqueItems = true),
  ],
  [
    'FormOperation',
    'request-form-removed',
    ({ schemas }) =>
      (schemas.FormOperation.oneOf = schemas.FormOperation.oneOf.filter(
        (one: Any) => !one.$ref.endsWith('FormRename'),
      )),
  ],
  [
    'DELETE /shifts body application/json',
    'media-type-removed',
    ({ paths }) => (paths['/shifts'].delete.requestBody.content = { 'text/plain': {} }),
  ],
  // Responses
  ['GET /clients/{id} 404', 'status-removed', ({ paths }) => delete paths['/clients/{id}'].get.responses[404]],
  [
    'POST /clients 201',
    'status-removed',
    ({ paths }) => {
      paths['/clients'].post.responses[200] = paths['/clients'].post.responses[201]
      delete paths['/clients'].post.responses[201]
    },
  ],
  [
    'GET /clients 200 RateLimit',
    'header-removed',
    ({ paths }) => delete paths['/clients'].get.responses[200].headers.RateLimit,
  ],
  [
    'GET /clients 200 RateLimit',
    'response-type-added',
    ({ paths }) => (paths['/clients'].get.responses[200].headers.RateLimit = { schema: { type: 'integer' } }),
  ],
  [
    'GET /clients 200 text/csv',
    'media-type-removed',
    ({ paths }) => delete paths['/clients'].get.responses[200].content['text/csv'],
  ],
  [
    'Client.language',
    'response-field-removed',
    ({ schemas: { Client } }) => {
      delete Client.properties.language
      Client.required = without(Client.required, 'language')
    },
  ],
  [
    'Client.language',
    'response-field-removed',
    ({ schemas: { Client } }) => {
      Client.properties.mother_tongue = Client.properties.language
      delete Client.properties.language
      Client.required = [...without(Client.required, 'language'), 'mother_tongue']
    },
  ],
  [
    'Client.prices.{name}',
    'response-null',
    ({ schemas }) => (schemas.Client.properties.prices.additionalProperties.type = ['integer', 'null']),
  ],
  [
    'Client.status',
    'response-field-optional',
    ({ schemas }) => (schemas.Client.required = without(schemas.Client.required, 'status')),
  ],
  ['Client.language', 'response-null', ({ schemas }) => (schemas.Client.properties.language.type = ['string', 'null'])],
  [
    'Client.business_id',
    'response-type-added',
    ({ schemas }) => (schemas.Client.properties.business_id.type = ['integer', 'string']),
  ],
  [
    'Client.business_id',
    'response-type-added',
    ({ schemas }) => (schemas.Client.properties.business_id = { type: 'number' }),
  ],
  ['Client.status', 'response-value-added', ({ schemas }) => schemas.Client.properties.status.enum.push('Paused')],
  ['Client.status', 'response-value-added', ({ schemas }) => delete schemas.Client.properties.status.enum],
  ['Client.status', 'response-contradiction', ({ schemas }) => (schemas.Client.properties.status.type = 'integer')],
  ['Client.status', 'response-enum-opened', ({ schemas }) => (schemas.Client.properties.status['x-open-enum'] = true)],
  ['Client.created_at', 'response-format-changed', ({ schemas }) => delete schemas.Client.properties.created_at.format],
  [
    'Appointment.start',
    'response-pattern-changed',
    ({ schemas }) => (schemas.Appointment.properties.start.pattern = '^[0-9]+$'),
  ],
  [
    'Appointment.start',
    'response-pattern-changed',
    ({ schemas }) => delete schemas.Appointment.properties.start.pattern,
  ],
  [
    'GET /clients 200.meta',
    'response-form-removed',
    ({ received }) => (received('/clients', 'get').properties.meta = { $ref: '#/components/schemas/KeysetMeta' }),
  ],
  [
    'GET /clients/{id} 200.data',
    'response-form-added',
    ({ received, schemas }) =>
      (received('/clients/{id}', 'get').properties.data = {
        anyOf: [{ $ref: '#/components/schemas/Client' }, schemas.Person],
      }),
  ],
  // Events
  ['event client.updated', 'event-removed', ({ events }) => delete events['client.updated']],
  ['event client.updated', 'event-area-changed', ({ events }) => (events['client.updated'].post['x-area'] = 'staff')],
  [
    'event shift.cancelled.data.detail.cancelled_by',
    'response-field-removed',
    ({ events }) => delete eventData(events['shift.cancelled']).properties.detail.properties.cancelled_by,
  ],
  ['EventSubject.path', 'response-field-removed', ({ schemas }) => delete schemas.EventSubject.properties.path],
]

/** What only gains. */
const adding: Record<string, (parts: Parts) => void> = {
  'an operation': ({ paths }) => (paths['/rooms'] = { get: paths['/clients'].get }),
  'a method of a path': ({ paths }) => (paths['/staff/{id}'].delete = paths['/clients/{id}'].delete),
  'an event type': ({ events }) => (events['client.moved'] = events['client.updated']),
  'an optional parameter': ({ paths }) =>
    paths['/clients'].get.parameters.push({
      name: 'region',
      in: 'query',
      required: false,
      schema: { enum: ['north'] },
    }),
  'an optional header': ({ paths }) =>
    paths['/clients'].get.parameters.push({ name: 'X-Region', in: 'header', schema: { type: 'string' } }),
  'an optional field of a body': ({ schemas }) =>
    (schemas.ClientCreate.properties.region = { type: 'string', maxLength: 5 }),
  'a field of a record': ({ schemas }) => (schemas.Client.properties.region = { type: ['string', 'null'] }),
  'a field that each record has': ({ schemas: { Client } }) => {
    Client.properties.region = { type: 'string', enum: ['north'] }
    Client.required.push('region')
  },
  'a field beside data': ({ received }) => (received('/clients/{id}', 'get').properties.links = { type: 'object' }),
  'a detail of an event': ({ events }) =>
    (eventData(events['shift.cancelled']).properties.detail.properties.notice = { type: 'integer' }),
  'a status': ({ paths }) => (paths['/clients/{id}'].get.responses[410] = paths['/clients/{id}'].get.responses[404]),
  'a header of a response': ({ paths }) => (paths['/clients'].get.responses[200].headers.Link = {}),
  'a media type of a response': ({ paths }) => (paths['/shifts'].get.responses[200].content['text/calendar'] = {}),
  'a value that a parameter takes': ({ parameter }) => parameter('/clients', 'status').schema.enum.push('Paused'),
  'a value that a field takes': ({ schemas }) => schemas.ClientCreate.properties.client_type.enum.push('CHSP'),
  'any value where a field took some': ({ schemas }) => delete schemas.ClientCreate.properties.client_type.enum,
  'a value of an open enum': ({ schemas }) => schemas.Client.properties.kind.enum.push('c'),
  'null where a field took text': ({ schemas }) => (schemas.ClientCreate.properties.language.type = ['string', 'null']),
  'a type that a field takes': ({ schemas }) =>
    (schemas.ClientCreate.properties.business_id.type = ['integer', 'string']),
  'a field that is no longer required': ({ schemas }) => schemas.ClientCreate.required.pop(),
  'a body that is no longer required': ({ paths }) => (paths['/clients'].post.requestBody.required = false),
  'a longer text in requests and responses': ({ schemas: { Client, ClientCreate } }) => {
    for (const { properties } of [Client, ClientCreate]) properties.first_name.maxLength = 200
  },
  'no pattern': ({ schemas }) => delete schemas.ClientCreate.properties.first_name.pattern,
  'a larger page': ({ parameter }) => (parameter('/clients', 'per_page').schema.maximum = 500),
  'an operation of a PATCH': ({ schemas }) => {
    schemas.FormArchive = { type: 'object', required: ['op'], properties: { op: { type: 'string', const: 'archive' } } }
    schemas.FormOperation.oneOf.push({ $ref: '#/components/schemas/FormArchive' })
  },
  'less access': ({ paths }) => (paths['/clients'].post['x-needs'] = 'clients=read'),
  'access that depends on a parameter no more': ({ paths }) =>
    (paths['/external-ids/{system}/{type}/{external_id}'].put['x-needs'] = 'valid token'),
  'another name of a schema': ({ schemas, received }) => {
    schemas.Customer = schemas.Client
    received('/clients/{id}', 'get').properties.data = { $ref: '#/components/schemas/Customer' }
  },
  'a schema in place of its reference': ({ schemas, received }) =>
    (received('/clients/{id}', 'get').properties.data = schemas.Client),
  'a union that is written in another way': ({ received, schemas }) =>
    (received('/shifts', 'get').properties.note = { ...schemas.Person, type: ['object', 'null'] }),
  'values as constants': ({ schemas }) =>
    (schemas.Client.properties.status = { anyOf: [{ const: 'Active' }, { const: 'Archived' }] }),
  'fewer values in responses': ({ schemas }) => schemas.Client.properties.status.enum.pop(),
  'no null in responses': ({ schemas }) => (schemas.Client.properties.address.type = 'string'),
  'texts and examples': ({ schemas, paths }) => {
    schemas.Client.description = 'A person.'
    Object.assign(paths['/clients'].get, { summary: 'All clients', description: 'All of them.', tags: ['People'] })
    paths['/clients/{id}'].get.responses[200].content[json].example = {}
  },
  'another order': ({ schemas, paths }) => {
    schemas.Client.required.reverse()
    schemas.Client.properties = Object.fromEntries(Object.entries(schemas.Client.properties).reverse())
    paths['/clients'].get.parameters.reverse()
  },
  'a later sunset': ({ paths }) => (paths['/staff/{id}'].get['x-deprecated'].sunset = '2028-06-01'),
  'no sunset': ({ paths }) => delete paths['/staff/{id}'].get['x-deprecated'].sunset,
  'another text of a deprecation': ({ paths }) => (paths['/staff/{id}'].get['x-deprecated'].instead = '`y`'),
  'the security of the document, in an operation': ({ paths, document }) =>
    (paths['/clients'].get.security = document.security),
  'a scheme of security': ({ document }) => (document.components.securitySchemes.other = { type: 'http' }),
  'a value less of an open enum': ({ schemas }) => schemas.Client.properties.kind.enum.pop(),
  'a deprecation': ({ paths }) => (paths['/clients'].get.deprecated = true),
}

for (const [where, rule, change] of breaking) {
  test(`breaks: ${where} [${rule}] ${String(change).replace(/\s+/g, ' ').slice(0, 120)}`, () => {
    const problems = compare(baseDocument, changed(change)).map(explain)
    assert.ok(
      problems.some((line) => line.startsWith(`${where}: `) && line.includes(`[${rule}]`)),
      problems.join('\n') || 'not found',
    )
  })
}

for (const [what, change] of Object.entries(adding)) {
  test(`only adds: ${what}`, () => {
    assert.deepEqual(compare(baseDocument, changed(change)).map(explain), [])
  })
}

/** What the comparison does not understand, with its place. */
const unknown: Record<string, [what: string, change: (parts: Parts) => void]> = {
  dependentRequired: [
    '`dependentRequired` at ClientCreate.custom',
    ({ schemas }) => (schemas.ClientCreate.properties.custom.dependentRequired = { a: ['b'] }),
  ],
  contains: ['`contains` at FormSetTags.tags', ({ schemas }) => (schemas.FormSetTags.properties.tags.contains = {})],
  prefixItems: [
    '`prefixItems` at FormSetTags.tags',
    ({ schemas }) => (schemas.FormSetTags.properties.tags.prefixItems = []),
  ],
  'items: false': [
    'the schema `false` at FormSetTags.tags[]',
    ({ schemas }) => (schemas.FormSetTags.properties.tags.items = false),
  ],
  'a field that is true': [
    'the schema `true` at Client.extra',
    ({ schemas }) => (schemas.Client.properties.extra = true),
  ],
  'a schema of unevaluatedProperties': [
    'a schema of `unevaluatedProperties` at Client',
    ({ schemas }) => (schemas.Client.unevaluatedProperties = {}),
  ],
  'anyOf inside allOf': [
    'a union in a part of `allOf` at Client.kind',
    ({ schemas }) => (schemas.Client.properties.kind.allOf = [{ anyOf: [{ const: 'a' }, { const: 'b' }] }]),
  ],
  'oneOf beside anyOf': [
    '`oneOf` beside `anyOf` at Client.kind',
    ({ schemas }) => Object.assign(schemas.Client.properties.kind, { anyOf: [{}], oneOf: [{}] }),
  ],
  'parts of allOf with the same keyword': [
    '`maxLength` twice at Client.kind',
    ({ schemas }) => (schemas.Client.properties.kind.allOf = [{ maxLength: 5 }, { maxLength: 3 }]),
  ],
  'a keyword beside a reference that has it': [
    '`type` twice at Client.kind',
    ({ schemas }) => (schemas.Client.properties.kind = { $ref: '#/components/schemas/Person', type: 'string' }),
  ],
  'a field with two schemas': [
    'a field with two schemas at Client.prices.a',
    ({ schemas }) =>
      Object.assign(schemas.Client.properties.prices, {
        properties: { a: { type: 'integer' } },
        allOf: [{ properties: { a: { minimum: 5 } } }],
      }),
  ],
  'a reference in a condition': [
    '`$ref` in a condition at ClientCreate.even',
    ({ schemas }) => (schemas.ClientCreate.properties.even.not = { $ref: '#/components/schemas/Person' }),
  ],
  'a reference to nothing': [
    '#/components/schemas/Nobody at Client.kind',
    ({ schemas }) => (schemas.Client.properties.kind = { $ref: '#/components/schemas/Nobody' }),
  ],
  'parameters of a path': ['`parameters` at /clients', ({ paths }) => (paths['/clients'].parameters = [])],
  'content of a parameter': [
    '`content` at GET /clients query.query',
    ({ parameter }) => (parameter('/clients', 'query').content = {}),
  ],
  'callbacks of an operation': ['`callbacks` at GET /clients', ({ paths }) => (paths['/clients'].get.callbacks = {})],
  'a level of access': [
    'the need `clients=write` at GET /clients',
    ({ paths }) => (paths['/clients'].get['x-needs'] = 'clients=write'),
  ],
}

for (const [name, [what, change]] of Object.entries(unknown)) {
  test(`ends at what it does not understand: ${name}`, () => {
    const message = `additive does not understand ${what}: teach it, or do not use it`
    assert.throws(() => compare(baseDocument, changed(change)), new Error(message))
  })
}

test('conditions beside a union are compared', () => {
  const change = (minimum: number) =>
    changed((parts) => {
      parts.schemas.ClientCreate.properties.even = {
        anyOf: [{ type: 'integer' }, { type: 'null' }],
        allOf: [{ not: { minimum } }],
      }
    })
  assert.deepEqual(
    compare(change(10), change(4)).map(({ where, rule }) => [where, rule]),
    [['ClientCreate.even', 'request-condition-changed']],
  )
})

test('at least 45 cases break and 30 add', () => {
  assert.ok(
    breaking.length >= 45 && Object.keys(adding).length >= 30,
    `${breaking.length}, ${Object.keys(adding).length}`,
  )
})

test('a problem of a shared schema is one line that names an operation and counts the others', () => {
  const [line, ...others] = compare(
    baseDocument,
    changed(({ schemas }) => delete schemas.Client.properties.language),
  ).map(explain)
  assert.deepEqual(others, [])
  assert.equal(line, 'Client.language: the field is gone [response-field-removed] (GET /clients and 4 more)')
})

test('an exception needs its place, rule and value, and one that matches nothing is listed', () => {
  const problems = compare(
    baseDocument,
    changed(({ schemas }) => schemas.Client.properties.status.enum.push('Paused')),
  )
  const exception = {
    ...{ where: ['Client.status'], rule: 'response-value-added', value: '"Paused"' },
    reason: 'Nobody reads it.',
  }
  assert.deepEqual(exceptOf(problems, [exception]), { left: [], unused: [] })
  for (const other of [
    { where: ['Client.kind'] },
    { rule: 'response-null' },
    { value: '"Gone"' },
    { value: undefined },
  ]) {
    const { left, unused } = exceptOf(problems, [{ ...exception, ...other } as typeof exception])
    assert.deepEqual([left, unused.length], [problems, 1], JSON.stringify(other))
  }
})

test('an entry of releases/allowed.json without a rule, reason or place ends with its number', () => {
  const valid = { rule: 'a', reason: 'b', where: ['c'] }
  const read = (entry: unknown, version = 'unreleased') =>
    readExceptions(JSON.stringify({ [version]: [valid, entry] }), ['0.3.0'])
  assert.deepEqual(read({ ...valid, value: 'd' }), { unreleased: [valid, { ...valid, value: 'd' }] })
  const entry = 'releases/allowed.json: entry 2 of "unreleased"'
  const mistakes: [unknown, string][] = [
    ['x', `${entry} must be an object with rule, reason and where: "x"`],
    [{ ...valid, rule: undefined }, `${entry} needs a rule, such as "response-form-added"`],
    [{ ...valid, reason: ' ' }, `${entry} needs a reason: why is no caller hurt?`],
    [{ ...valid, where: 'c' }, `${entry} needs where, a list of places such as "Client.status"`],
    [{ ...valid, where: [] }, `${entry} needs where, a list of places such as "Client.status"`],
    [{ ...valid, value: 1 }, `${entry} has a value that is not a text`],
    [{ ...valid, wher: ['d'] }, `${entry} has "wher"; only rule, reason, where and value are known`],
  ]
  for (const [one, message] of mistakes)
    assert.throws(
      () => read(one),
      (error: Error) => error.message.startsWith(message),
    )
  assert.throws(() => read(valid, '0.4.0'), /"0.4.0" is not a release/)
  assert.throws(() => readExceptions('[]', []), /write \{"unreleased": \[\]/)
})

test('a break in the commit of a release is found, and its exceptions are those of the release', () => {
  const broken = changed(({ schemas }) => delete schemas.Client.properties.language)
  const releases = new Map([
    ['0.3.0', broken],
    ['0.2.0', baseDocument],
  ])
  const leftOf = (exceptions: Exceptions) =>
    checkReleases(releases, broken, exceptions).map(({ before, version, left, unused }) => [
      ...[before, version],
      ...[left.length, unused.length],
    ])
  assert.deepEqual(leftOf({}), [
    ['0.3.0', 'unreleased', 0, 0],
    ['0.2.0', '0.3.0', 1, 0],
  ])
  const exception = { rule: 'response-field-removed', reason: 'Nobody reads it.', where: ['Client.language'] }
  assert.deepEqual(leftOf({ '0.3.0': [exception], unreleased: [exception] }), [
    ['0.3.0', 'unreleased', 0, 1],
    ['0.2.0', '0.3.0', 0, 0],
  ])
})

test('no exception lets a list lose its page, total and last_page, or get a further kind of meta', () => {
  const read = (path: string) => readFileSync(root + path, 'utf8')
  const versions = newestFirst(readdirSync(`${root}releases`))
  const releases = new Map(versions.map((version) => [version, JSON.parse(read(`releases/${version}.json`))]))
  const exceptions = readExceptions(read('releases/allowed.json'), versions)
  const meta = '#/components/schemas/'
  const metas = [
    { $ref: `${meta}KeysetMeta` },
    { anyOf: [`${meta}Meta`, `${meta}KeysetMeta`, `${meta}Person`].map(($ref) => ({ $ref })) },
  ]
  for (const changedMeta of metas) {
    const document = JSON.parse(read('openapi.json'))
    document.paths['/clients'].get.responses[200].content[json].schema.properties.meta = changedMeta
    const [unreleased] = checkReleases(releases, document, exceptions)
    assert.notEqual(unreleased!.left.length, 0, JSON.stringify(changedMeta))
  }
})

test('the specification has everything that the last release promised', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/additive.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  assert.match(stdout, /^openapi\.json has everything that \d+\.\d+\.\d+ promised/)
})
