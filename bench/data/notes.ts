import type pg from 'pg'
import { generate } from './generate.ts'

/** Notes of an organisation: a client with many, one with a page of them, and what can be searched for. */
export interface Notes {
  many: number
  few: number
  /** Ids of general notes to be changed. */
  changeable: number[]
  clientIds: number[]
}

/** Every twentieth note is of one client; the others are spread over all the others. */
const share = 20

/**
 * Texts of 30 to 50 words, of which few are frequent and most are rare, as in a language; 1,500 words in all. Every second
 * note has the word `morning`, one in a hundred `hospital`, one in ten thousand `kookaburra`.
 */
export async function makeNotes(db: pg.Pool, orgId: number, count: number): Promise<Notes> {
  const clientIds: number[] = (
    await db.query('select id from client where org_id = $1 order by id', [orgId])
  ).rows.map((row) => row.id)
  const [many, few, ...others] = clientIds as [number, number, ...number[]]
  const atOnce = 100_000
  for (let from = 1; from <= count; from += atOnce) {
    await generate(
      db,
      `with syllables as materialized (select array['ba','de','ki','lo','mu','na','pe','ri','so','tu','wa','ze','chi','sha','fro','gle','nde','sta'] as s),
       dictionary as materialized (
         select array_agg(s[n % 18 + 1] || s[n / 18 % 18 + 1] || case when n > 400 then s[n / 7 % 18 + 1] else '' end order by n) as words
         from generate_series(1, 1500) n, syllables),
       people as materialized (select array(select id from staff where org_id = $1 and not supplier order by id limit 60) as staff)
       insert into note (org_id, client_id, title, note_type, notes, date, author_id, source, created_at, updated_at)
       select $1, case when n % ${share} = 0 then $2 else ($3::bigint[])[n % array_length($3::bigint[], 1) + 1] end,
         case when n % 3 = 0 then 'Visit' end, (array['Progress note', 'Phone call', 'Medication', 'Handover', 'Case note', 'Incident'])[n / 20 % 6 + 1],
         (select string_agg(words[(1499 * power(random(), 3))::int + 1 + 0 * g], ' ') from generate_series(1, 30 + n % 21) g where n > 0)
           || case when n / 20 % 2 = 0 then ' morning' else '' end || case when n / 20 % 100 = 0 then ' hospital' else '' end
           || case when n / 20 % 10000 = 0 then ' kookaburra' else '' end,
         date '2023-01-01' + n / 800, staff[n / 20 % 60 + 1], (array['web', 'app'])[n % 2 + 1], at, at
       from generate_series($4::int, $5::int) n, dictionary, people, lateral (select timestamptz '2023-01-01' + n * interval '97 seconds' as at) t order by n`,
      [orgId, many, others, from, Math.min(count, from + atOnce - 1)],
    )
  }
  return { many, few, changeable: [], clientIds }
}
