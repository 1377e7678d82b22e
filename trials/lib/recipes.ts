import { basePath } from '../../src/app.ts'
import { filled, inQuery, requestsOf, type ValidRequest } from '../../src/docs/examples.ts'
import { type Document, operations, type Walked } from '../../test/harness/declared.ts'
import type { HttpRequest } from './transport.ts'

/**
 * A request that the service takes, aimed at records of the world in `world.ts`: an example of the specification. What changes a record for good
 * has one that no other example touches, so all of them succeed one after the other in one organisation.
 */
export type Recipe = Partial<Omit<ValidRequest, 'name'>>

/** What a reader of the specification has no use for: a record of the same kind once more, since the probes of ids use one up. */
const extraExamples: Record<string, Recipe[]> = {
  'POST /shifts/{ref}/clock-out': [{ path: { ref: 'a:812' }, body: { staff_ids: [101] } }],
  'POST /prospects/{id}/convert': [
    { path: { id: 64 }, body: { client_type: 'HCP', business_id: 1, allow_duplicate: true } },
  ],
}

export const nameOf = ({ method, path }: Pick<Walked, 'method' | 'path'>) => `${method} ${path}`

export interface Known {
  name: string
  operation: Walked
  recipes: [Recipe, ...Recipe[]]
}

/** Every operation of the specification with what it takes. */
export const knownOperations = (document: Document): Known[] =>
  operations(document).map((operation) => {
    const name = nameOf(operation)
    return { name, operation, recipes: [...requestsOf(operation), ...(extraExamples[name] ?? [])] }
  })

/** The request that a recipe is. */
export function requestOf({ method, path }: Walked, example: Recipe, token?: string): HttpRequest {
  return {
    ...{ method, url: `${basePath}${filled(path, example.path ?? {})}${inQuery(example.query ?? {})}` },
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(example.body && { 'content-type': 'application/json' }),
    },
    ...(example.body && { payload: JSON.stringify(example.body) }),
  }
}
