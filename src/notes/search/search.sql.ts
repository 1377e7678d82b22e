import type { ChunkRow } from '../../db/chunk.ts'
import { type Statement, statement, unregisteredStatement } from '../../db/statement.ts'
import type { NoteRow } from '../notes/record.ts'
import { alternatives, type Filter } from './filters.ts'
import {
  type Bind,
  binding,
  bitsWhere,
  type Days,
  lowered,
  noBits,
  noted,
  onDays,
  ordinalsOf,
  type Predicate,
  predicateOf,
  searching,
  usedBits,
} from './predicates.sql.ts'
import { after, ofClient, openNotes, type PageValues, pageRecords } from './stream.sql.ts'

/** The conditions of a search in a client's notes. */
export interface NotesFilter extends Days {
  search?: string
  filters?: Filter[]
}

export const isFiltered = ({ search, filters = [], from, to }: NotesFilter): boolean =>
  search !== undefined || filters.length > 0 || from !== undefined || to !== undefined

/** A conjunction of alternatives, each of them a conjunction of predicates. */
function conditionsOf({ search, filters }: NotesFilter, bind: Bind): Predicate[][][] {
  const known = new Map<string, Predicate>()
  /** Equal filters share one predicate. */
  const once = ({ field, operator, value }: Filter): Predicate => {
    const key = JSON.stringify([field, operator, value])
    const predicate = known.get(key) ?? predicateOf({ field, operator, ...(value !== undefined && { value }) }, bind)
    known.set(key, predicate)
    return predicate
  }
  return [
    ...(search === undefined ? [] : [[[searching(search, bind)]]]),
    ...(filters && filters.length > 0 ? [alternatives(filters).map((all) => all.map(once))] : []),
  ]
}

/** Up to this many matches in sealed blocks are read one by one. More are found by scanning from the newest note. */
const fewMatches = 300

/**
 * One statement for a page and the total of all matches. `found` has the matches of sealed blocks as bits, `open` the matches
 * among later notes, which are checked one by one. A page is the newest of both.
 */
function searchSql(filter: NotesFilter, values: unknown[]): string {
  const { from, to } = filter
  const bind = binding(values)
  const days = from === undefined && to === undefined ? undefined : onDays(filter, bind)
  const all = [...(days ? [[[days]]] : []), ...conditionsOf(filter, bind)]
  const predicates = [...new Set(all.flat(2))]
  const inexact = predicates.filter(({ isInexact }) => isInexact)
  const name = (predicate: Predicate) => `p${predicates.indexOf(predicate)}`
  const combine = (one: (predicate: Predicate) => string, and: string, or: string) =>
    all.map((any) => `(${any.map((each) => `(${each.map(one).join(and)})`).join(or)})`).join(and)
  const bits = combine((p) => `${p.isNegated ? '~' : ''}coalesce(${name(p)}.bits, ${noBits})`, ' & ', ' | ')
  const row = combine((p) => (p.isNegated ? `not (${p.row})` : p.row), ' and ', ' or ')
  return `
    with state as materialized (select coalesce(max(sealed), 0) << 8 as sealed from client_note_state where ${ofClient()}),
    ${inexact.length > 0 ? decidedSql(inexact) : ''}
    ${predicates.map((p, n) => `p${n} as materialized (${p.isInexact ? bitsWhere('compared', `n.is${inexact.indexOf(p)}`) : p.bits}),`).join('\n')}
    found as materialized (
      select u.block, u.bits & ${bits} as bits from (${usedBits}) u ${predicates.map((p) => `left join ${name(p)} using (block)`).join(' ')}),
    counted as materialized (select coalesce(sum(bit_count(bits)), 0)::bigint as n from found),
    packed as materialized (select array_agg(bits order by block) as blocks from found),
    ${openNotes},
    open as materialized (select date, key from (${lowered('select * from open_note')}) n where ${row}),
    matching as (
      (select date, key from client_note
       where ${ofClient()} and (select n from counted) > ${fewMatches} and ordinal < (select sealed from state) and ${after}
         ${days ? `and ${days.within('date')}` : ''}
         and get_bit((select blocks from packed)[(ordinal >> 8) + 1], ordinal & 255) = 1
       order by date desc, key desc limit $3::int)
      union all
      select n.date, n.key
      from found f cross join lateral (${ordinalsOf('f.block', 'f.bits')}) o
        cross join lateral (select date, key from client_note where ${ofClient()} and ordinal = o.ordinal and ${after} offset 0) n
      where (select n from counted) <= ${fewMatches}
      union all
      select date, key from open where ${after}),
    page as materialized (select date, key from matching order by date desc, key desc limit $3::int),
    record as materialized (${pageRecords})
    select (select n from counted) + (select count(*) from open) as total, record.*
    from (select) always left join record on true order by record.date desc, record.id desc, record.kind desc`
}

/** Notes that may match an inexact predicate, each read once and checked against all of these: is0, is1, … */
const decidedSql = (inexact: Predicate[]) => `
  guessed as materialized (
    select block, bit_or(bits) as bits from (${inexact.map(({ bits }) => bits).join(' union all ')}) g group by block),
  compared as materialized (
    select n.ordinal, ${inexact.map(({ row }, n) => `${row} as is${n}`).join(', ')} from (${noted('select * from guessed')}) n),`

export type MatchRow = ChunkRow<NoteRow> & { total: number }

/** Filters of the same form share a named statement, which PostgreSQL plans once. Further forms are planned at each call. */
const maxForms = 64
const forms = new Map<string, Statement<unknown[], MatchRow>>()

function statementFor(sql: string): Statement<unknown[], MatchRow> {
  const existing = forms.get(sql)
  if (existing) return existing
  if (forms.size >= maxForms) return unregisteredStatement('notes.search', sql, { isNamed: false })
  const named = unregisteredStatement<unknown[], MatchRow>(`notes.search:${forms.size}`, sql)
  forms.set(sql, named)
  return named
}

export function search(filter: NotesFilter, page: PageValues) {
  const values: unknown[] = [...page]
  const sql = searchSql(filter, values)
  return statementFor(sql).call(...values)
}

// The plan test reads these: together they have every part of a form.
const example = (name: string, filter: NotesFilter) =>
  statement(`notes.search_${name}`, searchSql(filter, new Array(6).fill(null)))
example('words', { search: 'well' })
example('days', { from: '2026-01-01', to: '2026-12-31' })
const filterExamples: Filter[] = [
  { field: 'author', operator: 'contains', value: 'a' },
  { field: 'keyword', operator: 'starts_with', value: 'a b' },
  { field: 'keyword', operator: 'contains', value: 'a' },
  { field: 'attachments', operator: 'is', value: 'a' },
  { field: 'has_template', operator: 'is', value: true },
]
for (const filter of filterExamples) example(`${filter.field}_${filter.operator}`, { filters: [filter] })
