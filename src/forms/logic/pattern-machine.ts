import { type Characters, has } from './pattern-characters.ts'
import { InvalidPattern, type Node } from './pattern-language.ts'

/** Takes one of some characters, or goes on at several places at once. The place behind the last part is the match. */
export type Part = { characters: Characters } | Fork
interface Fork {
  to: number[]
}

/** Parts of a pattern once its counts are written out: they bound what a character of a text can cost. */
export const maxParts = 100

/** Writes a pattern out into parts; throws NoPattern where they are too many. */
export function partsOf(node: Node): Part[] {
  const parts: Part[] = []
  emit(node, parts)
  if (parts.length > maxParts) throw new InvalidPattern()
  return parts
}

function emit(node: Node, parts: Part[]): void {
  if (parts.length > maxParts) throw new InvalidPattern()
  if (node.kind === 'one') parts.push({ characters: node.characters })
  else if (node.kind === 'sequence') for (const each of node.nodes) emit(each, parts)
  else if (node.kind === 'either') emitEither(node.nodes, parts)
  else emitRepeat(node, parts)
}

function emitEither(nodes: Node[], parts: Part[]): void {
  const fork: Fork = { to: [] }
  const ends: Fork[] = []
  parts.push(fork)
  for (const node of nodes) {
    fork.to.push(parts.length)
    emit(node, parts)
    const end: Fork = { to: [] }
    ends.push(end)
    parts.push(end)
  }
  for (const end of ends) end.to.push(parts.length)
}

function emitRepeat({ node, least, most }: { node: Node; least: number; most: number }, parts: Part[]): void {
  for (let i = 0; i < least; i++) {
    const before = parts.length
    emit(node, parts)
    // What is nothing once is nothing however often: without this, counts in counts of nothing would not end.
    if (parts.length === before) break
  }
  if (most === Number.POSITIVE_INFINITY) {
    const start = parts.length
    const fork: Fork = { to: [start + 1] }
    parts.push(fork)
    emit(node, parts)
    parts.push({ to: [start] })
    fork.to.push(parts.length)
    return
  }
  const forks: Fork[] = []
  for (let i = least; i < most; i++) {
    const fork: Fork = { to: [parts.length + 1] }
    forks.push(fork)
    parts.push(fork)
    emit(node, parts)
  }
  for (const fork of forks) fork.to.push(parts.length)
}

/** Places of a pattern, one bit each: a place is a part, or the end behind the last one. */
type StateSet = Int32Array

const addState = (places: StateSet, place: number) => {
  places[place >> 5]! |= 1 << (place & 31)
}
const hasState = (places: StateSet, place: number) => (places[place >> 5]! & (1 << (place & 31))) !== 0

/** What is known of a pattern before any text is. */
export interface Machine {
  parts: readonly Part[]
  start: StateSet
  /** Where each part leads when it takes a character. */
  leads: readonly StateSet[]
  /** Parts that lead to the next place and nowhere else. */
  isPlain: StateSet
  /** The places of the parts that take the same characters: repeated parts do. */
  statesByCharacters: ReadonlyMap<Characters, StateSet>
}

export function machineOf(parts: readonly Part[]): Machine {
  const none = () => new Int32Array((parts.length >> 5) + 1)
  const leads = parts.map((_, place) => reachable(parts, place + 1, none()))
  const isPlain = none()
  const takers = new Map<Characters, StateSet>()
  for (const [place, part] of parts.entries()) {
    const next = parts[place + 1]
    if (!next || 'characters' in next) addState(isPlain, place)
    if (!('characters' in part)) continue
    const places = takers.get(part.characters) ?? none()
    addState(places, place)
    takers.set(part.characters, places)
  }
  return { parts, start: reachable(parts, 0, none()), leads, isPlain, statesByCharacters: takers }
}

/** A place, or all that it leads on to without taking a character. */
function reachable(parts: readonly Part[], from: number, found: StateSet): StateSet {
  const seen = new Set<number>()
  const waiting = [from]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (seen.has(place)) continue
    seen.add(place)
    const part = parts[place]
    if (part && 'to' in part) waiting.push(...part.to)
    else addState(found, place)
  }
  return found
}

/**
 * Goes through the text once, at all places of the pattern that it may stand at. Plain parts move on together, 32 at a time; each
 * of the others is a step. The pattern and the text decide how many: 100 for each character at most.
 */
export function run(machine: Machine, text: string): { isMatch: boolean; steps: number } {
  const { parts, start, leads, isPlain } = machine
  const letters = new CharacterCache(machine)
  let [places, next] = [start.slice(), start.slice()]
  let steps = 0
  for (const one of text) {
    const taking = letters.statesTaking(one.codePointAt(0)!)
    next.fill(0)
    let [carried, any] = [0, 0]
    for (let word = 0; word < places.length; word++) {
      const taken = places[word]! & taking[word]!
      const plain = taken & isPlain[word]!
      next[word]! |= (plain << 1) | carried
      carried = plain >>> 31
      for (let rest = taken & ~isPlain[word]!; rest !== 0; rest &= rest - 1) {
        steps++
        const to = leads[word * 32 + 31 - Math.clz32(rest & -rest)]!
        for (let other = 0; other < to.length; other++) next[other]! |= to[other]!
      }
      any |= taken
    }
    steps++
    ;[places, next] = [next, places]
    if (any === 0) break
  }
  return { isMatch: hasState(places, parts.length), steps }
}

/** Characters that are remembered in one run; a text of more different ones pays for each of the others. */
const maxCachedCharacters = 500

/** Which parts take a character. */
class CharacterCache {
  readonly #machine: Machine
  readonly #known = new Map<number, StateSet>()

  constructor(machine: Machine) {
    this.#machine = machine
  }

  statesTaking(code: number): StateSet {
    const known = this.#known.get(code)
    if (known) return known
    const places = new Int32Array(this.#machine.start.length)
    for (const [characters, own] of this.#machine.statesByCharacters) {
      if (has(characters, code)) for (let word = 0; word < own.length; word++) places[word]! |= own[word]!
    }
    if (this.#known.size < maxCachedCharacters) this.#known.set(code, places)
    return places
  }
}
