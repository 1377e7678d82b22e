import { statement } from '../../db/statement.ts'
import { noBits } from './predicates.sql.ts'
import { ofClient, openNotes, staffMember } from './stream.sql.ts'

/** The values in the notes of a client that filters can use. */
export interface Options {
  note_type: string[]
  author: string[]
  employee: string[]
  shift_cautions: string[]
}

/** For each field. */
export const maxOptions = 200

/** The words of sealed blocks that at least one current note still has. */
const sealed = (letter: string) => `
  select substr(w.word, 2) as value, w.shown from client_note_word w
  where ${ofClient('w')} and w.word >= '${letter}' and w.word < '${String.fromCharCode(letter.charCodeAt(0) + 1)}'
    and exists (
      select from client_note_bits b join client_note_bits used on ${ofClient('used')} and used.word = '' and used.block = b.block
      where ${ofClient('b')} and b.word = w.word and b.bits & used.bits <> ${noBits})`
/** Filters ignore case, so each value is listed once: as a sealed note spells it, otherwise as the oldest note does. */
const list = (values: string) => `
  array(
    select value from (
      select distinct on (lower(value)) value from (${values}) v (value, place) where value is not null order by lower(value), place, value) o
    order by lower(value) limit ${maxOptions})`
const people = (letter: string, column: string) => `
  select p.first_name || ' ' || p.last_name, -1
  from (select value::bigint as id from (${sealed(letter)}) s union select ${column} from open) known
    cross join lateral (${staffMember('known.id')}) p`

export const optionsOfAll = statement<[orgId: number, clientId: number], Options>(
  'notes.options',
  `with ${openNotes},
   open as materialized (select ordinal, note_type, author_id, author_name, employee_id, shift_cautions from open_note)
   select ${list(`select shown, -1 from (${sealed('t')}) s union all select note_type, ordinal from open`)} as note_type,
     ${list(`${people('a', 'author_id')} union all select shown, -1 from (${sealed('n')}) s union all select author_name, ordinal from open`)} as author,
     ${list(people('e', 'employee_id'))} as employee,
     ${list(`select shown, -1 from (${sealed('c')}) s union all select v, ordinal from open, jsonb_array_elements(shift_cautions) c, lateral (values (c ->> 'code'), (c ->> 'text')) said (v)`)} as shift_cautions`,
)
