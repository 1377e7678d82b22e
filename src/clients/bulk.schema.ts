import { type Static, Type } from 'typebox'
import { closed, id, oneOf, open, ref } from '../http/contract/schema.ts'
import { createExample as row } from './clients.schema.ts'

export const BulkCreate = Type.Object(
  {
    clients: Type.Array(
      Type.Unsafe<unknown>({ description: 'A client as in POST /clients. Each one is validated separately.' }),
      { minItems: 1, maxItems: 100 },
    ),
    on_error: Type.Optional(
      oneOf(['skip', 'abort'], {
        default: 'skip',
        description: 'skip: create the valid rows. abort: create none if any row is invalid.',
      }),
    ),
    dry_run: Type.Optional(
      Type.Boolean({ default: false, description: 'true validates everything and creates nothing.' }),
    ),
  },
  { ...closed, $id: 'ClientBulkCreate' },
)

const Warning = Type.Object({
  code: oneOf(['possible_duplicate'], open),
  client_id: Type.Optional(id('The existing client with the same name.')),
  index: Type.Optional(Type.Integer({ description: 'Index of the earlier row of this request with the same name.' })),
})

const BulkResult = Type.Object({
  index: Type.Integer({ description: 'Index of the row in clients, from 0.' }),
  ok: Type.Boolean(),
  id: Type.Optional(id('The created client.')),
  message: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
  errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  warnings: Type.Array(Warning),
})

export const BulkResponse = Type.Object(
  {
    batch: Type.Optional(Type.String({ description: 'For GET /imports/{batch}. Omitted in a dry run.' })),
    dry_run: Type.Optional(Type.Boolean()),
    succeeded: Type.Integer(),
    failed: Type.Integer(),
    results: Type.Array(BulkResult),
  },
  { $id: 'ClientBulkResponse', description: 'The result of each row.' },
)
export type BulkResult = Static<typeof BulkResult>
export type BulkResponse = Static<typeof BulkResponse>

export const bulkExample = {
  batch: 'imp_4Zq0yN6sXw2LrT9b1000',
  succeeded: 1,
  failed: 1,
  results: [
    { index: 0, ok: true, id: 2240, message: 'Created.', warnings: [{ code: 'possible_duplicate', client_id: 2011 }] },
    {
      index: 1,
      ok: false,
      error: 'The given data was invalid.',
      errors: { last_name: ['last_name is required.'] },
      warnings: [],
    },
  ],
}

export const createClientsInBulk = {
  operationId: 'createClientsInBulk',
  sdk: 'clients.createInBulk',
  summary: 'Create up to 100 clients',
  description:
    'Validates every row and reports its result. With on_error skip it creates the valid rows; with abort it creates none if ' +
    'any row is invalid. A row with the name of an existing client is created with a warning. The response is stored for ' +
    'GET /imports/{batch}.',
  tags: ['Clients'],
  body: ref(BulkCreate),
  returns: 'The result of each row, in the order of the request.',
  response: { 200: ref(BulkResponse) },
  examples: {
    requests: [{ body: { clients: [row, { ...row, last_name: undefined }], on_error: 'skip' } }],
    response: bulkExample,
  },
}
export const getImport = {
  operationId: 'getImport',
  sdk: 'imports.get',
  summary: 'Get a bulk import',
  description: 'Returns the response of an earlier POST /clients/bulk by its batch id.',
  tags: ['Clients'],
  params: Type.Object({
    batch: Type.String({ description: 'The batch of the bulk response.' }),
  }),
  returns: 'The stored response of the bulk import.',
  response: { 200: ref(BulkResponse) },
  examples: { requests: [{ path: { batch: bulkExample.batch } }], response: bulkExample },
}
