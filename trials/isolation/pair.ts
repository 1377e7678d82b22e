import type { Document } from '../../test/harness/declared.ts'
import { cloning } from '../lib/clone.ts'
import { type Dump, differing, dumping } from '../lib/dump.ts'
import { type Known, knownOperations } from '../lib/recipes.ts'
import { makeTenant, type Service, type Tenant } from '../lib/service.ts'
import { type Door, injectDoor, type Plant, type Received, type Sent, shown } from '../lib/transport.ts'

/** Ids above this are records that only the second organisation has; above the other nobody has any. */
export const foreignAbove = 5_000
export const missingAbove = 8_000

/** Two organisations with the same ids for everything and different words in every text, and the way to both. */
export class Pair {
  readonly service: Service
  readonly a: Tenant
  readonly b: Tenant
  readonly known: Known[]
  readonly findings = new Findings()
  readonly door: Door
  readonly dump: (orgId: number) => Promise<Dump>

  static async make(service: Service): Promise<[Tenant, Tenant]> {
    return [await makeTenant(service, 'Acacia'), await makeTenant(service, 'Grevillea', foreignAbove)]
  }

  /** Copies of the two, so that a run begins with what the world has. */
  static async begin(
    service: Service,
    [first, second]: [Tenant, Tenant],
    { plantIn, only = '' }: { plantIn?: (a: Tenant, b: Tenant) => Plant; only?: string } = {},
  ): Promise<Pair> {
    const clone = await cloning(service)
    const [a, b] = [await clone(first), await clone(second)]
    return new Pair(service, a, b, plantIn?.(a, b) ?? ((door) => door), await dumping(service.db), clone, only)
  }

  readonly clone: (from: Tenant) => Promise<Tenant>

  private constructor(
    service: Service,
    a: Tenant,
    b: Tenant,
    plant: Plant,
    dump: (orgId: number) => Promise<Dump>,
    clone: (from: Tenant) => Promise<Tenant>,
    only: string,
  ) {
    this.service = service
    this.a = a
    this.b = b
    this.clone = clone
    this.known = knownOperations(service.app.openapiDocument() as Document).filter(({ name }) => name.includes(only))
    this.door = plant(injectDoor(service.app))
    this.dump = dump
  }

  readonly #latest = new Map<number, Dump>()

  /** Sends a request of one organisation, looks for a word of the other in the answer, and for a change in its rows. */
  async watched(what: string, sent: Sent, own: Tenant, other: Tenant): Promise<Received> {
    // What the other is like was seen after the request before, unless that was its own.
    const before = this.#latest.get(other.id) ?? (await this.dump(other.id))
    const received = await this.#ask(what, sent, other)
    const after = await this.dump(other.id)
    this.#latest.set(other.id, after)
    this.#latest.delete(own.id)
    const changed = differing(before, after)
    if (changed.length > 0) this.findings.add(what, `${own.word} changed ${changed.join(', ')} of ${other.word}`, sent)
    return received
  }

  /** The same without a look at the rows. */
  async send(what: string, sent: Sent, other: Tenant): Promise<Received> {
    this.#latest.clear()
    return this.#ask(what, sent, other)
  }

  async #ask(what: string, sent: Sent, other: Tenant): Promise<Received> {
    const received = await this.door(sent)
    this.findings.requests++
    const bytes = `${received.text} ${JSON.stringify(received.headers)}`
    if (bytes.includes(other.word))
      this.findings.add(what, `the answer holds a text of ${other.word}: ${around(bytes, other.word)}`, sent)
    if (received.status >= 500)
      this.findings.add(what, `answered ${received.status}: ${received.text.slice(0, 200)}`, sent)
    return received
  }
}

const around = (text: string, word: string) => text.slice(Math.max(0, text.indexOf(word) - 60), text.indexOf(word) + 40)

/** What a run saw, and what of it must not be. */
class Findings {
  readonly wrong: { what: string; reason: string; request: string }[] = []
  requests = 0

  add(what: string, reason: string, sent: Sent): void {
    this.wrong.push({ what, reason, request: shown(sent) })
  }

  /** A part of the trial that is not as it must be for its result to mean anything. */
  harness(what: string, reason: string): void {
    this.wrong.push({ what, reason: `the trial itself: ${reason}`, request: '' })
  }
}
