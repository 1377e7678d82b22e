import { hash } from 'node:crypto'
import fc from 'fast-check'
import type { Document } from '../../test/harness/declared.ts'
import { cloning } from '../lib/clone.ts'
import { type Known, knownOperations, requestOf } from '../lib/recipes.ts'
import type { Service, Tenant } from '../lib/service.ts'
import { type Door, injectDoor, type Plant, type Sent, socketDoor } from '../lib/transport.ts'
import { type Attack, attacksOn, sweepOf } from './attacks.ts'
import { type Expected, Judge } from './checker.ts'
import { Tally } from './results.ts'

export interface Plan {
  seed: number
  /** How many requests altogether, about: shrinking a failure takes some more. */
  requests: number
  /** Only operations with this text in their name. */
  only: string
  /** Ends with the first thing that is wrong, as a run against a planted fault does. */
  untilFound: boolean
  progress: (text: string) => void
}

/** Everything that the parts of a run share. */
export class Campaign {
  readonly service: Service
  readonly plan: Plan
  readonly judge: Judge
  readonly known: Known[]
  readonly tally = new Tally()
  readonly inject: Door
  readonly wire: Door
  readonly tenant: Tenant
  readonly #clone: (from: Tenant) => Promise<Tenant>

  static async begin(service: Service, tenant: Tenant, plan: Plan, plant: Plant = (door) => door): Promise<Campaign> {
    const clone = await cloning(service)
    return new Campaign(service, await clone(tenant), plan, plant, clone)
  }

  private constructor(
    service: Service,
    tenant: Tenant,
    plan: Plan,
    plant: Plant,
    clone: (from: Tenant) => Promise<Tenant>,
  ) {
    const document = service.app.openapiDocument() as Document
    this.service = service
    this.plan = plan
    this.tenant = tenant
    this.judge = new Judge(document)
    this.known = knownOperations(document).filter(({ name }) => name.includes(plan.only))
    this.inject = plant(injectDoor(service.app))
    this.wire = plant(socketDoor(service.port))
    this.#clone = clone
  }

  /** An organisation as it was before anything was tried. */
  fresh = (): Promise<Tenant> => this.#clone(this.tenant)

  get isDone(): boolean {
    return this.plan.untilFound && this.tally.bugs.length > 0
  }

  again = (name: string) =>
    `npm run test:fuzz -- --seed ${this.plan.seed} --requests ${this.plan.requests} --only '${name}'`

  /** Sends one request and holds the answer against what is expected. */
  async send({ name, operation }: Known, kind: string, sent: Sent, expected: Expected, door = this.inject) {
    const received = await door(sent)
    if (door === this.wire) this.tally.overWire++
    this.tally.count(name, kind, received.status)
    this.judge.judge(operation, sent, received, expected)
    return received
  }

  /** Valid input is taken: each recipe once, in an organisation where none was used. */
  async validInput(): Promise<void> {
    for (const known of this.known) {
      if (this.isDone) return
      for (const recipe of known.recipes) {
        const sent = requestOf(known.operation, recipe, this.tenant.token)
        await this.send(known, 'valid input', sent, { as: 'taken' }).catch((error: Error) =>
          this.tally.found(known.name, 'valid input', error.message, sent, this.again(known.name)),
        )
      }
    }
  }

  /** Each operation for itself, in an organisation of its own, so that one can be tried again alone. */
  async attacks(each: number): Promise<void> {
    for (const [n, known] of this.known.entries()) {
      if (this.isDone) return
      this.plan.progress(
        `${n + 1}/${this.known.length} ${known.name}, ${this.tally.total} requests, ${this.tally.bugs.length} wrong`,
      )
      const { token } = this.plan.untilFound ? this.tenant : await this.fresh()
      const property = fc.asyncProperty(attacksOn(known, this.judge), async (attack) => {
        await this.send(
          known,
          attack.kind,
          withToken(attack, token),
          attack.expected,
          attack.overWire ? this.wire : this.inject,
        )
      })
      const examples = known.operation.requestBody ? sweepOf(known, this.judge).map((attack): [Attack] => [attack]) : []
      const seed = seedOf(this.plan.seed, known.name)
      const run = await fc.check(property, { seed, examples, numRuns: each + examples.length })
      if (!run.failed) continue
      const attack = run.counterexample![0] as Attack
      const reason = run.errorInstance instanceof Error ? run.errorInstance.message : String(run.errorInstance)
      this.tally.found(known.name, attack.kind, reason, attack.sent, this.again(known.name))
    }
  }
}

/** Another stream of choices for each operation, that does not change when operations are added. */
const seedOf = (seed: number, name: string): number => hash('sha256', `${seed} ${name}`, 'buffer').readInt32BE()

export const withToken = ({ sent }: { sent: Sent }, token: string): Sent => ({
  ...sent,
  headers: { authorization: `Bearer ${token}`, ...sent.headers },
})
