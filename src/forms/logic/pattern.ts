/**
 * Patterns that a form's text has to match, in the language people know from regular expressions: letters, `.`, `[a-z]`, `\d`,
 * `\w`, `\s`, `( )`, `|`, `?`, `*`, `+`, `{2,4}`. The whole text has to match. They are not run by the language's own
 * engine, because whoever builds a form would then decide how long it runs for what a stranger types: this one takes
 * at most as many steps as the text has characters times the pattern has parts.
 */
export type Pattern = (text: string) => boolean

/** Parts of a pattern once its counts are written out. */
const mostParts = 500

type Test = (character: string) => boolean
/** Takes a character that passes the test, or goes on at several places at once. The last part is the match. */
type Part = { test: Test } | { to: number[] }

type Node =
  | { kind: 'one'; test: Test }
  | { kind: 'sequence'; nodes: Node[] }
  | { kind: 'either'; nodes: Node[] }
  | { kind: 'repeat'; node: Node; least: number; most: number }

const compiled = new Map<string, Pattern | undefined>()
const mostKept = 1000

/** The pattern, or undefined where it is none of the language or too long. */
export function patternOf(source: string): Pattern | undefined {
  if (compiled.has(source)) return compiled.get(source)
  if (compiled.size >= mostKept) compiled.clear()
  const made = compile(source)
  compiled.set(source, made)
  return made
}

function compile(source: string): Pattern | undefined {
  try {
    const parts: Part[] = []
    emit(new Parser(source).whole(), parts)
    return (text) => run(parts, text)
  } catch (error) {
    if (error instanceof NoPattern) return undefined
    throw error
  }
}

class NoPattern extends Error {}

function emit(node: Node, parts: Part[]): void {
  if (parts.length > mostParts) throw new NoPattern()
  if (node.kind === 'one') parts.push({ test: node.test })
  else if (node.kind === 'sequence') for (const each of node.nodes) emit(each, parts)
  else if (node.kind === 'either') emitEither(node.nodes, parts)
  else emitRepeat(node, parts)
}

function emitEither(nodes: Node[], parts: Part[]): void {
  const fork = { to: [] as number[] }
  const ends: { to: number[] }[] = []
  parts.push(fork)
  for (const node of nodes) {
    fork.to.push(parts.length)
    emit(node, parts)
    const end = { to: [] as number[] }
    ends.push(end)
    parts.push(end)
  }
  for (const end of ends) end.to.push(parts.length)
}

function emitRepeat({ node, least, most }: { node: Node; least: number; most: number }, parts: Part[]): void {
  for (let i = 0; i < least; i++) emit(node, parts)
  if (most === Number.POSITIVE_INFINITY) {
    const fork = { to: [parts.length + 1] }
    const start = parts.push(fork) - 1
    emit(node, parts)
    parts.push({ to: [start] })
    fork.to.push(parts.length)
    return
  }
  const forks: { to: number[] }[] = []
  for (let i = least; i < most; i++) {
    const fork = { to: [parts.length + 1] }
    forks.push(fork)
    parts.push(fork)
    emit(node, parts)
  }
  for (const fork of forks) fork.to.push(parts.length)
}

/** Goes through the text once, at all places of the pattern that it may stand at. */
function run(parts: readonly Part[], text: string): boolean {
  let places = new Set<number>()
  enter(parts, 0, places)
  for (const character of text) {
    const next = new Set<number>()
    for (const place of places) {
      const part = parts[place]
      if (part && 'test' in part && part.test(character)) enter(parts, place + 1, next)
    }
    if (next.size === 0) return false
    places = next
  }
  return places.has(parts.length)
}

function enter(parts: readonly Part[], place: number, places: Set<number>): void {
  const waiting = [place]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (places.has(at)) continue
    places.add(at)
    const part = parts[at]
    if (part && 'to' in part) waiting.push(...part.to)
  }
}

const isDigit: Test = (c) => c >= '0' && c <= '9'
const isWord: Test = (c) => isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c === '_'
const isBlank: Test = (c) => c.trim() === ''
const not =
  (test: Test): Test =>
  (c) =>
    !test(c)
const classes: Record<string, Test> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isBlank,
  S: not(isBlank),
}
const marks: Record<string, [least: number, most: number]> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
}
const mostNested = 50

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
    if (this.#rest.length > 0) throw new NoPattern()
    return node
  }

  get #next(): string | undefined {
    return this.#rest.at(-1)
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
    const mark = marks[this.#next ?? '']
    if (mark) this.#rest.pop()
    const [least, most] = mark ?? this.#count() ?? [1, 1]
    if (!mark && least === 1 && most === 1) return node
    if (least > most || least > mostParts || (most > mostParts && most !== Number.POSITIVE_INFINITY))
      throw new NoPattern()
    if (marks[this.#next ?? ''] || this.#next === '{') throw new NoPattern()
    return { kind: 'repeat', node, least, most }
  }

  #count(): [number, number] | undefined {
    if (!this.#take('{')) return undefined
    let text = ''
    while (this.#next !== undefined && this.#next !== '}') text += this.#rest.pop()
    const [, least, comma, most] = /^(\d{1,4})(,?)(\d{0,4})$/.exec(text) ?? []
    if (!this.#take('}') || least === undefined || (!comma && most)) throw new NoPattern()
    const from = Number(least)
    return [from, !comma ? from : most ? Number(most) : Number.POSITIVE_INFINITY]
  }

  #one(): Node {
    const next = this.#rest.pop()!
    if (next === '(') return this.#group()
    if (next === '[') return { kind: 'one', test: this.#class() }
    if (next === '.') return { kind: 'one', test: (c) => c !== '\n' }
    if (next === '\\') return { kind: 'one', test: this.#escaped() }
    if ('*+?{}]^$'.includes(next)) throw new NoPattern()
    return { kind: 'one', test: (c) => c === next }
  }

  #group(): Node {
    if (this.#take('?') && !this.#take(':')) throw new NoPattern()
    if (++this.#depth > mostNested) throw new NoPattern()
    const node = this.#either()
    if (!this.#take(')')) throw new NoPattern()
    this.#depth--
    return node
  }

  /** A class such as \d, or a sign that otherwise means something. */
  #escaped(): Test {
    const next = this.#rest.pop()
    if (next === undefined) throw new NoPattern()
    const known = classes[next]
    if (known) return known
    if (/[\p{L}\p{N}]/u.test(next)) throw new NoPattern()
    return (c) => c === next
  }

  #class(): Test {
    const isNegated = this.#take('^')
    const tests: Test[] = []
    while (!this.#take(']')) {
      const from = this.#rest.pop()
      if (from === undefined || from === '[') throw new NoPattern()
      if (from === '\\') tests.push(this.#escaped())
      else if (this.#next === '-' && this.#rest.at(-2) !== ']') tests.push(this.#range(from))
      else tests.push((c) => c === from)
    }
    if (tests.length === 0) throw new NoPattern()
    const isIn: Test = (c) => tests.some((test) => test(c))
    return isNegated ? not(isIn) : isIn
  }

  #range(from: string): Test {
    this.#rest.pop()
    const to = this.#rest.pop()
    if (to === undefined || to === '\\' || to === '[') throw new NoPattern()
    const [first, last] = [from.codePointAt(0)!, to.codePointAt(0)!]
    if (first > last) throw new NoPattern()
    return (c) => c.codePointAt(0)! >= first && c.codePointAt(0)! <= last
  }
}
