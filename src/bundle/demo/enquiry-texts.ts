import { details, type Funding, type Need, needs, type Source, sources } from './enquiries.ts'
import { contacted, losses, quotes, visits, waiting, wins } from './enquiry-notes.ts'
import type { Stage } from './prospect-options.ts'
import type { Random } from './random.ts'

type Remark = readonly [type: string, text: string]

/** What is written of enquiries. Every text has its turn before one comes again. */
export class EnquiryTexts {
  readonly #random: Random
  readonly #needs: () => Need
  readonly #asked: Map<Need, () => string>
  readonly #openings: Map<Source, () => string>
  readonly #details: () => string
  readonly #losses: () => (typeof losses)[number]
  readonly #remarks: Partial<Record<Stage, () => Remark>>
  readonly #waiting: Partial<Record<Funding, () => Remark>>

  constructor(random: Random) {
    this.#random = random
    this.#needs = random.deck(needs)
    this.#asked = new Map(needs.map((need) => [need, random.deck(need.texts)]))
    this.#openings = new Map(sources.map((source) => [source, random.deck(source.openings)]))
    this.#details = random.deck(details)
    this.#losses = random.deck(losses)
    this.#remarks = {
      Contacted: random.deck(contacted),
      'Home visit booked': random.deck(visits),
      'Quote sent': random.deck(quotes),
      Won: random.deck(wins),
    }
    this.#waiting = Object.fromEntries(Object.entries(waiting).map(([funding, all]) => [funding, random.deck(all)]))
  }

  /** Something that the funding can pay for. */
  need(funding: Funding): Need {
    for (;;) {
      const need = this.#needs()
      if (need.funding.includes(funding)) return need
    }
  }

  comment(source: Source, need: Need): string {
    const sentences = [this.#openings.get(source)!(), this.#asked.get(need)!()]
    return [...sentences, ...(this.#random.chance(0.6) ? [this.#details()] : [])].join(' ')
  }

  /** What is noted when an enquiry comes to a stage. Why it came to nothing is always noted. */
  remark(stage: Stage, funding: Funding): Remark | undefined {
    if (stage === 'Lost') return this.#loss(funding)
    if (!this.#random.chance(0.65)) return undefined
    return stage === 'Waiting on funding' ? this.#waiting[funding]?.() : this.#remarks[stage]?.()
  }

  #loss(funding: Funding): Remark {
    for (;;) {
      const loss = this.#losses()
      if (loss.funding?.includes(funding) ?? true) return [loss.type, loss.text]
    }
  }
}
