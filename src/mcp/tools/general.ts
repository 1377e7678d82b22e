import { areas, readWrite } from '../../access/areas.ts'
import { planOutput, planThenCommit, repeated } from '../confirm.ts'
import { ToolError } from '../errors.ts'
import { archives, isDestructive, type Operation, type Operations } from '../operations.ts'
import { maxCharacters } from '../page.ts'
import type { Session } from '../session.ts'
import { type Arguments, again, confirm, type Data, record, records, type Tool, text } from '../tool.ts'

const maxFound = 15

/** The operation as the specification describes it. */
export type Describe = (operation: Operation) => Data

const operationArguments = {
  operation: text('operationId of search_operations'),
  path: { type: 'object', description: 'parts of the path' },
}

/** Four tools for all that has no tool of its own, so that nothing needs a wider token elsewhere. */
export const generalTools = (operations: Operations, describe: Describe): Tool[] => [
  {
    name: 'search_operations',
    title: 'Search operations',
    description: 'Finds operations of the API by words, for what no other tool does.',
    needs: 'valid token',
    effect: 'read',
    input: { query: { ...text(), maxLength: 200 } },
    required: ['query'],
    output: { operations: records },
    async run(session, { query }) {
      const words = wordsOf(query)
      const found = operations.all
        .filter((operation) => operation.permits(session.access))
        .map((operation) => ({ operation, matches: matchesOf(operation, words) }))
        .filter(({ matches }) => matches > 0)
        .sort((a, b) => b.matches - a.matches)
      const shown = found
        .slice(0, maxFound)
        .map(({ operation: { id, method, summary, needs } }) => ({ operation: id, method, summary, needs }))
      const names = [...new Set(operations.all.map(({ tag }) => tag))].join(', ')
      return {
        operations: shown,
        ...(shown.length === 0 && { hint: `Nothing found. Operations are about: ${names}.` }),
      }
    },
  },
  {
    name: 'describe_operation',
    title: 'Describe an operation',
    description: 'The parameters, the body and an example of an operation.',
    needs: 'valid token',
    effect: 'read',
    input: { operation: text() },
    required: ['operation'],
    output: { operation: record },
    async run(session, args) {
      return { operation: describe(operationOf(session, operations, args)) }
    },
  },
  {
    name: 'read_operation',
    title: 'Read by an operation',
    description: 'Sends a GET operation of the API.',
    needs: 'valid token',
    effect: 'read',
    input: { ...operationArguments, query: record },
    required: ['operation'],
    output: { result: {} },
    async run(session, args) {
      const operation = operationOf(session, operations, args)
      if (operation.method !== 'GET') throw new ToolError(`${operation.id} changes data: use write_operation.`)
      checkNames(operation, args)
      const result = await session.get(operation.id, {
        path: args.path,
        query: { ...args.query, ...smallPage(operation, args.query) },
      })
      return { result, ...tooLong(result) }
    },
  },
  {
    name: 'write_operation',
    title: 'Change by an operation',
    description: 'Sends an operation that changes data. What destroys, publishes or bills gives a plan first.',
    needs: { any: areas.map(readWrite) },
    effect: 'destructive',
    input: { ...operationArguments, query: record, body: record, ...confirm, ...again },
    required: ['operation'],
    output: planOutput,
    async run(session, args, call) {
      const operation = operationOf(session, operations, args)
      if (operation.method === 'GET') throw new ToolError(`${operation.id} only reads: use read_operation.`)
      checkNames(operation, args)
      const { path, query, body } = args
      if (operation.id === 'updateClient' && archives(body))
        throw new ToolError('To archive a client use operation archiveClient, which gives a plan first.')
      const request = { path, query, body: body ?? (operation.body && {}) }
      if (isDestructive(operation, body) && !isDryRun(operation, args))
        return planThenCommit(session, { tool: 'write_operation', args, operation, request }, call)
      const answer = await session.send(operation.id, { ...request, ...(operation.creates && { key: call.key }) })
      const result = session.show(answer)
      return { done: true, result, ...(answer.isRepeated ? repeated : tooLong(result)) }
    },
  },
]

function operationOf(session: Session, operations: Operations, { operation: id }: Arguments): Operation {
  const operation = operations.find(id)
  if (!operation) throw new ToolError(`There is no operation ${id}. Find its name with search_operations.`)
  if (!operation.permits(session.access))
    throw new ToolError(`${id} needs ${operation.needs}, which is not granted here.`)
  return operation
}

/** Only true is a dry run. The text "false" would be sent as false. */
const isDryRun = ({ dryRun }: Operation, { query, body }: Arguments): boolean =>
  dryRun !== undefined && (dryRun === 'query' ? query : body)?.dry_run === true

/** The API ignores an unknown parameter of a query. A model would take the result for a filtered one. */
function checkNames({ id, pathParts, query: names }: Operation, { path = {}, query = {} }: Arguments): void {
  for (const name of Object.keys(path))
    if (!pathParts.includes(name))
      throw new ToolError(`${id} has no path.${name}; it takes ${pathParts.join(', ') || 'none'}.`)
  for (const name of Object.keys(query))
    if (!names.includes(name))
      throw new ToolError(`${id} has no query.${name}; it takes ${names.join(', ') || 'none'}.`)
  if (query.format !== undefined && query.format !== 'json')
    throw new ToolError('Files are for programs: leave query.format out.')
  if (query.wait) throw new ToolError('No tool waits for events: leave query.wait out.')
}

/** A page of a size for a model, where none was asked for. */
function smallPage({ query: names }: Operation, query: Record<string, unknown> = {}): Data {
  const name = ['per_page', 'limit'].find((name) => names.includes(name))
  const isOnePage = 'ids' in query || 'refs' in query
  return name && !(name in query) && !isOnePage ? { [name]: 25 } : {}
}

const tooLong = (result: unknown): Data =>
  JSON.stringify(result).length > maxCharacters
    ? { hint: 'This result is long. Ask for fewer records with per_page, limit or filters.' }
    : {}

/** Without the s of a plural. Ten are enough, and more would take long. */
const wordsOf = (query: string): string[] => {
  const words = query.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return [...new Set(words.filter(Boolean).map((word) => word.replace(/s$/, '')))].slice(0, 10)
}

function matchesOf({ id, summary, tag, path }: Operation, words: readonly string[]): number {
  const text = `${id} ${summary} ${tag} ${path}`.toLowerCase()
  return words.filter((word) => text.includes(word)).length
}
