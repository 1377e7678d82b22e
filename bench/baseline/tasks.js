// Baseline for tasks: one named statement for each operation. It locks nothing and checks no invoices.
const local = (column) => `to_char(${column} at time zone 'Australia/Brisbane', 'YYYY-MM-DD HH24:MI:SS')`
const name = `p.first_name || ' ' || p.last_name`
const columns = `
  t.id, t.title, t.date, t.minutes, t.billable, t.completed,
  (select json_build_object('id', p.id, 'name', ${name}) from client p where p.org_id = $1 and p.id = t.client_id) as client,
  (select json_build_object('id', p.id, 'name', ${name}) from staff p where p.org_id = $1 and p.id = t.assignee_id) as assignee,
  (select json_agg(json_build_object('id', c.id, 'name', c.name, 'price_code', c.price_code, 'minutes', c.minutes,
                                     'total_cost', c.total_cost, 'claim_type', c.claim_type, 'primary', c.is_primary) order by c.id)
   from task_charge c where c.org_id = $1 and c.task_id = t.id) as charges,
  (select json_agg(json_build_object('id', n.id, 'type', n.type, 'notes', n.notes, 'created_at', ${local('n.created_at')}) order by n.id)
   from task_note n where n.org_id = $1 and n.task_id = t.id) as notes,
  (select json_agg(json_build_object('id', d.id, 'name', d.name, 'created_at', ${local('d.created_at')}) order by d.id)
   from task_document d where d.org_id = $1 and d.task_id = t.id) as documents`

export const taskStatements = {
  task: `select ${columns} from task t where t.org_id = $1 and t.id = $2`,
  changeTask: `
    with t as (
      update task set title = $3, assignee_id = $4, updated_at = clock_timestamp() where org_id = $1 and id = $2 returning *),
    e as (insert into event (org_id, type, subject_id, fields) select $1, 'task.updated', id, '{title, assignee}' from t)
    select ${columns} from t`,
  sync: `
    with made as (
    insert into billable (org_id, task_id, charge_id, client_id, date, name, price_code, minutes, claim_type, total_cost, status, status_at)
    select $1, t.id, c.id, t.client_id, t.date, c.name, c.price_code, c.minutes, c.claim_type, c.total_cost, 'pending', now()
    from task t join task_charge c on c.org_id = $1 and c.task_id = t.id
    where t.org_id = $1 and t.id = any ($2::bigint[]) and t.completed and t.billable order by c.id
    returning *),
    e as (insert into event (org_id, type, subject_id, detail)
          select $1, 'billable.created', id, jsonb_build_object('task_id', task_id, 'charge_id', charge_id) from made)
    select id, task_id, charge_id, total_cost::float8 as total_cost from made`,
}

export async function answerTask(run, orgId, method, path, body) {
  const id = Number(path.slice('/tasks/'.length))
  if (method === 'GET') return { data: record((await run('task', orgId, id))[0]) }
  const request = JSON.parse(body)
  if (method === 'PATCH') {
    const [row] = await run('changeTask', orgId, id, request.title, request.assignee)
    return { updated: ['title', 'assignee'], data: record(row) }
  }
  const made = await run('sync', orgId, request.task_ids)
  const results = made.map(({ id, task_id: task, charge_id, total_cost }) => ({
    task,
    ok: true,
    message: '1 billable was created.',
    billables: [{ id, charge_id, total_cost }],
  }))
  return { succeeded: results.length, failed: 0, results }
}

function record({ id, title, date, client, assignee, minutes, billable, completed, charges, notes, documents }) {
  const { price_code, name: charge } = charges.find(({ primary }) => primary)
  const money = { price_code, charge, billable, completed, can_edit: true, charges }
  return { id, title, date, client, assignee, minutes, ...money, notes, documents }
}
