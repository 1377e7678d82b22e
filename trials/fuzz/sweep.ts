import type { Known } from '../lib/recipes.ts'
import { clothes, nestedIn } from './bodies.ts'
import type { Judge } from './checker.ts'
import { hostileTexts } from './hostile.ts'
import { at, type Path, placesIn, replaced } from './json-paths.ts'
import { jsonHeaders, type Parts } from './request-parts.ts'

type Body = Record<string, unknown>

/** What is tried of the bodies of every operation, however few requests chance has: which faults are found must not hang on luck. */
export const sweepOfBodies = (known: Known, judge: Judge): Swept[] => [
  ...known.recipes.flatMap((_, recipe) => everyOtherType(known, recipe, judge)),
  ...everyHostileText(known, judge),
  ...everyHostileList(known, judge),
  ...withoutEnd(known),
]

/** Which of the operation's recipes a request was made of: its path goes with its body. */
export interface Swept {
  recipe: number
  parts: Parts
}

const bodyOf = ({ recipes }: Known, recipe: number): Body => recipes[recipe]?.body ?? {}

/** Every value of a body once as a text, or as a number where it is one. */
const everyOtherType = (known: Known, recipe: number, judge: Judge): Swept[] =>
  placesIn(bodyOf(known, recipe)).flatMap((path) => {
    const value = at(bodyOf(known, recipe), path)
    if (value === null || typeof value === 'object') return []
    const body = replaced(bodyOf(known, recipe), path, clothes[0]!(value))
    return judge.accepts(known.operation, body) ? [] : [swept(known, recipe, body, 'another type', judge)]
  })

/** Every hostile text once in a text of a valid body, a free one if there is one, since from there it gets furthest. */
function everyHostileText(known: Known, judge: Judge): Swept[] {
  const texts = placesOf(known, (value) => typeof value === 'string')
  const free = texts.filter(({ recipe, path }) =>
    judge.accepts(known.operation, replaced(bodyOf(known, recipe), path, 'any text')),
  )
  const places = [free, texts, placesOf(known, () => true)].find((some) => some.length > 0) ?? []
  if (places.length === 0) return []
  return hostileTexts.map((text, n) => {
    const { recipe, path } = places[n % places.length]!
    return swept(known, recipe, replaced(bodyOf(known, recipe), path, text), 'every hostile text', judge)
  })
}

/** Few enough that one which is refused does not hide many others, and enough to keep the requests few. */
const listed = 8

/** Every hostile text once as an item of a list: of each list of the bodies in turn, or in place of a value where they have none. */
function everyHostileList(known: Known, judge: Judge): Swept[] {
  const lists = placesOf(known, Array.isArray)
  const places = lists.length > 0 ? lists : placesOf(known, () => true)
  if (places.length === 0) return []
  const groups = Array.from({ length: Math.ceil(hostileTexts.length / listed) }, (_, n) =>
    hostileTexts.slice(n * listed, (n + 1) * listed),
  )
  return groups.map((items, n) => {
    const { recipe, path } = places[n % places.length]!
    return swept(known, recipe, replaced(bodyOf(known, recipe), path, items), 'a list of hostile texts', judge)
  })
}

/** Nested as deep as the largest body allows, as lists and as objects. */
const withoutEnd = (known: Known): Swept[] =>
  (['list', 'object'] as const).map((kind) => {
    const valid = bodyOf(known, 0)
    const name = Object.keys(valid)[0] ?? 'zz_unknown'
    return { recipe: 0, parts: nestedIn(valid, name, kind === 'list' ? 30_000 : 10_000, kind) }
  })

/** The places below the top of all bodies of an operation, whose value is of a kind. */
const placesOf = (known: Known, isWanted: (value: unknown) => boolean): { recipe: number; path: Path }[] =>
  known.recipes.flatMap((_, recipe) => {
    const body = bodyOf(known, recipe)
    return placesIn(body)
      .filter((path) => path.length > 0 && isWanted(at(body, path)))
      .map((path) => ({ recipe, path }))
  })

const swept = ({ operation }: Known, recipe: number, body: unknown, kind: string, judge: Judge): Swept => ({
  recipe,
  parts: {
    ...{ kind, headers: jsonHeaders, payload: JSON.stringify(body) },
    ...(!judge.accepts(operation, body) && { expected: { as: 'refused' as const } }),
  },
})
