import type { AddProblem } from '../bundle/section.ts'

/**
 * Adds a sentence of the API, such as `date_range.last must be …`, as a problem of a bundle: where it is stands before it, and
 * not in it. Names of fields are the caller's own and can be any text, so they are looked for in the value that they are of.
 */
export function addSentence(problem: AddProblem, at: readonly string[], value: unknown, sentence: string): void {
  const path: (string | number)[] = [...at]
  let [inner, rest, more]: [unknown, string, boolean] = [value, sentence, true]
  while (more) {
    const name = nameAt(rest, inner)
    path.push(Array.isArray(inner) ? Number(name) : name)
    inner = (inner as Record<string, unknown> | null | undefined)?.[name]
    more = rest[name.length] === '.'
    rest = rest.slice(name.length + 1)
  }
  problem(path, rest)
}

/** The name that a text begins with: one of the value, or one that it lacks. */
function nameAt(text: string, value: unknown): string {
  const own = typeof value === 'object' && value !== null ? Object.keys(value) : []
  const found = own.filter((name) => text.startsWith(`${name}.`) || text.startsWith(`${name} `))
  return found.sort((a, b) => b.length - a.length)[0] ?? /^\w*/.exec(text)![0]
}
