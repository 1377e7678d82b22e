import { basePath } from '../../src/app.ts'
import { fillPath, queryString, requestsOf, type ValidRequest } from '../../src/docs/examples.ts'
import { type Document, type OperationAtPath, operations } from '../../test/harness/specification.ts'
import type { HttpRequest } from './transport.ts'

/**
 * A valid request: an example of the specification, for records of the fixture. An example that changes a
 * record permanently has its own record, so all examples succeed one after the other in one organisation.
 */
export type RequestExample = Partial<Omit<ValidRequest, 'name'>>

/** An answer of every type that a field can have. */
const everyAnswer = {
  ...{ text: 'ab12', textarea: 'Two falls this week.', number: 5, email: 'ana.li@example.com', phone: '0491 570 156' },
  ...{ date: '2026-11-15', time: '09:15', datetime: '2026-11-15 09:15:00', yes_no: true, rating: 3 },
  ...{ select: 'Low', radio: 'Low', multiselect: ['Low'], checklist: ['Low'] },
  ...{ address: '1 Gum St, Ryde NSW 2112', staff: 101 },
}

/**
 * Examples that the specification does not need: a second record, because the id probes of trials/isolation use up the first, an id
 * in another field, and a form of the fixture that has a field of every type.
 */
const extraExamples: Record<string, RequestExample[]> = {
  'POST /shifts/{ref}/clock-out': [{ path: { ref: 'a:812' }, body: { staff_ids: [101] } }],
  'POST /prospects/{id}/convert': [
    { path: { id: 64 }, body: { client_type: 'HCP', business_id: 1, allow_duplicate: true } },
  ],
  'PATCH /reports/insights/{id}': [{ path: { id: 2 }, body: { spec: { filters: { client: [2001] } } } }],
  'DELETE /reports/spaces/{id}/subfolders/{subfolder_id}': [{ path: { id: 1, subfolder_id: 'spare' } }],
  'DELETE /webhooks/{id}': [{ path: { id: 5 } }],
  'POST /forms/{id}/submissions': [{ path: { id: 7 }, body: { answers: everyAnswer } }],
}

export const operationName = ({ method, path }: Pick<OperationAtPath, 'method' | 'path'>) => `${method} ${path}`

export interface TestedOperation {
  name: string
  operation: OperationAtPath
  examples: [RequestExample, ...RequestExample[]]
}

/** Every operation of the specification with its examples. */
export const testedOperations = (document: Document): TestedOperation[] =>
  operations(document).map((operation): TestedOperation => {
    const name = operationName(operation)
    return { name, operation, examples: [...requestsOf(operation), ...(extraExamples[name] ?? [])] }
  })

/** The HTTP request of an example. */
export function exampleRequest(
  { method, path }: OperationAtPath,
  example: RequestExample,
  token?: string,
): HttpRequest {
  return {
    ...{ method, url: `${basePath}${fillPath(path, example.path ?? {})}${queryString(example.query ?? {})}` },
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(example.body && { 'content-type': 'application/json' }),
    },
    ...(example.body && { payload: JSON.stringify(example.body) }),
  }
}
