import type { Known } from '../lib/recipes.ts'
import { nestedIn, typeChanges } from './bodies.ts'
import type { ResponseChecker } from './checker.ts'
import { hostileTexts } from './hostile.ts'
import { at, type Path, pathsIn, replaced } from './json-paths.ts'
import { jsonHeaders, type Parts } from './request-parts.ts'

type Body = Record<string, unknown>

/** What is tried of the bodies of every operation, however few requests chance has: which faults are found must not hang on luck. */
export const sweepBodies = (tested: Known, checker: ResponseChecker): SweepRequest[] => [
  ...tested.recipes.flatMap((_, exampleIndex) => everyOtherType(tested, exampleIndex, checker)),
  ...everyHostileText(tested, checker),
  ...everyHostileList(tested, checker),
  ...deeplyNested(tested),
]

/** Which of the operation's recipes a request was made of: its path goes with its body. */
export interface SweepRequest {
  exampleIndex: number
  parts: Parts
}

const bodyOf = ({ recipes }: Known, exampleIndex: number): Body => recipes[exampleIndex]?.body ?? {}

/** Every value of a body once as a text, or as a number where it is one. */
const everyOtherType = (tested: Known, exampleIndex: number, checker: ResponseChecker): SweepRequest[] =>
  pathsIn(bodyOf(tested, exampleIndex)).flatMap((path) => {
    const value = at(bodyOf(tested, exampleIndex), path)
    if (value === null || typeof value === 'object') return []
    const body = replaced(bodyOf(tested, exampleIndex), path, typeChanges[0]!(value))
    return checker.accepts(tested.operation, body)
      ? []
      : [sweepRequest(tested, exampleIndex, body, 'another type', checker)]
  })

/** Every hostile text once in a text of a valid body, a free one if there is one, since from there it gets furthest. */
function everyHostileText(tested: Known, checker: ResponseChecker): SweepRequest[] {
  const texts = pathsOf(tested, (value) => typeof value === 'string')
  const free = texts.filter(({ exampleIndex, path }) =>
    checker.accepts(tested.operation, replaced(bodyOf(tested, exampleIndex), path, 'any text')),
  )
  const paths = [free, texts, pathsOf(tested, () => true)].find((some) => some.length > 0) ?? []
  if (paths.length === 0) return []
  return hostileTexts.map((text, n) => {
    const { exampleIndex, path } = paths[n % paths.length]!
    return sweepRequest(
      tested,
      exampleIndex,
      replaced(bodyOf(tested, exampleIndex), path, text),
      'every hostile text',
      checker,
    )
  })
}

/** Few enough that one which is refused does not hide many others, and enough to keep the requests few. */
const textsPerList = 8

/** Every hostile text once as an item of a list: of each list of the bodies in turn, or in place of a value where they have none. */
function everyHostileList(tested: Known, checker: ResponseChecker): SweepRequest[] {
  const lists = pathsOf(tested, Array.isArray)
  const paths = lists.length > 0 ? lists : pathsOf(tested, () => true)
  if (paths.length === 0) return []
  const groups = Array.from({ length: Math.ceil(hostileTexts.length / textsPerList) }, (_, n) =>
    hostileTexts.slice(n * textsPerList, (n + 1) * textsPerList),
  )
  return groups.map((items, n) => {
    const { exampleIndex, path } = paths[n % paths.length]!
    return sweepRequest(
      tested,
      exampleIndex,
      replaced(bodyOf(tested, exampleIndex), path, items),
      'a list of hostile texts',
      checker,
    )
  })
}

/** Nested as deep as the largest body allows, as lists and as objects. */
const deeplyNested = (tested: Known): SweepRequest[] =>
  (['list', 'object'] as const).map((kind) => {
    const valid = bodyOf(tested, 0)
    const name = Object.keys(valid)[0] ?? 'zz_unknown'
    return { exampleIndex: 0, parts: nestedIn(valid, name, kind === 'list' ? 30_000 : 10_000, kind) }
  })

/** The places below the top of all bodies of an operation, whose value is of a kind. */
const pathsOf = (tested: Known, isWanted: (value: unknown) => boolean): { exampleIndex: number; path: Path }[] =>
  tested.recipes.flatMap((_, exampleIndex) => {
    const body = bodyOf(tested, exampleIndex)
    return pathsIn(body)
      .filter((path) => path.length > 0 && isWanted(at(body, path)))
      .map((path) => ({ exampleIndex, path }))
  })

const sweepRequest = (
  { operation }: Known,
  exampleIndex: number,
  body: unknown,
  kind: string,
  checker: ResponseChecker,
): SweepRequest => ({
  exampleIndex,
  parts: {
    ...{ kind, headers: jsonHeaders, payload: JSON.stringify(body) },
    ...(!checker.accepts(operation, body) && { expected: { as: 'refused' as const } }),
  },
})
