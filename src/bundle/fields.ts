import { Type } from 'typebox'

/** An ISO 8601 instant, as a bundle gives it for created_at and updated_at. */
export const instant = () => Type.String({ format: 'instant' })

export const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1
