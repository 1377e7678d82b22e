import { Type } from 'typebox'
import { section } from '../../bundle/section.ts'
import { claimTypes, clientTypes } from '../../clients/funding.ts'
import { nullable, oneOf, oneOfOrNull, visibleText } from '../../http/contract/schema.ts'
import { date } from './fields.ts'
import { followPrices } from './reprice.ts'

const dateOrNull = () => Type.Optional(nullable(date()))

export const priceCodes = section({
  list: 'price_codes',
  table: 'price_code',
  fields: {
    code: visibleText(100),
    name: visibleText(255),
    unit: visibleText(50),
    price: Type.Number({ minimum: 0, maximum: 9_999_999_999.99 }),
    funding_type: Type.Optional(oneOfOrNull(clientTypes)),
    claim_types: Type.Optional(Type.Array(oneOf(claimTypes), { uniqueItems: true, default: [] })),
    effective_from: dateOrNull(),
    effective_to: dateOrNull(),
  },
  // Decimal in the database, a JSON number outside.
  values: { price: 'sent.price' },
  shown: { price: 'r.price::float8' },
  after: followPrices,
  check({ price, effective_from, effective_to }: PriceCode, problem) {
    if (Number(price.toFixed(2)) !== price) problem(['price'], 'must have at most 2 decimals.')
    if (effective_from && effective_to && effective_to < effective_from) {
      problem(['effective_to'], `must be ${effective_from} or later, the day it is effective from.`)
    }
  },
})

interface PriceCode {
  price: number
  effective_from?: string | null
  effective_to?: string | null
}
