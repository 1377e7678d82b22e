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
  'x-deprecated'?: { since: string; sunset?: string }
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
export function formsOf(document: HasComponents, schema: Schema): Form[] {
  const { anyOf, oneOf, allOf, ...own } = { ...resolved(document, schema), ...componentOf(schema) }
  const parts = allOf?.filter((part) => !part.if && !part.not) ?? []
  const whole = parts.reduce<Schema>((whole, part) => combined(whole, resolved(document, part)), {
    ...own,
    conditions: allOf?.filter((part) => part.if || part.not),
  })
  const choices = anyOf ?? oneOf
  const forms = choices
    ? choices.flatMap((choice) => {
        return formsOf(document, { ...combined(whole, resolved(document, choice)), ...componentOf(choice) })
      })
    : typesOf(whole).map((type): Form => ({ ...whole, type, ...enumOf(whole, type) }))
  return mergeEnums(forms.filter((form) => form.enum?.length !== 0))
}

const componentOf = (schema: Schema): Pick<Schema, 'component'> => {
  const component = refName(schema)
  return component === undefined ? {} : { component }
}

export function resolved(document: HasComponents, { $ref, ...own }: Schema): Schema {
  if (!$ref) return own
  const target = document.components.schemas?.[refName({ $ref })!] as Schema
  return { ...resolved(document, target), ...own }
}

const combined = (one: Schema, other: Schema): Schema => ({
  ...one,
  ...other,
  ...((one.properties || other.properties) && { properties: { ...one.properties, ...other.properties } }),
  ...((one.required || other.required) && { required: [...(one.required ?? []), ...(other.required ?? [])] }),
})

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
