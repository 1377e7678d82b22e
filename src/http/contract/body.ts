import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { ApiError, isTooLarge, notAnObject, tooLarge } from './errors.ts'
import { allInNfc } from './nfc.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Sending no body is the same as sending an empty object. */
    bodyIsOptional?: boolean
  }
}

export const bodyLimitBytes = 64 * 1024

/** Every body is one JSON object in UTF-8, its texts in NFC from here on; whatever else is sent is read up to the limit and refused. */
export function jsonObjectBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, sent, done) => {
    const bytes = sent as Buffer
    if (bytes.length === 0) return done(null, undefined)
    const body = parse(bytes)
    if (body === undefined) done(notAnObject())
    else done(null, body)
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, sent, done) => {
    if (sent.length === 0) done(null, undefined)
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
  // Fastify asks for the connection to be closed after a refused body. Closing it while the sender still sends can
  // cost them the answer, so the rest is read and dropped instead; the request timeout bounds that.
  app.addHook('onError', (_, reply, error, done) => {
    if (error instanceof ApiError || isTooLarge(error)) reply.removeHeader('connection')
    done()
  })
}

function parse(bytes: Buffer): object | undefined {
  if (!isUtf8(bytes)) return undefined
  try {
    const value: unknown = allInNfc(JSON.parse(bytes.toString()))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
