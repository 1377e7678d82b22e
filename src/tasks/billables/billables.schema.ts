import { type Static, Type } from 'typebox'
import { claimTypes } from '../../clients/funding.ts'
import {
  closed,
  dryRun,
  IdParams,
  id,
  isDryRun,
  listOf,
  oneOf,
  open,
  Person,
  ref,
  text,
  timestamp,
  visibleText,
  words,
} from '../../http/contract/schema.ts'
import { dayQuery, formatQuery, idsQuery, keysetQuery, updatedSince } from '../../http/responses/paging.ts'
import { billableStatuses, moves, moveTable } from './moves.ts'

const money = (description: string) => Type.Number({ description: `${description}, at most 2 decimals` })

export const Billable = Type.Object(
  {
    id: id(),
    task_id: Type.Optional(id('Omitted if the task of a void billable was deleted')),
    charge_id: Type.Optional(id('Omitted if the charge of a void billable was deleted')),
    client: Type.Optional(ref(Person)),
    date: Type.String({ format: 'date', description: 'The task’s date' }),
    name: Type.String({ description: 'The charge’s name' }),
    price_code: id('The price code’s id'),
    code: Type.String({ description: 'The price code’s code' }),
    minutes: Type.Integer(),
    claim_type: oneOf(claimTypes, open),
    total_cost: money('The invoiced amount'),
    status: oneOf(billableStatuses),
    invoice_number: Type.Optional(Type.String()),
    void_reason: Type.Optional(Type.String(words)),
    at: Type.String({ description: 'When it got its status: YYYY-MM-DD HH:MM:SS, local' }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  {
    $id: 'Billable',
    description:
      'A charge to be invoiced. While it is pending it follows its charge; from then on it does not change with it.',
  },
)
export type Billable = Static<typeof Billable>

export const BillableBill = Type.Object(
  {
    ids: Type.Array(id(), { minItems: 1, maxItems: 50, uniqueItems: true, description: '1 to 50 billables' }),
    invoice_number: visibleText(100, { description: 'The number of the invoice' }),
    dry_run: dryRun,
  },
  { ...closed, $id: 'BillableBill' },
)
export const BillableVoid = Type.Object(
  {
    reason: visibleText(500, { description: 'The reason. It is stored on the billable and in the event.' }),
    dry_run: dryRun,
  },
  { ...closed, $id: 'BillableVoid' },
)

const outcome = { ok: Type.Boolean(), message: Type.Optional(Type.String()), error: Type.Optional(Type.String()) }
const counts = { succeeded: Type.Integer(), failed: Type.Integer() }

export const BillAnswer = Type.Object(
  {
    dry_run: isDryRun,
    ...counts,
    total_cost: money('The sum that this request invoiced'),
    results: Type.Array(Type.Object({ id: id(), ...outcome })),
  },
  { $id: 'BillResponse', description: 'The result for each billable, in the order of the ids' },
)

/** The maximum number of tasks from `from` to `to`. */
export const maxInWindow = 1000

export const BillablesSync = Type.Object(
  {
    task_ids: Type.Optional(
      Type.Array(id(), {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: '1 to 50 tasks. Required unless from and to are sent.',
      }),
    ),
    ...dayQuery(`billable tasks, at most ${maxInWindow},`),
    client_id: Type.Optional(id('With from and to: only tasks for this client')),
    dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Validate only; nothing is stored' })),
  },
  { ...closed, $id: 'BillablesSync' },
)
export type BillablesSync = Static<typeof BillablesSync>

const Synced = Type.Object({
  id: Type.Optional(id('Omitted for a billable that a dry run would create')),
  charge_id: id(),
  total_cost: money('The amount to be invoiced'),
})
export const SyncAnswer = Type.Object(
  {
    dry_run: Type.Optional(Type.Boolean({ description: 'true for a dry run: nothing was stored' })),
    ...counts,
    results: Type.Array(
      Type.Object({
        task: id(),
        ...outcome,
        billables: Type.Array(Synced, {
          description: 'The pending and invoiced billables of the task, existing and created',
        }),
      }),
    ),
  },
  { $id: 'SyncResponse', description: 'The result for each task, in the order of task_ids, or by id for from and to' },
)

/** Operations. */
const tags = ['Billing']

const billableExample = {
  id: 90,
  task_id: 50,
  charge_id: 12,
  client: { id: 2001, name: 'William Doyle' },
  date: '2026-11-20',
  name: 'Self-care weekday',
  price_code: 11,
  code: '01_011_0107_1_1',
  minutes: 60,
  claim_type: 'Standard',
  total_cost: 67.56,
  status: 'invoiced',
  invoice_number: 'INV-1',
  at: '2026-11-21 09:00:00',
  created_at: '2026-11-20T05:10:00.000000Z',
  updated_at: '2026-11-20T22:00:00.000000Z',
}

export const syncBillables = {
  operationId: 'syncBillables',
  sdk: 'billables.sync',
  summary: 'Create billables of completed tasks',
  description: `Creates a ${moves.bill.from} billable for each charge of completed, billable tasks. Send task_ids, or from and to for all billable tasks of these days. A task that cannot be billed yet is reported with the reason and does not stop the others. The request can be repeated: a charge with a ${moves.bill.from} or ${moves.bill.to} billable gets no other one, and a charge whose billable is ${moves.void.to} gets a new one.`,
  tags,
  body: ref(BillablesSync),
  returns: 'The result for each task: its billables, or why it cannot be billed.',
  response: { 200: ref(SyncAnswer) },
  examples: {
    requests: [
      { name: 'tasks', body: { task_ids: [57, 51] } },
      { name: 'days', body: { from: '2026-11-01', to: '2026-11-30', client_id: 2001, dry_run: true } },
    ],
    response: {
      succeeded: 1,
      failed: 1,
      results: [
        {
          task: 57,
          ok: true,
          message: '1 billable was created.',
          billables: [{ id: 90, charge_id: 12, total_cost: 67.56 }],
        },
        { task: 51, ok: false, error: 'Complete the task first.', billables: [] },
      ],
    },
  },
}

export const listBillables = {
  operationId: 'listBillables',
  sdk: 'billables.list',
  summary: 'List billables',
  description: 'Lists billables in the order of their ids. A billable must match all filters.',
  tags,
  querystring: Type.Object({
    ...keysetQuery('billables', 100, 50),
    ids: idsQuery('billables'),
    format: formatQuery,
    status: Type.Optional(oneOf(billableStatuses, { description: 'Only billables with this status' })),
    client_id: Type.Optional(id('Only billables for this client')),
    task_id: Type.Optional(id('Only billables of this task')),
    invoice_number: Type.Optional(
      text(100, { minLength: 1, description: 'Only billables with exactly this invoice number, including void ones' }),
    ),
    ...dayQuery('billables'),
    updated_since: updatedSince('billables'),
  }),
  returns: 'The billables of the page.',
  response: { 200: listOf(ref(Billable)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'to invoice', query: { status: 'pending' } },
      { name: 'for a client', query: { client_id: 2001, per_page: 2 } },
      { name: 'of a task', query: { task_id: 58 } },
      { name: 'after an id', query: { after_id: 0, per_page: 2 } },
      { name: 'by ids', query: { ids: [90, 91] } },
      { name: 'CSV', query: { format: 'csv' } },
      { name: 'NDJSON', query: { format: 'ndjson' } },
    ],
    response: { data: [billableExample], meta: { page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
}
export const billBillables = {
  operationId: 'billBillables',
  sdk: 'billables.bill',
  summary: 'Invoice billables',
  description: `Invoices ${moves.bill.from} billables. A billable that is not ${moves.bill.from} is reported and does not stop the others. From then on their tasks are billed: \`can_edit\` is false and they cannot be edited.

${moveTable}`,
  tags,
  body: ref(BillableBill),
  returns: 'The result for each billable, and the invoiced total.',
  response: { 200: ref(BillAnswer) },
  examples: {
    requests: [
      { name: 'two', body: { ids: [90, 91], invoice_number: 'INV-2' } },
      { name: 'dry run', body: { ids: [92], invoice_number: 'INV-2', dry_run: true } },
    ],
    response: {
      succeeded: 1,
      failed: 1,
      total_cost: 33.78,
      results: [
        { id: 90, ok: true, message: 'Invoiced on INV-2.' },
        { id: 91, ok: false, error: 'Billable 91 is already invoiced on INV-1.' },
      ],
    },
  },
}
const { to } = moves.void
export const voidBillable = {
  operationId: 'voidBillable',
  sdk: 'billables.void',
  summary: 'Void an invoiced billable',
  description: `Makes an ${moves.void.from} billable ${to}, permanently. A billable that is not ${moves.void.from} is rejected with 422. It keeps its invoice number. If no other billable of its task is ${moves.void.from}, the task can be edited and synced again.`,
  tags,
  params: IdParams,
  body: ref(BillableVoid),
  returns: 'The void billable.',
  response: { 200: Type.Object({ dry_run: isDryRun, data: ref(Billable) }) },
  examples: {
    requests: [
      { name: 'one', path: { id: 91 }, body: { reason: 'Wrong price code' } },
      { name: 'dry run', path: { id: 93 }, body: { reason: 'Wrong price code', dry_run: true } },
    ],
    response: {
      data: { ...billableExample, id: 91, status: to, void_reason: 'Wrong price code', at: '2026-11-22 10:30:00' },
    },
  },
}
