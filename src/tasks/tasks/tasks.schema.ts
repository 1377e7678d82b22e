import { type Static, Type } from 'typebox'
import { claimTypes } from '../../clients/funding.ts'
import {
  closed,
  dataOf,
  dryRun,
  IdParams,
  id,
  isDryRun,
  listOf,
  nullable,
  oneOf,
  open,
  Person,
  ref,
  visibleText,
  words,
} from '../../http/contract/schema.ts'
import { dayQuery, formatQuery, idsQuery, keysetQuery, updatedSince } from '../../http/responses/paging.ts'
import { Recurrence } from '../../recurrence/recurrence.schema.ts'
import { billableStatuses } from '../billables/moves.ts'

export const maxMinutes = 1440
const minutes = Type.Integer({ minimum: 0, maximum: maxMinutes })
const local = (description: string) => Type.String({ description: `${description}: YYYY-MM-DD HH:MM:SS, local` })

export const BilledStatus = Type.Object(
  {
    status: oneOf(billableStatuses),
    billable_id: id(),
    invoice_number: Type.Optional(Type.String()),
    at: local('When it got this status'),
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
    claim_type: oneOf(claimTypes, open),
    primary: Type.Boolean({ description: 'Exactly one charge of a task is primary' }),
    billed_statuses: Type.Optional(
      Type.Array(ref(BilledStatus), {
        description: 'Present only on a billed charge, which cannot be edited: all its billables',
      }),
    ),
  },
  { $id: 'TaskCharge' },
)

export const TaskNote = Type.Object(
  { id: id(), type: Type.String(words), notes: Type.String(words), created_at: local('When it was created') },
  { $id: 'TaskNote' },
)
export const TaskDocument = Type.Object(
  { id: id(), name: Type.String(words), created_at: local('When it was added') },
  { $id: 'TaskDocument' },
)

export const TaskRecurrence = Type.Object(Recurrence.properties, {
  $id: 'TaskRecurrence',
  description: 'How the task repeats. Fields that do not apply are omitted.',
})

export const Task = Type.Object(
  {
    id: id(),
    title: Type.String(words),
    date: Type.String({ format: 'date' }),
    client: Type.Optional(ref(Person)),
    assignee: Type.Optional(ref(Person)),
    minutes,
    price_code: Type.Optional(id('The price code of the primary charge')),
    charge: Type.Optional(Type.String({ description: 'The name of the primary charge' })),
    billable: Type.Boolean(),
    completed: Type.Boolean(),
    can_edit: Type.Boolean({ description: 'false while the task is billed' }),
    charges: Type.Array(ref(TaskCharge)),
    notes: Type.Array(ref(TaskNote)),
    documents: Type.Array(ref(TaskDocument)),
    recurrence: Type.Optional(ref(TaskRecurrence)),
  },
  { $id: 'Task', description: 'A piece of work for a client, with its charges' },
)
export type Task = Static<typeof Task>
export type TaskCharge = Static<typeof TaskCharge>

/** Bodies. */
const required = {
  title: visibleText(255, { description: 'What to do' }),
  date: Type.String({ format: 'date', description: 'The day of the task' }),
}
const person = (what: string) => nullable(id(what))
const optional = {
  client: person('Id of the client, or null for none'),
  client_id: person('Alias of client'),
  assignee: person('Id of the assigned staff member, or null for none'),
  assignee_id: person('Alias of assignee'),
  minutes: Type.Integer({ minimum: 0, maximum: maxMinutes, description: 'Duration in minutes' }),
  price_code: id('Id of a price code for the task’s client. It sets the primary charge.'),
  billable: Type.Boolean({ description: 'true needs a price code, in this request or of the primary charge' }),
  completed: Type.Boolean({ description: 'Whether the task is done' }),
}
const rule = (description: string) =>
  Type.Optional(nullable(Type.Object(Recurrence.properties, { ...closed, description })))
const scope = oneOf(['this', 'this_and_following'], {
  description: 'Of a repeating task: this task alone (the default), or also the later tasks of its series',
})

export const TaskCreate = Type.Object(
  {
    ...required,
    ...Type.Partial(Type.Object(optional)).properties,
    recurrence: rule('Makes the task the first of a series'),
  },
  { ...closed, $id: 'TaskCreate' },
)
export const TaskPatch = Type.Object(
  {
    ...Type.Partial(Type.Object({ ...required, ...optional })).properties,
    recurrence: rule('A rule starts or replaces the recurrence; null stops it'),
    scope: Type.Optional(scope),
  },
  { ...closed, $id: 'TaskPatch' },
)
export const TaskDelete = Type.Object(
  { scope: Type.Optional(scope), dry_run: dryRun },
  { ...closed, $id: 'TaskDelete' },
)
export const TaskDeleteQuery = Type.Object({ scope: Type.Optional(scope), dry_run: dryRun })

export type TaskCreate = Static<typeof TaskCreate>
export type TaskPatch = Static<typeof TaskPatch>
export type Scope = 'this' | 'this_and_following'

/** One task for the examples of tasks, charges and billing. */
export const chargeExample = {
  id: 12,
  name: 'Self-care weekday',
  price_code: 12,
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
  date: '2030-03-05',
  client: { id: 2001, name: 'William Doyle' },
  assignee: { id: 101, name: 'Jack Doyle' },
  minutes: 60,
  price_code: 12,
  charge: 'Self-care weekday',
  billable: true,
  completed: false,
  can_edit: true,
  charges: [chargeExample],
  notes: [noteExample],
  documents: [documentExample],
}

/** Operations. */
export const tags = ['Tasks']
const params = IdParams
const skipped = Type.Array(Type.Object({ id: id(), reason: Type.String() }), {
  description: 'Later tasks that did not change because they are completed or billed, with the reason',
})
const billed =
  'A billed task is rejected with 422, with `message` and `error` set to "This task is billed and cannot be edited.", and nothing changes.'

export const listTasks = {
  operationId: 'listTasks',
  sdk: 'tasks.list',
  summary: 'List tasks',
  description:
    'Lists tasks in the order of their ids, each with the fields of GET /tasks/{id}. A task must match all filters.',
  tags,
  querystring: Type.Object({
    ...keysetQuery('tasks', 100, 50),
    ids: idsQuery('tasks'),
    format: formatQuery,
    client_id: Type.Optional(id('Only tasks for this client')),
    assignee_id: Type.Optional(id('Only tasks assigned to this staff member')),
    ...dayQuery('tasks'),
    completed: Type.Optional(Type.Boolean({ description: 'Only completed tasks, or only open ones' })),
    billable: Type.Optional(Type.Boolean({ description: 'Only billable tasks, or only those that are not' })),
    updated_since: updatedSince('tasks'),
  }),
  returns: 'The tasks of the page.',
  response: { 200: listOf(ref(Task)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'to do', query: { from: '2026-11-01', to: '2026-12-31', completed: false, billable: true } },
      { name: 'for a client', query: { client_id: 2001, per_page: 2 } },
      { name: 'of a staff member', query: { assignee_id: 101, updated_since: '2026-01-01' } },
      { name: 'after an id', query: { after_id: 0, per_page: 2 } },
      { name: 'by ids', query: { ids: [50, 51] } },
      { name: 'CSV', query: { format: 'csv' } },
      { name: 'NDJSON', query: { format: 'ndjson' } },
    ],
    response: { data: [taskExample], meta: { page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
}
export const getTask = {
  operationId: 'getTask',
  sdk: 'tasks.get',
  summary: 'Get a task',
  description:
    'Returns a task with its charges, notes and documents, and its recurrence if it repeats. `price_code` and `charge` are those of the primary charge.',
  tags,
  params,
  returns: 'The task with its charges, notes and documents.',
  response: { 200: dataOf(ref(Task)) },
  examples: { requests: [{ path: { id: 50 } }], response: { data: taskExample } },
}
export const createTask = {
  operationId: 'createTask',
  sdk: 'tasks.create',
  summary: 'Create a task',
  description:
    'Creates a task. Only `title` and `date` are required. A price code adds the primary charge, with its price on the task’s date for the task’s minutes. With `recurrence` the tasks of the next 12 weeks are created at once, and later ones as time passes.',
  tags,
  body: ref(TaskCreate),
  returns: 'The created task, with its series if it repeats.',
  response: {
    201: Type.Object({
      created: id('Id of the created task'),
      data: ref(Task),
      series: Type.Optional(
        Type.Object({
          id: id('Id of the created series'),
          created: Type.Integer({ description: 'Number of created tasks, including this one' }),
        }),
      ),
    }),
  },
  examples: {
    requests: [
      {
        name: 'billable',
        body: {
          ...{ title: 'Plan review', date: '2030-03-05', client: 2001, assignee: 101, minutes: 60 },
          ...{ price_code: 12, billable: true },
        },
      },
      { name: 'plain', body: { title: 'Call the family', date: '2030-03-05', client_id: 2001, assignee_id: 101 } },
      {
        name: 'series',
        body: {
          ...{ title: 'Check supplies', date: '2030-03-04' },
          recurrence: { every: 1, unit: 'Week', on_days: ['Mon'], ends_after: 2 },
        },
      },
    ],
    response: { created: 50, data: { ...taskExample, notes: [], documents: [] } },
  },
}
export const updateTask = {
  operationId: 'updateTask',
  sdk: 'tasks.update',
  summary: 'Update a task',
  description: `Updates only the fields in the body. \`updated\` lists those whose values changed.

Another price code, or making the task billable, sets the primary charge from the price code: its name, the task’s minutes, and the price on the task’s date. Completing a task does not change the minutes and the cost of the primary charge. Otherwise a primary charge with the same minutes as the task follows the task’s minutes, and a task that moves to a day with another price of the same code takes that price.

For a repeating task, \`this\` updates one task, which leaves its series unless it is only completed or reopened. \`this_and_following\` also updates the later open tasks and the tasks that the series creates from then on. ${billed}`,
  tags,
  params,
  body: ref(TaskPatch),
  returns: 'The updated task, and the names of the fields that changed.',
  response: {
    200: Type.Object({
      updated: Type.Array(Type.String(), {
        description: 'Names of the fields in the body that changed, and price_code if the date changed it',
      }),
      data: ref(Task),
      series: Type.Optional(
        Type.Object({
          changed: Type.Integer({
            description: 'Number of later tasks that were updated or, with a new rule, deleted',
          }),
          created: Type.Optional(Type.Integer({ description: 'Number of tasks that a new rule created' })),
          skipped,
        }),
      ),
    }),
  },
  examples: {
    requests: [
      { name: 'completed', path: { id: 52 }, body: { completed: true } },
      { name: 'people and price', path: { id: 52 }, body: { client: 2003, assignee: 102, price_code: 14 } },
      { name: 'people', path: { id: 52 }, body: { client_id: 2001, assignee_id: 101 } },
      { name: 'series', path: { id: 51 }, body: { minutes: 10, scope: 'this_and_following' } },
    ],
    response: { updated: ['completed'], data: { ...taskExample, id: 52, completed: true } },
  },
}
export const deleteTask = {
  operationId: 'deleteTask',
  sdk: 'tasks.delete',
  summary: 'Delete a task',
  description:
    'Deletes a task with its charges, notes and documents. With the `scope` this_and_following, in the body or the query, the later tasks of its series are deleted too and the series ends; completed ones stay. A billed task is rejected with 422. Void billables stay. `dry_run`, too, may be in the body or the query.',
  tags,
  params,
  querystring: TaskDeleteQuery,
  body: ref(TaskDelete),
  returns: 'The id of the deleted task, and the results for the later tasks of its series.',
  response: {
    200: Type.Object({
      dry_run: isDryRun,
      deleted: id('Id of the deleted task'),
      series: Type.Optional(
        Type.Object({ deleted: Type.Integer({ description: 'Number of later tasks that were deleted' }), skipped }),
      ),
    }),
  },
  examples: {
    requests: [
      { name: 'one', path: { id: 53 }, body: { scope: 'this' } },
      { name: 'without a body', path: { id: 49 }, query: { scope: 'this' } },
      { name: 'dry run', path: { id: 50 }, query: { dry_run: true } },
      { name: 'dry run in the body', path: { id: 50 }, body: { scope: 'this', dry_run: true } },
    ],
    response: { deleted: 53 },
  },
}
