import { JSONParser, TokenizerError, TokenParserError, TokenType } from '@streamparser/json'
import { allInNfc } from '../http/contract/nfc.ts'
import { type Problems, pathOf } from './problems.ts'
import { listNames, objectNames, sectionOf } from './sections.ts'

export interface BundleReader {
  /** Called for a top-level object: the organisation, and settings of lists. The value may be of any type. */
  object(name: string, value: unknown): void
  row(list: string, index: number, row: unknown): void
  /** Called and awaited after each piece of the document, to send rows and to show progress. */
  piece(bytes: number): Promise<void>
}

/** The rows of a piece are in memory together, so large chunks are split. */
const pieceBytes = 64 * 1024

/**
 * Parses a bundle as a stream. Returns whether the document was read to its end. If not, a problem is added, and the rest of the
 * document is unknown.
 */
export async function readBundle(
  source: AsyncIterable<Uint8Array | string>,
  reader: BundleReader,
  problems: Problems,
): Promise<boolean> {
  const structure = new StructureChecker(problems)
  const parser = makeParser(structure, reader)
  for await (const chunk of source) {
    // Buffer.from would silently replace it by U+FFFD.
    if (typeof chunk === 'string' && /\p{Cs}/u.test(chunk))
      problems.add(structure.path, 'must not contain half of a surrogate pair.')
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      const piece = bytes.subarray(start, start + pieceBytes)
      const error = parseError(() => parser.write(piece), structure)
      if (error !== undefined) {
        problems.add(structure.path, error)
        return false
      }
      await reader.piece(piece.length)
    }
  }
  if (!parser.isEnded) problems.add(structure.path, 'the JSON ends here, before it is complete.')
  return parser.isEnded
}

function makeParser(structure: StructureChecker, reader: BundleReader): JSONParser {
  // Values outside these paths are not assembled, so whole lists are never in memory.
  const paths = [...objectNames.map((name) => `$.${name}`), ...listNames.map((name) => `$.${name}.*`)]
  const parser = new JSONParser({ paths, keepStack: false })
  parser.onToken = (token) => structure.follow(token as Parameters<StructureChecker['follow']>[0])
  parser.onValue = ({ value: parsed, key, stack }) => {
    const value = allInNfc(parsed)
    const list = stack[1]?.key
    if (list === undefined) reader.object(String(key), value)
    else if (typeof key === 'number') reader.row(String(list), key, value)
  }
  return parser
}

/** The message for an error in the document, if there is one. Other errors are thrown. */
function parseError(write: () => void, structure: StructureChecker): string | undefined {
  try {
    write()
    return undefined
  } catch (error) {
    if (error instanceof Unreadable) return error.message
    if (error instanceof TokenizerError || error instanceof TokenParserError) {
      const byte = /absolute position "(\d+)"/.exec(error.message)?.[1] ?? structure.offset
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

/** The document, its list, and 32 levels for a row, as in a body of the API. Revisions of a note are two levels deeper. */
const maxDepth = 36

const notStorable = /[\0\p{Cs}]/u
const notStorableMessage = 'must not contain the character U+0000 or half of a surrogate pair.'

/** The document is so malformed that the rest cannot be read. */
class Unreadable extends Error {}

/**
 * Follows the tokens of a bundle and knows the path of each. It finds problems that the assembled values do not show: duplicate keys
 * (the last one would win silently), a top-level value that is not a list, too deep nesting, and text that PostgreSQL cannot store.
 */
class StructureChecker {
  /** Byte offset of the last token. */
  offset = 0
  readonly #problems: Problems
  /** For each open object or array, from the outermost. The sets of keys are reused by the next object of that depth. */
  readonly #isObject: boolean[] = []
  readonly #path: (string | number)[] = []
  readonly #keys: Set<string>[] = []
  #previous: TokenType | undefined
  #text = ''

  constructor(problems: Problems) {
    this.#problems = problems
  }

  get path(): string {
    return pathOf(this.#path)
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
    if (!isKey && notStorable.test(text)) this.#problems.add(this.path, notStorableMessage)
  }

  #key(key: string, depth: number): void {
    this.#path[depth - 1] = key
    const keys = this.#keys[depth - 1]!
    if (keys.has(key)) this.#problems.add(this.path, 'is given twice; give it once.')
    keys.add(key)
    if (notStorable.test(key)) this.#problems.add(this.path, notStorableMessage)
    if (key === '__proto__') this.#problems.add(this.path, 'is not supported.')
    else if (depth === 1 && !objectNames.includes(key) && !sectionOf(key)) {
      this.#problems.add(this.path, 'is not part of a bundle.')
    }
  }

  #next(depth: number): void {
    const index = this.#path[depth - 1]
    if (typeof index === 'number') this.#path[depth - 1] = index + 1
  }

  #open(depth: number, isObject: boolean): void {
    if (depth === maxDepth) throw new Unreadable(`must not be nested deeper than ${maxDepth} levels.`)
    this.#isObject.push(isObject)
    // An object has no key yet: until one comes, the path is that of the object itself.
    if (!isObject) this.#path[depth] = 0
    if (isObject) {
      this.#keys[depth] ??= new Set()
      this.#keys[depth].clear()
    }
  }

  #close(): void {
    this.#isObject.pop()
    this.#path.length = Math.min(this.#path.length, this.#isObject.length)
  }

  #startTopLevelValue(token: TokenType): void {
    const list = String(this.#path[0])
    if (sectionOf(list) && token !== TokenType.LEFT_BRACKET) this.#problems.add(this.path, 'must be a list.')
  }
}
