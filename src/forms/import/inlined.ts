import { type TSchema, Type } from 'typebox'
import * as bodies from '../forms/bodies.schema.ts'
import * as schema from '../forms/forms.schema.ts'

/**
 * What the API takes of a form, as parts of a bundle's row. A bundle's schemas stand by themselves, so what they point at is
 * put in place of the pointers.
 */
const named = new Map<string, object>(
  [...Object.values(bodies), ...Object.values(schema)].flatMap((one) => {
    const id = (one as { $id?: unknown } | undefined)?.$id
    return typeof id === 'string' ? [[`${id}#`, one as object] as const] : []
  }),
)

function inlined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inlined)
  if (typeof value !== 'object' || value === null) return value
  const { $ref, $id, ...others } = value as Record<string, unknown>
  const own = Object.fromEntries(Object.entries(others).map(([key, inner]) => [key, inlined(inner)]))
  return typeof $ref === 'string' ? { ...(inlined(named.get($ref)) as object), ...own } : own
}

const part = (of: TSchema, fallback: unknown) =>
  Type.Optional(Type.Unsafe({ ...(inlined(of) as object), default: fallback }))

/** What a version freezes, beside the name. */
export const contentFields = {
  settings: part(bodies.FormSettingsChange, {}),
  steps: part(bodies.steps, []),
  incident: part(bodies.incident, null),
  prospect: part(bodies.prospect, null),
  client_prefill: part(bodies.clientPrefill, null),
}
export const description = part(bodies.description, '')
export const tags = part(bodies.tags, [])
