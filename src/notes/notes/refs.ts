import { notFound } from '../../http/contract/errors.ts'
import { largestId } from '../../http/contract/schema.ts'
import { kinds } from './record.ts'

const numbers = Object.fromEntries(Object.entries(kinds).map(([number, kind]) => [kind.toLowerCase(), Number(number)]))

/** `task:12` as the number of its kind and its id. The schema has seen to its form. */
export function parseRef(text: string): { kind: keyof typeof kinds; id: number } {
  const [kind, id] = text.split(':') as [string, string]
  if (Number(id) > largestId) throw notFound('Note')
  return { kind: numbers[kind] as keyof typeof kinds, id: Number(id) }
}
