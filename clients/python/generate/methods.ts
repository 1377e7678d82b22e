import { json, type OperationAtPath, type Parameter, type Schema, successesOf } from '../../../sdk/generate/document.ts'
import type { TableEntry } from '../../../sdk/generate/table.ts'
import { docText, isKeyword, type PythonTypes, pascal } from './schemas.ts'

/** An operation of the specification, and what the table of all clients says of it. */
export interface Described {
  operation: OperationAtPath
  entry: TableEntry
}

/** The classes of the resources, with a method for each operation, and the class that has them all. */
export function resourceClasses(all: Described[], types: PythonTypes): string {
  const byResource = new Map<string, Described[]>()
  for (const one of all) {
    const [resource = ''] = one.entry.name.split('.')
    byResource.set(resource, [...(byResource.get(resource) ?? []), one])
  }
  const classes = [...byResource].map(
    ([resource, operations]) =>
      `class ${capitalised(resource)}(Resource):\n${operations.flatMap((one) => methodsOf(one, types)).join('\n')}`,
  )
  const attributes = [...byResource.keys()].map(
    (resource) => `        self.${snake(resource)} = ${capitalised(resource)}(call)\n`,
  )
  return `${classes.join('\n\n')}

class Resources:
    """All operations, by the record they are about."""

    def __init__(self, call: Call) -> None:
${attributes.join('')}`
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const capitalised = (name: string) => name[0]!.toUpperCase() + name.slice(1)
/** `from` and `import` are words of the language. */
const identifier = (name: string) => (isKeyword(name) ? `${name}_` : name)

/** `clients.list` is `list`, and `export` for what it returns as text. */
function methodsOf(described: Described, types: PythonTypes): string[] {
  const { operation, entry } = described
  const query = operation.parameters.filter((parameter) => parameter.in === 'query')
  const format = query.find(({ name }) => name === 'format')
  if (!format) return [methodOf(described, query, types)]
  const others = query.filter((parameter) => parameter !== format)
  const filters = others.filter(
    ({ name }) => name !== entry.list?.by && name !== entry.list?.size?.parameter && name !== 'page',
  )
  return [methodOf(described, others, types), exportOf(described, format, filters, types)]
}

function methodOf({ operation, entry }: Described, query: Parameter[], types: PythonTypes): string {
  const { method, path, requestBody } = operation
  const [resource = '', verb = ''] = entry.name.split('.')
  const typeName = `${capitalised(resource)}${capitalised(verb)}`
  const body = requestBody && typed(types.of(requestBody.content[json]!.schema, `${typeName}Body`, 'request'))
  const named = [
    ...query.map((parameter) => keywordOf(parameter, types)),
    ...(entry.takesKey ? ['idempotency_key: Optional[str] = None'] : []),
  ]
  const inputs = [
    'self',
    ...pathInputs(operation, types),
    ...(body ? [entry.body === 'required' ? `body: ${body}` : `body: Optional[${body}] = None`] : []),
    ...(named.length > 0 ? ['*', ...named] : []),
  ]
  const response = typed(responseType(operation, typeName, types))
  const { list } = entry
  const sent = [
    ...(list ? [] : [JSON.stringify(method)]),
    pathExpression(path),
    ...(query.length > 0 ? [`query={${query.map(pair).join(', ')}}`] : []),
    ...(body ? ['body=body'] : []),
    ...(entry.takesKey ? ['idempotency_key=idempotency_key', 'takes_key=True'] : []),
    ...(list ? [`items="${list.items}"`] : []),
    ...(list?.by ? [`by="${list.by}"`] : []),
    ...(list?.size ? [`size=("${list.size.parameter}", ${list.size.maximum})`] : []),
  ]
  const returns = list ? `Pages[${response}, ${typed(itemType(operation, list.items, typeName, types))}]` : response
  return `    def ${identifier(snake(verb))}(${inputList(inputs)}) -> ${returns}:
        """${documentation(operation, query)}"""
        return self.${list ? '_pages' : '_call'}(${sent.join(', ')})
`
}

function exportOf({ operation, entry }: Described, format: Parameter, query: Parameter[], types: PythonTypes): string {
  const verb = entry.name.split('.')[1]!
  const [first = ''] = entry.textFormats
  const inputs = [
    'self',
    ...pathInputs(operation, types),
    `format: Literal[${entry.textFormats.map((each) => `"${each}"`).join(', ')}] = "${first}"`,
    ...(query.length > 0 ? ['*', ...query.map((parameter) => keywordOf(parameter, types))] : []),
  ]
  return `    def ${verb === 'list' ? 'export' : `export_${snake(verb).replace('get_', '')}`}(${inputList(inputs)}) -> Export:
        """${docText(`All that match, as a file: \`GET ${operation.path}?format=${first}\`\n\n${format.description ?? ''}\n`, '        ')}"""
        return self._export(${pathExpression(operation.path)}, {${[format, ...query].map(pair).join(', ')}})
`
}

const pair = ({ name }: Parameter) => `"${name}": ${identifier(name)}`

/** On lines of their own if they are many. */
const inputList = (all: string[]) =>
  all.join(', ').length <= 80 ? all.join(', ') : `\n${all.map((each) => `        ${each},\n`).join('')}    `

const keywordOf = ({ name, schema, required }: Parameter, types: PythonTypes) =>
  `${identifier(name)}: ${required ? parameterType(schema, types) : `Optional[${parameterType(schema, types)}] = None`}`

function parameterType(schema: Schema, types: PythonTypes): string {
  if (schema.contentSchema) return 'Union[str, Sequence[Mapping[str, Any]]]'
  if (schema.type === 'array') return `Sequence[${typed(types.of(schema.items ?? {}, '', 'request'))}]`
  const type = typed(types.of(schema, '', 'request'))
  return type === 'str' ? 'Text' : type
}

const pathInputs = ({ parameters }: OperationAtPath, types: PythonTypes) =>
  parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema }) => `${identifier(name)}: ${typed(types.of(schema, '', 'request'))}`)

/** Names of classes are looked up in the module of the types. */
const typed = (type: string) =>
  type.replace(/"[^"]*"|\b[A-Z]\w*\b/g, (name) =>
    name.startsWith('"') || /^(?:List|Dict|Union|Optional|Literal|Any|None|True|False)$/.test(name)
      ? name
      : `types.${name}`,
  )

const pathExpression = (path: string) => {
  const parts = path.replace(/\{(\w+)\}/g, (_, name: string) => `{part(${identifier(name)})}`)
  return parts === path ? `"${path}"` : `f"${parts}"`
}

/** With a class for each status, if they differ. */
function responseType(operation: OperationAtPath, name: string, types: PythonTypes): string {
  const successes = successesOf(operation)
  const written = successes.map((status) =>
    types.of(
      operation.responses[status]!.content![json]!.schema,
      `${name}Response${successes.length > 1 ? status : ''}`,
      'response',
    ),
  )
  const distinct = [...new Set(written)]
  return distinct.length === 1 ? distinct[0]! : `Union[${distinct.join(', ')}]`
}

function itemType({ responses }: OperationAtPath, items: string, name: string, types: PythonTypes): string {
  const { schema } = responses['200']!.content![json]!
  return types.of(schema.properties![items]!.items!, `${name}Response${pascal(items)}Item`, 'response')
}

function documentation(operation: OperationAtPath, query: Parameter[]): string {
  const { summary, description, method, path, parameters: operationParameters } = operation
  const inPath = operationParameters.filter((parameter) => parameter.in === 'path')
  const parameters = [...inPath, ...query].map(
    (parameter) => `:param ${identifier(parameter.name)}: ${parameter.description ?? ''}`,
  )
  const parts = [`${summary}: \`${method} ${path}\``, description, parameters.join('\n')]
  return docText(`${parts.filter(Boolean).join('\n\n')}\n`, '        ')
}
