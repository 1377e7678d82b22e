import type { Field, Filter, Operator } from './filters.ts'
import { ofClient, staffMember, textOf } from './stream.sql.ts'

/**
 * A condition on notes in two equivalent forms: SQL that returns `block, bits` of sealed blocks, and SQL over one note `n` that
 * is in no sealed block yet. db/migrations/0017_note_stream.sql explains the first letters of words.
 */
export interface Predicate {
  bits: string
  row: string
  isNegated: boolean
  /** The bits include notes that do not match: all of them are read, and `row` decides. */
  isInexact?: true
}

/** Adds a value and returns its placeholder, of type text by default. */
export type Bind = (value: unknown, type?: string) => string

export const noBits = `repeat('0', 256)::bit(256)`

/** The rows of some words. `offset 0` makes PostgreSQL use the key: a client may have a million rows. */
const rowsOf = (words: string) => `
  select b.block, b.bits from (select * from (${words}) found offset 0) v cross join lateral (
    select block, bits from client_note_bits where ${ofClient()} and word = v.word offset 0) b`
/** The rows of a range of words, which are adjacent: a third of the time of reading them one by one. */
const rowsWithin = (condition: string) =>
  `select block, bits from client_note_bits where ${ofClient()} and ${condition}`
const together = (rows: string) => `select block, bit_or(bits) as bits from (${rows}) r group by block`
const bitsOf = (words: string) => together(rowsOf(words))

const next = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 1)
/** The words with a first letter; `value` is the rest of a word. */
const words = (letter: string, condition: (value: string) => string) => `
  select word from client_note_word where ${ofClient()} and word >= '${letter}' and word < '${next(letter)}'
    and ${condition('substr(word, 2)')}`
const people = (letter: string, condition: (value: string) => string) => `
  select w.word from client_note_word w cross join lateral (${staffMember('substr(w.word, 2)::bigint')}) p
  where ${ofClient('w')} and w.word >= '${letter}' and w.word < '${next(letter)}' and ${condition(fullName)}`
const fullName = `lower(p.first_name || ' ' || p.last_name)`
const person = (id: string, condition: (value: string) => string) =>
  `exists (select from staff p where p.org_id = $1 and p.id = ${id} and ${condition(fullName)})`

/** Negative operators negate these. A note without a value matches no positive operator. */
const positiveOf: Partial<Record<Operator, Operator>> = {
  does_not_contain: 'contains',
  is_not: 'is',
  empty: 'not_empty',
}

type Compare = (value: string) => string
function comparison(operator: Operator, text: string): Compare {
  const sought = `lower(${text})`
  switch (operator) {
    case 'contains':
      return (value) => `strpos(${value}, ${sought}) > 0`
    case 'starts_with':
      return (value) => `starts_with(${value}, ${sought})`
    case 'ends_with':
      return (value) => `right(${value}, length(${sought})) = ${sought}`
    case 'is':
      return (value) => `${value} = ${sought}`
    default:
      return () => 'true'
  }
}

/** Longer words are cut in the index (see the migration), so a cut word may match or not. */
const maxWordLength = 255
const wordsOrCut = (letter: string, is: Compare) =>
  words(letter, (value) => `(${is(value)} or length(${value}) = ${maxWordLength})`)

/** Notes with their text and title in lower case, for `row` conditions. */
export const lowered = (notes: string) => `select *, lower(notes) as said, lower(title) as titled from (${notes}) t`

/** The notes of sealed blocks for rows of `block, bits`. */
export const noted = (some: string) => `
  select n.* from (${some}) c cross join lateral (${ordinalsOf('c.block', 'c.bits')}) o
    cross join lateral (
      with s as (select date, key, ordinal from client_note where ${ofClient()} and ordinal = o.ordinal)
      ${lowered(textOf('s'))} offset 0) n`
/** The notes that match a condition, as bits. */
export const bitsWhere = (notes: string, condition: string) => `
  select n.ordinal >> 8 as block, bit_or(set_bit(${noBits}, n.ordinal & 255, 1)) as bits
  from ${notes} n where ${condition} group by 1`

/** The notes that have one of some words. Notes with a cut word are read. */
const bitsOrRead = (words: string, row: string) => `
  with v as materialized (${words})
  select block, bit_or(bits) as bits from (
    ${bitsOf(`select word from v where length(word) <= ${maxWordLength}`)}
    union all ${bitsWhere(`(${noted(bitsOf(`select word from v where length(word) > ${maxWordLength}`))})`, row)}) b
  group by block`
const wordPredicate = (words: string, row: string) => ({ bits: bitsOrRead(words, row), row })

/** The predicate of each text field, by words and by note. */
const textFields: Record<
  Exclude<Field, 'keyword' | 'date' | `has_${string}`>,
  (is: Compare) => Omit<Predicate, 'isNegated'>
> = {
  note_type: (is) => wordPredicate(wordsOrCut('t', is), is('lower(n.note_type)')),
  source: (is) => ({ bits: bitsOf(words('s', is)), row: is('n.source') }),
  author: (is) =>
    wordPredicate(
      `${people('a', is)} union all ${wordsOrCut('n', is)}`,
      `(${person('n.author_id', is)} or coalesce(${is('lower(n.author_name)')} and n.author_name is not null, false))`,
    ),
  employee: (is) => ({ bits: bitsOf(people('e', is)), row: person('n.employee_id', is) }),
  attachments: (is) =>
    wordPredicate(
      wordsOrCut('f', is),
      `exists (select from jsonb_array_elements(n.attachments) f where ${is(`lower(f ->> 'name')`)})`,
    ),
  shift_cautions: (is) =>
    wordPredicate(
      wordsOrCut('c', is),
      `exists (select from jsonb_array_elements(n.shift_cautions) c where ${is(`lower(c ->> 'code')`)} or ${is(`lower(c ->> 'text')`)})`,
    ),
}

export function predicateOf({ field, operator, value }: Filter, bind: Bind): Predicate {
  if (field === 'date') {
    const day = String(value)
    return onDays(
      { ...(operator !== 'on_or_before' && { from: day }), ...(operator !== 'on_or_after' && { to: day }) },
      bind,
    )
  }
  if (field === 'has_attachments' || field === 'has_template') {
    return { ...having(field), isNegated: String(value) === 'false' }
  }
  const positive = positiveOf[operator] ?? operator
  const isNegated = positive !== operator
  if (field === 'keyword') return { ...keyword(positive, String(value ?? ''), bind), isNegated }
  const text = positive === 'not_empty' ? '' : bind(value)
  return { ...textFields[field](comparison(positive, text)), isNegated }
}

/** A range of days; either end is optional. */
export interface Days {
  from?: string
  to?: string
}

/** Each day is a word, so a range is one condition: two would read all days before and all days after. */
export function onDays({ from, to }: Days, bind: Bind): Predicate & { within: (date: string) => string } {
  const [first, last] = [from, to].map((day) => (day === undefined ? undefined : bind(day, 'date')))
  const within = (value: string, before = '') =>
    [...(first ? [`${value} >= ${before}${first}`] : []), ...(last ? [`${value} <= ${before}${last}`] : [])].join(
      ' and ',
    )
  return {
    bits: together(rowsWithin(`word >= 'd' and word < 'e' and ${within('word', `'d' || `)}`)),
    row: `(${within('n.date')})`,
    isNegated: false,
    within,
  }
}

const having = (field: 'has_attachments' | 'has_template') =>
  field === 'has_attachments'
    ? { bits: together(rowsWithin(`word >= 'f' and word < 'g'`)), row: `n.attachments <> '[]'` }
    : { bits: bitsOf(`select 'htemplate' as word`), row: 'n.template_id is not null' }

/** The bits of notes that have all of some words. `rows` is SQL for the rows of one word, `q.w`. */
const bitsOfAll = (all: string, rows: string) => `
  select block, bit_and(bits) as bits from (
    select q.w, b.block, bit_or(b.bits) as bits from ${all} q cross join lateral (${rows}) b group by q.w, b.block) each
  group by block having count(*) = (select count(*) from ${all} q)`

const wordsOf = (text: string) => `(select distinct w from note_words(${text}) w)`
/** A value of letters and digits can only be inside one word. Characters of `note_signs`, such as µ, ½ and ², are excluded. */
const isOfOneWord = /^[a-zA-Z\d\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u1fff\u3040-\ud7ff]+$/

/** The title or the text. A value inside one word is found by words; any other only in notes that have all its words. */
function keyword(operator: Operator, value: string, bind: Bind) {
  if (operator === 'not_empty') return { bits: usedBits, row: 'true' }
  const text = bind(value)
  const is = comparison(operator, text)
  const row = `(${is('n.said')} or coalesce(${is('n.titled')}, false))`
  if (operator === 'contains' && isOfOneWord.test(value)) return wordPredicate(wordsOrCut('w', is), row)
  const having = bitsOfAll(wordsOf(text), rowsOf(wordsOrCut('w', (word) => `strpos(${word}, q.w) > 0`)))
  const hasWords = `exists (select from ${wordsOf(text)} q)`
  return {
    row,
    isInexact: true as const,
    bits: `
      select block, u.bits & case when ${hasWords} then coalesce(h.bits, ${noBits}) else u.bits end as bits
      from (${usedBits}) u left join (${having}) h using (block)`,
  }
}

export const usedBits = `select block, bits from client_note_bits where ${ofClient()} and word = ''`

/** The ordinals of a block's bits. Eight parts first: most of them are empty, and checking 256 bits takes 30 µs. */
export const ordinalsOf = (block: string, bits: string) => `
  select (${block} << 8) + part * 32 + place as ordinal
  from (
    select part from generate_series(0, 7) part
    where substring(${bits} from part * 32 + 1 for 32) <> repeat('0', 32)::bit(32) offset 0) parts
  cross join generate_series(0, 31) place
  where get_bit(${bits}, part * 32 + place) = 1`

/** Every word must be the beginning of a word of the note, its title, its type or its author's name. */
export function searching(search: string, bind: Bind): Predicate {
  const sought = wordsOf(bind(search))
  const starting = (letter: string) =>
    rowsWithin(`word >= '${letter}' || q.w and word < '${letter}' || q.w || U&'\\+10FFFF'`)
  const begins = (value: string) => `has_word(${value}, q.w)`
  const text = `concat_ws(' ', n.title, n.notes, n.note_type, n.author_name)`
  return {
    isNegated: false,
    bits: bitsOfAll(sought, `${starting('w')} union all ${starting('x')} union all ${rowsOf(people('a', begins))}`),
    row: `not exists (select from ${sought} q where not (${begins(text)} or ${person('n.author_id', begins)}))`,
  }
}

export const binding =
  (values: unknown[]): Bind =>
  (value, type = 'text') => {
    values.push(value)
    return `$${values.length}::${type}`
  }
