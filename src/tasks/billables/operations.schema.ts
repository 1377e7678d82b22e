import { Type } from 'typebox'
import { dataOf, IdParams, id, oneOf, pageOf, ref, text } from '../../http/contract/schema.ts'
import { dayQuery, pageQuery, updatedSince } from '../../http/responses/paging.ts'
import * as schema from './billables.schema.ts'
import { billableStatuses, moves, moveTable } from './moves.ts'

/** What can be asked and done in billing, as the specification shows it. */
const tags = ['Billing']

const billableExample = {
  id: 90,
  task_id: 50,
  charge_id: 12,
  client: { id: 2001, name: 'Joan Hart' },
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
  summary: 'Make billables of completed tasks',
  description: `Gives each charge of a completed, billable task a ${moves.bill.from} billable, each task for itself. Send task_ids, or from and to for all billable tasks of these days; one that cannot be billed yet is reported with the reason. Run again it makes nothing twice: what is ${moves.bill.from} or ${moves.bill.to} stays, and a charge whose billable is ${moves.void.to} gets a new one.`,
  tags,
  body: ref(schema.BillablesSync),
  returns: 'The result for each task: its billables, or why it cannot be billed yet.',
  response: { 200: ref(schema.SyncAnswer) },
  examples: {
    requests: [
      { name: 'tasks', body: { task_ids: [57, 51] } },
      { name: 'days', body: { from: '2026-11-01', to: '2026-11-30', client_id: 2001, dry_run: true } },
    ],
    answer: {
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
  summary: 'List billables',
  description: 'Billables in the order of their ids. Filters narrow together.',
  tags,
  querystring: Type.Object({
    ...pageQuery(100, 50),
    status: Type.Optional(oneOf(billableStatuses, { description: 'Only billables of exactly this status' })),
    client_id: Type.Optional(id('Only billables for this client')),
    task_id: Type.Optional(id('Only billables of this task')),
    invoice_number: Type.Optional(
      text(100, { minLength: 1, description: 'Only billables with exactly this number, void ones too' }),
    ),
    ...dayQuery('billables'),
    updated_since: updatedSince('billables'),
  }),
  returns: 'One page of billables.',
  response: { 200: pageOf(ref(schema.Billable)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'to invoice', query: { status: 'pending' } },
      { name: 'for a client', query: { client_id: 2001, per_page: 2 } },
      { name: 'of a task', query: { task_id: 58 } },
    ],
    answer: { data: [billableExample], meta: { page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
}
export const billBillables = {
  operationId: 'billBillables',
  summary: 'Invoice billables',
  description: `Puts ${moves.bill.from} billables on an invoice, each for itself; one that is not ${moves.bill.from} is reported and holds nothing up. From then on their tasks are billed: \`can_edit\` is false and they cannot be changed.

${moveTable}`,
  tags,
  body: ref(schema.BillableBill),
  returns: 'The result for each billable, and the total that was invoiced.',
  response: { 200: ref(schema.BillAnswer) },
  examples: {
    requests: [{ body: { ids: [90, 91], invoice_number: 'INV-2' } }],
    answer: {
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
  summary: 'Void an invoiced billable',
  description: `Makes an ${moves.void.from} billable ${to}, for good; anything else is a 422. It keeps its invoice number. When nothing else of its task is ${moves.void.from}, the task can be edited again, and synced again once it is right.`,
  tags,
  params: IdParams,
  body: ref(schema.BillableVoid),
  returns: 'The billable, now void.',
  response: { 200: dataOf(ref(schema.Billable)) },
  examples: {
    requests: [{ path: { id: 91 }, body: { reason: 'Wrong price code' } }],
    answer: {
      data: { ...billableExample, id: 91, status: to, void_reason: 'Wrong price code', at: '2026-11-22 10:30:00' },
    },
  },
}
