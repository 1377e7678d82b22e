import type { Random } from '../random.ts'
import { details, type Funding, type Need, needs, type Source, sources } from './enquiries.ts'
import { contacted, losses, quotes, visits, waiting, wins } from './enquiry-notes.ts'
import type { Stage } from './options.ts'

type Remark = readonly [type: string, text: string]

export const isUrgent = ({ tags }: Need) => tags.includes('urgent')

/** What is known of an enquiry, which what is written must not contradict. */
export interface Known {
  funding: Funding
  /** Times of the day that are wanted. */
  times: readonly string[]
  /** What was noted before. */
  earlierNotes: readonly string[]
}

/** What cannot be said after something else. */
const contrary: readonly (readonly [before: RegExp, after: RegExp])[] = [
  [/carers close by/, /outside of our area/],
  [/Afternoons would do/, /early mornings/],
]

const fits = (text: string, { times, earlierNotes: said }: Known) =>
  (!/\bmornings\b/.test(text) || times.includes('Mornings')) &&
  !contrary.some(([before, after]) => after.test(text) && said.some((one) => before.test(one)))

/** What is written of enquiries. Every text has its turn before one comes again. */
export class EnquiryTexts {
  readonly #random: Random
  readonly #needs: () => Need
  readonly #needTexts: Map<Need, () => string>
  readonly #openings: Map<Source, () => string>
  readonly #details: () => string
  readonly #losses: () => (typeof losses)[number]
  readonly #remarks: Partial<Record<Stage, () => Remark>>
  readonly #waiting: Partial<Record<Funding, () => Remark>>

  constructor(random: Random) {
    this.#random = random
    this.#needs = random.deck(needs)
    this.#needTexts = new Map(needs.map((need) => [need, random.deck(need.texts)]))
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

  /** Something that the funding can pay for, and that can wait where nobody has rung back yet. */
  need(funding: Funding, canWait: boolean): Need {
    for (;;) {
      const need = this.#needs()
      if (need.funding.includes(funding) && !(canWait && isUrgent(need))) return need
    }
  }

  comment(source: Source, need: Need): string {
    const sentences = [this.#openings.get(source)!(), this.#needTexts.get(need)!()]
    return [...sentences, ...(this.#random.chance(0.6) ? [this.#details()] : [])].join(' ')
  }

  /** What is noted when an enquiry comes to a stage. Why it came to nothing is always noted. */
  remark(stage: Stage, known: Known): Remark | undefined {
    if (stage === 'Lost') return this.#loss(known)
    if (!this.#random.chance(0.65)) return undefined
    const next = stage === 'Waiting on funding' ? this.#waiting[known.funding] : this.#remarks[stage]
    for (;;) {
      const remark = next?.()
      if (!remark || fits(remark[1], known)) return remark
    }
  }

  #loss(known: Known): Remark {
    for (;;) {
      const loss = this.#losses()
      if ((loss.funding?.includes(known.funding) ?? true) && fits(loss.text, known)) return [loss.type, loss.text]
    }
  }
}
