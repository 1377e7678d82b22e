// Baseline for forms: one named statement for each operation. The form is a constant, and answers are not validated.
const local = `to_char(s.submitted_at at time zone 'Australia/Brisbane', 'YYYY-MM-DD HH24:MI:SS') as submitted_at`
const item = `s.id, s.form_id, f.name as form, s.submitter, s.email, s.status, s.type, ${local}`
const named = 'join form f on f.org_id = s.org_id and f.id = s.form_id'

export const formStatements = {
  submissions: `select ${item} from form_submission s ${named} where s.org_id = (select $1::bigint)
    order by s.submitted_at desc, s.id desc limit (select $2::bigint) offset (select $3::bigint)`,
  submission: `select ${item}, s.form_version, s.answers, s.source, s.created_at, s.updated_at
    from form_submission s ${named} where s.org_id = $1 and s.id = $2`,
  insertSubmission: `with s as (
      insert into form_submission (org_id, form_id, form_version, submitter, email, type, answers, source)
      values ($1, $2, 1, $3, $4, 'form', $5, 'api') returning *),
    h as (insert into form_submission_change (org_id, submission_id, status, by_name, created_at)
          select $1, id, status, 'Payroll sync', created_at from s),
    e as (insert into event (org_id, type, subject_id, fields) select $1, 'form_submission.created', id, '{answers}' from s)
    select ${item}, s.form_version, s.answers, s.source, s.created_at, s.updated_at from s ${named}`,
}

export async function answerForm(run, { orgId, count, steps }, method, path, body) {
  if (path.startsWith('/form-submissions?')) {
    const data = await run('submissions', orgId, 50, 0)
    return { data, meta: { page: 1, per_page: 50, total: count, last_page: Math.ceil(count / 50) } }
  }
  if (method === 'GET') {
    const [row] = await run('submission', orgId, Number(path.slice('/form-submissions/'.length)))
    return { data: record(row, { status: 'Submitted', at: row.created_at }) }
  }
  const { answers } = JSON.parse(body)
  const storedAnswers = steps.flatMap(({ key: step, fields }) =>
    fields.map(({ key, label, type }) => ({ key, label, type, value: answers[key], step })),
  )
  const values = [answers.name, answers.email, JSON.stringify(storedAnswers)]
  const [row] = await run('insertSubmission', orgId, Number(path.split('/')[2]), ...values)
  return { created: row.id, data: record(row, { status: 'Submitted', by: 'Payroll sync', at: row.created_at }) }
}

const record = ({ answers, form_version, source, created_at, updated_at, ...item }, first) => ({
  ...item,
  form_version,
  answers: answers.map(({ key, label, type, value, step }) => ({ key, label, type, value, step })),
  history: [first],
  source,
  created_at,
  updated_at,
})
