import { type Static, Type } from 'typebox'
import { claimTypes, clientTypes } from '../../clients/funding.ts'
import {
  closed,
  id,
  listOf,
  nullable,
  oneOf,
  oneOfOrNull,
  open,
  ref,
  text,
  visibleText,
} from '../../http/contract/schema.ts'
import { formatQuery, keysetQuery, updatedSince } from '../../http/responses/paging.ts'

const dateOrNull = (description: string) => Type.Optional(nullable(Type.String({ format: 'date', description })))

/** A row of a price list, in a bundle or in POST /price-codes/import. */
export const priceRowFields = {
  code: visibleText(100),
  name: visibleText(255),
  unit: visibleText(50, { description: '`hour` is charged by the minute, any other unit once.' }),
  price: Type.Number({
    minimum: 0,
    maximum: 9_999_999_999.99,
    description: 'Price of one unit, at most 2 decimals.',
  }),
  funding_type: Type.Optional(
    oneOfOrNull(clientTypes, { description: 'Client type that the code is for; null for all.' }),
  ),
  claim_types: Type.Optional(
    Type.Array(oneOf(claimTypes), {
      uniqueItems: true,
      description: 'Claim types that a charge can have. Empty, or not sent, for all.',
    }),
  ),
  effective_from: dateOrNull('First day the price applies; null for no start date.'),
  effective_to: dateOrNull(
    'Last day the price applies. Null, or not sent: the day before the next price of the code begins.',
  ),
}
export const PriceRow = Type.Object(priceRowFields, closed)
export type PriceInput = Static<typeof PriceRow>

/** The price before it could not end the day before. */
const firstDay = '0001-01-01'

/** The rules between the fields of a row: which field, and what it must be. */
export function priceRowProblems({ price, effective_from, effective_to }: PriceInput): [field: string, rule: string][] {
  return [
    ...(Number(price.toFixed(2)) === price ? [] : [['price', 'must have at most 2 decimals'] as [string, string]]),
    ...(effective_from === firstDay ? [['effective_from', `must be after ${firstDay}`] as [string, string]] : []),
    ...(effective_from && effective_to && effective_to < effective_from
      ? [['effective_to', `must be ${effective_from} or later, the day it is effective from`] as [string, string]]
      : []),
  ]
}

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
    claim_types: Type.Array(oneOf(claimTypes, open), {
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
  sdk: 'priceCodes.list',
  summary: 'List price codes',
  description:
    'Lists price codes in the order of their ids. A price code must match all filters. A code whose price changed has one record for each period, with its own id and days: filter by `date` for the one in effect.',
  tags: ['Tasks'],
  querystring: Type.Object({
    ...keysetQuery('price codes', 100, 50),
    format: formatQuery,
    client_id: Type.Optional(id('Only codes for this client: those for its client_type and those for all')),
    query: Type.Optional(text(255, { minLength: 1, description: 'Part of the code or the name, case-insensitive' })),
    date: Type.Optional(Type.String({ format: 'date', description: 'Only codes in effect on this day' })),
    updated_since: updatedSince('price codes'),
  }),
  returns: 'The price codes of the page.',
  response: { 200: listOf(ref(PriceCode)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'in effect', query: { query: 'care', date: '2026-11-16' } },
      { name: 'for a client', query: { client_id: 2001 } },
      { name: 'what changed', query: { updated_since: '2026-01-01' } },
      { name: 'after an id', query: { after_id: 0, per_page: 2 } },
      { name: 'CSV', query: { format: 'csv' } },
      { name: 'NDJSON', query: { format: 'ndjson' } },
    ],
    response: { data: [priceCodeExample], meta: { page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
}

const maxRows = 200

export const PriceImport = Type.Object(
  {
    rows: Type.Array(
      Type.Unsafe<unknown>({
        description:
          'A price: code, name, unit and price, with or without funding_type, claim_types, effective_from and effective_to, as in GET /price-codes. Each one is validated separately.',
      }),
      { minItems: 1, maxItems: maxRows },
    ),
    dry_run: Type.Optional(Type.Boolean({ description: 'true validates everything and stores nothing.' })),
  },
  { ...closed, $id: 'PriceImport' },
)
export const PriceImportResult = Type.Object(
  {
    dry_run: Type.Optional(Type.Boolean()),
    succeeded: Type.Integer(),
    failed: Type.Integer(),
    results: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Index of the row in rows, from 0.' }),
        ok: Type.Boolean(),
        id: Type.Optional(id('The price code. Omitted for a new one in a dry run.')),
        message: Type.Optional(Type.String()),
        error: Type.Optional(Type.String()),
        errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
      }),
    ),
  },
  { $id: 'PriceImportResult', description: 'The result of each price.' },
)
export type PriceImport = Static<typeof PriceImport>
export type PriceImportResult = Static<typeof PriceImportResult>

const { id: _, effective_from: __, ...priceRow } = priceCodeExample
export const importPriceCodes = {
  operationId: 'importPriceCodes',
  sdk: 'priceCodes.import',
  summary: 'Import a price list',
  description:
    'Creates and updates up to 200 price codes; nothing is deleted. A row with the code, funding_type and effective_from of a stored one updates it. A code has at most 100 prices. A price without effective_to ends the day before the next price of its code begins, also when that one is imported later. Charges of open tasks whose price has ended take the new one; billed tasks keep theirs.',
  tags: ['Tasks'],
  body: ref(PriceImport),
  returns: 'The result of each price, in the order of the request.',
  response: { 200: ref(PriceImportResult) },
  examples: {
    requests: [
      { name: 'next year', body: { rows: [{ ...priceRow, price: 70.23, effective_from: '2027-07-01' }] } },
      { name: 'dry run', body: { rows: [{ ...priceRow, price: 70.23, effective_from: '2027-07-01' }], dry_run: true } },
    ],
    response: { succeeded: 1, failed: 0, results: [{ index: 0, ok: true, id: 230, message: 'Created.' }] },
  },
}
