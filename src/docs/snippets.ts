import { curl } from '../http/server/listen.ts'
import { type Document, json, type OperationAtPath } from './document.ts'
import { fillPath, queryString, requestsOf, type ValidRequest } from './examples.ts'

/** The service's own default address. The page's script replaces it by the one under which the page was opened. */
export const exampleOrigin = 'http://127.0.0.1:4000'

/** The languages of the example requests, in the order of their buttons. */
export const languages = [
  { id: 'curl', name: 'curl', snippet: curlOf },
  { id: 'typescript', name: 'TypeScript', snippet: typescriptOf },
  { id: 'python', name: 'Python', snippet: pythonOf },
] as const

/** The parts of an example. Its token is a variable in every language, so that it stays out of files and the shell's history. */
function partsOf(document: Document, operation: OperationAtPath, { path, query, body }: ValidRequest) {
  const url = `${exampleOrigin}${document.servers[0]!.url}${fillPath(operation.path, path)}${queryString(query)}`
  return { method: operation.method, url, body }
}

/** A long body is on several lines. */
const widest = 76

/** A curl command for an example, the first unless another is given. */
export function curlOf(document: Document, operation: OperationAtPath, request = requestsOf(operation)[0]): string {
  const { method, url, body } = partsOf(document, operation, request)
  const short = JSON.stringify(body)
  const text = short === undefined || short.length <= widest ? short : JSON.stringify(body, null, 2)
  return [
    `${curl}${method === 'GET' ? '' : ` -X ${method}`}`,
    quoted(url),
    '-H "Authorization: Bearer $WATTLE_TOKEN"',
    ...(text === undefined ? [] : [`-H 'Content-Type: ${json}'`, `-d ${quoted(text)}`]),
  ].join(' \\\n  ')
}

/** Quotes a text for a shell. A single quote inside closes the quotes, is escaped, and opens them again. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** For Node, Deno and Bun, without a package. */
export function typescriptOf(
  document: Document,
  operation: OperationAtPath,
  request = requestsOf(operation)[0],
): string {
  const { method, url, body } = partsOf(document, operation, request)
  const token = `Authorization: \`Bearer \${process.env.WATTLE_TOKEN}\``
  const lines = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(body === undefined
      ? [`  headers: { ${token} },`]
      : ['  headers: {', `    ${token},`, `    'Content-Type': '${json}',`, '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(typescript, body, 2)}),`]),
  ]
  return `const response = await fetch(${typescript.text(url)}, {
${lines.join('\n')}
})
console.log(response.status, await response.json())`
}

/** For Python 3, with its standard library only. A status from 400 raises an error. */
export function pythonOf(document: Document, operation: OperationAtPath, request = requestsOf(operation)[0]): string {
  const { method, url, body } = partsOf(document, operation, request)
  const token = `"Authorization": f"Bearer {os.environ['WATTLE_TOKEN']}"`
  const lines = [
    `    ${python.text(url)},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(body === undefined
      ? [`    headers={${token}},`]
      : ['    headers={', `        ${token},`, `        "Content-Type": "${json}",`, '    },']),
    ...(body === undefined ? [] : [`    data=json.dumps(${literal(python, body, 4)}).encode(),`]),
  ]
  return `import json, os, urllib.request

request = urllib.request.Request(
${lines.join('\n')}
)
with urllib.request.urlopen(request) as response:
    print(response.status, json.load(response))`
}

/** How a language writes a JSON value. */
interface Notation {
  indent: number
  words: Record<string, string>
  text: (value: string) => string
  key: (name: string) => string
  /** The space inside the braces of an object on one line. */
  inBraces: string
}

/** A text in JSON's quotes is also one of TypeScript and Python. */
const doubleQuoted = (value: string) => JSON.stringify(value)

const typescript: Notation = {
  indent: 2,
  words: {},
  text: (value) => (doubleQuoted(value) === `"${value}"` && !value.includes("'") ? `'${value}'` : doubleQuoted(value)),
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : typescript.text(name)),
  inBraces: ' ',
}
const python: Notation = {
  indent: 4,
  words: { true: 'True', false: 'False', null: 'None' },
  text: doubleQuoted,
  key: doubleQuoted,
  inBraces: '',
}

/** The value as a literal, on one line if that is short. `column` is the indentation of the line it begins on. */
function literal(notation: Notation, value: unknown, column: number): string {
  const { indent, words, text, key, inBraces } = notation
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object' || value === null) return words[String(value)] ?? String(value)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = (at: number): string[] =>
    Array.isArray(value)
      ? value.map((item) => literal(notation, item, at))
      : Object.entries(value).map(([name, inner]) => `${key(name)}: ${literal(notation, inner, at)}`)
  if (parts(column).length === 0) return `${open}${close}`
  const space = Array.isArray(value) ? '' : inBraces
  const oneLine = `${open}${space}${parts(column).join(', ')}${space}${close}`
  if (oneLine.length + column <= widest && !oneLine.includes('\n')) return oneLine
  const inner = ' '.repeat(column + indent)
  const lines = parts(column + indent).map((part) => `${inner}${part},\n`)
  return `${open}\n${lines.join('')}${' '.repeat(column)}${close}`
}
