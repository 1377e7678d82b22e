import type { Ajv, AnySchemaObject, ValidateFunction } from 'ajv'
import { basePath } from '../../src/app.ts'
import { makeAjv } from '../../src/http/contract/validation.ts'
import { type Document, declaredAnswers, type Walked } from '../../test/harness/declared.ts'
import { jsonOf, type Received, type Sent } from '../lib/transport.ts'

/** What a request must lead to, beyond what holds for every answer. */
export type Expected =
  | { as: 'anything declared' }
  | { as: 'taken' }
  | { as: 'refused' }
  | { as: 'status'; status: number[] }
  | { as: 'names the field'; field: string }
  | { as: 'unauthenticated' }
  | { as: 'not malformed' }

export class Wrong extends Error {}
const insist = (holds: unknown, what: string) => {
  if (!holds) throw new Wrong(what)
}

const safeId = /^[A-Za-z0-9_-]{1,64}$/

/** Holds answers of the API against what is promised of all of them, and of the one that a request asked for. */
export class Judge {
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

  judge(operation: Walked, sent: Sent, received: Received, expected: Expected): void {
    const { status, text } = received
    insist(status < 500, `answered ${status}: ${text.slice(0, 200)}`)
    everyAnswer(sent, received)
    const media = (received.headers['content-type'] ?? '').split(';', 1)[0]!
    const body = jsonOf(received)
    insist(media !== 'application/json' || body !== undefined, `sent JSON that cannot be read: ${text.slice(0, 200)}`)
    try {
      this.#declared(sent.method, sent.url.slice(basePath.length), status, body, media)
    } catch (error) {
      throw new Wrong((error as Error).message.slice(0, 500))
    }
    if (status < 300) this.#mayBeTaken(operation, sent)
    this.#asExpected(received, body, expected)
  }

  /** A body that its schema refuses must not be taken: an unknown field is not dropped and a text is no number. */
  #mayBeTaken(operation: Walked, { payload, headers }: Sent) {
    const schema = operation.requestBody?.content['application/json']?.schema
    if (!schema || payload === undefined || payload.length === 0) return
    insist(
      /^application\/json\b/i.test(headers['content-type'] ?? ''),
      `took a body of type ${headers['content-type']}`,
    )
    const bytes = Buffer.from(payload)
    const value: unknown = JSON.parse(bytes.toString())
    insist(this.accepts(operation, value), `took a body that does not fit its schema`)
  }

  /** Whether the specification lets a body pass. */
  accepts(operation: Walked, body: unknown): boolean {
    return this.check(operation)(structuredClone(body))
  }

  resolved = (schema: AnySchemaObject): AnySchemaObject =>
    schema.$ref ? this.resolved(this.resolve(schema.$ref)) : schema

  check(operation: Walked): ValidateFunction {
    let check = this.#bodies.get(operation.operationId)
    if (!check) {
      const text = JSON.stringify(operation.requestBody!.content['application/json']!.schema)
      check = this.#ajv.compile(JSON.parse(text.replaceAll('"#/', '"bodies#/')))
      this.#bodies.set(operation.operationId, check)
    }
    return check
  }

  #asExpected({ status, text }: Received, body: any, expected: Expected) {
    const said = `${status} ${text.slice(0, 200)}`
    switch (expected.as) {
      case 'taken':
        return insist(status < 300, `refused valid input: ${said}`)
      case 'refused':
        return insist(status >= 400, `took what it must refuse: ${said}`)
      case 'status':
        return insist(expected.status.includes(status), `is not ${expected.status.join(' or ')}: ${said}`)
      case 'names the field':
        insist(status === 422, `took or otherwise refused an unknown field: ${said}`)
        return insist(isNamed(body?.errors ?? {}, expected.field), `does not name ${expected.field}: ${said}`)
      case 'not malformed':
        return insist(status !== 400 && status !== 413, `took JSON that fits its schema for something else: ${said}`)
      case 'unauthenticated':
        return insist(status === 401, `did not mind the token: ${said}`)
    }
  }
}

/** By its path, or in a sentence about what it is in: parts of a spec are told together, by `spec.<key>`. */
const isNamed = (errors: Record<string, string[]>, field: string): boolean =>
  Object.entries(errors).some(
    ([path, sentences]) =>
      path === field ||
      (field.startsWith(`${path}.`) &&
        sentences.some((text) => text.includes(field.slice(field.lastIndexOf('.') + 1)))),
  )

/** What holds for whatever is answered, by the API or by a page for people. */
export function everyAnswer(sent: Sent, received: Received): void {
  const { status, headers, text } = received
  const id = headers['x-request-id']
  insist(id && safeId.test(id), `has no request id: ${id}`)
  const asked = sent.headers['x-request-id']
  if (asked !== undefined && safeId.test(asked)) insist(id === asked, `does not echo the request id ${asked}`)
  insist(headers['cache-control'] === 'no-store', `may be stored: cache-control ${headers['cache-control']}`)
  const token = /svc_at_[0-9A-Za-z]{46}/.exec(sent.headers.authorization ?? '')?.[0]
  insist(!token || !text.includes(token), 'repeats the token')
  if (status < 400) return
  insist(
    headers['content-type'] === 'application/json; charset=utf-8',
    `is an error of type ${headers['content-type']}`,
  )
  const message = jsonOf(received)?.message
  insist(typeof message === 'string' && message !== '', `is an error without a message: ${text.slice(0, 200)}`)
}
