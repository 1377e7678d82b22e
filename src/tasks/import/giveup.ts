import type pg from 'pg'

/**
 * Days of a series can go from one task to another, and so can being the primary charge: all are given up before one of
 * them is taken.
 */
export async function giveUp(tx: pg.ClientBase, orgId: number): Promise<void> {
  await tx.query(
    `/* bundle.before tasks days */
     update task t set series_id = null from changed_task c
     where t.org_id = $1 and t.id = c.id and t.series_id is not null
       and (t.series_id, t.date) is distinct from (c.series_id, c.date)`,
    [orgId],
  )
  await tx.query(
    `/* bundle.before tasks primary */
     update task_charge c set is_primary = false from changed_task t, wanted_task_charge w
     where c.org_id = $1 and c.task_id = t.id and c.is_primary and w.id = c.id and not w.is_primary`,
    [orgId],
  )
}
