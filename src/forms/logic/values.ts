import { nfcOf } from '../../http/contract/nfc.ts'
import { type Field, kinds } from './form.ts'

/**
 * An answer in the one form it is compared, checked and stored in, from page and API alike: text in NFC, as the service takes all text,
 * and without blanks around it; local times as the API writes them. Undefined is no answer. What is no value of the type
 * stays as it is, for the check to refuse.
 */
export function clean({ type }: Pick<Field, 'type'>, sent: unknown): unknown {
  if (isEmpty(sent)) return undefined
  if (typeof sent !== 'string') return sent === 0 ? 0 : sent // There is no -0 in the JSON that answers are kept in.
  const text = nfcOf(sent.trim())
  if (type === 'datetime') return localTime(text)
  if (type === 'time') return text.replace(/^(\d\d:\d\d):00$/, '$1')
  return kinds[type] === 'choice' ? sent : text
}

export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Browsers write 2026-11-30T09:00; the API has a blank and seconds. */
const localTime = (text: string): string => {
  const [, day, minutes, seconds = ':00'] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?$/.exec(text) ?? []
  return day === undefined ? text : `${day} ${minutes}${seconds}`
}

/** A comma parts thousands, as in 1,000, or begins a fraction that cannot be thousands, as in 7,5; no other is guessed at. */
export const numberOf = (typed: string): number | string => {
  const text = typed.trim().replace(/^([+-]?\d+),(\d{1,2})$/, '$1.$2')
  if (/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return Number(text.replaceAll(',', ''))
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : typed
}
