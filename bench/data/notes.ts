import type pg from 'pg'
import { generate } from './generate.ts'

/** Notes of an organisation, by their use in the benchmark. */
export interface Notes {
  /** A client with 5 % of all notes, and one with a single page of notes. */
  many: number
  few: number
  /** Clients for new notes, and ids of notes to change. */
  clientIds: number[]
  noteIds: number[]
}

const atOnce = 100_000

/**
 * Every 20th note belongs to one client, 25 to another, and the rest to all others. Texts have 30 to 50 words of a dictionary of
 * 1,500, most of them rare, as in a language. Of the first client's notes every second contains `morning`, one in 100
 * `hospital` and one in 10,000 `kookaburra`.
 */
export async function makeNotes(db: pg.Pool, orgId: number, count: number): Promise<Notes> {
  const { rows } = await db.query('select id from client where org_id = $1 order by id', [orgId])
  const [many, few, ...others] = rows.map(({ id }) => id as number) as [number, number, ...number[]]
  for (let from = 1; from <= count; from += atOnce) {
    await generate(db, notesSql, [orgId, many, few, others, from, Math.min(count, from + atOnce - 1)])
  }
  await generate(db, 'select seal_client_notes(org_id, client_id, 1000000) from client_note_state where org_id = $1', [
    orgId,
  ])
  const notes = await db.query('select id from note where org_id = $1 and client_id <> $2 order by id limit 4000', [
    orgId,
    few,
  ])
  return { many, few, clientIds: others.slice(0, 2000), noteIds: notes.rows.map(({ id }) => id as number) }
}

const notesSql = `
  with syllables as materialized (
    select array['ba', 'de', 'ki', 'lo', 'mu', 'na', 'pe', 'ri', 'so', 'tu', 'wa', 'ze', 'chi', 'sha', 'fro', 'gle', 'nde', 'sta'] as s),
  dictionary as materialized (
    select array_agg(s[n % 18 + 1] || s[n / 18 % 18 + 1] || case when n > 400 then s[n / 7 % 18 + 1] else '' end order by n) as words
    from generate_series(1, 1500) n, syllables),
  people as materialized (select array(select id from staff where org_id = $1 and not supplier order by id limit 60) as staff)
  insert into note (org_id, client_id, title, note_type, notes, date, author_id, source, created_at, updated_at)
  select $1, case when n % 20 = 0 then $2 when n <= 500 and n % 20 = 1 then $3 else ($4::bigint[])[n % array_length($4::bigint[], 1) + 1] end,
    case when n % 3 = 0 then 'Visit' end,
    (array['Progress note', 'Phone call', 'Medication', 'Handover', 'Case note', 'Incident'])[n / 20 % 6 + 1],
    (select string_agg(words[(1499 * power(random(), 3))::int + 1 + 0 * g], ' ') from generate_series(1, 30 + n % 21) g)
      || case when n / 20 % 2 = 0 then ' morning' else '' end || case when n / 20 % 100 = 0 then ' hospital' else '' end
      || case when n / 20 % 10000 = 0 then ' kookaburra' else '' end,
    date '2023-01-01' + n / 800, staff[n / 20 % 60 + 1], (array['web', 'app'])[n % 2 + 1], at, at
  from generate_series($5::int, $6::int) n, dictionary, people,
    lateral (select timestamptz '2023-01-01' + n * interval '97 seconds' as at) t
  order by n`
