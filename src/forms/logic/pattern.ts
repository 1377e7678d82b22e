import { InvalidPattern, parse } from './pattern-language.ts'
import { machineOf, partsOf, run } from './pattern-machine.ts'

/**
 * Patterns that a form's text has to match, in the language people know from regular expressions: letters, `.`, `[a-z]`, `\d`,
 * `\w`, `\s`, `( )`, `|`, `?`, `*`, `+`, `{2,4}`. The whole text has to match. They are not run by the language's own
 * engine, because whoever builds a form would then decide how long it runs for what a stranger types: this one takes
 * at most as many steps as the text has characters times the pattern has parts; mostly as many as characters.
 */
export type Pattern = (text: string) => boolean

export const maxPatternLength = 500

const compiled = new Map<string, Pattern | undefined>()
const maxCached = 1000

/** The pattern, or undefined where it is none of the language, or too long. An empty one would let no answer pass. */
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
