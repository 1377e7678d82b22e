import {
  type Document,
  isSuccess,
  json,
  type OperationAtPath,
  type Parameter,
  type Response,
  resolve,
} from './document.ts'

/** A valid request of an operation, from its examples. */
export interface ValidRequest {
  name: string | undefined
  path: Record<string, string | number>
  /** A list is sent with commas. */
  query: Record<string, string | number | boolean | readonly (string | number)[]>
  body?: Record<string, unknown>
}

type WithExamples = { example?: unknown; examples?: Record<string, { value: unknown }> }
/** The parts of an operation that have examples. A parameter by $ref has no name here, and no example. */
interface OperationExamples {
  /** The names of the requests, if there are several. */
  'x-requests'?: string[]
  parameters?: (WithExamples & { name?: string; in?: string; $ref?: string })[]
  requestBody?: { content: Record<string, WithExamples> }
}

/** The valid requests of an operation. Examples of the same name belong together; an example without a name belongs to all. */
export function requestsOf({
  parameters = [],
  requestBody,
  'x-requests': names = [],
}: OperationExamples): [ValidRequest, ...ValidRequest[]] {
  const body = requestBody?.content[json]
  const request = (name?: string): ValidRequest => {
    const value = ({ example, examples }: WithExamples) => (examples ? examples[name!]?.value : example)
    const valuesIn = (location: string) =>
      Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === location && value(parameter) !== undefined)
          .map((parameter) => [parameter.name, value(parameter)]),
      )
    const example = body && (value(body) as ValidRequest['body'])
    return {
      name,
      path: valuesIn('path') as ValidRequest['path'],
      query: valuesIn('query') as ValidRequest['query'],
      ...(example && { body: example }),
    }
  }
  const [first, ...others] = names
  return [request(first), ...others.map(request)]
}

/** The parameters of an operation. For a parameter that is JSON text, schema and example are those of the parsed value. */
export const parametersOf = (document: Document, operation: OperationAtPath): Parameter[] =>
  (operation.parameters ?? []).map((declared) => {
    const { examples, ...parameter } = resolve<Parameter>(document, declared)
    const example = parameter.example ?? Object.values(examples ?? {})[0]?.value
    const { contentSchema: schema } = parameter.schema
    if (!schema) return { ...parameter, example }
    const parsed: unknown = JSON.parse(String(example))
    return { ...parameter, schema, example: parsed, content: { [json]: { schema, example: parsed } } }
  })

export const bodyExample = (operation: OperationAtPath): unknown => requestsOf(operation)[0].body

/** Further example bodies with the name of their request, and its path where it differs. */
export function furtherBodies(operation: OperationAtPath): [name: string, body: unknown][] {
  const [first, ...others] = requestsOf(operation)
  const usual = fillPath(operation.path, first.path)
  return others.flatMap(({ name, path, body }) => {
    const filledPath = fillPath(operation.path, path)
    // As it is sent, so with %2F, but with the colon of a ref, which needs no encoding.
    const sentTo = filledPath === usual ? '' : `, sent to ${filledPath.replaceAll('%3A', ':')}`
    return body ? [[`${name}${sentTo}`, body]] : []
  })
}

/** The response that an example gets, the first unless another is given. A dry run is a 200 where the real request is a 201. */
export function successOf(
  document: Document,
  operation: OperationAtPath,
  request = requestsOf(operation)[0],
): [status: string, response: Response] {
  const statuses = Object.keys(operation.responses).filter(isSuccess)
  const status = request.body?.dry_run === true ? statuses[0] : statuses.at(-1)
  if (!status) throw new Error(`${operation.operationId} declares no success response`)
  return [status, resolve<Response>(document, operation.responses[status]!)]
}

export const fillPath = (path: string, values: ValidRequest['path']): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))

export function queryString(query: ValidRequest['query']): string {
  const texts = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return texts.length > 0 ? `?${new URLSearchParams(texts)}` : ''
}
