import { longestKey } from '../forms/forms.schema.ts'
import { submit } from '../logic/form.ts'

/** Keys that are made here: `Your first name?` becomes `your_first_name`. */
export function keyFrom(text: string, otherwise: 'field' | 'step'): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  const begun = /^[a-z]/.test(words) ? words : [otherwise, words].filter(Boolean).join('_')
  return begun.slice(0, longestKey).replace(/_$/, '')
}

/** The key itself where nothing has it yet, else the first of `key_2`, `key_3`, … */
export function freeKey(key: string, taken: ReadonlySet<string>): string {
  let free = key
  for (let n = 2; taken.has(free); n++) {
    const suffix = `_${n}`
    free = `${key.slice(0, longestKey - suffix.length)}${suffix}`
  }
  return free
}

/** A rule's `submit` is the end, so no step is called that. */
export const reservedKeys: readonly string[] = [submit]
