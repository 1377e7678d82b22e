import type pg from 'pg'
import { widthsByList } from '../../src/db/counters.ts'

/**
 * SQL for the buckets of the organisation $1 whose counters, including changes not yet compacted, differ from the counted records.
 * The counted conditions are read from the source of the trigger functions.
 */
export async function counterMismatchSql(db: pg.Pool): Promise<string> {
  const { rows } = await db.query<{ table: string; source: string }>(
    `select c.relname as table, p.prosrc as source from pg_trigger t
     join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     where p.prosrc like '%insert into counter values%' and t.tgname not like '%\\_move'`,
  )
  const records = rows.map(({ table, source }) => {
    const match =
      /tg_op <> 'DELETE' and \((.*)\) then insert into counter values \((.*), -1, (.*), nextval\('counter_change_seq'\), 1\); end if/.exec(
        source,
      )
    if (!match) throw new Error(`the trigger function of ${table} has an unknown form`)
    const [member, list, values] = match.slice(1).map((sql) => sql.replaceAll('new.', 'r.'))
    return `select ${list}, ${values} from "${table}" r where r.org_id = $1 and ${member}`
  })
  const lists = [...widthsByList].flatMap(([list, widths]) => widths.map((width) => `('${list}', ${width})`))
  const buckets = (from: string) => `
    select k.list, l.width, c.place >> l.width as bucket, k.status, k.kind, c.n from (${from}) c (org_id, list, place, status, kind, n)
    join (values ${lists.join(', ')}) l (list, width) on l.list = c.list
    cross join lateral (values (c.list, c.status, c.kind), (c.list || '.all', '', '')) k (list, status, kind)`
  const summed = (from: string) =>
    `select list, width, bucket, status, kind, sum(n)::int as n from (${from}) s group by 1, 2, 3, 4, 5 having sum(n) <> 0`
  const stored = `select list, width, bucket, status, kind, n from counter where org_id = $1 and width >= 0
    union all ${buckets('select org_id, list, bucket, status, kind, n from counter where org_id = $1 and width = -1')}`
  return `
    select *, real.n as real, stored.n as stored
    from (${summed(buckets(records.map((sql) => `select q.*, 1 from (${sql}) q`).join(' union all ')))}) real
    full join (${summed(stored)}) stored using (list, width, bucket, status, kind)
    where real.n is distinct from stored.n`
}

export const counterMismatches = async (db: pg.Pool, orgId: number): Promise<object[]> =>
  (await db.query(await counterMismatchSql(db), [orgId])).rows
