import type pg from 'pg'
import { statement } from '../../db/statement.ts'
import { recordNames as kinds } from '../catalogue/source.ts'
import type { Spec } from '../spec/spec.schema.ts'
import { type NameOf, recordsIn } from './words.ts'

const findNames = statement<
  [orgId: number, kinds: number[], ids: number[]],
  { kind: number; id: number; name: string | null }
>(
  'reports.page_names',
  `select k.kind, k.id, case k.kind ${kinds.map((kind, place) => `when ${place} then ${kind.of('k.id')}`).join(' ')} end as name
   from (select distinct kind, id from unnest($2::int[], $3::bigint[]) a (kind, id)) k`,
)

/** The names of the records that specs filter by, all of them looked up at once. */
export async function namesIn(db: pg.Pool, orgId: number, specs: Spec[]): Promise<NameOf> {
  const asked = specs.flatMap(recordsIn).map(([kind, id]) => ({ kind: kinds.indexOf(kind), id }))
  const names = new Map<string, string>()
  if (asked.length > 0) {
    const [places, ids] = [asked.map(({ kind }) => kind), asked.map(({ id }) => id)]
    for (const { kind, id, name } of await findNames.rows(db, orgId, places, ids)) {
      if (name !== null) names.set(`${kind} ${id}`, name)
    }
  }
  return (kind, id) => names.get(`${kinds.indexOf(kind)} ${id}`)
}
