import { createHash } from 'node:crypto'
import type { TSchema } from 'typebox'
import { type Access, type FixedNeeds, type Need, permits } from '../access/areas.ts'
import { canonical } from '../http/contract/idempotency.ts'
import { ToolError } from './errors.ts'
import type { Operations } from './operations.ts'
import type { Session } from './session.ts'

/** JSON Schema as clients get it. */
export type JsonSchema = Record<string, any>
export type Arguments = Record<string, any>

/** What a tool needs: all of one, or any of several for a tool that spans areas and works on those that it may use. */
export type ToolNeeds = FixedNeeds | { any: readonly Need[] }

/** What a tool returns. A model gets it as JSON. */
export type Data = Record<string, unknown>

export interface Tool {
  name: string
  title: string
  description: string
  needs: ToolNeeds
  /** No tool that writes is listed for a token or a request that may only read. */
  effect: 'read' | 'write' | 'destructive'
  /** The names of its arguments with their schemas. */
  input: Record<string, JsonSchema>
  required?: readonly string[]
  /** The names of what it returns. */
  output: Record<string, JsonSchema>
  run(session: Session, args: Arguments, call: ToolCall): Promise<Data>
}

/** One call of a tool. */
export interface ToolCall {
  /** Whether the client can ask the person. */
  canAsk: boolean
  /** The `confirm` of the plan that the person has agreed to. */
  confirmed: string | undefined
  /** The key of what the call creates: the same for the same arguments. */
  key: string
}

export const mayUse = (access: Access, needs: ToolNeeds): boolean =>
  typeof needs === 'object' && 'any' in needs ? needs.any.some((need) => permits(access, need)) : permits(access, needs)

/** The tool as `tools/list` describes it. */
export function describeTool({ name, title, description, effect, input, required = [], output }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: {
      type: 'object',
      properties: input,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    outputSchema: { type: 'object', properties: { ...output, ...everywhere } },
    annotations: {
      readOnlyHint: effect === 'read',
      ...(effect !== 'read' && { destructiveHint: effect === 'destructive' }),
      openWorldHint: false,
    },
  } as const
}

/** What any result may have besides. Clients get it without descriptions, since the server's instructions have them. */
const everywhere: Record<string, JsonSchema> = { next: { type: 'object' }, hint: { type: 'string' } }

/** The key of a call: tool and arguments decide, in any order of names. `again` is among them. */
export const callKey = (tool: string, args: Arguments): string =>
  createHash('sha256')
    .update(canonical([tool, args])!)
    .digest('base64url')

/* Schemas of arguments and results. */

export const text = (description?: string): JsonSchema => ({ type: 'string', ...(description && { description }) })
export const integer = (description?: string): JsonSchema => ({ type: 'integer', ...(description && { description }) })
export const flag = (description?: string): JsonSchema => ({ type: 'boolean', ...(description && { description }) })
export const date = (description?: string): JsonSchema => ({
  type: 'string',
  format: 'date',
  ...(description && { description }),
})
export const choice = (values: readonly string[], description?: string): JsonSchema => ({
  type: 'string',
  enum: values,
  ...(description && { description }),
})
export const listOf = (items: JsonSchema, description?: string): JsonSchema => ({
  type: 'array',
  items,
  ...(description && { description }),
})
export const record: JsonSchema = { type: 'object' }
export const records: JsonSchema = { type: 'array', items: record }
export const fields = { fields: listOf({ type: 'string' }, 'only these fields') }
export const again = { again: text('only to create a second one on purpose: any text') }
export const confirm = { confirm: text('from the plan; without it nothing is changed') }

/** Keywords of a body's schema that help a model. The API checks the others and says what is allowed. */
const published = ['type', 'enum', 'const', 'items', 'properties', 'required', 'anyOf', 'oneOf']

/** The fields of a request's body as arguments, but for those that the tool does not take. */
export function bodyOf(
  operations: Operations,
  id: string,
  without: readonly string[] = [],
): Record<string, JsonSchema> {
  const { body } = operations.get(id)
  const names = Object.entries(body?.properties ?? {}).filter(([name]) => name !== 'dry_run' && !without.includes(name))
  return Object.fromEntries(names.map(([name, schema]) => [name, compact(operations, schema)]))
}

/** A local time, in the zone of the organisation. */
export const localTime = (): JsonSchema => text(exampleOfTime)

/** In the words of tools: requests have no names here. */
const inToolsWords = (description: string): string =>
  description
    .replace(/GET \/(clients|prospects)\/options|GET \/note-templates/g, 'get_options')
    .replace(/^Alias of /, 'Same as ')

function compact(operations: Operations, schema: TSchema): JsonSchema {
  const resolved = operations.resolve(schema) as JsonSchema
  const entries = Object.entries(resolved).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'format') return value === 'date' || value === 'email' ? [[key, value]] : []
    if (!published.includes(key)) return []
    if (key === 'properties') {
      const inner = Object.entries(value as Record<string, TSchema>)
      return [[key, Object.fromEntries(inner.map(([name, one]) => [name, compact(operations, one)]))]]
    }
    if (key === 'items') return [[key, compact(operations, value)]]
    if (key === 'anyOf' || key === 'oneOf') return [[key, (value as TSchema[]).map((one) => compact(operations, one))]]
    return [[key, value]]
  })
  const description = [inToolsWords(resolved.description ?? ''), isTime(resolved) && exampleOfTime]
    .filter(Boolean)
    .join(', ')
  return { ...Object.fromEntries(entries), ...(description && { description }) }
}

const exampleOfTime = 'such as 2026-11-30 09:15:00'
const isTime = ({ format = '' }: JsonSchema): boolean => format.startsWith('local-time')

/** Only some fields of a record. One that it has not would look like an empty one. */
export function pick(record: Data, names: readonly string[] | undefined): Data {
  if (!names) return record
  const unknown = names.filter((name) => !Object.hasOwn(record, name))
  if (unknown.length > 0)
    throw new ToolError(`There is no field ${unknown.join(', ')}. The fields are ${Object.keys(record).join(', ')}.`)
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => name === 'id' || name === 'ref' || names.includes(name)),
  )
}

/** What a list shows of a record. */
export const rowOf =
  (...names: string[]) =>
  (record: Data): Data =>
    Object.fromEntries(names.map((name) => [name, record[name]]))

/** The arguments that were sent, without those that are the tool's own. */
export function without(args: Arguments, ...names: string[]): Arguments {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)))
}

/** Which areas of a tool were left out, for the model to say so. */
export const leftOut = (session: Session, needs: Record<string, Need>): Data => {
  const missing = Object.entries(needs).filter(([, need]) => !session.permits(need))
  if (missing.length === 0) return {}
  return { hint: `Left out, because the token may not read them: ${missing.map(([name]) => name).join(', ')}.` }
}
