import { type Static, Type } from 'typebox'
import { claimTypes, clientTypes } from '../../clients/funding.ts'
import { id, oneOf, pageOf, ref, text } from '../../http/contract/schema.ts'
import { pageQuery } from '../../http/responses/paging.ts'

/** Price codes as the API shows them. They come in by the bundle; there is no endpoint that makes one. */
export const PriceCode = Type.Object(
  {
    id: id(),
    code: Type.String(),
    name: Type.String(),
    unit: Type.String({ description: 'hour is charged by the minutes, whatever else once' }),
    price: Type.Number({ description: 'For one unit, at most 2 decimals' }),
    funding_type: Type.Optional(oneOf(clientTypes, { description: 'Only for clients of this type; absent: for any' })),
    claim_types: Type.Array(oneOf(claimTypes), { description: 'What a charge may be claimed as; empty: anything' }),
    effective_from: Type.Optional(Type.String({ format: 'date', description: 'The first day; absent: always was' })),
    effective_to: Type.Optional(Type.String({ format: 'date', description: 'The last day; absent: still is' })),
  },
  { $id: 'PriceCode', description: 'What a service costs, by its code and for some days' },
)
export type PriceCode = Static<typeof PriceCode>

export const unknownClient = 'client_id must be the id of a client of this organisation.'

export const priceCodeExample = {
  id: 11,
  code: '01_011_0107_1_1',
  name: 'Self-care weekday',
  unit: 'hour',
  price: 67.56,
  funding_type: 'NDIS',
  claim_types: ['Standard', 'Cancellation'],
  effective_from: '2026-07-01',
}

export const listPriceCodes = {
  operationId: 'listPriceCodes',
  summary: 'List price codes',
  description:
    'Price codes in the order of their ids. Filters narrow together. A code whose price changed has one row for each time, with its own id and days: `date` gives the one in effect.',
  tags: ['Tasks'],
  querystring: Type.Object({
    ...pageQuery(100, 50),
    client_id: Type.Optional(id('Only codes that this client can be charged by: those of its client_type and of any')),
    query: Type.Optional(
      text(255, { minLength: 1, description: 'Part of the code or of the name, without regard to case' }),
    ),
    date: Type.Optional(Type.String({ format: 'date', description: 'Only codes in effect on this day' })),
  }),
  returns: 'One page of price codes.',
  response: { 200: pageOf(ref(PriceCode)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'in effect', query: { query: 'care', date: '2026-11-16' } },
      { name: 'for a client', query: { client_id: 2001 } },
    ],
    answer: { data: [priceCodeExample], meta: { page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
}
