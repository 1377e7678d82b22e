import { type Document, isSuccess, json, type Parameter, type Placed, type Response, resolve } from './document.ts'

/** Stands where the address of the service goes: it is known only when a request for the page comes in. */
export const originMark = '\uE000'

/** A valid request of an operation, as its examples say it. */
export interface ValidRequest {
  name: string | undefined
  path: Record<string, string | number>
  query: Record<string, string | number | boolean>
  body?: Record<string, unknown>
}

type Shown = { example?: unknown; examples?: Record<string, { value: unknown }> }
/** The part of an operation that has examples; a parameter that is shared has no name here, and no example. */
interface Exampled {
  /** The names of the requests, where there are several. */
  'x-requests'?: string[]
  parameters?: (Shown & { name?: string; in?: string; $ref?: string })[]
  requestBody?: { content: Record<string, Shown> }
}

/** The valid requests of an operation: examples of one name belong together, and an example without one belongs to all. */
export function requestsOf({
  parameters = [],
  requestBody,
  'x-requests': names = [],
}: Exampled): [ValidRequest, ...ValidRequest[]] {
  const body = requestBody?.content[json]
  const request = (name?: string): ValidRequest => {
    const value = ({ example, examples }: Shown) => (examples ? examples[name!]?.value : example)
    const placed = (place: string) =>
      Object.fromEntries(
        parameters.filter((one) => one.in === place && value(one) !== undefined).map((one) => [one.name, value(one)]),
      )
    const sent = body && (value(body) as ValidRequest['body'])
    return {
      name,
      path: placed('path') as ValidRequest['path'],
      query: placed('query') as ValidRequest['query'],
      ...(sent && { body: sent }),
    }
  }
  const [first, ...others] = names
  return [request(first), ...others.map(request)]
}

/** A parameter that is JSON text is shown as what the text says. */
export const parametersOf = (document: Document, operation: Placed): Parameter[] =>
  (operation.parameters ?? []).map((given) => {
    const { examples, ...parameter } = resolve<Parameter>(document, given)
    const example = parameter.example ?? Object.values(examples ?? {})[0]?.value
    const { contentSchema: schema } = parameter.schema
    if (!schema) return { ...parameter, example }
    const said: unknown = JSON.parse(String(example))
    return { ...parameter, schema, example: said, content: { [json]: { schema, example: said } } }
  })

export const bodyExample = (operation: Placed): unknown => requestsOf(operation)[0].body

/** What else a body can be, by the name of the request, with its path where that is another. */
export function furtherBodies(operation: Placed): [name: string, body: unknown][] {
  const [first, ...others] = requestsOf(operation)
  const usual = filled(operation.path, first.path)
  return others.flatMap(({ name, path, body }) => {
    const place = filled(operation.path, path)
    return body ? [[place === usual ? `${name}` : `${name}, sent to ${decodeURIComponent(place)}`, body]] : []
  })
}

export function successOf(document: Document, operation: Placed): [status: string, response: Response] {
  const status = Object.keys(operation.responses).find(isSuccess)
  if (!status) throw new Error(`${operation.operationId} declares no answer for success`)
  return [status, resolve<Response>(document, operation.responses[status]!)]
}

/** A line for a shell that does the operation with its first example; the token is a variable, to stay out of the history. */
export function curlOf(document: Document, operation: Placed): string {
  const { path: values, query, body } = requestsOf(operation)[0]
  const path = `${filled(operation.path, values)}${inQuery(query)}`
  return [
    `curl ${operation.method === 'GET' ? '' : `-X ${operation.method} `}${quoted(`${originMark}${document.servers[0]!.url}${path}`)}`,
    '-H "Authorization: Bearer $WATTLE_TOKEN"',
    ...(body === undefined ? [] : [`-H 'Content-Type: ${json}'`, `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ')
}

export const filled = (path: string, values: ValidRequest['path']): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))

export function inQuery(query: ValidRequest['query']): string {
  const texts = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return texts.length > 0 ? `?${new URLSearchParams(texts)}` : ''
}

/** For a shell everything between single quotes is itself; a quote inside ends them, is escaped, and opens them again. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
