import type pg from 'pg'
import { stageNewIds } from '../../bundle/new-ids.ts'
import type { Problems } from '../../bundle/problems.ts'

/**
 * Series that the tasks of a bundle start. The bundle of another system may have no list of series: its tasks have a recurrence
 * and, if it is known, the id of their series.
 */
const repeats = (row: string) => `jsonb_typeof(${row} -> 'recurrence') = 'object'`
const seriesOf = (row: string) => `(${row} ->> 'series_id')::bigint`
const startsSeries = `b.list = 'tasks' and ${repeats('b.row')} and b.row ->> 'series_id' is null`
/** The staged task with an id of a series. In an update, Citus accepts only immutable functions: not jsonb_build_object. */
const withSeries = (id: string) => `jsonb_set(b.row, '{series_id}', ${id}::text::jsonb)`

/** The series of a task is in the bundle, in the organisation, or started by a task with a recurrence. */
export async function checkSeries(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.links tasks.series_id */
     with missing as (
       select id from (
         select ${seriesOf('row')} as id, bool_or(coalesce(${repeats('row')}, false)) as begins
         from bundle_row where org_id = $1 and list = 'tasks' and jsonb_typeof(row -> 'series_id') = 'number' group by 1) input
       where not begins
         and not exists (select from bundle_row s where s.org_id = $1 and s.list = 'task_series' and s.id = input.id)
         and not exists (select from task_series s where s.org_id = $1 and s.id = input.id))
     select b.index, m.id from bundle_row b join missing m on m.id = ${seriesOf('b.row')}
     where b.org_id = $1 and b.list = 'tasks' and jsonb_typeof(b.row -> 'series_id') = 'number' order by b.index`,
    [orgId],
  )
  for (const { index, id } of rows) {
    problems.add(
      `tasks[${index}].series_id`,
      `there is no ${id} in task_series of the bundle or the organisation, and no recurrence that begins it.`,
    )
  }
}

/** The tasks of one series have the same recurrence and different days. */
export async function verifySeries(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  // A task with a recurrence and no series_id stays in its stored series.
  await tx.query(
    `/* bundle.verify tasks own series */
     update bundle_row b set row = ${withSeries('t.series_id')} from task t
     where b.org_id = $1 and ${startsSeries} and t.org_id = $1 and t.id = b.id and t.series_id is not null`,
    [orgId],
  )
  const { rows } = await tx.query(
    `/* bundle.verify tasks */
     with input as (
       select index, id, ${seriesOf('row')} as series_id, (row ->> 'date')::date as day, row -> 'recurrence' as rule, ${repeats('row')} as repeats
       from bundle_row where org_id = $1 and list = 'tasks' and row ->> 'series_id' is not null),
     dated as (
       select *, first_value(index) over same as first, row_number() over same as number
       from input window same as (partition by series_id, day order by index)),
     ruled as (
       select *, first_value(index) over same as first, first_value(rule) over same as first_rule
       from input where repeats window same as (partition by series_id order by index))
     select index, 'date' as field, format('%s of the series is already that of tasks[%s].', day, first) as message
     from dated where number > 1
     union all
     select g.index, 'date', format('%s of the series is already that of tasks %s of the organisation.', g.day, t.id)
     from input g join task t on t.org_id = $1 and t.series_id = g.series_id and t.date = g.day
     where not exists (select from bundle_row b where b.org_id = $1 and b.list = 'tasks' and b.id = t.id)
     union all
     select index, 'recurrence', format('must be that of tasks[%s], which is of the same series.', first)
     from ruled where rule <> first_rule
     union all
     select g.index, 'recurrence', format('must be that of task_series[%s], its series.', s.index)
     from input g join bundle_row s on s.org_id = $1 and s.list = 'task_series' and s.id = g.series_id
     where g.repeats and g.rule <> s.row -> 'recurrence'
     order by index, field`,
    [orgId],
  )
  for (const { index, field, message } of rows) problems.add(`tasks[${index}].${field}`, message)
}

/** A field of the primary charge of a staged task: the charge marked as primary, or the only one. */
const ofPrimary = (row: string, field: string) => `
  coalesce(jsonb_path_query_first(${row}, '$.charges[*] ? (@.primary == true).${field}'), ${row} #> '{charges,0,${field}}')`
const priceOf = (row: string) => `coalesce(nullif(${row} -> 'price_code', 'null'), ${ofPrimary(row, 'price_code')})`

/** Stages the series that tasks start, each like its latest task, and stored series whose recurrence changes. */
export async function beginSeries(tx: pg.ClientBase, orgId: number): Promise<number> {
  await nameNewSeries(tx, orgId)
  const { rowCount } = await tx.query(
    `/* bundle.complete task_series */
     with input as (
       select org_id, id, row, ${seriesOf('row')} as series_id
       from bundle_row where org_id = $1 and list = 'tasks' and row ->> 'series_id' is not null),
     begun as (
       select series_id as id, (array_agg(row -> 'recurrence'))[1] as rule from input where ${repeats('row')} group by 1),
     latest as (select distinct on (series_id) * from input order by series_id, row ->> 'date' desc, id desc)
     insert into bundle_row (org_id, list, index, id, row)
     select l.org_id, 'task_series', -1, begun.id, coalesce(
         to_jsonb(s) - array['org_id', 'id', 'next_on', 'created_at', 'updated_at'],
         (select jsonb_object_agg(key, value) from jsonb_each(l.row) where key in ('title', 'client_id', 'assignee_id', 'minutes', 'billable'))
           || jsonb_build_object('price_code', ${priceOf('l.row')}, 'claim_type', ${ofPrimary('l.row', 'claim_type')}))
       || jsonb_build_object('recurrence', begun.rule)
     from begun
       join latest l on l.series_id = begun.id
       left join task_series s on s.org_id = $1 and s.id = begun.id
     where not exists (select from bundle_row n where n.org_id = $1 and n.list = 'task_series' and n.id = begun.id)
       and (s.id is null or s.recurrence <> begun.rule)`,
    [orgId],
  )
  return rowCount!
}

/** Every task with a recurrence and no series starts a series of its own. */
async function nameNewSeries(tx: pg.ClientBase, orgId: number): Promise<void> {
  const isNew = `b.org_id = $1 and ${startsSeries}`
  const { count } = (
    await tx.query(`/* bundle.new_series */ select count(*) from bundle_row b where ${isNew}`, [orgId])
  ).rows[0]
  if (count === 0) return
  await stageNewIds(tx, orgId, { use: 'task_series', table: 'task_series', count })
  await tx.query(
    `/* bundle.complete tasks */
     update bundle_row b set row = ${withSeries('i.id')}
     from (select b.id, row_number() over (order by b.index) as number from bundle_row b where ${isNew}) n
       join bundle_new_id i on i.org_id = $1 and i.use = 'task_series' and i.number = n.number
     where b.org_id = $1 and b.list = 'tasks' and b.id = n.id`,
    [orgId],
  )
}
