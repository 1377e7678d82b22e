/** A text with no character from here on is in NFC: what combines with others, and what NFC replaces, comes later. */
const mayChange = /[\u0300-\uffff]/

const runsOfMarks = /\p{M}+/gu
/** No language has more on one character. Putting marks in order takes the square of their number. */
const maxMarks = 30
const hasTooManyMarks = (text: string) => text.match(runsOfMarks)?.some(({ length }) => length > maxMarks) === true

/**
 * The composed form (NFC) of a text. `José` can be written with one character for é, or with an e and an accent, and looks the
 * same: stored and compared in one form, each is found by the other. A text with endless marks, which nobody reads, stays as it is.
 */
export const nfcOf = (text: string): string =>
  mayChange.test(text) && !hasTooManyMarks(text) ? text.normalize('NFC') : text

/** Values inside values, of what comes from outside. */
export const maxDepth = 32

/** Gives a parsed JSON value with its texts in NFC, as deep as values are taken: a text is given anew, an object or a list is changed itself. Keys stay. */
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
