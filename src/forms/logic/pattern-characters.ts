/** A set of code points as sorted ranges that do not touch, for binary search. */
export type Characters = readonly Range[]
export type Range = readonly [first: number, last: number]

const lastOfAll = 0x10ffff

export function charactersOf(ranges: readonly Range[]): Characters {
  const merged: [number, number][] = []
  for (const [first, last] of [...ranges].sort(([a], [b]) => a - b)) {
    const before = merged[merged.length - 1]
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else merged.push([first, last])
  }
  return merged
}

export function allBut(characters: Characters): Characters {
  const firsts = [0, ...characters.map(([, last]) => last + 1)]
  const lasts = [...characters.map(([first]) => first - 1), lastOfAll]
  return firsts.map((first, i) => [first, lasts[i]!] as const).filter(([first, last]) => first <= last)
}

export function has(characters: Characters, code: number): boolean {
  let [from, to] = [0, characters.length - 1]
  while (from <= to) {
    const middle = (from + to) >> 1
    const [first, last] = characters[middle]!
    if (code < first) to = middle - 1
    else if (code > last) from = middle + 1
    else return true
  }
  return false
}

export const only = (character: string): Characters => [[character.codePointAt(0)!, character.codePointAt(0)!]]
const range = (first: string, last = first): Range => [first.codePointAt(0)!, last.codePointAt(0)!]

const digits = charactersOf([range('0', '9')])
const word = charactersOf([...digits, range('a', 'z'), range('A', 'Z'), range('_')])
const lineEnds = [range('\n'), range('\r'), range('\u2028', '\u2029')]
const blanks = charactersOf([
  ...[...lineEnds, range('\t', '\r'), range(' '), range('\u00a0'), range('\u1680'), range('\u2000', '\u200a')],
  ...[range('\u202f'), range('\u205f'), range('\u3000'), range('\ufeff')],
])

/** The characters that `.` matches. */
export const anyOfLine = allBut(charactersOf(lineEnds))
/** The characters of \d, \w, \s and their complements, by letter. */
export const classes: ReadonlyMap<string, Characters> = new Map([
  ...([['d', digits] as const, ['w', word] as const, ['s', blanks] as const] as const),
  ...([['D', allBut(digits)] as const, ['W', allBut(word)] as const, ['S', allBut(blanks)] as const] as const),
])
