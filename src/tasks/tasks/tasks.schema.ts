import { type Static, Type } from 'typebox'
import { claimTypes } from '../../clients/funding.ts'
import { id, oneOf, Person, ref } from '../../http/contract/schema.ts'
import { Recurrence } from '../../recurrence/recurrence.schema.ts'
import { billableStatuses } from '../billables/moves.ts'

/** The task as the API shows it. */
export const mostMinutes = 1440
const minutes = Type.Integer({ minimum: 0, maximum: mostMinutes })
const local = (description: string) => Type.String({ description: `${description}: YYYY-MM-DD HH:MM:SS, local` })

export const BilledStatus = Type.Object(
  {
    status: oneOf(billableStatuses),
    billable_id: id(),
    invoice_number: Type.Optional(Type.String()),
    at: local('When it became that'),
  },
  { $id: 'BilledStatus' },
)

export const TaskCharge = Type.Object(
  {
    id: id(),
    name: Type.String(),
    price_code: id('The price code’s id'),
    minutes,
    total_cost: Type.Number({ description: 'At most 2 decimals' }),
    claim_type: oneOf(claimTypes),
    primary: Type.Boolean({ description: 'Exactly one charge of a task is' }),
    billed_statuses: Type.Optional(
      Type.Array(ref(BilledStatus), { description: 'Only on a billed charge, which is locked: all it was billed as' }),
    ),
  },
  { $id: 'TaskCharge' },
)

export const TaskNote = Type.Object(
  { id: id(), type: Type.String(), notes: Type.String(), created_at: local('When it was written') },
  { $id: 'TaskNote' },
)
export const TaskDocument = Type.Object(
  { id: id(), name: Type.String(), created_at: local('When it was added') },
  { $id: 'TaskDocument' },
)

export const TaskRecurrence = Type.Object(Recurrence.properties, {
  $id: 'TaskRecurrence',
  description: 'How the task repeats; what does not apply is left out',
})

export const Task = Type.Object(
  {
    id: id(),
    title: Type.String(),
    date: Type.String({ format: 'date' }),
    client: Type.Optional(ref(Person)),
    assignee: Type.Optional(ref(Person)),
    minutes,
    price_code: Type.Optional(id('That of the primary charge')),
    charge: Type.Optional(Type.String({ description: 'Name of the primary charge' })),
    billable: Type.Boolean(),
    completed: Type.Boolean(),
    can_edit: Type.Boolean({ description: 'false once the task is billed' }),
    charges: Type.Array(ref(TaskCharge)),
    notes: Type.Array(ref(TaskNote)),
    documents: Type.Array(ref(TaskDocument)),
    recurrence: Type.Optional(ref(TaskRecurrence)),
  },
  { $id: 'Task', description: 'A piece of work for a client, with what is charged for it' },
)
export type Task = Static<typeof Task>
export type TaskCharge = Static<typeof TaskCharge>
