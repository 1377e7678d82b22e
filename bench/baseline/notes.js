// Baseline for notes: one named statement for each operation. The filter options are computed from the single page of notes.
const noteColumns =
  'id, title, note_type, notes, date, author_id, author_name, source, attachments, answers, shift_cautions, created_at, updated_at'

export const noteStatements = {
  notes: `
    select n.id, n.title, n.note_type, n.notes, n.date, n.author_id, p.first_name || ' ' || p.last_name as author_name, n.source,
      n.attachments, n.answers, n.shift_cautions, n.created_at, n.updated_at
    from client_note s
    join note n on n.org_id = $1 and n.id = s.key >> 2
    left join staff p on p.org_id = $1 and p.id = n.author_id
    where s.org_id = $1 and s.client_id = $2 order by s.date desc, s.key desc limit $3`,
  clientName: `select first_name || ' ' || last_name as name from client where org_id = $1 and id = $2`,
  insertNote: `
    with n as (
      insert into note (org_id, client_id, notes, title, note_type, date, author_name, source)
      values ($1, $2, $3, $4, $5, $6, 'Payroll sync', 'api') returning *),
    e as (insert into event (org_id, type, subject_id, fields, detail)
          select $1, 'note.created', id, '{notes, title, note_type, date}', jsonb_build_object('client', client_id) from n)
    select ${noteColumns} from n`,
  changeNote: `
    with r as (
      insert into note_revision (org_id, note_id, title, note_type, notes, date, template_id, answers, by_name, created_at)
      select $1, id, title, note_type, notes, date, template_id, answers, 'Payroll sync', clock_timestamp()
      from note where org_id = $1 and id = $2),
    n as (update note set notes = $3, updated_at = clock_timestamp() where org_id = $1 and id = $2 returning *),
    e as (insert into event (org_id, type, subject_id, fields, detail)
          select $1, 'note.updated', id, '{notes}', jsonb_build_object('kind', 'General') from n)
    select n.id, n.title, n.note_type, n.notes, n.date, n.author_id, p.first_name || ' ' || p.last_name as author_name, n.source,
      n.attachments, n.answers, n.shift_cautions, n.created_at, n.updated_at
    from n left join staff p on p.org_id = $1 and p.id = n.author_id`,
}

export async function answerNote(run, orgId, method, path, body) {
  if (method === 'PATCH') {
    const id = Number(path.slice('/notes/general:'.length))
    return { data: record((await run('changeNote', orgId, id, JSON.parse(body).notes))[0]) }
  }
  const clientId = Number(path.split('/')[2])
  if (method === 'POST') {
    const { notes, title, note_type, date } = JSON.parse(body)
    return { data: record((await run('insertNote', orgId, clientId, notes, title, note_type, date))[0]) }
  }
  const [[{ name }], rows] = await Promise.all([run('clientName', orgId, clientId), run('notes', orgId, clientId, 25)])
  const values = (field) => [...new Set(rows.map((row) => row[field]))].sort()
  return {
    client: { id: clientId, name },
    total: rows.length,
    notes: rows.map(record),
    filter_options: {
      author: values('author_name'),
      source: ['web', 'app', 'api', 'import'],
      note_type: values('note_type'),
      shift_cautions: [],
      employee: [],
      has_attachments: [true, false],
      has_template: [true, false],
      operators,
    },
  }
}

const textOperators = ['contains', 'does_not_contain', 'starts_with', 'ends_with', 'is', 'is_not', 'empty', 'not_empty']
const operators = {
  author: textOperators,
  source: textOperators,
  keyword: textOperators,
  note_type: textOperators,
  attachments: textOperators,
  shift_cautions: textOperators,
  date: ['is', 'on_or_after', 'on_or_before'],
  employee: textOperators,
  has_attachments: ['is'],
  has_template: ['is'],
}

const record = (row) => ({
  ref: `general:${row.id}`,
  id: row.id,
  kind: 'General',
  title: row.title,
  note_type: row.note_type,
  notes: row.notes,
  date: row.date,
  author: { id: row.author_id, name: row.author_name },
  source: row.source,
  attachments: row.attachments,
  answers: row.answers,
  submissions: [],
  shift_cautions: row.shift_cautions,
  can_edit: true,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
