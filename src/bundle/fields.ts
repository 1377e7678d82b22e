import { type Static, type TSchema, type TStringOptions, Type } from 'typebox'

/** The pieces that the rows of a bundle are made of. */
export const largestId = Number.MAX_SAFE_INTEGER

export const id = () => Type.Integer({ minimum: 1, maximum: largestId })
export const text = (maxLength: number, options: TStringOptions = {}) => Type.String({ maxLength, ...options })
/** Text that a person can see: at least one character that is not white space. */
export const visibleText = (maxLength: number) => text(maxLength, { pattern: '\\S', patternRule: 'must not be blank' })
export const email = () => text(255, { format: 'email' })
export const oneOf = <const T extends string>(values: readonly T[], options: object = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...options })
/** One type keyword, so that one mistake is one problem; a union with null would give three. */
export const nullable = <T extends TSchema & { type: string }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] })
/** Absent is null: a row of a bundle is the whole record. */
export const optional = <T extends TSchema & { type: string }>(schema: T) => Type.Optional(nullable(schema))
export const instant = () => Type.String({ format: 'instant' })

export const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1
