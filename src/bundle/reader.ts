import { JSONParser, TokenizerError, TokenParserError } from '@streamparser/json'
import { allInNfc } from '../http/contract/nfc.ts'
import { Outline, Unreadable } from './outline.ts'
import type { Problems } from './problems.ts'
import { listNames, objectNames } from './sections.ts'

export interface BundleReader {
  /** A value that should be no list: the organisation, and settings of lists. */
  object(name: string, value: unknown): void
  row(list: string, index: number, row: unknown): void
  /** Called between pieces of the document, for what has to wait: sending rows on, showing progress. */
  piece(bytes: number): Promise<void>
}

/** Rows gather while a piece is parsed, so a source that comes in one chunk is cut up. */
const pieceBytes = 64 * 1024

/**
 * Reads a bundle as it comes, one row in memory at a time. Gives whether the document was read to its end: if not,
 * the problem is noted and what came after it is unknown.
 */
export async function readBundle(
  source: AsyncIterable<Uint8Array | string>,
  reader: BundleReader,
  problems: Problems,
): Promise<boolean> {
  const outline = new Outline(problems)
  const parser = makeParser(outline, reader)
  for await (const chunk of source) {
    // Encoding would turn it into U+FFFD without a word.
    if (typeof chunk === 'string' && /\p{Cs}/u.test(chunk))
      problems.add(outline.path, 'must not contain half of a surrogate pair.')
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      const piece = bytes.subarray(start, start + pieceBytes)
      const trouble = attempt(() => parser.write(piece), outline)
      if (trouble !== undefined) {
        problems.add(outline.path, trouble)
        return false
      }
      await reader.piece(piece.length)
    }
  }
  if (!parser.isEnded) problems.add(outline.path, 'the JSON ends here, before it is complete.')
  return parser.isEnded
}

function makeParser(outline: Outline, reader: BundleReader): JSONParser {
  // A value that no path names is dropped as soon as it is read, so lists do not pile up.
  const paths = [...objectNames.map((name) => `$.${name}`), ...listNames.map((name) => `$.${name}.*`)]
  const parser = new JSONParser({ paths, keepStack: false })
  parser.onToken = (token) => outline.follow(token as Parameters<Outline['follow']>[0])
  parser.onValue = ({ value: read, key, stack }) => {
    const value = allInNfc(read)
    const list = stack[1]?.key
    if (list === undefined) reader.object(String(key), value)
    else if (typeof key === 'number') reader.row(String(list), key, value)
  }
  return parser
}

/** What the parser says is wrong with the document, as a sentence; other errors are not the document's. */
function attempt(write: () => void, outline: Outline): string | undefined {
  try {
    write()
    return undefined
  } catch (error) {
    if (error instanceof Unreadable) return error.message
    if (error instanceof TokenizerError || error instanceof TokenParserError) {
      const byte = /absolute position "(\d+)"/.exec(error.message)?.[1] ?? outline.offset
      return `is not JSON at byte ${byte}.`
    }
    if ((error as { code?: string }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'is not text in UTF-8.'
    throw error
  }
}
