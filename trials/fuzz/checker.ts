import type { Ajv, AnySchemaObject, ValidateFunction } from 'ajv'
import { basePath } from '../../src/app.ts'
import { makeAjv } from '../../src/http/contract/validation.ts'
import { type Document, type OperationAtPath, responseChecker } from '../../test/harness/specification.ts'
import { type HttpRequest, type HttpResponse, jsonOf } from '../lib/transport.ts'

/** What is expected of a response, beyond the rules for every response. */
export type Expected =
  | { as: 'anything declared' }
  | { as: 'accepted' }
  | { as: 'rejected' }
  | { as: 'status'; status: number[] }
  | { as: 'names the field'; field: string }
  | { as: 'unauthenticated' }
  | { as: 'not malformed' }

export class Violation extends Error {}
export const ensure = (condition: unknown, what: string) => {
  if (!condition) throw new Violation(what)
}

const safeId = /^[A-Za-z0-9_-]{1,64}$/

/** Checks responses of the API against the specification, the general rules and the expectation. */
export class ResponseChecker {
  readonly #declared: ReturnType<typeof responseChecker>
  readonly #ajv: Ajv
  readonly #bodies = new Map<string, ValidateFunction>()

  readonly resolve: (ref: string) => AnySchemaObject

  constructor(document: Document) {
    this.resolve = (ref) => document.components.schemas[ref.split('/').at(-1)!]!
    this.#declared = responseChecker(document)
    this.#ajv = makeAjv([{ ...document, $id: 'bodies' }])
    // makeAjv belongs to the service, so this checks that it does not change bodies.
    const { coerceTypes, removeAdditional } = this.#ajv.opts
    if (coerceTypes || removeAdditional)
      throw new Error('makeAjv changes bodies: the checks would validate other bodies than those sent')
  }

  check(operation: OperationAtPath, request: HttpRequest, response: HttpResponse, expected: Expected): void {
    const { status, text } = response
    ensure(status < 500, `returned ${status}: ${text.slice(0, 200)}`)
    checkEveryResponse(request, response)
    const media = (response.headers['content-type'] ?? '').split(';', 1)[0]!
    const body = jsonOf(response)
    ensure(media !== 'application/json' || body !== undefined, `returned invalid JSON: ${text.slice(0, 200)}`)
    try {
      this.#declared(request.method, request.url.slice(basePath.length), status, body, media)
    } catch (error) {
      throw new Violation((error as Error).message.slice(0, 500))
    }
    if (status < 300) this.#checkAcceptedBody(operation, request)
    this.#checkExpectation(response, body, expected)
  }

  /** An accepted body matches its schema: unknown fields are not dropped and strings are not coerced. */
  #checkAcceptedBody(operation: OperationAtPath, { payload, headers }: HttpRequest) {
    const schema = operation.requestBody?.content['application/json']?.schema
    if (!schema || payload === undefined || payload.length === 0) return
    ensure(
      /^application\/json\b/i.test(headers['content-type'] ?? ''),
      `accepted a body of type ${headers['content-type']}`,
    )
    const bytes = Buffer.from(payload)
    const value: unknown = JSON.parse(bytes.toString())
    ensure(this.accepts(operation, value), 'accepted a body that does not match its schema')
  }

  /** Whether a body matches its schema. */
  accepts(operation: OperationAtPath, body: unknown): boolean {
    return this.bodyValidator(operation)(structuredClone(body))
  }

  resolved = (schema: AnySchemaObject): AnySchemaObject =>
    schema.$ref ? this.resolved(this.resolve(schema.$ref)) : schema

  bodyValidator(operation: OperationAtPath): ValidateFunction {
    let check = this.#bodies.get(operation.operationId)
    if (!check) {
      const text = JSON.stringify(operation.requestBody!.content['application/json']!.schema)
      check = this.#ajv.compile(JSON.parse(text.replaceAll('"#/', '"bodies#/')))
      this.#bodies.set(operation.operationId, check)
    }
    return check
  }

  #checkExpectation({ status, text }: HttpResponse, body: any, expected: Expected) {
    const summary = `${status} ${text.slice(0, 200)}`
    switch (expected.as) {
      case 'accepted':
        return ensure(status < 300, `rejected valid input: ${summary}`)
      case 'rejected':
        return ensure(status >= 400, `accepted invalid input: ${summary}`)
      case 'status':
        return ensure(expected.status.includes(status), `is not ${expected.status.join(' or ')}: ${summary}`)
      case 'names the field':
        ensure(status === 422, `did not reject an unknown field with 422: ${summary}`)
        return ensure(namesField(body?.errors ?? {}, expected.field), `does not name ${expected.field}: ${summary}`)
      case 'not malformed':
        return ensure(
          status !== 400 && status !== 413,
          `rejected JSON that matches its schema as malformed: ${summary}`,
        )
      case 'unauthenticated':
        return ensure(status === 401, `accepted the token: ${summary}`)
    }
  }
}

/** By its path, or in the message of an object that contains it: errors of a spec are grouped by `spec.<key>`. */
const namesField = (errors: Record<string, string[]>, field: string): boolean =>
  Object.entries(errors).some(
    ([path, sentences]) =>
      path === field ||
      (field.startsWith(`${path}.`) &&
        sentences.some((text) => text.includes(field.slice(field.lastIndexOf('.') + 1)))),
  )

/** Checks the rules for every response of the API and of the pages. */
export function checkEveryResponse(request: HttpRequest, response: HttpResponse): void {
  const { status, headers, text } = response
  const id = headers['x-request-id']
  ensure(id && safeId.test(id), `has no request id: ${id}`)
  const requestedId = request.headers['x-request-id']
  if (requestedId !== undefined && safeId.test(requestedId))
    ensure(id === requestedId, `does not echo the request id ${requestedId}`)
  ensure(headers['cache-control'] === 'no-store', `is cacheable: cache-control ${headers['cache-control']}`)
  const token = /svc_at_[0-9A-Za-z]{46}/.exec(request.headers.authorization ?? '')?.[0]
  ensure(!token || !text.includes(token), 'repeats the token')
  if (status < 400) return
  ensure(
    headers['content-type'] === 'application/json; charset=utf-8',
    `is an error with content type ${headers['content-type']}`,
  )
  const message = jsonOf(response)?.message
  ensure(typeof message === 'string' && message !== '', `is an error without a message: ${text.slice(0, 200)}`)
}
