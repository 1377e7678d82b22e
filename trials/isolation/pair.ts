import type { Document } from '../../test/harness/specification.ts'
import { createCloner } from '../lib/clone.ts'
import { changedTables, createDumper, type Dump } from '../lib/dump.ts'
import { type TestedOperation, testedOperations } from '../lib/examples.ts'
import { makeTenant, type Service, type Tenant } from '../lib/service.ts'
import {
  describeRequest,
  type HttpRequest,
  type HttpResponse,
  type Interceptor,
  injectTransport,
  type Transport,
} from '../lib/transport.ts'

/** Ids above the first offset belong to the second organisation alone. No record has an id above the second. */
export const foreignIdOffset = 5_000
export const missingIdOffset = 8_000

/** Two organisations with equal ids and different markers in every text, and the transport to the service. */
export class Pair {
  readonly service: Service
  readonly a: Tenant
  readonly b: Tenant
  readonly operations: TestedOperation[]
  readonly findings = new Findings()
  readonly transport: Transport
  readonly dump: (orgId: number) => Promise<Dump>

  static async createTenants(service: Service): Promise<[Tenant, Tenant]> {
    return [await makeTenant(service, 'Acacia'), await makeTenant(service, 'Grevillea', foreignIdOffset)]
  }

  /** Starts a run with fresh copies of the two organisations. */
  static async start(
    service: Service,
    [first, second]: [Tenant, Tenant],
    { intercept, only = '' }: { intercept?: (a: Tenant, b: Tenant) => Interceptor; only?: string } = {},
  ): Promise<Pair> {
    const clone = await createCloner(service)
    const [a, b] = [await clone(first), await clone(second)]
    return new Pair(
      service,
      a,
      b,
      intercept?.(a, b) ?? ((transport) => transport),
      await createDumper(service.db),
      clone,
      only,
    )
  }

  readonly clone: (from: Tenant) => Promise<Tenant>

  private constructor(
    service: Service,
    a: Tenant,
    b: Tenant,
    interceptor: Interceptor,
    dump: (orgId: number) => Promise<Dump>,
    clone: (from: Tenant) => Promise<Tenant>,
    only: string,
  ) {
    this.service = service
    this.a = a
    this.b = b
    this.clone = clone
    this.operations = testedOperations(service.app.openapiDocument() as Document).filter(({ name }) =>
      name.includes(only),
    )
    this.transport = interceptor(injectTransport(service.app))
    this.dump = dump
  }

  readonly #lastDumps = new Map<number, Dump>()

  /** Sends a request of one organisation. The response must not contain the other's marker, and the other's rows must not change. */
  async sendChecked(what: string, request: HttpRequest, own: Tenant, other: Tenant): Promise<HttpResponse> {
    // Reuses the last dump, unless the other organisation has sent a request since.
    const before = this.#lastDumps.get(other.id) ?? (await this.dump(other.id))
    const response = await this.#send(what, request, other)
    const after = await this.dump(other.id)
    this.#lastDumps.set(other.id, after)
    this.#lastDumps.delete(own.id)
    const changed = changedTables(before, after)
    if (changed.length > 0)
      this.findings.add(what, `${own.marker} changed ${changed.join(', ')} of ${other.marker}`, request)
    return response
  }

  /** The same without comparing rows. */
  async send(what: string, request: HttpRequest, other: Tenant): Promise<HttpResponse> {
    this.#lastDumps.clear()
    return this.#send(what, request, other)
  }

  async #send(what: string, request: HttpRequest, other: Tenant): Promise<HttpResponse> {
    const response = await this.transport(request)
    this.findings.requests++
    const bytes = `${response.text} ${JSON.stringify(response.headers)}`
    if (bytes.includes(other.marker))
      this.findings.add(
        what,
        `the response contains a text of ${other.marker}: ${excerpt(bytes, other.marker)}`,
        request,
      )
    if (response.status >= 500)
      this.findings.add(what, `returned ${response.status}: ${response.text.slice(0, 200)}`, request)
    return response
  }
}

const excerpt = (text: string, marker: string) =>
  text.slice(Math.max(0, text.indexOf(marker) - 60), text.indexOf(marker) + 40)

/** The violations that a run found. */
class Findings {
  readonly violations: { what: string; reason: string; request: string }[] = []
  requests = 0

  add(what: string, reason: string, request: HttpRequest): void {
    this.violations.push({ what, reason, request: describeRequest(request) })
  }

  /** An error of the trial itself, which would make its result meaningless. */
  addTrialError(what: string, reason: string): void {
    this.violations.push({ what, reason: `the trial itself: ${reason}`, request: '' })
  }
}
