import { type Static, type TSchema, type TStringOptions, Type } from 'typebox'

/** Ids are JSON numbers without loss of precision. */
export const maxId = Number.MAX_SAFE_INTEGER

export const text = (maxLength: number, options: TStringOptions = {}) => Type.String({ maxLength, ...options })
/** Text with at least one character that is not white space. */
export const visibleText = (maxLength: number, options: TStringOptions = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', patternRule: 'must not be blank', ...options })
export const oneOf = <const T extends string>(values: readonly T[], options: object = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...options })
export const oneOfOrNull = <const T extends string>(values: readonly T[], options: object = {}) =>
  Type.Unsafe<T | null>({ type: ['string', 'null'], enum: [...values, null], ...options })
/** Marks values that later releases may add to: programs must accept those they do not know. Statuses are not among them. */
export const open = { 'x-open-enum': true }
/**
 * Marks what people have written: titles, notes, comments, reasons, addresses, answers and any other free text, but no names. The
 * MCP server hands it to models as data. A test finds a text of a response that neither has the mark nor is known to be no words.
 */
export const words = { words: true }
/** The same, where it may have come by the page of a form, from anybody. */
export const wordsFromOutside = { ...words, fromOutside: true }
/** Marks an address that opens a page for anybody who has it. The MCP server does not show it. */
export const linkToPage = { linkToPage: true }
export const id = (description?: string) =>
  Type.Integer({ minimum: 1, maximum: maxId, ...(description !== undefined && { description }) })
export const timestamp = (description = 'ISO 8601 with microseconds and a trailing Z') =>
  Type.String({ format: 'date-time', description })
/** One type keyword, so that one error is one message; a union with null would have three. */
export const nullable = <T extends TSchema & { type: string }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] })
/** A reference to a schema registered under its $id, so that the specification has one named type for it. */
export const ref = <T extends TSchema>(schema: T & { $id?: string }) =>
  Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#` })
/** One of several objects, distinguished by the value of one field, so that one error is one message. */
export const tagged = <T extends TSchema>(tag: string, values: readonly string[], choices: T[], options: object = {}) =>
  Type.Unsafe<Static<T>>({
    ...{ type: 'object', discriminator: { propertyName: tag }, oneOf: choices, ...options },
    tagRule: `must be one of ${values.join(', ')}`,
  })
/** An unknown field is a 422 that names it. */
export const closed = { additionalProperties: false }
export const dataOf = <T extends TSchema>(schema: T) => Type.Object({ data: schema })

export const Meta = Type.Object(
  {
    page: Type.Integer({ description: 'Number of this page.' }),
    per_page: Type.Integer({ description: 'Maximum number of records on a page.' }),
    total: Type.Integer({ description: 'Number of matching records on all pages.' }),
    last_page: Type.Integer({ description: 'Number of the last page; 1 if no record matches.' }),
  },
  { $id: 'Meta', description: 'Position of a page in its list.' },
)
export const pageOf = <T extends TSchema>(schema: T) => Type.Object({ data: Type.Array(schema), meta: ref(Meta) })

export const KeysetMeta = Type.Object(
  {
    per_page: Type.Integer({ description: 'Maximum number of records in a response.' }),
    next_after_id: nullable(
      Type.Integer({ description: '`after_id` of the next request. Null if no other record matches.' }),
    ),
  },
  { $id: 'KeysetMeta', description: 'Position of a response to `after_id` in its list.' },
)
/** The same for a list that also takes `after_id`. */
export const listOf = <T extends TSchema>(schema: T) =>
  Type.Object({ data: Type.Array(schema), meta: Type.Union([ref(Meta), ref(KeysetMeta)]) })

/** In the body or query of a request, and in its response. Without a default: an absent one changes no stored key. */
export const dryRun = Type.Optional(
  Type.Boolean({ description: 'true validates the request, returns what would change, and stores nothing.' }),
)
export const isDryRun = Type.Optional(Type.Boolean({ description: 'true in a dry run: nothing was stored.' }))

/** A client, staff member or site in another record. */
export const Person = Type.Object({ id: id(), name: Type.String() }, { $id: 'Person' })
export type Person = Static<typeof Person>

export const IdParams = Type.Object({ id: id('Id of the record.') })
