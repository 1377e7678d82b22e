import { has } from './pattern-characters.ts'
import type { Part } from './pattern-machine.ts'

/** The places of a pattern that a text may stand at, and where single characters led from there so far. */
interface State {
  places: readonly number[]
  next: Map<number, State>
}

/** Characters whose way is remembered in one run. A text that goes through more states pays each of its characters in full. */
export const mostRemembered = 500

/**
 * Goes through the text once, at all places of the pattern that it may stand at. Most texts soon stand at the same places
 * again: what a character led to from there is remembered, so that it is one step however many parts the pattern
 * has. Also says how many steps that took.
 */
export function run(parts: readonly Part[], text: string): { isMatch: boolean; steps: number } {
  const walker = new Walker(parts)
  const states = new States()
  let state = states.of(walker.start())
  let steps = 0
  let remembered = 0
  for (const one of text) {
    if (state.places.length === 0) break
    steps++
    const code = one.codePointAt(0)!
    const known = state.next.get(code)
    if (known) {
      state = known
      continue
    }
    const places = walker.after(state.places, code)
    if (remembered >= mostRemembered) {
      state = { places, next: nothing }
      continue
    }
    remembered++
    const next = states.of(places)
    state.next.set(code, next)
    state = next
  }
  return { isMatch: state.places.includes(parts.length), steps: steps + walker.steps }
}
const nothing: Map<number, State> = new Map()

class Walker {
  steps = 0
  readonly #parts: readonly Part[]
  /** The turn in which each place was come to last. */
  readonly #cameIn: Int32Array
  readonly #waiting: number[] = []
  #turn = 0

  constructor(parts: readonly Part[]) {
    this.#parts = parts
    this.#cameIn = new Int32Array(parts.length + 1)
  }

  start(): number[] {
    const places: number[] = []
    this.#turn++
    this.#enter(0, places)
    return places
  }

  after(before: readonly number[], code: number): number[] {
    const places: number[] = []
    this.#turn++
    for (const place of before) {
      this.steps++
      const part = this.#parts[place]
      if (part && 'characters' in part && has(part.characters, code)) this.#enter(place + 1, places)
    }
    return places
  }

  /** A place, or all that it leads on to without taking a character. */
  #enter(place: number, places: number[]): void {
    const waiting = this.#waiting
    waiting.push(place)
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      this.steps++
      if (this.#cameIn[at] === this.#turn) continue
      this.#cameIn[at] = this.#turn
      const part = this.#parts[at]
      if (part && 'to' in part) for (const to of part.to) waiting.push(to)
      else places.push(at)
    }
  }
}

/** States by their places. Those that only look alike by their sum stand in one list. */
class States {
  readonly #known = new Map<number, State[]>()

  of(places: readonly number[]): State {
    const sum = places.reduce((so, place) => (Math.imul(so, 31) + place) | 0, places.length)
    const alike = this.#known.get(sum) ?? []
    const known = alike.find((state) => isEqual(state.places, places))
    if (known) return known
    const state: State = { places, next: new Map() }
    this.#known.set(sum, [...alike, state])
    return state
  }
}

const isEqual = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((place, i) => place === b[i])
