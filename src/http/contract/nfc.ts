/** A text without these characters is in NFC: all that combine or that NFC replaces are among them. */
const mayChange = /[\u0300-\uffff]/

const runsOfMarks = /\p{M}+/gu
/** No language has more on one character. Normalizing takes time quadratic in their number. */
const maxMarks = 30
const hasTooManyMarks = (text: string) => text.match(runsOfMarks)?.some(({ length }) => length > maxMarks) === true

/**
 * The composed form (NFC) of a text. `José` can have one character for é, or an e and an accent. Stored and compared in
 * one form, each is found by the other. A text with too many marks does not change.
 */
export const nfcOf = (text: string): string =>
  mayChange.test(text) && !hasTooManyMarks(text) ? text.normalize('NFC') : text

/** The deepest nesting of input. */
export const maxDepth = 32

/**
 * Normalizes the texts of a parsed JSON value to NFC, down to the deepest nesting. Changes objects and lists in place.
 * Keys do not change.
 */
export function allInNfc(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return nfcOf(value)
  if (value === null || typeof value !== 'object' || depth > maxDepth) return value
  const parts = value as Record<string, unknown>
  for (const key of Object.keys(parts)) {
    const [before, after] = [parts[key], allInNfc(parts[key], depth + 1)]
    if (after !== before) parts[key] = after
  }
  return value
}
