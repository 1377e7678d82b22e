import type pg from 'pg'
import { generate } from './generate.ts'

/** Prospects of an organisation. */
export interface Prospects {
  count: number
  /** Some of them, to read and change. */
  ids: number[]
}

export const stages = ['New', 'Contacted', 'Qualified', 'Quoted', 'Won', 'Lost'] as const
export const consultants = ['Ana Li', 'Bao Nguyen', 'Chloe Walker', 'Dinesh Perera'] as const

/** Creates prospects, with the organisation's own stages and consultants. */
export async function makeProspects(db: pg.Pool, orgId: number, count: number): Promise<Prospects> {
  const category = (stage: string) => ({ Won: 'won', Lost: 'lost' })[stage] ?? 'open'
  await generate(
    db,
    `with options as (
       insert into prospect_options (org_id, stages, sources, consultants, attributes)
       values ($1, $3, '["Website", "Referral"]', $4, '[{"key": "pets", "label": "Pets", "type": "text"}]')),
     p as (
       insert into prospect (org_id, first_name, last_name, email, phone, suburb, date_of_lead, stage, tags, source,
                             consultant, funding_type, followup_date, initial_comments, attributes)
       select $1, (array['Ana', 'Bao', 'Chloe', 'Dinesh', 'Elena', 'Farid', 'Grace', 'Hemi', 'Ines', 'Jarrah', 'Kirra'])[n % 11 + 1],
              (array['Li', 'Nguyen', 'Walker', 'Perera', 'Rossi', 'Haddad', 'O''Brien', 'Tamihana', 'Costa', 'Murray'])[n % 10 + 1],
              'lead' || n || '@example.com', '0491 570 ' || lpad((n % 1000)::text, 3, '0'), 'Marrickville', date '2024-01-01' + n % 900,
              ($3::jsonb -> (n % 6) ->> 'name'), case when n % 4 = 0 then array['respite'] else '{}' end,
              (array['Website', 'Referral'])[n % 2 + 1], $4::jsonb ->> (n % 4), (array['HCP', 'NDIS', 'CHSP', 'Private'])[n % 4 + 1],
              date '2026-10-01' + n % 60, 'Asked for help on weekends, prefers a call in the afternoon.', '{"pets": "a cat"}'
       from generate_series(1, $2::int) n order by n returning org_id, id, stage)
     insert into prospect_stage_change (org_id, prospect_id, stage, by_name) select org_id, id, stage, 'Lead form' from p order by id`,
    [
      ...[orgId, count],
      JSON.stringify(stages.map((name) => ({ name, category: category(name) }))),
      JSON.stringify(consultants),
    ],
  )
  const { rows } = await db.query('select id from prospect where org_id = $1 order by id limit 4000', [orgId])
  return { count, ids: rows.map(({ id }) => id) }
}
