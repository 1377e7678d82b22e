import { read, readWrite } from '../../access/areas.ts'
import { creation } from '../confirm.ts'
import type { Operations } from '../operations.ts'
import { pageOf, paging } from '../page.ts'
import {
  again,
  bodyOf,
  choice,
  type Data,
  date,
  fields,
  flag,
  integer,
  pick,
  record,
  records,
  rowOf,
  type Tool,
  text,
  without,
} from '../tool.ts'

const row = rowOf(
  ...['id', 'title', 'date', 'client', 'assignee', 'minutes', 'billable', 'completed', 'can_edit', 'charge'],
)

/** What a list shows of a task. */
export const taskRow = (task: Data): Data => ({ ...row(task), ...(task.recurrence ? { repeats: true } : {}) })

export const taskTools = (operations: Operations): Tool[] => [
  {
    name: 'get_tasks',
    title: 'Tasks',
    description: 'A task by `id`, with charges, notes and documents, or a page of tasks.',
    needs: read('tasks'),
    effect: 'read',
    input: {
      id: integer(),
      ...{
        client_id: integer(),
        assignee_id: integer(),
        from: date(),
        to: date(),
        completed: flag(),
        billable: flag(),
      },
      ...fields,
      ...paging,
    },
    output: { task: record, tasks: records, total: integer() },
    async run(session, args) {
      if (args.id !== undefined)
        return { task: pick((await session.get('getTask', { path: { id: args.id } })).data, args.fields) }
      const { page: _, per_page: __, fields: names, ...query } = args
      const row = (task: Data) => (names ? pick(task, names) : taskRow(task))
      const { rows, ...rest } = await pageOf(session, 'listTasks', args, { query, row })
      return { tasks: rows, ...rest }
    },
  },
  {
    name: 'find_price_code',
    title: 'Price codes',
    description: 'Price codes by a part of the code or name, those of a client’s funding if given.',
    needs: read('tasks'),
    effect: 'read',
    input: { query: text(), client_id: integer(), date: date('valid on this day'), ...paging },
    output: { price_codes: records, total: integer() },
    async run(session, args) {
      const { page: _, per_page: __, ...query } = args
      const { rows, ...rest } = await pageOf(session, 'listPriceCodes', args, { query })
      return { price_codes: rows, ...rest }
    },
  },
  {
    name: 'list_billables',
    title: 'Billables',
    description:
      'Lines of invoices, from charges of completed tasks. To bill or void: write_operation with billBillables or voidBillable.',
    needs: read('finance'),
    effect: 'read',
    input: {
      status: choice(['pending', 'invoiced', 'void']),
      ...{ client_id: integer(), task_id: integer(), invoice_number: text(), from: date(), to: date() },
      ...paging,
    },
    output: { billables: records, total: integer() },
    async run(session, args) {
      const { page: _, per_page: __, ...query } = args
      const { rows, ...rest } = await pageOf(session, 'listBillables', args, { query })
      return { billables: rows, ...rest }
    },
  },
  {
    name: 'save_task',
    title: 'Create or change a task',
    description:
      'Without `id` creates a task, which needs title and date. With `id` changes only what is sent. A billed task cannot be changed.',
    needs: readWrite('tasks'),
    effect: 'write',
    input: {
      id: integer(),
      ...bodyOf(operations, 'createTask', ['client', 'assignee', 'recurrence']),
      recurrence: {
        type: ['object', 'null'],
        description: '{every, unit, on_days, month_on_day, ends_after, ends_on}; null ends it',
      },
      scope: choice(['this', 'this_and_following']),
      ...again,
    },
    output: { task: record, created: { type: 'boolean' }, updated: { type: 'array' } },
    async run(session, { id, ...args }, { key }) {
      const body = without(args, 'again')
      if (id !== undefined) {
        const { data, ...more } = await session.get('updateTask', { path: { id }, body })
        return { task: data, created: false, ...more }
      }
      const answer = await session.send('createTask', { body, key })
      return { task: session.show(answer).data, ...creation(answer) }
    },
  },
]
