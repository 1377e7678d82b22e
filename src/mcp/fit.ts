import { maxCharacters } from './page.ts'
import type { Data } from './tool.ts'

/** What is left for the hint. */
const room = 400

/** Shortens the longest lists of a result until it is small enough for a model, and says which. */
export function fit(data: Data): Data {
  if (JSON.stringify(data).length <= maxCharacters) return data
  const result = structuredClone(data)
  const cuts = new Map<unknown[], Cut>()
  for (let size = JSON.stringify(result).length; size > maxCharacters - room; size = JSON.stringify(result).length) {
    const longest = longestList(result)
    if (!longest) break
    const { list, path } = longest
    const cut = cuts.get(list) ?? { path, total: list.length, list }
    cuts.set(list, cut)
    const length = JSON.stringify(list).length
    const kept = Math.floor((list.length * Math.max(0, length - (size - maxCharacters + room))) / length)
    list.length = Math.min(list.length - 1, kept)
  }
  const named = [...cuts.values()].map(({ path, total, list }) => `${path} has ${list.length} of ${total} items`)
  const hint = `The result was too long: ${named.slice(0, 5).join(', ')}. Ask for less: fields, filters, per_page or limit.`
  return { ...result, hint: [result.hint, hint].filter(Boolean).join(' ') }
}

interface Cut {
  path: string
  total: number
  list: unknown[]
}

/** The list with the most characters that has no longer list inside. */
function longestList(value: unknown, path = ''): { list: unknown[]; path: string; length: number } | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  let longest: ReturnType<typeof longestList>
  for (const [key, inner] of Object.entries(value)) {
    const found = longestList(inner, path ? `${path}.${key}` : key)
    if (found && found.length > (longest?.length ?? 0)) longest = found
  }
  if (!Array.isArray(value) || value.length === 0) return longest
  const length = JSON.stringify(value).length
  return longest && longest.length > length / 2 ? longest : { list: value, path, length }
}
