import { TokenType } from '@streamparser/json'
import { type Problems, pathOf } from './problems.ts'
import { objectNames, sectionOf } from './sections.ts'

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
