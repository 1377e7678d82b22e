import { type Document, isSuccess, json, type Parameter, type Placed, type Response, resolve } from './document.ts'

/** Stands where the address of the service goes: it is known only when a request for the page comes in. */
export const originMark = '\uE000'

/** A parameter that is JSON text is shown as what the text says. */
export const parametersOf = (document: Document, operation: Placed): Parameter[] =>
  (operation.parameters ?? []).map((given) => {
    const parameter = resolve<Parameter>(document, given)
    const { contentSchema: schema } = parameter.schema
    if (!schema) return parameter
    const example: unknown = JSON.parse(String(parameter.example))
    return { ...parameter, schema, example, content: { [json]: { schema, example } } }
  })

export const bodyExample = (operation: Placed): unknown => operation.requestBody?.content[json]?.example

export function successOf(document: Document, operation: Placed): [status: string, response: Response] {
  const status = Object.keys(operation.responses).find(isSuccess)
  if (!status) throw new Error(`${operation.operationId} declares no answer for success`)
  return [status, resolve<Response>(document, operation.responses[status]!)]
}

/** A value for a path parameter: its own example, or what the example of the answer has under that name. */
export function pathExample(document: Document, operation: Placed, { name, example }: Parameter): string {
  if (example !== undefined) return String(example)
  const answer = successOf(document, operation)[1].content?.[json]?.example
  const records = [answer, (answer as { data?: unknown } | undefined)?.data]
  const found = records.map((record) => (record as Record<string, unknown> | undefined)?.[name])
  return String(found.find((value) => value !== undefined) ?? 1)
}

/** A line for a shell that does the operation with its examples; the token is a variable, to stay out of the history. */
export function curlOf(document: Document, operation: Placed): string {
  const path = parametersOf(document, operation)
    .filter((parameter) => parameter.in === 'path')
    .reduce((url, parameter) => {
      const value = encodeURIComponent(pathExample(document, operation, parameter))
      return url.replace(`{${parameter.name}}`, value)
    }, operation.path)
  const body = bodyExample(operation)
  return [
    `curl ${operation.method === 'GET' ? '' : `-X ${operation.method} `}${quoted(`${originMark}${document.servers[0]!.url}${path}`)}`,
    '-H "Authorization: Bearer $WATTLE_TOKEN"',
    ...(body === undefined ? [] : [`-H 'Content-Type: ${json}'`, `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ')
}

/** For a shell everything between single quotes is itself; a quote inside ends them, is escaped, and opens them again. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
