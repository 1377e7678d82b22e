import { statement } from '../../db/statement.ts'

/** A price code for some days. Several rows can have one code, each for its own days. */
export interface PriceRow {
  id: number
  code: string
  name: string
  price: string
  unit: string
  funding_type: string | null
  claim_types: string[]
  usual_claim_type: string
  effective_from: string | null
  effective_to: string | null
}

/** The price codes $2 and those of the charges of tasks $3, with all rows of the same code and funding: its other days. */
export const pricesFor = statement<[orgId: number, ids: number[], taskIds: number[]], PriceRow>(
  'prices.for',
  `select distinct p.id, p.code, p.name, p.price::text as price, p.unit, p.funding_type, p.claim_types,
     usual_claim_type(p.claim_types) as usual_claim_type, p.effective_from, p.effective_to
   from price_code x
     join price_code p on p.org_id = $1 and p.code = x.code and p.funding_type is not distinct from x.funding_type
   where x.org_id = $1 and x.id = any (array(
     select unnest($2::bigint[]) union
     select c.price_code from task_charge c where c.org_id = $1 and c.task_id = any ($3::bigint[])))`,
)

const isInEffect = ({ effective_from, effective_to }: PriceRow, day: string): boolean =>
  (effective_from === null || effective_from <= day) && (effective_to === null || day <= effective_to)

/** A price without a first day is the earliest. */
const byEffectiveFrom = (a: PriceRow, b: PriceRow): number =>
  (a.effective_from ?? '').localeCompare(b.effective_from ?? '') || a.id - b.id

/** Loaded price codes, by id and by day. */
export class Prices {
  readonly #rows: Map<number, PriceRow>
  readonly #isLenient: boolean

  constructor(rows: Iterable<PriceRow>, isLenient = false) {
    this.#rows = new Map([...rows].map((row) => [row.id, row]))
    this.#isLenient = isLenient
  }

  /**
   * The same for future tasks of a series, which cannot report an error each. A code without a price on a day yet has its
   * latest price.
   */
  get lenient(): Prices {
    return new Prices(this.#rows.values(), true)
  }

  get(id: number): PriceRow | undefined {
    return this.#rows.get(id)
  }

  /**
   * The row of a code that is in effect on a day: the one with this id if it is, otherwise another row of the same code. The
   * price list of a new year has the old codes with new ids, and a task that moves into that year takes the new price.
   */
  on(id: number, day: string): PriceRow | undefined {
    const named = this.get(id)
    if (!named || isInEffect(named, day)) return named
    const rows = this.rowsOf(id).reverse()
    const current = rows.find((row) => isInEffect(row, day))
    if (current || !this.#isLenient) return current
    return rows.find(({ effective_from }) => effective_from === null || effective_from <= day) ?? named
  }

  /** All rows of a code, the earliest first. */
  rowsOf(id: number): PriceRow[] {
    const named = this.get(id)
    return [...this.#rows.values()]
      .filter((row) => row.code === named?.code && row.funding_type === named.funding_type)
      .sort(byEffectiveFrom)
  }
}

export const priceNeeded = 'price_code is required: a billable task needs one.'
const unknownPrice = 'price_code must be the id of a price code of this organisation.'

/** Why a code has no price on a day, as a sentence that follows its name. */
export function noPriceOn(prices: Prices, id: number, day: string): string {
  const rows = prices.rowsOf(id)
  const periods = rows.map(({ effective_from, effective_to }) =>
    [effective_from && `from ${effective_from}`, effective_to && `to ${effective_to}`].filter(Boolean).join(' '),
  )
  return `${rows[0]!.code} has no price on ${day}: it is effective ${periods.join(' and ')}.`
}

/** Why a code is not for a client type, as a sentence; undefined when it is. A task without a client can have any code. */
export function notFundedBy({ code, funding_type }: PriceRow, clientType: string | undefined): string | undefined {
  if (funding_type === null || clientType === undefined || funding_type === clientType) return undefined
  return `price_code ${code} is for ${funding_type} clients; the task’s client is ${clientType}.`
}

/** The price of a code on a day, and the error for a client type, if any. */
export function priceFor(
  prices: Prices,
  id: number,
  day: string,
  clientType: string | undefined,
): { price: PriceRow | undefined; error: string | undefined } {
  const named = prices.get(id)
  const price = prices.on(id, day)
  if (!named) return { price, error: unknownPrice }
  return {
    price,
    error: notFundedBy(named, clientType) ?? (price ? undefined : `price_code ${noPriceOn(prices, id, day)}`),
  }
}

/** A code without claim types allows all of them. */
export const mayClaim = ({ claim_types }: PriceRow, claimType: string): boolean =>
  claim_types.length === 0 || claim_types.includes(claimType)
