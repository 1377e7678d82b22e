import { ApiError } from '../http/errors.ts'

/** A move that the state of a shift does not allow. */
export const refused = (sentence: string) => new ApiError(422, sentence, { errors: { status: [sentence] } })
