/** The texts of error messages about numbers, dates and choices, the same on the page and in the service. */
export const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`

type Limit = number | string | undefined
/** ` from 1 to 5`, ` of at least 1`, ` of at most 5`, or nothing. */
export function limitsText(min: Limit, max: Limit, [least, most] = ['of at least', 'of at most']): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`
  if (min !== undefined) return ` ${least} ${min}`
  return max === undefined ? '' : ` ${most} ${max}`
}

/** The allowed and the current number of characters. */
export const tooLongMessage = (most: number, now: number): string =>
  `Must be at most ${count(most, 'character')}. There are ${now} now.`

/** The message for too few or too many choices out of `all`. */
export function chooseMessage(least: number, most: number, all: number, now: number): string {
  if (least === 1 && all === 1) return 'Tick the box.'
  if (least === most) return `Choose ${inWords(most)}.`
  if (least === 0) return `Choose at most ${inWords(most)}.`
  if (most >= all && now < least) return `Choose at least ${inWords(least)}.`
  return `Choose ${least} ${most === least + 1 ? 'or' : 'to'} ${most}.`
}
const inWords = (n: number): string => (n === 1 ? 'one' : String(n))

/** The options of a field for a sentence, at most `maxListed` of them. */
export const optionList = (options: readonly string[]): string =>
  options.length <= maxListed
    ? options.join(', ') || 'its options, and it has none'
    : `${options.slice(0, maxListed).join(', ')} or ${options.length - maxListed} more`
const maxListed = 20
