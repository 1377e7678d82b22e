import type { Document } from './document.ts'
import { type Form, formsOf, isCondition, notUnderstood, type Schema, texts } from './forms.ts'
import { bounds, exact } from './schemas.ts'

const conditionKeywords = ['if', 'then', 'else', 'not']
const schemaKeywords = [
  ...texts,
  ...conditionKeywords,
  ...Object.keys(bounds),
  ...exact,
  ...['$ref', 'type', 'enum', 'const', 'x-open-enum', 'default', 'anyOf', 'oneOf', 'allOf', 'items', 'contentSchema'],
  ...['properties', 'required', 'patternProperties', 'propertyNames', 'additionalProperties', 'unevaluatedProperties'],
]

/** The parts of a document other than schemas, with the fields that are compared or only read by people. */
const fields = {
  document: ['openapi', 'info', 'servers', 'security', 'tags', 'paths', 'webhooks', 'components', 'externalDocs'],
  components: ['schemas', 'responses', 'parameters', 'headers', 'securitySchemes'],
  path: ['get', 'put', 'post', 'patch', 'delete'],
  operation: [
    ...['operationId', 'summary', 'description', 'tags', 'deprecated', 'x-deprecated', 'x-needs', 'x-sdk', 'x-area'],
    ...['x-requests', 'security', 'parameters', 'requestBody', 'responses'],
  ],
  parameter: [...texts, 'name', 'in', 'required', 'schema', 'style', 'explode', '$ref'],
  body: ['description', 'required', 'content', '$ref'],
  content: ['schema', 'example', 'examples'],
  response: ['description', 'headers', 'content', '$ref'],
  header: [...texts, 'required', 'schema', '$ref'],
}

/** Throws for the first part of a document that the comparison would pass over. */
export function checkUnderstood(document: Document): void {
  if (checked.has(document)) return
  checkFields('document', document, 'the document')
  const { paths, webhooks = {}, components } = document
  checkFields('components', components, 'components')
  const operations = [
    ...Object.entries(paths).map(([path, item]) => ['', path, item] as const),
    ...Object.entries(webhooks).map(([type, item]) => ['event ', type, item] as const),
  ]
  for (const [kind, path, item] of operations) {
    checkFields('path', item, kind + path)
    for (const [method, operation] of Object.entries(item))
      checkOperation(operation, kind ? kind + path : `${method.toUpperCase()} ${path}`)
  }
  for (const [name, one] of Object.entries(components.schemas ?? {})) checkSchema(one, name)
  for (const [name, one] of Object.entries(components.parameters ?? {})) checkParameter(one, name)
  for (const [name, one] of Object.entries(components.headers ?? {})) checkHeader(one, name)
  for (const [name, one] of Object.entries(components.responses ?? {})) checkResponse(one, name)
  checked.add(document)

  function checkOperation(operation: object, where: string): void {
    checkFields('operation', operation, where)
    const { parameters = [], requestBody, responses } = operation as Record<string, any>
    for (const parameter of parameters) checkParameter(parameter, `${where} ${parameter.in}.${parameter.name}`)
    if (requestBody) {
      checkFields('body', requestBody, `${where} body`)
      checkContent(requestBody.content, `${where} body`)
    }
    for (const [status, response] of Object.entries(responses)) checkResponse(response, `${where} ${status}`)
  }

  function checkParameter(parameter: unknown, where: string): void {
    checkFields('parameter', parameter, where)
    checkSchema((parameter as { schema?: unknown }).schema ?? {}, where)
  }

  function checkHeader(header: unknown, where: string): void {
    checkFields('header', header, where)
    checkSchema((header as { schema?: unknown }).schema ?? {}, where)
  }

  function checkResponse(response: unknown, where: string): void {
    checkFields('response', response, where)
    const { headers = {}, content } = response as Record<string, any>
    for (const [name, header] of Object.entries(headers)) checkHeader(header, `${where} ${name}`)
    checkContent(content, where)
  }

  function checkContent(content: Record<string, { schema?: unknown }> = {}, where: string): void {
    for (const [type, one] of Object.entries(content)) {
      checkFields('content', one, `${where} ${type}`)
      checkSchema(one.schema ?? {}, where)
    }
  }

  function checkSchema(value: unknown, where: string): void {
    if (typeof value !== 'object' || value === null) throw notUnderstood(`the schema \`${value}\``, where)
    const schema = value as Schema
    checkKeywords(schema, schemaKeywords, where)
    if (typeof (schema.unevaluatedProperties ?? true) !== 'boolean')
      throw notUnderstood('a schema of `unevaluatedProperties`', where)
    checkConditions(schema, where)
    // Throws for what it cannot join.
    const forms: Form[] = formsOf(document, schema, where)
    for (const { conditions } of forms) for (const one of conditions ?? []) checkConditions(one, where)

    const { items, contentSchema, propertyNames, additionalProperties, properties, patternProperties } = schema
    if (items !== undefined) checkSchema(items, `${where}[]`)
    if (contentSchema !== undefined) checkSchema(contentSchema, where)
    for (const names of [propertyNames, typeof additionalProperties === 'boolean' ? undefined : additionalProperties])
      if (names !== undefined) checkSchema(names, `${where}.{name}`)
    for (const [name, one] of Object.entries({ ...properties, ...patternProperties }))
      checkSchema(one, `${where}.${name}`)
    for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) checkSchema(one, where)
    for (const one of schema.allOf ?? [])
      if (isCondition(one)) checkKeywords(one, [...conditionKeywords, ...texts], where)
      else checkSchema(one, where)
  }
}

const checked = new WeakSet<Document>()

const checkFields = (kind: keyof typeof fields, value: unknown, where: string) =>
  checkKeywords(value as object, fields[kind], where)

function checkKeywords(value: object, known: readonly string[], where: string): void {
  const unknown = Object.keys(value).find((name) => !known.includes(name))
  if (unknown !== undefined) throw notUnderstood(`\`${unknown}\``, where)
}

/** Conditions are compared as text, which does not have what a reference leads to. */
function checkConditions(schema: Schema, where: string): void {
  const text = JSON.stringify(conditionKeywords.map((keyword) => schema[keyword]))
  if (text.includes('"$ref"')) throw notUnderstood('`$ref` in a condition', where)
}
