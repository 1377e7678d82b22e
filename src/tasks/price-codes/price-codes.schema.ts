import { type Static, Type } from 'typebox'
import { claimTypes, clientTypes } from '../../clients/funding.ts'
import { id, oneOf, pageOf, ref, text } from '../../http/contract/schema.ts'
import { pageQuery } from '../../http/responses/paging.ts'

/** Price codes are imported with a bundle; no endpoint creates them. */
export const PriceCode = Type.Object(
  {
    id: id(),
    code: Type.String(),
    name: Type.String(),
    unit: Type.String({ description: '`hour` is charged by the minute, any other unit once' }),
    price: Type.Number({ description: 'Price of one unit, at most 2 decimals' }),
    funding_type: Type.Optional(
      oneOf(clientTypes, { description: 'The client type that the code is for. Omitted if it is for all.' }),
    ),
    claim_types: Type.Array(oneOf(claimTypes), {
      description: 'The claim types that a charge can have. Empty if all are allowed.',
    }),
    effective_from: Type.Optional(
      Type.String({ format: 'date', description: 'First day the price applies. Omitted if it has no start date.' }),
    ),
    effective_to: Type.Optional(
      Type.String({ format: 'date', description: 'Last day the price applies. Omitted if it has no end date.' }),
    ),
  },
  { $id: 'PriceCode', description: 'The price of a service on some days' },
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
    'Lists price codes in the order of their ids. A price code must match all filters. A code whose price changed has one record for each period, with its own id and days: filter by `date` for the one in effect.',
  tags: ['Tasks'],
  querystring: Type.Object({
    ...pageQuery(100, 50),
    client_id: Type.Optional(id('Only codes for this client: those for its client_type and those for all')),
    query: Type.Optional(text(255, { minLength: 1, description: 'Part of the code or the name, case-insensitive' })),
    date: Type.Optional(Type.String({ format: 'date', description: 'Only codes in effect on this day' })),
  }),
  returns: 'The price codes of the page.',
  response: { 200: pageOf(ref(PriceCode)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'in effect', query: { query: 'care', date: '2026-11-16' } },
      { name: 'for a client', query: { client_id: 2001 } },
    ],
    response: { data: [priceCodeExample], meta: { page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
}
