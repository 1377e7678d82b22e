import { type Static, Type } from 'typebox'
import { claimTypes } from '../../clients/funding.ts'
import { closed, id, oneOf, Person, ref, timestamp, visibleText } from '../../http/contract/schema.ts'
import { dayQuery } from '../../http/responses/paging.ts'
import { billableStatuses } from './moves.ts'

/** A billable as the API shows it, and what the endpoints of billing take. */
const money = (description: string) => Type.Number({ description: `${description}, at most 2 decimals` })

export const Billable = Type.Object(
  {
    id: id(),
    task_id: Type.Optional(id('Absent when the task of a void billable was deleted')),
    charge_id: Type.Optional(id('Absent when the charge of a void billable was deleted')),
    client: Type.Optional(ref(Person)),
    date: Type.String({ format: 'date', description: 'The task’s date' }),
    name: Type.String({ description: 'Name of the charge' }),
    price_code: id('The price code’s id'),
    code: Type.String({ description: 'The price code’s code' }),
    minutes: Type.Integer(),
    claim_type: oneOf(claimTypes),
    total_cost: money('What is invoiced'),
    status: oneOf(billableStatuses),
    invoice_number: Type.Optional(Type.String()),
    void_reason: Type.Optional(Type.String()),
    at: Type.String({ description: 'When it became what it is: YYYY-MM-DD HH:MM:SS, local' }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  {
    $id: 'Billable',
    description: 'A charge to be invoiced. It follows its charge while it is pending, and then stays what it was.',
  },
)
export type Billable = Static<typeof Billable>

export const BillableBill = Type.Object(
  {
    ids: Type.Array(id(), { minItems: 1, maxItems: 50, uniqueItems: true, description: '1 to 50 billables' }),
    invoice_number: visibleText(100, { description: 'The number of the invoice they are on' }),
  },
  { ...closed, $id: 'BillableBill' },
)
export const BillableVoid = Type.Object(
  { reason: visibleText(500, { description: 'Why; kept on the billable and in the event' }) },
  { ...closed, $id: 'BillableVoid' },
)

const outcome = { ok: Type.Boolean(), message: Type.Optional(Type.String()), error: Type.Optional(Type.String()) }
const counts = { succeeded: Type.Integer(), failed: Type.Integer() }

export const BillAnswer = Type.Object(
  {
    ...counts,
    total_cost: money('The sum of what was invoiced by this request'),
    results: Type.Array(Type.Object({ id: id(), ...outcome })),
  },
  { $id: 'BillAnswer', description: 'What became of each billable, in the order sent' },
)

/** The most tasks that one window may have. */
export const mostInWindow = 1000

export const BillablesSync = Type.Object(
  {
    task_ids: Type.Optional(
      Type.Array(id(), { minItems: 1, maxItems: 50, uniqueItems: true, description: '1 to 50 tasks; or from and to' }),
    ),
    ...dayQuery(`billable tasks, at most ${mostInWindow},`),
    client_id: Type.Optional(id('With from and to: only tasks for this client')),
    dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Check everything, write nothing' })),
  },
  { ...closed, $id: 'BillablesSync' },
)
export type BillablesSync = Static<typeof BillablesSync>

const Synced = Type.Object({
  id: Type.Optional(id('Absent for one that a dry run would make')),
  charge_id: id(),
  total_cost: money('What will be invoiced'),
})
export const SyncAnswer = Type.Object(
  {
    dry_run: Type.Optional(Type.Boolean({ description: 'true in a dry run: nothing was written' })),
    ...counts,
    results: Type.Array(
      Type.Object({
        task: id(),
        ...outcome,
        billables: Type.Array(Synced, { description: 'The pending and invoiced ones of the task, old and new' }),
      }),
    ),
  },
  { $id: 'SyncAnswer', description: 'What became of each task: in the order sent, or of a window by id' },
)
