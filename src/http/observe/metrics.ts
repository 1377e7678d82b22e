import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, type MetricObject, Registry } from 'prom-client'
import type { Reads } from '../../db/replica/reads.ts'
import { notFound } from '../contract/errors.ts'
import type { Admission } from '../server/admission.ts'
import type { Connections } from '../server/connections.ts'
import { DurationHistogram, type Series } from './histogram.ts'
import type { CompletedRequest } from './request-log.ts'

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

interface MetricSources {
  pool: pg.Pool
  reads: Reads
  admission: Admission
  connections: Connections
  /** The number of events without a number, as last counted: a scrape needs no database connection. */
  newEvents(): number
  failingWebhooks(): number
  /** Ids and rows of reads of clients; undefined where they are not recorded. */
  clientReads: { readonly waiting: number; readonly lost: number } | undefined
}

/** The metrics of one process at one time, as workers of a node send them to each other. */
export interface MetricsSnapshot {
  requests: Series[]
  others: MetricObject[]
}

declare module 'fastify' {
  interface FastifyInstance {
    metricsSnapshot(): Promise<MetricsSnapshot>
  }
}

const requestDurations = () =>
  new DurationHistogram(
    'wattle_http_request_duration_seconds',
    'Time from the request’s headers to the end of its response',
    bounds,
  )

/**
 * How values of several processes become one, where that is not their sum. Of delays the longest counts, because the
 * average would hide one busy process.
 */
const aggregators = {
  wattle_process_start_time_seconds: 'min',
  wattle_nodejs_eventloop_lag_seconds: 'max',
  wattle_nodejs_eventloop_lag_p50_seconds: 'max',
  wattle_nodejs_eventloop_lag_p90_seconds: 'max',
  wattle_nodejs_eventloop_lag_p99_seconds: 'max',
} as const

/** The text for Prometheus of several processes together. */
export async function metricsText(snapshots: MetricsSnapshot[]): Promise<string> {
  const { requests, others } = merged(snapshots)
  return `${requests.text()}\n${await others.metrics()}`
}

/** What processes that have ended had counted. Without it a counter would go down when a process is replaced. */
export function countersOf(snapshots: MetricsSnapshot[]): MetricsSnapshot {
  const { requests, others } = merged(snapshots)
  // The declared type is an enumeration of numbers, but its values are these texts.
  const isCounter = ({ type }: { type: unknown }) => type === 'counter' || type === 'histogram'
  return { requests: requests.series(), others: others.getMetricsAsArray().filter(isCounter) }
}

function merged(snapshots: MetricsSnapshot[]) {
  const requests = requestDurations()
  for (const snapshot of snapshots) requests.add(snapshot.requests)
  return { requests, others: AggregatorRegistry.aggregate(snapshots.map(({ others }) => others)) }
}

/**
 * Serves request rate and latency by route, the connection pool, the event loop and the process to Prometheus. Returns
 * the listener that records completed requests. `textOfAll` replaces the text of this process by that of all workers.
 */
export function metrics(
  app: FastifyInstance,
  sources: MetricSources,
  token: string | undefined,
  textOfAll?: () => Promise<string>,
) {
  const { pool, reads, admission, connections, newEvents, failingWebhooks, clientReads } = sources
  const register = new Registry()
  collectDefaultMetrics({ register, prefix: 'wattle_' })
  for (const [name, aggregator] of Object.entries(aggregators)) {
    Object.assign(register.getSingleMetric(name)!, { aggregator })
  }
  const requests = requestDurations()
  const poolCounts = { total: () => pool.totalCount, idle: () => pool.idleCount, waiting: () => pool.waitingCount }
  new Gauge({
    name: 'wattle_pool_connections',
    help: 'Database connections of this node: open, idle, and requests waiting for one',
    labelNames: ['state'],
    registers: [register],
    collect() {
      for (const [state, count] of Object.entries(poolCounts)) this.set({ state }, count())
    },
  })
  new Gauge({
    name: 'wattle_http_requests_queued',
    help: 'Requests in the admission queue, waiting for the database',
    registers: [register],
    collect() {
      this.set(admission.waiting)
    },
  })
  new Counter({
    name: 'wattle_http_requests_shed_total',
    help: 'Requests rejected with 503 because the admission queue was full or they waited too long',
    labelNames: ['reason'],
    registers: [register],
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(admission.rejected)) this.inc({ reason }, count)
    },
  })
  new Gauge({
    name: 'wattle_http_connections',
    help: 'Open client connections',
    registers: [register],
    collect() {
      this.set(connections.open)
    },
  })
  new Counter({
    name: 'wattle_http_connections_dropped_total',
    help: 'Client connections closed or not accepted because of the limit in total or for one address',
    registers: [register],
    collect() {
      this.reset()
      this.inc(connections.dropped)
    },
  })
  new Gauge({
    name: 'wattle_events_unnumbered',
    help: 'Events that are not in the feed yet, at most 10,000; more than a moment’s writes mean that numbering has stopped',
    aggregator: 'max',
    registers: [register],
    collect() {
      this.set(newEvents())
    },
  })
  new Gauge({
    name: 'wattle_webhooks_failing',
    help: 'Webhooks whose last request failed, or that were disabled because of failures; `wattle doctor` names their organisations',
    aggregator: 'max',
    registers: [register],
    collect() {
      this.set(failingWebhooks())
    },
  })
  if (clientReads) clientReadMetrics(register, clientReads)
  if (reads.replica) replicaMetrics(register, reads.replica.bind(reads))

  const ownText = async () => `${requests.text()}\n${await register.metrics()}`
  app.decorate('metricsSnapshot', async () => ({
    requests: requests.series(),
    others: await register.getMetricsAsJSON(),
  }))
  app.get('/metrics', { config: { needs: 'nothing' } }, async (request, reply) => {
    if (!mayRead(request, token)) throw notFound('Endpoint')
    return sendText(reply, register.contentType, await (textOfAll ?? ownText)())
  })

  return ({ method, route, status, milliseconds }: CompletedRequest): void => {
    const labels = () => ({ method, route, status: String(status) })
    requests.observe(`${method} ${route} ${status}`, milliseconds / 1000, labels)
  }
}

function clientReadMetrics(register: Registry, clientReads: NonNullable<MetricSources['clientReads']>) {
  new Gauge({
    name: 'wattle_client_reads_waiting',
    help: 'Ids and rows of the read audit in memory; more than a moment’s reads mean that they cannot be stored',
    registers: [register],
    collect() {
      this.set(clientReads.waiting)
    },
  })
  new Counter({
    name: 'wattle_client_reads_lost_total',
    help: 'Ids and rows of the read audit that were not recorded, because too many waited for the database',
    registers: [register],
    collect() {
      this.reset()
      this.inc(clientReads.lost)
    },
  })
}

function replicaMetrics(register: Registry, replica: NonNullable<Reads['replica']>) {
  new Gauge({
    name: 'wattle_replica_in_use',
    help: '1 while these reads use the replica: requests of the API, or reports',
    labelNames: ['reads'],
    aggregator: 'min',
    registers: [register],
    collect() {
      const { use } = replica()
      this.set({ reads: 'requests' }, use === 'everything' ? 1 : 0)
      this.set({ reads: 'reports' }, use === 'nothing' ? 0 : 1)
    },
  })
  new Counter({
    name: 'wattle_replica_read_retries_total',
    help: 'Reads that failed on the replica and were repeated on the primary',
    registers: [register],
    collect() {
      this.reset()
      this.inc(replica().retried)
    },
  })
}

const sendText = (reply: FastifyReply, type: string, text: string) => reply.type(type).send(text)

/** True for this machine, not through a proxy, or with the token. Other requests get a 404. */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (loopback.has(request.socket.remoteAddress ?? '') && !request.headers['x-forwarded-for']) return true
  if (!token) return false
  const actual = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
