import type pg from 'pg'

/**
 * Takes ids from the sequence of a table and stages them in `bundle_new_id`, numbered from 1. `use` distinguishes them from others
 * of the import. The statement reads no table, because on a distributed database it would run on the server of that table, whose
 * sequence is not the one of the service.
 */
export async function stageNewIds(
  tx: pg.ClientBase,
  orgId: number,
  { use, table, count }: { use: string; table: string; count: number },
): Promise<void> {
  await tx.query(
    `/* bundle.new_ids ${use} */
     insert into bundle_new_id (org_id, use, number, id)
     select $1, $2, number, nextval($3) from generate_series(1, $4::bigint) number`,
    [orgId, use, `${table}_id_seq`, count],
  )
}
