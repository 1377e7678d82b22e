import type { TestedOperation } from '../lib/examples.ts'
import { nestedIn, typeChanges } from './bodies.ts'
import type { ResponseChecker } from './checker.ts'
import { hostileTexts } from './hostile.ts'
import { at, type Path, pathsIn, replaced } from './json-paths.ts'
import { jsonHeaders, type Parts } from './request-parts.ts'

type Body = Record<string, unknown>

/** Bodies that are sent for every operation whatever the number of requests, so that these faults are always found. */
export const sweepBodies = (tested: TestedOperation, checker: ResponseChecker): SweepRequest[] => [
  ...tested.examples.flatMap((_, exampleIndex) => everyOtherType(tested, exampleIndex, checker)),
  ...everyHostileText(tested, checker),
  ...everyHostileList(tested, checker),
  ...deeplyNested(tested),
]

/** A request and the index of the example that its path and body come from. */
export interface SweepRequest {
  exampleIndex: number
  parts: Parts
}

const bodyOf = ({ examples }: TestedOperation, exampleIndex: number): Body => examples[exampleIndex]?.body ?? {}

/** Every value of a body once as a string, and every string as a number. */
const everyOtherType = (tested: TestedOperation, exampleIndex: number, checker: ResponseChecker): SweepRequest[] =>
  pathsIn(bodyOf(tested, exampleIndex)).flatMap((path) => {
    const value = at(bodyOf(tested, exampleIndex), path)
    if (value === null || typeof value === 'object') return []
    const body = replaced(bodyOf(tested, exampleIndex), path, typeChanges[0]!(value))
    return checker.accepts(tested.operation, body)
      ? []
      : [sweepRequest(tested, exampleIndex, body, 'another type', checker)]
  })

/** Every hostile text once in a string of a valid body. Free-text fields are preferred, because validation lets them pass. */
function everyHostileText(tested: TestedOperation, checker: ResponseChecker): SweepRequest[] {
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

/** Small, so that one rejected text does not hide many others. */
const textsPerList = 8

/** Every hostile text once as an item of a list of a body. Without lists, the list replaces a value. */
function everyHostileList(tested: TestedOperation, checker: ResponseChecker): SweepRequest[] {
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

/** Arrays and objects, nested as deep as the body limit allows. */
const deeplyNested = (tested: TestedOperation): SweepRequest[] =>
  (['list', 'object'] as const).map((kind) => {
    const valid = bodyOf(tested, 0)
    const name = Object.keys(valid)[0] ?? 'zz_unknown'
    return { exampleIndex: 0, parts: nestedIn(valid, name, kind === 'list' ? 30_000 : 10_000, kind) }
  })

/** The paths of all values in an operation's bodies that satisfy a condition. */
const pathsOf = (
  tested: TestedOperation,
  isWanted: (value: unknown) => boolean,
): { exampleIndex: number; path: Path }[] =>
  tested.examples.flatMap((_, exampleIndex) => {
    const body = bodyOf(tested, exampleIndex)
    return pathsIn(body)
      .filter((path) => path.length > 0 && isWanted(at(body, path)))
      .map((path) => ({ exampleIndex, path }))
  })

const sweepRequest = (
  { operation }: TestedOperation,
  exampleIndex: number,
  body: unknown,
  kind: string,
  checker: ResponseChecker,
): SweepRequest => ({
  exampleIndex,
  parts: {
    ...{ kind, headers: jsonHeaders, payload: JSON.stringify(body) },
    ...(!checker.accepts(operation, body) && { expected: { as: 'rejected' as const } }),
  },
})
