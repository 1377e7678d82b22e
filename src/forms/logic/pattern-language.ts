import { allBut, anyOfLine, type Characters, charactersOf, classes, only, type Range } from './pattern-characters.ts'

/** A node of the parsed pattern. */
export type Node =
  | { kind: 'one'; characters: Characters }
  | { kind: 'sequence'; nodes: Node[] }
  | { kind: 'either'; nodes: Node[] }
  | { kind: 'repeat'; node: Node; least: number; most: number }

/** Thrown for a text that is no valid pattern. */
export class InvalidPattern extends Error {}

const marks: ReadonlyMap<string | undefined, [least: number, most: number]> = new Map([
  ['*', [0, Number.POSITIVE_INFINITY]],
  ['+', [1, Number.POSITIVE_INFINITY]],
  ['?', [0, 1]],
])
const maxDepth = 50

/** Parses a pattern, or throws InvalidPattern. */
export const parse = (source: string): Node => new Parser(source).whole()

class Parser {
  readonly #rest: string[]
  #depth = 0

  constructor(source: string) {
    this.#rest = [...source].reverse()
  }

  whole(): Node {
    this.#take('^')
    const node = this.#either()
    this.#take('$')
    if (this.#rest.length > 0) throw new InvalidPattern()
    return node
  }

  get #next(): string | undefined {
    return this.#rest[this.#rest.length - 1]
  }

  #take(character: string): boolean {
    if (this.#next !== character) return false
    this.#rest.pop()
    return true
  }

  #either(): Node {
    const nodes = [this.#sequence()]
    while (this.#take('|')) nodes.push(this.#sequence())
    return nodes.length === 1 ? nodes[0]! : { kind: 'either', nodes }
  }

  #sequence(): Node {
    const nodes: Node[] = []
    for (let next = this.#next; next !== undefined && !'|)'.includes(next); next = this.#next) {
      if (next === '$' && this.#rest.length === 1) break
      nodes.push(this.#counted(this.#one()))
    }
    return { kind: 'sequence', nodes }
  }

  #counted(node: Node): Node {
    const mark = marks.get(this.#next)
    if (mark) this.#rest.pop()
    const [least, most] = mark ?? this.#count() ?? [1, 1]
    return least === 1 && most === 1 ? node : { kind: 'repeat', node, least, most }
  }

  #count(): [number, number] | undefined {
    if (!this.#take('{')) return undefined
    let text = ''
    while (this.#next !== undefined && this.#next !== '}') text += this.#rest.pop()
    const [, least, comma, most] = /^(\d{1,3})(,?)(\d{0,3})$/.exec(text) ?? []
    if (!this.#take('}') || least === undefined || (!comma && most)) throw new InvalidPattern()
    const from = Number(least)
    const to = !comma ? from : most ? Number(most) : Number.POSITIVE_INFINITY
    if (from > to) throw new InvalidPattern()
    return [from, to]
  }

  #one(): Node {
    const next = this.#rest.pop()!
    if (next === '(') return this.#group()
    if (next === '[') return { kind: 'one', characters: this.#class() }
    if (next === '.') return { kind: 'one', characters: anyOfLine }
    if (next === '\\') return { kind: 'one', characters: this.#escaped() }
    if ('*+?{}]^$'.includes(next)) throw new InvalidPattern()
    return { kind: 'one', characters: only(next) }
  }

  #group(): Node {
    if (this.#take('?') && !this.#take(':')) throw new InvalidPattern()
    if (++this.#depth > maxDepth) throw new InvalidPattern()
    const node = this.#either()
    if (!this.#take(')')) throw new InvalidPattern()
    this.#depth--
    return node
  }

  /** A class such as \d, or an escaped special character. */
  #escaped(): Characters {
    const next = this.#rest.pop()
    if (next === undefined) throw new InvalidPattern()
    const known = classes.get(next)
    if (known) return known
    if (/[\p{L}\p{N}]/u.test(next)) throw new InvalidPattern()
    return only(next)
  }

  #class(): Characters {
    const isNegated = this.#take('^')
    const ranges: Range[] = []
    while (!this.#take(']')) {
      const from = this.#inClass()
      // A minus at the start or end of a class is a literal; elsewhere it makes a range.
      if (this.#next === '-' && this.#rest[this.#rest.length - 2] !== ']') ranges.push(this.#range(from))
      else ranges.push(...from)
    }
    if (ranges.length === 0) throw new InvalidPattern()
    return isNegated ? allBut(charactersOf(ranges)) : charactersOf(ranges)
  }

  #inClass(): Characters {
    const next = this.#rest.pop()
    if (next === undefined || next === '[') throw new InvalidPattern()
    return next === '\\' ? this.#escaped() : only(next)
  }

  #range(from: Characters): Range {
    this.#rest.pop()
    const [first, last] = [from, this.#inClass()].map(oneOf) as [number, number]
    if (first > last) throw new InvalidPattern()
    return [first, last]
  }
}

/** The only code point of a set: a range cannot start or end with \d. */
function oneOf([range, another]: Characters): number {
  if (range === undefined || another || range[0] !== range[1]) throw new InvalidPattern()
  return range[0]
}
