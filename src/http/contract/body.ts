import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { ApiError, invalid, isTooLarge, notAnObject, tooLarge } from './errors.ts'
import { fieldErrors, type Issue } from './field-errors.ts'
import { allInNfc } from './nfc.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** No body is the same as an empty object. */
    bodyIsOptional?: boolean
  }
}

export const bodyLimitBytes = 64 * 1024

/** Parses bodies: one JSON object in UTF-8, whose texts are normalized to NFC. Anything else is rejected. */
export function jsonObjectBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, payload, done) => {
    const bytes = payload as Buffer
    if (bytes.length === 0) return done(null, undefined)
    const body = parse(bytes)
    if (body === undefined) done(notAnObject())
    else done(null, body)
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, payload, done) => {
    if (payload.length === 0) done(null, undefined)
    else done(notAnObject())
  })

  app.addHook('onRequest', (request, _, done) => {
    const length = request.headers['content-length']
    if (length !== undefined && Number(length) > bodyLimitBytes) done(tooLarge())
    else done()
  })
  app.addHook('preValidation', (request, _, done) => {
    const { schema, config } = request.routeOptions
    if (request.body === undefined && schema?.body !== undefined) {
      if (!config.bodyIsOptional) return done(notAnObject())
      request.body = {}
    }
    done()
  })
  // After the path is validated, as where an operation has a body.
  app.addHook('preHandler', (request, _, done) => {
    const { body, routeOptions } = request
    if (routeOptions.schema?.body !== undefined || typeof body !== 'object' || body === null) return done()
    const issues = Object.keys(body).map(unknownField)
    done(issues.length === 0 ? undefined : invalid(fieldErrors(issues)))
  })
  // Fastify closes the connection after a rejected body. A client that is still sending might then miss the response,
  // so the rest is read and discarded instead, within the request timeout.
  app.addHook('onError', (_, reply, error, done) => {
    if (error instanceof ApiError || isTooLarge(error)) reply.removeHeader('connection')
    done()
  })
}

/** The issue that a closed schema without any field would have. */
const unknownField = (name: string): Issue => ({
  keyword: 'additionalProperties',
  instancePath: '',
  schemaPath: '',
  params: { additionalProperty: name },
  parentSchema: { properties: {} },
})

function parse(bytes: Buffer): object | undefined {
  if (!isUtf8(bytes)) return undefined
  try {
    const value: unknown = allInNfc(JSON.parse(bytes.toString()))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
