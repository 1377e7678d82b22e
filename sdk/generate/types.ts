import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { type Document, json, type Schema } from './document.ts'

/**
 * The types of requests and responses. Enums of responses are open (`'Active' | (string & {})`), so that a program
 * compiles and works when a later release adds a value; those of requests are strict.
 */
export async function typesOf(document: Document): Promise<string> {
  const prepared = prepare(structuredClone(document))
  const nodes = await openapiTS(prepared as never, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    defaultNonNullable: false,
    silent: true,
    transform: (schema) => (isOpen in schema ? openUnion((schema as Schema).enum!) : undefined),
  })
  // The paths only repeat under which addresses the operations are; the client has its table for that.
  return astToString(nodes.filter((node) => !['paths', 'webhooks', '$defs'].includes(nameOf(node))))
}

const nameOf = (node: ts.Node): string =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) ? node.name.text : ''

const isOpen = 'x-of-response'

function openUnion(values: unknown[]): ts.TypeNode {
  const { factory } = ts
  const literals = values.map((value) =>
    factory.createLiteralTypeNode(value === null ? factory.createNull() : factory.createStringLiteral(String(value))),
  )
  const string = factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword)
  const other = factory.createParenthesizedType(
    factory.createIntersectionTypeNode([string, factory.createTypeLiteralNode([])]),
  )
  return factory.createUnionTypeNode([...literals, other])
}

/** Leaves what the client's types are made of, with schemas of requests apart from those of responses. */
function prepare(document: Document): Document {
  const { schemas } = document.components
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  for (const operation of operations) {
    operation.parameters = operation.parameters.filter(({ $ref }) => !$ref)
    for (const parameter of operation.parameters) {
      parameter.schema = parameter.schema.contentSchema ?? parameter.schema
      withoutExamples(parameter)
    }
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!status.startsWith('2')) delete operation.responses[status]
      delete response.headers
    }
    for (const { content } of [operation.requestBody, ...Object.values(operation.responses)].filter(
      (one) => one !== undefined,
    ))
      for (const [type, body] of Object.entries(content ?? {}))
        type === json ? withoutExamples(body) : delete content![type]
  }
  Object.assign(schemas, webhookSchemas(document))
  document.webhooks = {}
  const requests = operations.flatMap(({ parameters, requestBody }) => [parameters, requestBody])
  const responses = [
    ...operations.map((one) => one.responses),
    refsTo('WebhookData', 'WebhookDetails', 'ValidationError'),
  ]
  const inResponses = reachable(schemas, responses)
  const shared = [...reachable(schemas, requests)].filter((name) => inResponses.has(name))
  // A schema of both gets a strict copy, to which the requests refer.
  const strict = shared.map((name) => [`${name}Sent`, structuredClone(schemas[name]!)] as const)
  const ofRequests = [...reachable(schemas, requests)].filter((name) => !inResponses.has(name))
  const texts = new Map(shared.map((name) => [refTo(name), refTo(`${name}Sent`)]))
  for (const part of [...requests, ...ofRequests.map((name) => schemas[name]), ...strict.map(([, schema]) => schema)])
    for (const node of nodesIn(part)) if (node.$ref) node.$ref = texts.get(node.$ref) ?? node.$ref
  for (const [name, schema] of strict) {
    if (schemas[name]) throw new Error(`openapi.json has a schema ${name}: choose another suffix for copies`)
    schemas[name] = schema
  }
  for (const part of [...responses, ...[...inResponses].map((name) => schemas[name])])
    for (const node of nodesIn(part)) if (node.enum?.every((one) => typeof one !== 'number')) node[isOpen] = true
  const { parameters: _, headers: __, responses: ___, ...components } = document.components
  return { ...document, components: components as Document['components'] }
}

/** The reference has them; the types would be twice as long. */
function withoutExamples(part: { schema: Schema; example?: unknown; examples?: unknown }): void {
  delete part.example
  delete part.examples
}

/** The data of webhooks is alike but for `detail`, so it is described once, with the details by type. */
function webhookSchemas({ webhooks }: Document): Record<string, Schema> {
  const bodies = Object.entries(webhooks).map(([type, { post }]) => {
    const { data } = post.requestBody.content[json]!.schema.properties!
    const { detail, ...others } = data!.properties!
    return { type, detail: detail!, others: { ...data!, properties: others } as Schema }
  })
  const [first] = bodies
  for (const { type, others } of bodies)
    if (JSON.stringify(others) !== JSON.stringify(first!.others))
      throw new Error(
        `The data of ${type} differs from that of other webhooks in more than \`detail\`: correct the types of verifyWebhook`,
      )
  const required = (first!.others.required as string[]).filter((name) => name !== 'detail')
  return {
    WebhookData: { ...first!.others, required, description: 'What a webhook says of an event, without its detail.' },
    WebhookDetails: {
      type: 'object',
      description: 'The detail of each type of event.',
      required: bodies.map(({ type }) => type),
      properties: Object.fromEntries(bodies.map(({ type, detail }) => [type, detail])),
    },
  }
}

const refsTo = (...names: string[]) => names.map((name) => ({ $ref: refTo(name) }))
const refTo = (name: string) => `#/components/schemas/${name}`

/** Every object within a part of the document, without its examples. */
function* nodesIn(part: unknown): Generator<Schema> {
  if (typeof part !== 'object' || part === null) return
  if (!Array.isArray(part)) yield part as Schema
  for (const [key, inner] of Object.entries(part)) if (!/^examples?$/.test(key)) yield* nodesIn(inner)
}

/** The names of the schemas that the parts refer to, directly or through others. */
function reachable(schemas: Record<string, Schema>, parts: unknown): Set<string> {
  const names = new Set<string>()
  const visit = (part: unknown) => {
    for (const { $ref } of nodesIn(part)) {
      const name = $ref?.split('/').at(-1)
      if (!name || names.has(name)) continue
      names.add(name)
      visit(schemas[name])
    }
  }
  visit(parts)
  return names
}
