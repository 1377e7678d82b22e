import type { Deprecation } from '../../src/http/contract/deprecation.ts'

/** Keywords that only people read. */
export const texts = ['title', 'description', 'example', 'examples', 'deprecated', 'x-deprecated', 'x-rule']

/** The comparison never passes over what it cannot compare. */
export const notUnderstood = (what: string, where: string): Error =>
  new Error(`additive does not understand ${what} at ${where}: teach it, or do not use it`)

export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string | undefined
  enum?: unknown[] | undefined
  const?: unknown
  'x-open-enum'?: boolean
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  unevaluatedProperties?: boolean
  propertyNames?: Schema
  items?: Schema
  contentSchema?: Schema
  pattern?: string
  format?: string
  uniqueItems?: boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  if?: Schema
  then?: Schema
  /** The name of the shared schema that a form of a union is. */
  component?: string | undefined
  /** The conditions of `allOf`. */
  conditions?: Schema[]
  'x-deprecated'?: Deprecation
  [keyword: string]: unknown
}
export interface HasComponents {
  components: Record<string, Record<string, unknown>>
}

/** One of the forms that a value may have: a schema with one type, without unions and references. */
export interface Form extends Schema {
  type: string
  enum?: unknown[] | undefined
}

/** A union, a list of types or a reference is the same to callers: the forms that a value may have. */
export function formsOf(document: HasComponents, schema: Schema, where: string): Form[] {
  const { anyOf, oneOf, allOf, ...own } = { ...resolved(document, schema, where), ...componentOf(schema) }
  if (anyOf && oneOf) throw notUnderstood('`oneOf` beside `anyOf`', where)
  const parts = allOf?.filter((part) => !isCondition(part)).map((part) => resolved(document, part, where)) ?? []
  if (parts.some((part) => part.anyOf || part.oneOf || part.allOf))
    throw notUnderstood('a union in a part of `allOf`', where)
  const conditions = [...(own.conditions ?? []), ...(allOf?.filter(isCondition) ?? [])]
  const whole = parts.reduce<Schema>((whole, part) => combined(whole, part, where), { ...own, conditions })
  const choices = anyOf ?? oneOf
  const forms = choices
    ? choices.flatMap((choice) => {
        const one = combined(whole, resolved(document, choice, where), where)
        return formsOf(document, { ...one, ...componentOf(choice) }, where)
      })
    : typesOf(whole).map((type): Form => ({ ...whole, type, ...enumOf(whole, type) }))
  return mergeEnums(forms.filter((form) => form.enum?.length !== 0))
}

const componentOf = (schema: Schema): Pick<Schema, 'component'> => {
  const component = refName(schema)
  return component === undefined ? {} : { component }
}

export const isCondition = (part: Schema): boolean => part.if !== undefined || part.not !== undefined

export function resolved(document: HasComponents, { $ref, ...own }: Schema, where: string): Schema {
  if (!$ref) return own
  const target = document.components.schemas?.[refName({ $ref })!] as Schema | undefined
  if (!target) throw notUnderstood($ref, where)
  return combined(resolved(document, target, where), own, where)
}

/** Both hold. Keywords that both have must say the same, because none of them is the narrower one in general. */
function combined(one: Schema, other: Schema, where: string): Schema {
  const differs = (a: unknown, b: unknown) =>
    a !== undefined && b !== undefined && JSON.stringify(a) !== JSON.stringify(b)
  const { properties = {} } = one
  for (const [keyword, value] of Object.entries(other))
    if (!joined.has(keyword) && differs(one[keyword], value)) throw notUnderstood(`\`${keyword}\` twice`, where)
  for (const [name, schema] of Object.entries(other.properties ?? {}))
    if (differs(properties[name], schema)) throw notUnderstood('a field with two schemas', `${where}.${name}`)
  return {
    ...one,
    ...other,
    ...((one.properties || other.properties) && { properties: { ...properties, ...other.properties } }),
    ...((one.required || other.required) && { required: [...(one.required ?? []), ...(other.required ?? [])] }),
  }
}

/** Keywords that are joined, and texts, of which the last counts. */
const joined = new Set(['properties', 'required', 'component', 'conditions', 'default', ...texts])

function typesOf({ type, enum: values, const: constant, properties, items }: Schema): string[] {
  if (type) return [type].flat()
  if (values) return [...new Set(values.map(typeOf))]
  if (constant !== undefined) return [typeOf(constant)]
  if (properties) return ['object']
  return [items ? 'array' : 'any']
}

/** The values of an enum or a constant that have the type. Those of a boolean are two. */
function enumOf({ enum: values, const: constant }: Schema, type: string): { enum?: unknown[] } {
  const all = constant === undefined ? values : [constant]
  if (all) return { enum: all.filter((value) => isTypeWithin(typeOf(value), type)) }
  return type === 'boolean' ? { enum: [true, false] } : {}
}

/** A union of constants is an enum. */
function mergeEnums(forms: Form[]): Form[] {
  const merged: Form[] = []
  for (const form of forms) {
    const other =
      form.type === 'object' ? undefined : merged.find(({ type, enum: values }) => type === form.type && values)
    if (other && form.enum) other.enum = [...other.enum!, ...form.enum]
    else merged.push({ ...form })
  }
  return merged
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

export const isTypeWithin = (type: string, other: string): boolean =>
  type === other || other === 'any' || (type === 'integer' && other === 'number')

export const refName = ({ $ref }: Schema): string | undefined => $ref?.slice($ref.lastIndexOf('/') + 1)
