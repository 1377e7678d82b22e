import { JSONParser, TokenizerError, TokenParserError, TokenType } from '@streamparser/json'
import { allInNfc } from '../http/contract/nfc.ts'
import { type Problems, pathOf } from './problems.ts'
import { listNames, objectNames, sectionOf } from './sections.ts'

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

interface Token {
  token: TokenType
  value: unknown
  offset: number
}

/** The document, its list, and then 32 levels for a row: what the API takes in a body. What a note was stands two further in. */
const deepest = 36

const notForText = /[\0\p{Cs}]/u
const notForTextRule = 'must not contain the character U+0000 or half of a surrogate pair.'

/** Reading cannot go on: the rest of the document has no meaning. */
export class Unreadable extends Error {}

/**
 * Follows the tokens of a bundle, so that it always knows the path where it is, and finds what the assembled
 * values no longer show: a key given twice (the last one would win in silence), a top-level value that is no list,
 * nesting without end, and text that PostgreSQL cannot hold.
 */
export class Outline {
  /** Byte of the last token. */
  offset = 0
  readonly #problems: Problems
  /** The open containers, from the document inwards; the sets of keys are kept for the next object of that depth. */
  readonly #isObject: boolean[] = []
  readonly #place: (string | number)[] = []
  readonly #keys: Set<string>[] = []
  #previous: TokenType | undefined
  #text = ''

  constructor(problems: Problems) {
    this.#problems = problems
  }

  get path(): string {
    return pathOf(this.#place)
  }

  follow({ token, value, offset }: Token): void {
    const depth = this.#isObject.length
    this.offset = offset
    if (depth === 0 && token !== TokenType.LEFT_BRACE) throw new Unreadable('must be one JSON object.')
    if (depth === 1 && this.#previous === TokenType.COLON) this.#startTopLevelValue(token)
    if (token === TokenType.STRING) this.#string(value as string)
    else if (token === TokenType.COLON) this.#key(this.#text, depth)
    else if (token === TokenType.COMMA) this.#next(depth)
    else if (token === TokenType.LEFT_BRACE) this.#open(depth, true)
    else if (token === TokenType.LEFT_BRACKET) this.#open(depth, false)
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#close()
    this.#previous = token
  }

  #string(text: string): void {
    this.#text = text
    const isKey = this.#isObject.at(-1) && this.#previous !== TokenType.COLON
    if (!isKey && notForText.test(text)) this.#problems.add(this.path, notForTextRule)
  }

  #key(key: string, depth: number): void {
    this.#place[depth - 1] = key
    const keys = this.#keys[depth - 1]!
    if (keys.has(key)) this.#problems.add(this.path, 'is given twice; give it once.')
    keys.add(key)
    if (notForText.test(key)) this.#problems.add(this.path, notForTextRule)
    if (key === '__proto__') this.#problems.add(this.path, 'is not supported.')
    else if (depth === 1 && !objectNames.includes(key) && !sectionOf(key)) {
      this.#problems.add(this.path, 'is not part of a bundle.')
    }
  }

  #next(depth: number): void {
    const index = this.#place[depth - 1]
    if (typeof index === 'number') this.#place[depth - 1] = index + 1
  }

  #open(depth: number, isObject: boolean): void {
    if (depth === deepest) throw new Unreadable(`must not be nested deeper than ${deepest} levels.`)
    this.#isObject.push(isObject)
    // An object has no key yet: until one comes, the path is that of the object itself.
    if (!isObject) this.#place[depth] = 0
    if (isObject) {
      this.#keys[depth] ??= new Set()
      this.#keys[depth].clear()
    }
  }

  #close(): void {
    this.#isObject.pop()
    this.#place.length = Math.min(this.#place.length, this.#isObject.length)
  }

  #startTopLevelValue(token: TokenType): void {
    const list = String(this.#place[0])
    if (sectionOf(list) && token !== TokenType.LEFT_BRACKET) this.#problems.add(this.path, 'must be a list.')
  }
}
