// Baseline for prospects: one named statement for each operation. It locks nothing and reads no options.
const writable = [
  ...['first_name', 'last_name', 'email', 'phone', 'suburb', 'date_of_lead', 'stage', 'tags', 'source'],
  ...['consultant', 'funding_type', 'followup_date', 'initial_comments', 'attributes'],
]
const columns = `id, first_name || ' ' || last_name as name, ${writable.join(', ')},
  client_id is not null as converted, client_id, created_at, updated_at`

const recorded = (type, fields) => `
    h as (insert into prospect_stage_change (org_id, prospect_id, stage, by_name, created_at)
          select $1, id, stage, 'Payroll sync', updated_at from p),
    e as (insert into event (org_id, type, subject_id, fields) select $1, '${type}', id, '${fields}' from p)`

export const prospectStatements = {
  prospect: `select ${columns} from prospect where org_id = $1 and id = $2`,
  prospects: `select ${columns} from prospect where org_id = (select $1::bigint) order by id
    limit (select $2::bigint) offset (select $3::bigint)`,
  changeProspect: `with p as (
      update prospect set stage = $3, followup_date = $4, updated_at = clock_timestamp() where org_id = $1 and id = $2 returning *),
    ${recorded('prospect.stage_changed', '{stage, followup_date}')} select ${columns} from p`,
  insertProspect: `with p as (
      insert into prospect (org_id, ${writable.join(', ')}) values ($1, ${writable.map((_, i) => `$${i + 2}`).join(', ')}) returning *),
    ${recorded('prospect.created', `{${writable.join(', ')}}`)} select ${columns} from p`,
}

export async function answerProspect(run, orgId, total, method, path, body) {
  const id = Number(path.slice('/prospects/'.length))
  if (path === '/prospects' && method === 'GET') {
    const data = await run('prospects', orgId, 50, 0)
    return { data, meta: { page: 1, per_page: 50, total, last_page: Math.ceil(total / 50) } }
  }
  if (method === 'GET') return { data: (await run('prospect', orgId, id))[0] }
  const request = JSON.parse(body)
  if (method === 'PATCH') {
    const [data] = await run('changeProspect', orgId, id, request.stage, request.followup_date)
    return { updated: id, data }
  }
  const [data] = await run('insertProspect', orgId, ...writable.map((field) => request[field] ?? null))
  return { created: data.id, data }
}
