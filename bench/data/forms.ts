import type pg from 'pg'
import { generate } from './generate.ts'

/** Published forms of an organisation and their submissions. */
export interface Forms {
  count: number
  /** The form for new submissions. */
  formId: number
  /** Some submissions to read. */
  ids: number[]
}

const field = (type: string, key: string, label: string, more = {}) => ({ type, key, label, required: false, ...more })

/** Two steps with typical fields of an enquiry and a condition. */
export const steps = [
  {
    ...{ key: 'you', title: 'About you', routing: [] },
    fields: [
      field('text', 'name', 'Your name', { required: true }),
      field('email', 'email', 'Your email address'),
      field('phone', 'phone', 'Your phone number'),
      field('select', 'reason', 'What is it about?', { required: true, options: ['Praise', 'Complaint', 'Question'] }),
    ],
  },
  {
    ...{ key: 'more', title: 'Tell us more', routing: [] },
    fields: [
      field('textarea', 'story', 'What happened?', { required: true }),
      field('rating', 'stars', 'How do you rate us?'),
      field('yes_no', 'call_back', 'Shall we call you back?', {
        visible_when: { combinator: 'and', conditions: [{ field: 'phone', operator: 'not_empty' }] },
      }),
    ],
  },
]

/** Answers to all fields of the form. */
export const answers = (n: number) => ({
  name: `Ines Costa ${n}`,
  email: `ines${n}@example.com`,
  phone: '0491 570 158',
  reason: 'Praise',
  story: 'Kirra was early, kind and patient, and Mum laughed for the first time in weeks.',
  stars: 5,
  call_back: false,
})

const forms = 12

/** Creates submissions of twelve forms, one every few minutes up to now, most of them closed. */
export async function makeForms(db: pg.Pool, orgId: number, count: number): Promise<Forms> {
  const settings = { allow_step_navigation: false, show_step_numbers: true, submit_button_text: 'Submit' }
  const storedAnswers = steps.flatMap(({ key: step, fields }) =>
    fields.map(({ key, label, type }) => ({
      key,
      label,
      type,
      value: (answers(1) as Record<string, unknown>)[key],
      step,
    })),
  )
  await generate(
    db,
    `with f as (
       insert into form (org_id, name, published, version, published_at, settings, steps)
       select $1, 'Feedback ' || n, 'on', 1, now(), $3, $4 from generate_series(1, ${forms}) n returning *),
     v as (
       insert into form_version (org_id, form_id, version, name, description, settings, steps)
       select org_id, id, 1, name, description, settings, steps from f),
     numbered as (select id, row_number() over (order by id) - 1 as place from f),
     s as (
       insert into form_submission (org_id, form_id, form_version, submitter, email, status, type, submitted_at, answers, source)
       select $1, f.id, 1, (array['Ana Li', 'Bao Nguyen', 'Chloe Walker', 'Dinesh Perera', 'Elena Rossi'])[n % 5 + 1] || ' ' || n,
              'person' || n || '@example.com',
              case when n > $2 - 500 then 'Submitted' else (array['Closed', 'Closed', 'Closed', 'Archived', 'Approved'])[n % 5 + 1] end,
              case when f.place < 2 then 'incident' else 'form' end,
              now() - ($2 - n) * interval '211 seconds 13 microseconds', $5, 'page'
       from generate_series(1, $2::int) n join numbered f on f.place = n % ${forms} order by n returning org_id, id, created_at)
     insert into form_submission_change (org_id, submission_id, status, created_at)
     select org_id, id, 'Submitted', created_at from s order by id`,
    [orgId, count, settings, JSON.stringify(steps), JSON.stringify(storedAnswers)],
  )
  const first = async (table: string, limit: number): Promise<number[]> =>
    (await db.query(`select id from ${table} where org_id = $1 order by id limit ${limit}`, [orgId])).rows.map(
      ({ id }) => id,
    )
  return { count, formId: (await first('form', 1))[0]!, ids: await first('form_submission', 2000) }
}
