import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import type { Config } from '../../process/config.ts'
import { bodyLimitBytes } from '../contract/body.ts'
import { parseQuery } from '../contract/query.ts'
import { buildValidator } from '../contract/validation.ts'
import { sharedLoggers } from '../observe/request-log.ts'
import type { PageAssets } from '../pages/assets.ts'
import { serializeResponse } from '../responses/json-response.ts'
import type { Admission } from './admission.ts'
import { rejectAmbiguous } from './ambiguous.ts'
import { type ConnectionLimits, Connections } from './connections.ts'
import { clientError, rejectConnect, requestIdOf, responseConventions, unroutable } from './conventions.ts'
import { BoundedServer } from './server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Client connections. */
    connections: Connections
  }
}

export interface ServerOptions {
  config: Pick<Config, 'trustProxy'> & Partial<Pick<Config, 'maxConnections'>>
  logger: FastifyBaseLogger | undefined
  admission: Admission
  /** The script and style of the page for unknown addresses. */
  frame: PageAssets
}

/** Fastify on a bounded server: ambiguous requests are rejected, the others pass the admission queue. */
export function createServer({ config, logger, admission, frame }: ServerOptions) {
  const connections = new Connections(connectionLimits(config))
  const app = Fastify({
    serverFactory: (handle) => new BoundedServer(connections, rejectAmbiguous(admission.before(handle))),
    ...(logger && { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true }), // request-log.ts writes one line, Fastify would write two
    childLoggerFactory: sharedLoggers() as never,
    trustProxy: config.trustProxy,
    bodyLimit: bodyLimitBytes,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestIdHeader: false,
    genReqId: requestIdOf,
    clientErrorHandler: clientError,
    frameworkErrors: unroutable(frame),
    // External ids may have 255 characters, and longer ones get a message: the schemas check the parts of a path.
    routerOptions: { querystringParser: parseQuery, maxParamLength: 4096 },
    // src/http/contract/field-errors.ts builds the messages.
    schemaErrorFormatter: () => new Error('The given data was invalid.'),
    schemaController: {
      compilersFactory: {
        buildValidator: buildValidator as never,
        // Fastify's own serializer builds a string of thousands of parts, and joining them took a third of the time of
        // a page of 50 rows. Handlers return exactly what they declare; the tests check it.
        buildSerializer: () => () => serializeResponse,
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.decorate('connections', connections)
  app.decorate('jobs', {})
  app.addHook('onClose', () => admission.stop())
  responseConventions(app, frame)
  rejectConnect(app.server)
  return app
}

/**
 * One address may have half of the connections, so it alone cannot use all. Behind a proxy all clients have its
 * address.
 */
function connectionLimits({ maxConnections = Number.POSITIVE_INFINITY, trustProxy }: ServerOptions['config']) {
  const limits: ConnectionLimits = {
    max: maxConnections,
    maxPerAddress: trustProxy ? maxConnections : Math.ceil(maxConnections / 2),
  }
  return limits
}
