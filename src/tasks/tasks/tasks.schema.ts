import { type Static, Type } from 'typebox'
import { claimTypes } from '../../clients/funding.ts'
import {
  closed,
  dataOf,
  IdParams,
  id,
  nullable,
  oneOf,
  Person,
  pageOf,
  ref,
  visibleText,
} from '../../http/contract/schema.ts'
import { dayQuery, pageQuery, updatedSince } from '../../http/responses/paging.ts'
import { Recurrence } from '../../recurrence/recurrence.schema.ts'
import { billableStatuses } from '../billables/moves.ts'

/** The task as the API shows it. */
export const maxMinutes = 1440
const minutes = Type.Integer({ minimum: 0, maximum: maxMinutes })
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

/** What the endpoints of tasks take. */
const required = {
  title: visibleText(255, { description: 'What is to be done' }),
  date: Type.String({ format: 'date', description: 'The day it is for' }),
}
const person = (what: string) => nullable(id(what))
const optional = {
  client: person('Id of the client it is for, or null'),
  client_id: person('The same as client'),
  assignee: person('Id of the staff member who does it, or null'),
  assignee_id: person('The same as assignee'),
  minutes: Type.Integer({ minimum: 0, maximum: maxMinutes, description: 'How long it takes' }),
  price_code: id('Id of a price code for the task’s client; the primary charge is set from it'),
  billable: Type.Boolean({ description: 'true needs a price code, sent here or of the primary charge' }),
  completed: Type.Boolean({ description: 'Whether it is done' }),
}
const rule = (description: string) =>
  Type.Optional(nullable(Type.Object(Recurrence.properties, { ...closed, description })))
const scope = oneOf(['this', 'this_and_following'], {
  description: 'Of a repeating task: this one alone, which is what it means unless sent, or with the later ones',
})

export const TaskCreate = Type.Object(
  {
    ...required,
    ...Type.Partial(Type.Object(optional)).properties,
    recurrence: rule('Makes it the first of a series'),
  },
  { ...closed, $id: 'TaskCreate' },
)
export const TaskPatch = Type.Object(
  {
    ...Type.Partial(Type.Object({ ...required, ...optional })).properties,
    recurrence: rule('A rule makes the task repeat, or repeat in another way; null stops it'),
    scope: Type.Optional(scope),
  },
  { ...closed, $id: 'TaskPatch' },
)
export const TaskDelete = Type.Object({ scope: Type.Optional(scope) }, { ...closed, $id: 'TaskDelete' })
export const TaskDeleteQuery = Type.Object({ scope: Type.Optional(scope) })

export type TaskCreate = Static<typeof TaskCreate>
export type TaskPatch = Static<typeof TaskPatch>
export type Scope = 'this' | 'this_and_following'

/** One task for all examples of tasks, their charges and billing. */
export const chargeExample = {
  id: 12,
  name: 'Self-care weekday',
  price_code: 11,
  minutes: 60,
  total_cost: 67.56,
  claim_type: 'Standard',
  primary: true,
}
export const noteExample = { id: 1, type: 'General', notes: 'Call first.', created_at: '2026-11-01 10:00:00' }
export const documentExample = { id: 1, name: 'plan.pdf', created_at: '2026-11-01 10:05:00' }

export const taskExample = {
  id: 50,
  title: 'Plan review',
  date: '2026-11-20',
  client: { id: 2001, name: 'Joan Hart' },
  assignee: { id: 101, name: 'Ana Li' },
  minutes: 60,
  price_code: 11,
  charge: 'Self-care weekday',
  billable: true,
  completed: false,
  can_edit: true,
  charges: [chargeExample],
  notes: [noteExample],
  documents: [documentExample],
}

/** What can be asked about tasks and done with them, as the specification shows it. */
export const tags = ['Tasks']
const params = IdParams
const skipped = Type.Array(Type.Object({ id: id(), reason: Type.String() }), {
  description: 'Later tasks that were left as they are, and why: those that are completed or billed',
})
const billed =
  'A billed task is a 422 whose `message` and `error` say "This task is billed and cannot be edited.", and nothing changes.'

export const listTasks = {
  operationId: 'listTasks',
  summary: 'List tasks',
  description: 'Tasks in the order of their ids, each as GET /tasks/{id} gives it. Filters narrow together.',
  tags,
  querystring: Type.Object({
    ...pageQuery(100, 50),
    client_id: Type.Optional(id('Only tasks for this client')),
    assignee_id: Type.Optional(id('Only tasks of this staff member')),
    ...dayQuery('tasks'),
    completed: Type.Optional(Type.Boolean({ description: 'Only tasks that are completed, or are not' })),
    billable: Type.Optional(Type.Boolean({ description: 'Only tasks that are billable, or are not' })),
    updated_since: updatedSince('tasks'),
  }),
  returns: 'One page of tasks.',
  response: { 200: pageOf(ref(Task)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'to do', query: { from: '2026-11-01', to: '2026-12-31', completed: false, billable: true } },
      { name: 'for a client', query: { client_id: 2001, per_page: 2 } },
      { name: 'of a staff member', query: { assignee_id: 101, updated_since: '2026-01-01' } },
    ],
    answer: { data: [taskExample], meta: { page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
}
export const getTask = {
  operationId: 'getTask',
  summary: 'Get a task',
  description:
    'One task with its charges, notes and documents, and how it repeats if it does. `price_code` and `charge` are those of the primary charge.',
  tags,
  params,
  returns: 'The task with its charges, notes and documents.',
  response: { 200: dataOf(ref(Task)) },
  examples: { requests: [{ path: { id: 50 } }], answer: { data: taskExample } },
}
export const createTask = {
  operationId: 'createTask',
  summary: 'Create a task',
  description:
    'Only title and date are required. A price code makes the primary charge: its price on the task’s date for the task’s minutes. With `recurrence` the tasks of the next 12 weeks are made at once, and later ones as time goes on.',
  tags,
  body: ref(TaskCreate),
  returns: 'The created task, with its series if it repeats.',
  response: {
    201: Type.Object({
      created: id('The new task’s id'),
      data: ref(Task),
      series: Type.Optional(
        Type.Object({ id: id('The new series'), created: Type.Integer({ description: 'Tasks made, with this one' }) }),
      ),
    }),
  },
  examples: {
    requests: [
      {
        name: 'billable',
        body: {
          ...{ title: 'Plan review', date: '2026-11-20', client: 2001, assignee: 101, minutes: 60 },
          ...{ price_code: 11, billable: true },
        },
      },
      { name: 'plain', body: { title: 'Call the family', date: '2026-11-20', client_id: 2001, assignee_id: 101 } },
      {
        name: 'series',
        body: {
          ...{ title: 'Check supplies', date: '2026-11-30' },
          recurrence: { every: 1, unit: 'Week', on_days: ['Mon'], ends_after: 2 },
        },
      },
    ],
    answer: { created: 50, data: { ...taskExample, notes: [], documents: [] } },
  },
}
export const updateTask = {
  operationId: 'updateTask',
  summary: 'Change a task',
  description: `Changes only the fields sent; \`updated\` lists those that really changed.

Another price code, and a task that becomes billable, set the primary charge from the price code: its name, the task’s minutes, the price on the task’s date. Completing a task keeps the minutes and the cost of the primary charge. Otherwise a primary charge with as many minutes as the task goes on having as many, and a task that moves to a day with another price of the same code takes that.

Of a repeating task, \`this\` changes one task, which leaves its series unless it is only completed or reopened; \`this_and_following\` also changes the later ones that are open, and what the series makes from then on. ${billed}`,
  tags,
  params,
  body: ref(TaskPatch),
  returns: 'The task after the change, and the fields that changed.',
  response: {
    200: Type.Object({
      updated: Type.Array(Type.String(), {
        description: 'Names of the fields of the request that changed, and price_code when the date changed it',
      }),
      data: ref(Task),
      series: Type.Optional(
        Type.Object({
          changed: Type.Integer({ description: 'Later tasks that were changed; with a new rule, removed' }),
          created: Type.Optional(Type.Integer({ description: 'Tasks that a new rule made' })),
          skipped,
        }),
      ),
    }),
  },
  examples: {
    requests: [
      { name: 'completed', path: { id: 52 }, body: { completed: true } },
      { name: 'people and price', path: { id: 52 }, body: { client: 2002, assignee: 102, price_code: 14 } },
      { name: 'people', path: { id: 52 }, body: { client_id: 2001, assignee_id: 101 } },
      { name: 'series', path: { id: 51 }, body: { minutes: 10, scope: 'this_and_following' } },
    ],
    answer: { updated: ['completed'], data: { ...taskExample, id: 52, completed: true } },
  },
}
export const deleteTask = {
  operationId: 'deleteTask',
  summary: 'Delete a task',
  description:
    'Deletes a task with its charges, notes and documents. `scope`, in the body or the query, may also take the later tasks of its series, which then makes no more; those that are completed stay. A billed task is a 422; invoices that were void stay as they are.',
  tags,
  params,
  querystring: TaskDeleteQuery,
  body: ref(TaskDelete),
  returns: 'The id of the deleted task, and what happened to the later tasks of its series.',
  response: {
    200: Type.Object({
      deleted: id('The task’s id'),
      series: Type.Optional(
        Type.Object({ deleted: Type.Integer({ description: 'Later tasks that were deleted too' }), skipped }),
      ),
    }),
  },
  examples: {
    requests: [
      { name: 'one', path: { id: 53 }, body: { scope: 'this' } },
      { name: 'without a body', path: { id: 49 }, query: { scope: 'this' } },
    ],
    answer: { deleted: 53 },
  },
}
