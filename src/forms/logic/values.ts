import { nfcOf } from '../../http/contract/nfc.ts'
import { type Field, kinds } from './form.ts'

/**
 * Normalises an answer for comparison, checks and storage: text in NFC and trimmed, local times in the API's format.
 * Undefined means no answer. A value of another type stays as it is, and the check rejects it.
 */
export function clean({ type }: Pick<Field, 'type'>, value: unknown): unknown {
  if (isEmpty(value)) return undefined
  if (typeof value !== 'string') return value === 0 ? 0 : value // JSON has no -0.
  const text = nfcOf(value.trim())
  if (type === 'datetime') return localTime(text)
  if (type === 'time') return text.replace(/^(\d\d:\d\d):00$/, '$1')
  return kinds[type] === 'choice' ? value : text
}

export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Browsers write 2026-11-30T09:00; the API uses a blank and seconds. */
const localTime = (text: string): string => {
  const [, day, minutes, seconds = ':00'] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?$/.exec(text) ?? []
  return day === undefined ? text : `${day} ${minutes}${seconds}`
}

/** A comma separates thousands (1,000), or starts a fraction that cannot be thousands (7,5). Other commas are not guessed. */
export const numberOf = (typed: string): number | string => {
  const text = typed.trim().replace(/^([+-]?\d+),(\d{1,2})$/, '$1.$2')
  if (/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return Number(text.replaceAll(',', ''))
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : typed
}
