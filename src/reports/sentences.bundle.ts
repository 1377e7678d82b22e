import type { AddProblem } from '../bundle/section.ts'

/** What a sentence of the API begins with: `conditional_formatting.0.color must be …`. */
const field = /^(\w+(?:\.\w+)*) (?=\S)/

/** Adds a sentence of the API as a problem of a bundle: where it is stands before it, and not in it. */
export function addSentence(problem: AddProblem, at: readonly string[], sentence: string): void {
  const [start = '', path = ''] = field.exec(sentence) ?? []
  const parts = path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
  problem([...at, ...(path === '' ? [] : parts)], sentence.slice(start.length))
}
