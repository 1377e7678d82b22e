import { type Characters, has } from './pattern-characters.ts'
import { InvalidPattern, type Node } from './pattern-language.ts'

/** A state of the automaton: consumes one of some characters, or forks to several states. The state after the last part is the match. */
export type Part = { characters: Characters } | Fork
interface Fork {
  to: number[]
}

/** Maximum number of parts after counts are expanded. It bounds the cost of each character of a text. */
export const maxParts = 100

/** Compiles a pattern into parts; throws InvalidPattern if there are too many. */
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
    // An empty node stays empty however often it repeats. Without this, nested counts of nothing would not end.
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

/** A set of states, one bit each: a state is the index of a part, or the end after the last one. */
type StateSet = Int32Array

const addState = (states: StateSet, state: number) => {
  states[state >> 5]! |= 1 << (state & 31)
}
const hasState = (states: StateSet, state: number) => (states[state >> 5]! & (1 << (state & 31))) !== 0

/** The compiled automaton. */
export interface Machine {
  parts: readonly Part[]
  start: StateSet
  /** The states that follow each part after it consumes a character. */
  leads: readonly StateSet[]
  /** Parts that lead only to the next state. */
  isPlain: StateSet
  /** The states that consume the same set of characters, as repeated parts do. */
  statesByCharacters: ReadonlyMap<Characters, StateSet>
}

export function machineOf(parts: readonly Part[]): Machine {
  const none = () => new Int32Array((parts.length >> 5) + 1)
  const leads = parts.map((_, state) => reachable(parts, state + 1, none()))
  const isPlain = none()
  const takers = new Map<Characters, StateSet>()
  for (const [state, part] of parts.entries()) {
    const next = parts[state + 1]
    if (!next || 'characters' in next) addState(isPlain, state)
    if (!('characters' in part)) continue
    const states = takers.get(part.characters) ?? none()
    addState(states, state)
    takers.set(part.characters, states)
  }
  return { parts, start: reachable(parts, 0, none()), leads, isPlain, statesByCharacters: takers }
}

/** The states reachable from a state without consuming a character. */
function reachable(parts: readonly Part[], from: number, reached: StateSet): StateSet {
  const seen = new Set<number>()
  const waiting = [from]
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    if (seen.has(state)) continue
    seen.add(state)
    const part = parts[state]
    if (part && 'to' in part) waiting.push(...part.to)
    else addState(reached, state)
  }
  return reached
}

/**
 * Runs the automaton over the text once, with the set of all states it can be in. Plain parts advance together, 32 at a
 * time; each other part is one step. There are at most 100 steps for each character.
 */
export function run(machine: Machine, text: string): { isMatch: boolean; steps: number } {
  const { parts, start, leads, isPlain } = machine
  const letters = new CharacterCache(machine)
  let [states, next] = [start.slice(), start.slice()]
  let steps = 0
  for (const one of text) {
    const taking = letters.statesTaking(one.codePointAt(0)!)
    next.fill(0)
    let [carried, any] = [0, 0]
    for (let word = 0; word < states.length; word++) {
      const taken = states[word]! & taking[word]!
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
    ;[states, next] = [next, states]
    if (any === 0) break
  }
  return { isMatch: hasState(states, parts.length), steps }
}

/** Maximum number of characters that one run caches. */
const maxCachedCharacters = 500

/** The states that consume a character, cached. */
class CharacterCache {
  readonly #machine: Machine
  readonly #known = new Map<number, StateSet>()

  constructor(machine: Machine) {
    this.#machine = machine
  }

  statesTaking(code: number): StateSet {
    const known = this.#known.get(code)
    if (known) return known
    const states = new Int32Array(this.#machine.start.length)
    for (const [characters, own] of this.#machine.statesByCharacters) {
      if (has(characters, code)) for (let word = 0; word < own.length; word++) states[word]! |= own[word]!
    }
    if (this.#known.size < maxCachedCharacters) this.#known.set(code, states)
    return states
  }
}
