import { type Static, Type } from 'typebox'
import { closed, id, oneOf, ref } from '../http/contract/schema.ts'
import { clientExample } from './clients.schema.ts'

export const BulkCreate = Type.Object(
  {
    clients: Type.Array(
      Type.Unsafe<unknown>({ description: 'A client as POST /clients takes it. Each is checked for itself.' }),
      { minItems: 1, maxItems: 100 },
    ),
    on_error: Type.Optional(
      oneOf(['skip', 'abort'], {
        default: 'skip',
        description: 'skip: create the rows that are right. abort: create none if one is wrong.',
      }),
    ),
    dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Check everything, write nothing' })),
  },
  { ...closed, $id: 'ClientBulkCreate' },
)

const Warning = Type.Object({
  code: oneOf(['possible_duplicate']),
  client_id: Type.Optional(id('The client of the same name that exists already')),
  index: Type.Optional(Type.Integer({ description: 'The earlier row of this request with the same name' })),
})

const BulkResult = Type.Object({
  index: Type.Integer({ description: 'Place of the row in clients, from 0' }),
  ok: Type.Boolean(),
  id: Type.Optional(id('The new client')),
  message: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
  errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  warnings: Type.Array(Warning),
})

export const BulkAnswer = Type.Object(
  {
    batch: Type.Optional(Type.String({ description: 'For GET /imports/{batch}; absent in a dry run' })),
    dry_run: Type.Optional(Type.Boolean()),
    succeeded: Type.Integer(),
    failed: Type.Integer(),
    results: Type.Array(BulkResult),
  },
  { $id: 'ClientBulkAnswer', description: 'What became of each row' },
)
export type BulkResult = Static<typeof BulkResult>
export type BulkAnswer = Static<typeof BulkAnswer>

const { id: _, created_at: __, updated_at: ___, ...row } = clientExample
const answer = {
  batch: 'imp_4Zq0yN6sXw2LrT9b1000',
  succeeded: 1,
  failed: 1,
  results: [
    { index: 0, ok: true, id: 2241, message: 'Created.', warnings: [{ code: 'possible_duplicate', client_id: 2001 }] },
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
  summary: 'Create up to 100 clients',
  description:
    'Every row is checked and reported; a row like an existing client’s name is created with a warning. With on_error ' +
    'skip the rows that are right are created, with abort none is if one is wrong. The answer is kept and can be read again.',
  tags: ['Clients'],
  body: ref(BulkCreate),
  returns: 'The result of each row, in the order sent.',
  response: { 200: ref(BulkAnswer) },
  examples: { requests: [{ body: { clients: [row, { ...row, last_name: undefined }], on_error: 'skip' } }], answer },
}
export const getImport = {
  operationId: 'getImport',
  summary: 'Get a bulk import again',
  description: 'What POST /clients/bulk answered, by its batch id.',
  tags: ['Clients'],
  params: Type.Object({
    batch: Type.String({ description: 'The batch of the bulk answer' }),
  }),
  returns: 'The results of the bulk import, as they were first answered.',
  response: { 200: ref(BulkAnswer) },
  examples: { requests: [{ path: { batch: answer.batch } }], answer },
}
