import type pg from 'pg'
import { Type } from 'typebox'
import type { Problems } from '../../bundle/problems.ts'
import { type AddProblem, section, zone } from '../../bundle/section.ts'
import { id, nullable, oneOf, visibleText } from '../../http/contract/schema.ts'
import { copied } from '../billables/billables.sql.ts'
import { billableStatuses } from '../billables/moves.ts'
import { checkCents, claimType, cost, date, idOrNull, localTime, minutes } from './fields.ts'
import { localTimeOf } from './tasks.bundle.ts'

const { total_cost: _, ...others } = copied
const ofRow = (task: string, charge: string) => `
  left join task t on t.org_id = $1 and t.id = ${task}
  left join task_charge c on c.org_id = $1 and c.id = ${charge}`

/** Exports the copied columns that differ from the current task and charge, or whose task or charge is deleted. */
const extras = `
  (select ${Object.entries(others)
    .map(
      ([column, source]) =>
        `case when r.${column} is distinct from ${source} then jsonb_build_object('${column}', r.${column}) else '{}' end`,
    )
    .join(
      ' || ',
    )} || case when r.void_reason is null then '{}' else jsonb_build_object('void_reason', r.void_reason) end
   from (select) one ${ofRow('r.task_id', 'r.charge_id')})`

/** A local time that the clock skips becomes the first valid one after it. */
const localAt = `(first_instant((b.row ->> 'at')::timestamp, ${zone}) at time zone ${zone})`

export const billables = section({
  list: 'billables',
  table: 'billable',
  fields: {
    task_id: idOrNull(),
    charge_id: idOrNull(),
    status: oneOf(billableStatuses),
    invoice_number: Type.Optional(nullable(visibleText(100))),
    total_cost: cost(),
    at: localTime(),
  },
  extras: {
    fields: {
      client_id: idOrNull(),
      date: Type.Optional(date()),
      name: Type.Optional(visibleText(255)),
      price_code: Type.Optional(id()),
      minutes: minutes(),
      claim_type: claimType(),
      void_reason: Type.Optional(nullable(visibleText(500))),
    },
    exportSql: extras,
  },
  exportFields: { total_cost: 'r.total_cost::float8', at: localTimeOf('r.status_at') },
  links: { task_id: 'tasks', client_id: 'clients', price_code: 'price_codes' },
  checkLinks: checkCharge,
  verify: verifyBillables,
  check: checkBillable,
  lookup: {
    table: 'bundle_billable',
    columns: {
      id: 'bigint',
      client_id: 'bigint',
      date: 'date',
      name: 'text',
      price_code: 'bigint',
      minutes: 'int',
      claim_type: 'text',
      total_cost: 'numeric',
    },
    rows: `
     select b.org_id, b.id, ${Object.values(copied).join(', ')}
     from bundle_row b ${ofRow(`(b.row ->> 'task_id')::bigint`, `(b.row ->> 'charge_id')::bigint`)}
     where b.org_id = $1 and b.list = 'billables'`,
  },
  values: {
    ...Object.fromEntries(Object.keys(copied).map((column) => [column, `coalesce(sent.${column}, found.${column})`])),
    client_id: `case when b.row ? 'client_id' then sent.client_id else found.client_id end`,
    status_at: `
      case when date_trunc('second', stored.status_at at time zone ${zone}) = ${localAt} then stored.status_at
        when ${localAt} is not null then first_instant(${localAt}, ${zone})
        when stored.status = sent.status then stored.status_at else coalesce(sent.updated_at, now()) end`,
  },
  before: voidMoved,
})

interface BillableRow {
  task_id?: number | null
  charge_id?: number | null
  status: string
  invoice_number?: string | null
  total_cost?: number
  void_reason?: string | null
}

/** Validates the fields of a billable together. */
function checkBillable(row: BillableRow, problem: AddProblem): void {
  const { status, task_id = null, charge_id = null, invoice_number = null, void_reason = null } = row
  checkCents(row.total_cost, [], problem)
  if (status === 'invoiced' && invoice_number === null) problem(['invoice_number'], 'is required with status invoiced.')
  if (status === 'pending' && invoice_number !== null) problem(['invoice_number'], 'must be null with status pending.')
  if (status !== 'void' && void_reason !== null) problem(['void_reason'], 'is only supported with status void.')
  if (task_id === null && (status !== 'void' || charge_id !== null)) {
    problem(['task_id'], charge_id === null ? 'is required unless status is void.' : 'is required with a charge_id.')
  }
  if (charge_id === null && status !== 'void') problem(['charge_id'], 'is required unless status is void.')
  if (status !== 'void') return
  const missing = (fields: readonly string[], of: string) => {
    for (const field of fields) if (!(field in row)) problem([field], `is required without a ${of}.`)
  }
  if (task_id === null) missing(['date'], 'task_id')
  if (charge_id === null) missing(['name', 'price_code', 'minutes', 'claim_type', 'total_cost'], 'charge_id')
}

/** A charge can move from one open billable to another: locks the tasks and voids the old billables first. */
async function voidMoved(tx: pg.ClientBase, orgId: number): Promise<void> {
  await tx.query(
    `/* bundle.before billables */
     select from task where org_id = $1 and id in (
       select task_id from changed_billable where org_id = $1 union
       select x.task_id from billable x join changed_billable c on c.org_id = $1 and c.id = x.id where x.org_id = $1)
     order by id for no key update`,
    [orgId],
  )
  await tx.query(
    `/* bundle.before billables charges */
     update billable x set status = 'void' from changed_billable c
     where x.org_id = $1 and c.org_id = $1 and x.id = c.id and x.status <> 'void' and (x.charge_id, x.status) is distinct from (c.charge_id, c.status)`,
    [orgId],
  )
}

const number = (field: string) =>
  `case when jsonb_typeof(b.row -> '${field}') = 'number' then (b.row ->> '${field}')::bigint end`

/** A billable is for a charge of its task, which the bundle or the organisation has. */
async function checkCharge(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.links billables.charge_id */
     with input as (
       select b.index, ${number('task_id')} as task_id, ${number('charge_id')} as charge_id
       from bundle_row b where b.org_id = $1 and b.list = 'billables'),
     listed as (
       select b.id as task_id, (e.value ->> 'id')::bigint as charge_id
       from bundle_row b
         cross join lateral jsonb_array_elements(case when jsonb_typeof(b.row -> 'charges') = 'array' then b.row -> 'charges' else '[]' end) e
       where b.org_id = $1 and b.list = 'tasks' and jsonb_typeof(e.value -> 'id') = 'number')
     select index, task_id, charge_id from input g
     where task_id is not null and charge_id is not null
       and not exists (select from listed l where l.task_id = g.task_id and l.charge_id = g.charge_id)
       and not exists (select from task_charge c where c.org_id = $1 and c.task_id = g.task_id and c.id = g.charge_id)
     order by index`,
    [orgId],
  )
  for (const { index, task_id, charge_id } of rows) {
    problems.add(`billables[${index}].charge_id`, `there is no ${charge_id} in the charges of task ${task_id}.`)
  }
}

/** A charge is billed once: at most one of its billables is not void. */
async function verifyBillables(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.verify billables */
     with input as (
       select index, id, (row ->> 'charge_id')::bigint as charge_id from bundle_row where org_id = $1 and list = 'billables' and row ->> 'status' <> 'void'),
     numbered as (
       select *, first_value(index) over same as first, row_number() over same as number
       from input window same as (partition by charge_id order by index))
     select index, charge_id, format('billables[%s]', first) as other from numbered where number > 1
     union all
     select g.index, g.charge_id, format('billables %s of the organisation', x.id)
     from input g join billable x on x.org_id = $1 and x.charge_id = g.charge_id and x.status <> 'void'
     where not exists (select from bundle_row n where n.org_id = $1 and n.list = 'billables' and n.id = x.id)
     order by index`,
    [orgId],
  )
  for (const { index, charge_id, other } of rows) {
    problems.add(`billables[${index}].charge_id`, `${charge_id} is already billed by ${other}, which is not void.`)
  }
}
