import { statement } from '../../db/statement.ts'

/** For statements that change what belongs to a task, whose `changed` has its task_id: the task has changed too. */
export const touched =
  'touched as (update task set updated_at = clock_timestamp() where org_id = $1 and id in (select task_id from changed))'

type Insert = [
  ...[orgId: number, connectionId: number | null, dates: string[], priceCodes: (number | null)[]],
  ...[title: string, clientId: number | null, assigneeId: number | null, minutes: number],
  ...[billable: boolean, completed: boolean, seriesId: number | null, fields: string[], claimType: string | null],
]

/**
 * Makes tasks that are alike but for their dates, each with a primary charge from the price code beside its date. A day
 * on which the series has a task already, which an import may have brought, is left out.
 */
export const insertTasks = statement<Insert, { id: number }>(
  'tasks.insert',
  `with given as materialized (
     select nextval('task_id_seq') as id, date, price_code from (
       select * from unnest($3::date[], $4::bigint[]) with ordinality g (date, price_code, place)
       where not exists (select from task t where t.org_id = $1 and t.series_id = $11::bigint and t.date = g.date)
       order by place) g),
   made as (
     insert into task (org_id, id, title, date, client_id, assignee_id, minutes, billable, completed, series_id)
     select $1, id, $5, date, $6, $7, $8, $9, $10, $11 from given),
   charged as (
     insert into task_charge (org_id, task_id, price_code, name, minutes, total_cost, claim_type, is_primary)
     select $1, g.id, p.id, p.name, $8, charge_cost(p.price, p.unit, $8), 
       coalesce(case when p.claim_types = '{}' or $13 = any (p.claim_types) then $13 end, usual_claim_type(p.claim_types)), true
     from given g join price_code p on p.org_id = $1 and p.id = g.price_code order by g.id),
   recorded as (
     insert into event (org_id, type, subject_id, fields, connection_id)
     select $1, 'task.created', id, $12::text[], $2 from given order by id)
   select id from given order by id`,
)

type Update = [
  ...[orgId: number, connectionId: number, id: number, title: string, date: string, clientId: number | null],
  ...[assigneeId: number | null, minutes: number, billable: boolean, completed: boolean, seriesId: number | null],
  ...[type: string, fields: string[]],
]

/** Writes a task that its caller holds, as it shall be. */
export const updateTask = statement<Update, object>(
  'tasks.update',
  `with changed as (
     update task set title = $4, date = $5, client_id = $6, assignee_id = $7, minutes = $8, billable = $9, completed = $10,
       series_id = $11, updated_at = clock_timestamp()
     where org_id = $1 and id = $3 returning id)
   insert into event (org_id, type, subject_id, fields, connection_id)
   select $1, $12, id, $13::text[], $2 from changed`,
)

/** Deletes tasks that their caller holds, with everything that belongs to them; void billables stay. */
export const deleteTasks = statement<[orgId: number, connectionId: number, ids: number[]], object>(
  'tasks.delete',
  `with gone as (delete from task where org_id = $1 and id = any ($3::bigint[]) returning id)
   insert into event (org_id, type, subject_id, connection_id) select $1, 'task.deleted', id, $2 from gone order by id`,
)

type Move = [orgId: number, connectionId: number, ids: number[], seriesId: number | null]

/** Puts tasks that their caller holds into a series, or takes them out of theirs: they repeat in another way then. */
export const moveToSeries = statement<Move, object>(
  'tasks.move_to_series',
  `with changed as (
     update task set series_id = $4, updated_at = clock_timestamp()
     where org_id = $1 and id = any ($3::bigint[]) and series_id is distinct from $4::bigint returning id)
   insert into event (org_id, type, subject_id, fields, connection_id)
   select $1, 'task.updated', id, '{recurrence}', $2 from changed order by id`,
)
