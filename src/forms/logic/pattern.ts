import { InvalidPattern, parse } from './pattern-language.ts'
import { machineOf, partsOf, run } from './pattern-machine.ts'

/**
 * Patterns that the text of a field must match, in a subset of regular expressions: letters, `.`, `[a-z]`, `\d`, `\w`, `\s`,
 * `( )`, `|`, `?`, `*`, `+`, `{2,4}`. The whole text must match. JavaScript's own engine could run for an unbounded time on
 * a form author's pattern and a stranger's text. This one takes at most one step for each character and part.
 */
export type Pattern = (text: string) => boolean

export const maxPatternLength = 500

const compiled = new Map<string, Pattern | undefined>()
const maxCached = 1000

/** The compiled pattern; undefined if it is invalid, empty or too long. */
export function patternOf(source: string): Pattern | undefined {
  if (source === '' || source.length > maxPatternLength) return undefined
  if (compiled.has(source)) return compiled.get(source)
  if (compiled.size >= maxCached) compiled.clear()
  const made = compile(source)
  compiled.set(source, made)
  return made
}

function compile(source: string): Pattern | undefined {
  try {
    const machine = machineOf(partsOf(parse(source)))
    return (text) => run(machine, text).isMatch
  } catch (error) {
    if (error instanceof InvalidPattern) return undefined
    throw error
  }
}
