import { hash } from 'node:crypto'
import fc from 'fast-check'
import type { Document } from '../../test/harness/specification.ts'
import { createCloner } from '../lib/clone.ts'
import { exampleRequest, type TestedOperation, testedOperations } from '../lib/examples.ts'
import type { Service, Tenant } from '../lib/service.ts'
import {
  type HttpRequest,
  type Interceptor,
  injectTransport,
  socketTransport,
  type Transport,
} from '../lib/transport.ts'
import { type Attack, attacksFor, sweepAttacks } from './attacks.ts'
import { type Expected, ResponseChecker } from './checker.ts'
import { Results } from './results.ts'

export interface Plan {
  seed: number
  /** Approximate number of requests. Shrinking a failure takes some more. */
  requests: number
  /** Tests only operations whose name contains this text. */
  only: string
  /** Stops at the first bug. Used with planted faults. */
  stopAtFirstBug: boolean
  progress: (text: string) => void
}

/** What the parts of a run share: service, plan, organisation, checker and results. */
export class Campaign {
  readonly service: Service
  readonly plan: Plan
  readonly checker: ResponseChecker
  readonly operations: TestedOperation[]
  readonly results = new Results()
  readonly inject: Transport
  readonly socket: Transport
  readonly tenant: Tenant
  readonly #clone: (from: Tenant) => Promise<Tenant>

  static async start(
    service: Service,
    tenant: Tenant,
    plan: Plan,
    interceptor: Interceptor = (transport) => transport,
  ): Promise<Campaign> {
    const clone = await createCloner(service)
    return new Campaign(service, await clone(tenant), plan, interceptor, clone)
  }

  private constructor(
    service: Service,
    tenant: Tenant,
    plan: Plan,
    interceptor: Interceptor,
    clone: (from: Tenant) => Promise<Tenant>,
  ) {
    const document = service.app.openapiDocument() as Document
    this.service = service
    this.plan = plan
    this.tenant = tenant
    this.checker = new ResponseChecker(document)
    this.operations = testedOperations(document).filter(({ name }) => name.includes(plan.only))
    this.inject = interceptor(injectTransport(service.app))
    this.socket = interceptor(socketTransport(service.port))
    this.#clone = clone
  }

  /** A copy of the unchanged organisation. */
  cloneTenant = (): Promise<Tenant> => this.#clone(this.tenant)

  get isDone(): boolean {
    return this.plan.stopAtFirstBug && this.results.bugs.length > 0
  }

  reproduceCommand = (name: string) =>
    `npm run test:fuzz -- --seed ${this.plan.seed} --requests ${this.plan.requests} --only '${name}'`

  /** Sends one request and checks its response. */
  async send(
    { name, operation }: TestedOperation,
    kind: string,
    request: HttpRequest,
    expected: Expected,
    transport = this.inject,
  ) {
    const response = await transport(request)
    if (transport === this.socket) this.results.overSocket++
    this.results.count(name, kind, response.status)
    this.checker.check(operation, request, response, expected)
    return response
  }

  /** Each example is accepted, in an organisation where none was used before. */
  async validInput(): Promise<void> {
    for (const tested of this.operations) {
      if (this.isDone) return
      for (const example of tested.examples) {
        const request = exampleRequest(tested.operation, example, this.tenant.token)
        await this.send(tested, 'valid input', request, { as: 'accepted' }).catch((error: Error) =>
          this.results.addBug(tested.name, 'valid input', error.message, request, this.reproduceCommand(tested.name)),
        )
      }
    }
  }

  /** Attacks each operation in its own organisation, so that each can be reproduced alone. */
  async attacks(each: number): Promise<void> {
    for (const [n, tested] of this.operations.entries()) {
      if (this.isDone) return
      this.plan.progress(
        `${n + 1}/${this.operations.length} ${tested.name}, ${this.results.total} requests, ${this.results.bugs.length} bugs`,
      )
      const { token } = this.plan.stopAtFirstBug ? this.tenant : await this.cloneTenant()
      const property = fc.asyncProperty(attacksFor(tested, this.checker), async (attack) => {
        await this.send(
          tested,
          attack.kind,
          withToken(attack, token),
          attack.expected,
          attack.overSocket ? this.socket : this.inject,
        )
      })
      const examples = tested.operation.requestBody
        ? sweepAttacks(tested, this.checker).map((attack): [Attack] => [attack])
        : []
      const seed = seedOf(this.plan.seed, tested.name)
      const run = await fc.check(property, { seed, examples, numRuns: each + examples.length })
      if (!run.failed) continue
      const attack = run.counterexample![0] as Attack
      const reason = run.errorInstance instanceof Error ? run.errorInstance.message : String(run.errorInstance)
      this.results.addBug(tested.name, attack.kind, reason, attack.request, this.reproduceCommand(tested.name))
    }
  }
}

/** A seed for each operation, which does not change when operations are added. */
const seedOf = (seed: number, name: string): number => hash('sha256', `${seed} ${name}`, 'buffer').readInt32BE()

export const withToken = ({ request }: { request: HttpRequest }, token: string): HttpRequest => ({
  ...request,
  headers: { authorization: `Bearer ${token}`, ...request.headers },
})
