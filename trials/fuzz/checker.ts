import type { Ajv, AnySchemaObject, ValidateFunction } from 'ajv'
import { basePath } from '../../src/app.ts'
import { makeAjv } from '../../src/http/contract/validation.ts'
import { type Document, declaredAnswers, type Walked } from '../../test/harness/declared.ts'
import { type HttpRequest, type HttpResponse, jsonOf } from '../lib/transport.ts'

/** What a request must lead to, beyond what holds for every answer. */
export type Expected =
  | { as: 'anything declared' }
  | { as: 'taken' }
  | { as: 'refused' }
  | { as: 'status'; status: number[] }
  | { as: 'names the field'; field: string }
  | { as: 'unauthenticated' }
  | { as: 'not malformed' }

export class Violation extends Error {}
const ensure = (condition: unknown, what: string) => {
  if (!condition) throw new Violation(what)
}

const safeId = /^[A-Za-z0-9_-]{1,64}$/

/** Holds answers of the API against what is promised of all of them, and of the one that a request asked for. */
export class ResponseChecker {
  readonly #declared: ReturnType<typeof declaredAnswers>
  readonly #ajv: Ajv
  readonly #bodies = new Map<string, ValidateFunction>()

  readonly resolve: (ref: string) => AnySchemaObject

  constructor(document: Document) {
    this.resolve = (ref) => document.components.schemas[ref.split('/').at(-1)!]!
    this.#declared = declaredAnswers(document)
    this.#ajv = makeAjv([{ ...document, $id: 'bodies' }])
    // The formats are the service's own; that a body is taken as it is sent must not be left to it as well.
    const { coerceTypes, removeAdditional } = this.#ajv.opts
    if (coerceTypes || removeAdditional) throw new Error('the schemas are held against bodies that were changed before')
  }

  check(operation: Walked, request: HttpRequest, response: HttpResponse, expected: Expected): void {
    const { status, text } = response
    ensure(status < 500, `answered ${status}: ${text.slice(0, 200)}`)
    checkEveryResponse(request, response)
    const media = (response.headers['content-type'] ?? '').split(';', 1)[0]!
    const body = jsonOf(response)
    ensure(media !== 'application/json' || body !== undefined, `sent JSON that cannot be read: ${text.slice(0, 200)}`)
    try {
      this.#declared(request.method, request.url.slice(basePath.length), status, body, media)
    } catch (error) {
      throw new Violation((error as Error).message.slice(0, 500))
    }
    if (status < 300) this.#checkAcceptedBody(operation, request)
    this.#checkExpectation(response, body, expected)
  }

  /** A body that its schema refuses must not be taken: an unknown field is not dropped and a text is no number. */
  #checkAcceptedBody(operation: Walked, { payload, headers }: HttpRequest) {
    const schema = operation.requestBody?.content['application/json']?.schema
    if (!schema || payload === undefined || payload.length === 0) return
    ensure(
      /^application\/json\b/i.test(headers['content-type'] ?? ''),
      `took a body of type ${headers['content-type']}`,
    )
    const bytes = Buffer.from(payload)
    const value: unknown = JSON.parse(bytes.toString())
    ensure(this.accepts(operation, value), `took a body that does not fit its schema`)
  }

  /** Whether the specification lets a body pass. */
  accepts(operation: Walked, body: unknown): boolean {
    return this.bodyValidator(operation)(structuredClone(body))
  }

  resolved = (schema: AnySchemaObject): AnySchemaObject =>
    schema.$ref ? this.resolved(this.resolve(schema.$ref)) : schema

  bodyValidator(operation: Walked): ValidateFunction {
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
      case 'taken':
        return ensure(status < 300, `refused valid input: ${summary}`)
      case 'refused':
        return ensure(status >= 400, `took what it must refuse: ${summary}`)
      case 'status':
        return ensure(expected.status.includes(status), `is not ${expected.status.join(' or ')}: ${summary}`)
      case 'names the field':
        ensure(status === 422, `took or otherwise refused an unknown field: ${summary}`)
        return ensure(namesField(body?.errors ?? {}, expected.field), `does not name ${expected.field}: ${summary}`)
      case 'not malformed':
        return ensure(status !== 400 && status !== 413, `took JSON that fits its schema for something else: ${summary}`)
      case 'unauthenticated':
        return ensure(status === 401, `did not mind the token: ${summary}`)
    }
  }
}

/** By its path, or in a sentence about what it is in: parts of a spec are told together, by `spec.<key>`. */
const namesField = (errors: Record<string, string[]>, field: string): boolean =>
  Object.entries(errors).some(
    ([path, sentences]) =>
      path === field ||
      (field.startsWith(`${path}.`) &&
        sentences.some((text) => text.includes(field.slice(field.lastIndexOf('.') + 1)))),
  )

/** What holds for whatever is answered, by the API or by a page for people. */
export function checkEveryResponse(request: HttpRequest, response: HttpResponse): void {
  const { status, headers, text } = response
  const id = headers['x-request-id']
  ensure(id && safeId.test(id), `has no request id: ${id}`)
  const requestedId = request.headers['x-request-id']
  if (requestedId !== undefined && safeId.test(requestedId))
    ensure(id === requestedId, `does not echo the request id ${requestedId}`)
  ensure(headers['cache-control'] === 'no-store', `may be stored: cache-control ${headers['cache-control']}`)
  const token = /svc_at_[0-9A-Za-z]{46}/.exec(request.headers.authorization ?? '')?.[0]
  ensure(!token || !text.includes(token), 'repeats the token')
  if (status < 400) return
  ensure(
    headers['content-type'] === 'application/json; charset=utf-8',
    `is an error of type ${headers['content-type']}`,
  )
  const message = jsonOf(response)?.message
  ensure(typeof message === 'string' && message !== '', `is an error without a message: ${text.slice(0, 200)}`)
}
