import { after } from 'node:test'
import type { FastifyBaseLogger, InjectOptions } from 'fastify'
import type pg from 'pg'
import { type Access, accessOf, areas, type Level } from '../../src/access/areas.ts'
import { mintToken, tokenHash } from '../../src/access/token-format.ts'
import { type AppOptions, basePath, buildApp } from '../../src/app.ts'
import type { Address } from '../../src/db/connect/pool.ts'
import type { Reads } from '../../src/db/replica/reads.ts'
import { Sequencer } from '../../src/events/sequencer.ts'
import type { Outbound } from '../../src/webhooks/outbound/outbound.ts'
import { testCluster } from '../cluster/environment.ts'
import { startNodes } from '../cluster/nodes.ts'
import { createDatabase } from './database.ts'
import { assertEventsAreDeclared } from './events.ts'
import { withoutNames } from './outbound.ts'
import { responseChecker } from './specification.ts'

export interface ApiResponse {
  status: number
  // Tests read bodies of every shape; each is checked against the specification.
  body: any
  headers: Record<string, string | undefined>
  text: string
}

/** A clock that does not move until a test advances it. */
export class TestClock {
  #now = Date.now()
  now = () => this.#now
  advance(milliseconds: number) {
    this.#now += milliseconds
  }
}

/** The application in this process, without a network. */
async function startInProcess(options: AppOptions) {
  const app = await buildApp(options)
  await app.ready()
  return { app, inject: (request: InjectOptions) => app.inject(request), close: () => app.close() }
}

/** All apps of a process have the same document, and compiling its schemas takes long. */
let checkResponse: ReturnType<typeof responseChecker> | undefined

export type Organisation = Awaited<ReturnType<Awaited<ReturnType<typeof harness>>['organisation']>>

interface HarnessOptions {
  /** Where reads go, for tests of a replica. */
  reading?: (db: pg.Pool, address: Address) => Reads
  logger?: FastifyBaseLogger
  /** Sends the requests of webhooks; by default none. */
  outbound?: (clock: TestClock) => Outbound
  /** Routes beside those of the service. Their responses are not in the specification: send requests with `app.inject`. */
  further?: AppOptions['further']
  toolCallMilliseconds?: number
}

/** The real app on its own database. Every response is checked against the specification. */
export async function harness(
  config: Partial<AppOptions['config']> = {},
  { reading, logger, outbound = withoutNames, further = [], toolCallMilliseconds }: HarnessOptions = {},
) {
  const { pool: db, drop, address } = await createDatabase()
  const clock = new TestClock()
  const readiness = { draining: false }
  const settings = { rateLimit: 0, formLimit: 0, metricsToken: undefined, trustProxy: false as const, ...config }
  const options = {
    clock,
    readiness,
    config: settings,
    outbound: outbound(clock),
    further,
    ...(logger && { logger }),
    ...(toolCallMilliseconds && { toolCallMilliseconds }),
  }
  const cluster = reading ? undefined : testCluster()
  const { app, inject, close } = cluster
    ? await startNodes(cluster, address, options)
    : await startInProcess({ ...options, db, ...(reading && { reads: reading(db, address) }) })
  after(async () => {
    await close()
    try {
      await assertEventsAreDeclared(db)
    } finally {
      await drop()
    }
  })
  checkResponse ??= responseChecker(app.openapiDocument())
  const check = checkResponse

  async function send(options: InjectOptions & { url: string }): Promise<ApiResponse> {
    const res = await inject({
      ...options,
      url: options.url.startsWith('/') ? `${basePath}${options.url}` : options.url,
    })
    const text = res.body
    const mediaType = String(res.headers['content-type']).split(';', 1)[0]!
    const body = mediaType === 'application/json' && text ? JSON.parse(text) : undefined
    check(String(options.method ?? 'GET'), options.url, res.statusCode, body, mediaType)
    return { status: res.statusCode, body, text, headers: res.headers as ApiResponse['headers'] }
  }

  /** Creates an organisation with a business location and a token, by default with all access. */
  async function organisation(access: Partial<Access> | Level = 'read-write', timezone = 'Australia/Sydney') {
    const levels = typeof access === 'string' ? Object.fromEntries(areas.map((area) => [area, access])) : access
    const slug = `org-${Math.random().toString(36).slice(2)}`
    const { rows } = await db.query(
      `with o as (insert into organisation (slug, name, timezone) values ($1, 'Acme Care', $2) returning id),
            c as (insert into connection (org_id, name) select id, 'Payroll sync' from o returning id),
            b as (insert into business_location (org_id, name) select id, 'North' from o returning id)
       select o.id as "orgId", c.id as "connectionId", b.id as "businessId" from o, c, b`,
      [slug, timezone],
    )
    const ids = rows[0] as { orgId: number; connectionId: number; businessId: number }
    const token = mintToken()
    const expires = new Date(clock.now() + 90 * 86_400_000).toISOString()
    const { tokenId } = (
      await db.query(
        `insert into access_token (org_id, connection_id, hash, last_four, access, expires_at)
         values ($1, $2, $3, $4, $5, $6) returning id as "tokenId"`,
        [ids.orgId, ids.connectionId, tokenHash(token), token.slice(-4), accessOf(levels as Access), expires],
      )
    ).rows[0] as { tokenId: number }

    const call = (method: string, url: string, body?: unknown, headers: object = {}) =>
      send({
        method: method as 'GET',
        url,
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...(body !== undefined && { payload: body as object }),
      })
    return {
      ...ids,
      slug,
      token,
      tokenId,
      call,
      get: (url: string, headers?: object) => call('GET', url, undefined, headers),
      post: (url: string, body?: unknown, headers?: object) => call('POST', url, body, headers),
      put: (url: string, body?: unknown, headers?: object) => call('PUT', url, body, headers),
      patch: (url: string, body?: unknown, headers?: object) => call('PATCH', url, body, headers),
      delete: (url: string, headers?: object) => call('DELETE', url, undefined, headers),
      /** The events recorded so far, oldest first. */
      events: async () =>
        (
          await db.query(
            'select type, subject_id, fields, detail, connection_id from event where org_id = $1 order by id',
            [ids.orgId],
          )
        ).rows,
    }
  }

  /** Gives the events so far their numbers, as the running service does after each write. */
  const numberEvents = () => new Sequencer({ db }).numberAll()

  return { numberEvents, app, db, clock, readiness, address, send, organisation }
}
