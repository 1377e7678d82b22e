import type { Deprecation } from '../http/contract/deprecation.ts'
import type { Change } from './releases.ts'

/** What the comparison of releases and the pages know of a document. */
interface Document {
  paths: Record<string, Record<string, object>>
  components: { schemas?: Record<string, unknown> }
}
interface Marked {
  'x-deprecated'?: Deprecation
}
interface Operation extends Marked {
  parameters?: (Marked & { in?: string; name?: string })[]
  requestBody?: { content?: Record<string, { schema?: Fields }> }
}
interface Fields {
  $ref?: string
  properties?: Record<string, Marked>
}

/** The deprecated operations, their parameters, and the fields at the top of their bodies. */
export function deprecationsOf({ paths, components: { schemas = {} } }: Document): (Change & Deprecation)[] {
  const mark = (kind: string, where: string, { 'x-deprecated': deprecation }: Marked) =>
    deprecation ? [{ kind, where, ...deprecation }] : []
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      const schema = operation.requestBody?.content?.['application/json']?.schema
      const { properties = {} } = (schema?.$ref ? (schemas[schema.$ref.split('/').pop()!] as Fields) : schema) ?? {}
      return [
        ...mark('operation', name, operation),
        ...(operation.parameters ?? []).flatMap((one) => mark('parameter', `${name} ${one.in}.${one.name}`, one)),
        ...Object.entries(properties).flatMap(([field, one]) => mark('field', `${name} body.${field}`, one)),
      ]
    }),
  )
}
