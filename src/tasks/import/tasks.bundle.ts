import type pg from 'pg'
import { isPlainNote, noteStreamTables } from '../../bundle/plain-notes.ts'
import type { Problems } from '../../bundle/problems.ts'
import { exportedRule } from '../../bundle/recurrence.ts'
import { type Child, section, zone } from '../../bundle/section.ts'
import { localTimeText } from '../../db/local-time.ts'
import { copied } from '../billables/billables.sql.ts'
import { checkSeries, verifySeries } from './begin-series.ts'
import { checkTask, fields } from './fields.ts'

/** The charges, notes and documents of a task: import from its row in the bundle, and export. */
const elements = (list: string) => `cross join lateral jsonb_array_elements(${list}) with ordinality e (value, place)`

/** A price code without charges is imported as one primary charge. */
const chargesOf = `
  case when b.row -> 'charges' = '[]' and b.row ->> 'price_code' is not null
    then jsonb_build_array(jsonb_build_object('price_code', b.row -> 'price_code')) else b.row -> 'charges' end`

/** A charge without an id matches the stored charge with the same values, apart from minutes and cost. */
const charges: Child = {
  table: 'task_charge',
  parent: 'task_id',
  key: ['id'],
  columns: ['name', 'price_code', 'minutes', 'total_cost', 'claim_type', 'is_primary'],
  matchBy: ['is_primary', 'price_code', 'name', 'claim_type'],
  referredToBy: [{ table: 'billable', column: 'charge_id', isShown: true }],
  rows: `
    select b.org_id, b.id as task_id, (e.value ->> 'id')::bigint as id, coalesce(e.value ->> 'name', p.name) as name, p.id as price_code, m.minutes,
      coalesce((e.value ->> 'total_cost')::numeric, charge_cost(p.price, p.unit, m.minutes)) as total_cost,
      coalesce(e.value ->> 'claim_type', usual_claim_type(p.claim_types)) as claim_type,
      coalesce((e.value ->> 'primary')::boolean, jsonb_array_length(b.row -> 'charges') < 2) as is_primary, e.place
    from bundle_row b ${elements(chargesOf)}
    cross join lateral (select coalesce(e.value ->> 'minutes', b.row ->> 'minutes')::int as minutes) m
    join price_code p on p.org_id = $1 and p.id = (e.value ->> 'price_code')::bigint
    where b.org_id = $1 and b.list = 'tasks'`,
}

const notes: Child = {
  table: 'task_note',
  parent: 'task_id',
  key: ['id'],
  columns: ['type', 'notes', 'created_at'],
  local: ['created_at'],
  matchBy: ['type', 'notes'],
  alsoIn: { list: 'task_notes', unless: isPlainNote.task('s') },
  referredToBy: [{ table: 'form_submission', column: 'task_note_id', isShown: true }],
  rows: `
    select b.org_id, b.id as task_id, (e.value ->> 'id')::bigint as id, e.value ->> 'type' as type, e.value ->> 'notes' as notes,
      (e.value ->> 'created_at')::timestamp as created_at, e.place
    from bundle_row b ${elements(`b.row -> 'notes'`)} where b.org_id = $1 and b.list = 'tasks'`,
}

const documents: Child = {
  table: 'task_document',
  parent: 'task_id',
  key: ['id'],
  columns: ['name', 'created_at'],
  local: ['created_at'],
  matchBy: ['name'],
  rows: `
    select b.org_id, b.id as task_id, (e.value ->> 'id')::bigint as id, e.value ->> 'name' as name,
      (e.value ->> 'created_at')::timestamp as created_at, e.place
    from bundle_row b ${elements(`b.row -> 'documents'`)} where b.org_id = $1 and b.list = 'tasks'`,
}

const children = [charges, notes, documents]

/** An instant as a local time of the bundle. */
export const localTimeOf = (instant: string) => localTimeText(instant, zone)

const each = (table: string, fields: Record<string, string>, condition = '') => `
  (select coalesce(json_agg(json_build_object(${Object.entries(fields)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')}) order by c.id), '[]')
   from ${table} c where c.org_id = $1 and c.task_id = r.id ${condition})`
const own = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `c.${name}`]))
const created_at = localTimeOf('c.created_at')

const exportedChildren = {
  charges: each('task_charge', {
    ...own(['id', 'name', 'price_code', 'minutes', 'total_cost', 'claim_type']),
    primary: 'c.is_primary',
  }),
  notes: each('task_note', { ...own(['id', 'type', 'notes']), created_at }, `and ${isPlainNote.task('c')}`),
  documents: each('task_document', { ...own(['id', 'name']), created_at }),
}

/**
 * A task with its charges, notes and documents. Its price code is that of its primary charge. A bundle records what happened,
 * so prices are not validated against dates or the client's funding.
 */
export const tasks = section({
  list: 'tasks',
  table: 'task',
  fields,
  exportFields: {
    ...exportedChildren,
    price_code: '(select price_code from task_charge c where c.org_id = $1 and c.task_id = r.id and c.is_primary)',
    recurrence: `(select ${exportedRule('s.recurrence')} from task_series s where s.org_id = $1 and s.id = r.series_id)`,
  },
  check: checkTask,
  links: {
    client_id: 'clients',
    assignee_id: 'staff',
    price_code: 'price_codes',
    'charges[].price_code': 'price_codes',
  },
  ids: {
    'charges[].id': 'task_charge',
    'notes[].id': 'task_note',
    'documents[].id': 'task_document',
    series_id: 'task_series',
  },
  checkLinks: checkSeries,
  verify: verifySeries,
  children,
  triggerTables: noteStreamTables,
  async before(tx, orgId, problems) {
    await settleBillables(tx, orgId, problems)
    await clearUniqueColumns(tx, orgId)
  },
})

/**
 * An import changes billables like an edit of their tasks. A pending billable follows its charge; it is deleted with the charge,
 * or when the task is no longer completed and billable. A charge with an invoiced billable cannot change. Billables that are in
 * the bundle themselves are left to the bundle.
 */
async function settleBillables(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  // Billing locks the task, so no charge is billed from here on.
  await tx.query(
    `/* bundle.before tasks */
     select from task where org_id = $1 and id in (select id from changed_task where org_id = $1) order by id for no key update`,
    [orgId],
  )
  await checkCharges(tx, orgId, problems)
  const columns = Object.keys(copied)
  const values = Object.values(copied).join(', ')
  await tx.query(
    `/* bundle.before tasks take back */
     delete from billable x using changed_task t, task s
     where x.org_id = $1 and t.org_id = $1 and x.task_id = t.id and x.status = 'pending' and s.org_id = $1 and s.id = t.id and ${isNotInBundle}
       and (not exists (select from wanted_task_charge w where w.org_id = $1 and w.id = x.charge_id)
         or (s.completed and s.billable and not (t.completed and t.billable)))`,
    [orgId],
  )
  await tx.query(
    `/* bundle.before tasks follow */
     update billable x set (${columns.join(', ')}) = row (${values}), updated_at = now()
     from changed_task t, wanted_task_charge c
     where x.org_id = $1 and t.org_id = $1 and c.org_id = $1 and x.task_id = t.id and x.status = 'pending' and c.id = x.charge_id and ${isNotInBundle}
       and (${columns.map((column) => `x.${column}`).join(', ')}) is distinct from (${values})`,
    [orgId],
  )
}

const isNotInBundle = `not exists (select from bundle_row n where n.org_id = $1 and n.list = 'billables' and n.id = x.id)`
const lockedColumns = ['name', 'price_code', 'minutes', 'total_cost', 'claim_type']

/** Runs after charges without ids were matched with stored ones. */
async function checkCharges(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const row = (alias: string) => `(${lockedColumns.map((column) => `${alias}.${column}`).join(', ')})`
  const { rows } = await tx.query(
    `/* bundle.before tasks charges */
     select format('tasks[%s].charges', b.index) as path, b.index, case when w.id is null
       then format('must have %s, which billables %s of the organisation has invoiced.', c.id, x.id)
       else format('must leave %s as it is, which billables %s of the organisation has invoiced.', c.id, x.id) end as message
     from changed_task t
       join bundle_row b on b.org_id = $1 and b.list = 'tasks' and b.id = t.id
       join billable x on x.org_id = $1 and x.task_id = t.id and x.status = 'invoiced'
       join task_charge c on c.org_id = $1 and c.id = x.charge_id
       left join wanted_task_charge w on w.org_id = $1 and w.id = c.id
     where t.org_id = $1 and (w.id is null or (${row('w')} is distinct from ${row('c')} and ${isNotInBundle}))
     union all
     select format('billables[%s].charge_id', b.index), b.index,
       format('there is no %s in the charges of task %s.', b.row ->> 'charge_id', b.row ->> 'task_id')
     from bundle_row b join bundle_row t on t.org_id = $1 and t.list = 'tasks' and t.id = (b.row ->> 'task_id')::bigint
     where b.org_id = $1 and b.list = 'billables' and b.row ->> 'charge_id' is not null
       and not exists (select from wanted_task_charge w where w.org_id = $1 and w.id = (b.row ->> 'charge_id')::bigint and w.task_id = t.id)
     order by index`,
    [orgId],
  )
  for (const { path, message } of rows) problems.add(path, message)
  problems.throwIfAny()
}

/** Unique columns can move between rows, days of a series and the primary charge: clears the old values first. */
async function clearUniqueColumns(tx: pg.ClientBase, orgId: number): Promise<void> {
  await tx.query(
    `/* bundle.before tasks days */
     update task t set series_id = null from changed_task c
     where t.org_id = $1 and c.org_id = $1 and t.id = c.id and t.series_id is not null
       and (t.series_id, t.date) is distinct from (c.series_id, c.date)`,
    [orgId],
  )
  await tx.query(
    `/* bundle.before tasks primary */
     update task_charge c set is_primary = false from changed_task t, wanted_task_charge w
     where c.org_id = $1 and t.org_id = $1 and w.org_id = $1 and c.task_id = t.id and c.is_primary and w.id = c.id and not w.is_primary`,
    [orgId],
  )
}
