import fc from 'fast-check'
import { type Field, type Filter, type Operator, operatorsFor } from '../../src/notes/search/filters.ts'
import type { NotesFilter } from '../../src/notes/search/search.sql.ts'
import type { NewNote, NoteData } from '../factories/notes/notes.ts'

/** Words that begin or contain each other, with characters that occur in and between words. */
export const vocabulary = [
  ...['a', 'an', 'Ann', 'anna', 'ANNABEL', 'be', 'bell', 'Bello', 'labello', 'call', 'recall', 'recalled', 'CALLED'],
  ...[
    "O'Brien",
    'o’brien',
    'brien',
    're-call',
    'well-being',
    'well',
    'being',
    'Müller',
    'MÜLLER',
    'mu',
    'über',
    'Ärger',
  ],
  ...['50µg', '½', 'm²', '50', '5', '2026-11-02', '10:30', 'a_b', '100%', 'C:\\x', '(ok)', 'well.', 'call,', '“be”'],
  ...[
    '😀',
    '👍🏽',
    'ok👍',
    '…',
    '–',
    '東京',
    '東',
    'café',
    'café',
    'straße',
    'null',
    'Phone',
    'call\nback',
    'tab\tbed',
  ],
]
const noteTypes = ['General', 'Phone call', 'phone visit', 'Incident', 'Ännung', 'a-b']
const sources = ['web', 'app', 'api', 'import']
const fileNames = ['plan.pdf', 'Plan 2.PDF', 'call.txt', 'Bericht Müller.doc', '50%_off.png', '']
const cautions = [
  { code: 'falls', text: 'Falls risk: stay within reach' },
  { code: 'dog', text: 'Dog in the yard' },
  { code: 'Allergy', text: 'Falls asleep; nuts' },
]
export const connections = ['Payroll sync', 'Care app', 'Ann', 'müller-Bot']
const days = [-400, -40, -3, -2, -1, 0, 1, 30].map((day) =>
  new Date(Date.parse('2026-11-15') + day * 86_400_000).toISOString().slice(0, 10),
)
export const dayArbitrary = fc.constantFrom(...days)
const nat = fc.nat({ max: 10_000 })

export const textArbitrary = fc
  .tuple(
    fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 6 }),
    fc.constantFrom(' ', ' ', ' ', ', ', '-', ' / ', '\n'),
  )
  .map(([words, between]) => words.join(between))

export interface NoteParents {
  people: number[]
  templates: number[]
  /** Ids of the clients, tasks and shifts that notes can belong to, by kind. */
  parents: Record<1 | 2 | 3, number[]>
  clients: number[]
}

/** Notes of all kinds with any author and text. */
export const noteArbitrary = ({ people, templates, parents, clients }: NoteParents): fc.Arbitrary<NewNote> =>
  fc
    .record({
      kind: fc.constantFrom(1 as const, 1 as const, 2 as const, 3 as const),
      parent: nat,
      client_id: fc.option(fc.constantFrom(...clients), { freq: 2 }),
      notes: textArbitrary,
      title: fc.option(textArbitrary, { freq: 2 }),
      note_type: fc.constantFrom(...noteTypes),
      date: dayArbitrary,
      author: fc.constantFrom<(number | string | null)[]>(...people, ...connections, null),
      employee_id: fc.option(fc.constantFrom(...people), { freq: 2 }),
      source: fc.constantFrom(...sources),
      files: fc.oneof(fc.constant<string[]>([]), fc.array(fc.constantFrom(...fileNames), { maxLength: 2 })),
      template_id: fc.option(fc.constantFrom(...templates), { freq: 2 }),
      shift_cautions: fc.oneof(fc.constant([]), fc.uniqueArray(fc.constantFrom(...cautions), { maxLength: 2 })),
    })
    .map(({ parent, author, files, ...note }) => ({
      ...note,
      of: parents[note.kind][parent % parents[note.kind].length]!,
      author_id: typeof author === 'number' ? author : null,
      author_name: typeof author === 'string' ? author : null,
      attachments: files.map((name, index) => ({ id: index + 1, name })),
    }))

/** The source of a filter's value: a part of a note's field, a word, or a text that no note has. */
const pieceArbitrary = fc.record({
  note: nat,
  from: nat,
  length: fc.integer({ min: 1, max: 12 }),
  how: fc.constantFrom('part', 'start', 'end', 'all', 'word', 'nothing'),
  letters: fc.constantFrom('same', 'small', 'large'),
})
type Piece = typeof pieceArbitrary extends fc.Arbitrary<infer P> ? P : never

const textFields = [
  'author',
  'source',
  'keyword',
  'keyword',
  'note_type',
  'attachments',
  'shift_cautions',
  'employee',
] as const
const filterArbitrary = fc
  .constantFrom<Field[]>(...textFields, 'date', 'has_attachments', 'has_template')
  .chain((field) =>
    fc.record({
      field: fc.constant(field),
      operator: fc.constantFrom<Operator[]>(...operatorsFor(field)),
      combinator: fc.constantFrom('and', 'or', undefined),
      piece: pieceArbitrary,
      day: dayArbitrary,
      flag: fc.constantFrom(true, false, 'true', 'false'),
    }),
  )
type FilterSeed = typeof filterArbitrary extends fc.Arbitrary<infer F> ? F : never

const one = fc.array(filterArbitrary, { minLength: 1, maxLength: 1 })
const seldom = fc.oneof({ arbitrary: fc.constant(null), weight: 4 }, { arbitrary: dayArbitrary, weight: 1 })

/** The seed of a search. Its values are cut out of the notes that exist when the search is sent. */
export const searchArbitrary = fc.record({
  search: fc.option(fc.array(pieceArbitrary, { minLength: 1, maxLength: 3 }), { freq: 2 }),
  filters: fc.option(fc.oneof(one, fc.array(filterArbitrary, { minLength: 2, maxLength: 5 })), { freq: 4 }),
  from: seldom,
  to: seldom,
  limit: fc.constantFrom(100, 100, 100, 64),
  asJson: fc.boolean(),
})
export type SearchSeed = typeof searchArbitrary extends fc.Arbitrary<infer Q> ? Q : never

export function searchOf(seed: SearchSeed, notes: readonly NoteData[]): NotesFilter {
  const words = seed.search?.map((piece) => cut(piece, piece.from % 7 ? 'keyword' : 'author', notes)).join(' ')
  const search = words && Array.from(words).slice(0, 200).join('')
  const { filters } = seed
  const [from, to] = seed.from && seed.to ? [seed.from, seed.to].sort() : [seed.from, seed.to]
  return {
    ...(search !== undefined && /[\p{L}\p{N}]/u.test(search.replaceAll(/[\u0080-\u00bf]/g, '')) && { search }),
    ...(filters && { filters: filters.map((filter) => filterOf(filter, notes)) }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

function filterOf({ field, operator, combinator, piece, day, flag }: FilterSeed, notes: readonly NoteData[]): Filter {
  const joined = combinator === undefined ? {} : { combinator: combinator as 'and' | 'or' }
  if (operator === 'empty' || operator === 'not_empty') return { field, operator, ...joined }
  const value = field === 'date' ? day : field.startsWith('has_') ? flag : cut(piece, field, notes)
  return { field, operator, value, ...joined }
}

function cut({ note, from, length, how, letters }: Piece, field: Field, notes: readonly NoteData[]): string {
  const at = notes[note % Math.max(notes.length, 1)]
  const all: Partial<Record<Field, (string | null | undefined)[]>> = {
    author: [at?.author],
    source: [at?.source],
    keyword: [at?.notes, at?.title],
    note_type: [at?.note_type],
    attachments: at?.attachments ?? [],
    shift_cautions: at?.shift_cautions ?? [],
    employee: [at?.employee],
  }
  const values = all[field]!.filter((one) => one)
  const value = values[from % Math.max(values.length, 1)]
  const whole = how === 'word' || !value ? vocabulary[from % vocabulary.length]! : value
  const signs = Array.from(whole)
  const begin = from % signs.length
  const text = {
    part: signs.slice(begin, begin + length).join(''),
    start: signs.slice(0, length).join(''),
    end: signs.slice(-length).join(''),
    all: whole,
    word: whole,
    nothing: 'xyzzy',
  }[how]!
  return { same: text, small: text.toLowerCase(), large: text.toUpperCase() }[letters]!
}
