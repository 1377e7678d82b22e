import { dataOf, IdParams, ref } from '../http/schema.ts'
import { taskExample } from './tasks.examples.ts'
import { Task } from './tasks.schema.ts'

/** What can be asked about tasks, as the specification shows it. */
export const tags = ['Tasks']

export const getTask = {
  operationId: 'getTask',
  summary: 'Get a task',
  description:
    'One task with its charges, notes and documents, and how it repeats if it does. `price_code` and `charge` are those of the primary charge.',
  tags,
  params: IdParams,
  response: { 200: dataOf(ref(Task)) },
  examples: { answer: { data: taskExample } },
}
