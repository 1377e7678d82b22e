import { Type } from 'typebox'
import { instant } from '../../bundle/fields.ts'
import { owner, section, zone } from '../../bundle/section.ts'
import { closed, id, nullable, oneOf, text, visibleText } from '../../http/contract/schema.ts'
import { fieldTypes, isAsked } from '../logic/form.ts'
import { submissionStatuses } from '../submissions/moves.ts'
import { submissionSources, submissionTypes } from '../submissions/submissions.schema.ts'
import { longestSubmitter } from '../submissions/submitter.ts'
import { history, shownAnswers, shownExtras, shownTime } from './submissions-children.ts'
import { checkNoteLinks, checkSubmission, readSubmission, verifyKept, verifySubmissions } from './submissions-verify.ts'

const idOrNull = () => Type.Optional(nullable(id()))
const longestRemark = 2000

/** A time that the clock skips is what the clock really shows then. */
const given = `(first_instant((b.row ->> 'submitted_at')::timestamp, ${zone}) at time zone ${zone})`
const noteOf = (kind: string) =>
  `case when b.row ->> 'note_ref' like '${kind}:%' then split_part(b.row ->> 'note_ref', ':', 2)::bigint end`
const ofForm = (sql: string) => `(select ${sql} from form f where f.org_id = $1 and f.id = sent.form_id)`

/** An answered form. What a bundle says of it is taken as what happened: answers are not held against the form. */
export const formSubmissions = section({
  list: 'form_submissions',
  table: 'form_submission',
  fields: {
    form_id: id(),
    submitter: Type.Optional(nullable(text(longestSubmitter))),
    email: Type.Optional(nullable(text(255))),
    status: Type.Optional(oneOf(submissionStatuses, { default: submissionStatuses[0] })),
    type: Type.Optional(oneOf(submissionTypes)),
    submitted_at: Type.String({ format: 'local-time' }),
    answers: Type.Optional(
      Type.Array(
        Type.Object(
          {
            key: visibleText(100),
            label: Type.Optional(text(500)),
            type: Type.Optional(
              oneOf(
                fieldTypes.filter((type) => isAsked({ type })),
                { default: 'text' },
              ),
            ),
            value: Type.Unknown(),
            step: Type.Optional(visibleText(100)),
          },
          closed,
        ),
        { maxItems: 200, default: [] },
      ),
    ),
  },
  extras: {
    fields: {
      form_version: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }))),
      client_id: idOrNull(),
      assignee_id: idOrNull(),
      prospect_id: idOrNull(),
      source: Type.Optional(oneOf(submissionSources, { default: 'import' })),
    },
    nested: {
      note_ref: Type.Optional(
        nullable(
          Type.String({
            pattern: '^(general|task|appointment):[1-9][0-9]{0,15}$',
            patternRule: 'must be the ref of a note, such as general:70',
          }),
        ),
      ),
      history: Type.Optional(
        Type.Array(
          Type.Object(
            {
              id: Type.Optional(id()),
              status: oneOf(submissionStatuses),
              by: Type.Optional(nullable(text(255))),
              at: Type.Optional(instant()),
              note: Type.Optional(nullable(text(longestRemark))),
            },
            closed,
          ),
          { maxItems: 40_000 },
        ),
      ),
    },
    shown: shownExtras,
  },
  shown: { submitted_at: shownTime, answers: shownAnswers },
  links: { form_id: 'forms', client_id: 'clients', assignee_id: 'staff', prospect_id: 'prospects' },
  ids: { 'history[].id': 'form_submission_change' },
  // What a row leaves out stays as it is, so nobody may change it from here on: the rows are held.
  lookup: {
    table: 'bundle_submission',
    columns: 'id bigint primary key, status text not null, submitted_at timestamptz not null',
    rows: `
     select id, status, submitted_at from form_submission
     where org_id = $1 and id in (select id from bundle_row where list = 'form_submissions')
     order by id for no key update`,
  },
  values: {
    type: `
      coalesce(sent.type, stored.type, ${ofForm(`
        case when f.prospect @> '{"enabled":true}' then 'prospect' when f.incident @> '{"enabled":true}' then 'incident' else 'form' end`)})`,
    submitted_at: `
      case when date_trunc('second', stored.submitted_at at time zone ${zone}) = ${given} then stored.submitted_at
        else first_instant(${given}, ${zone}) end`,
    answers: 'sent.answers',
    // Of the version that there is when it comes; later ones are not what was answered.
    form_version: `
      case when b.row ? 'form_version' then sent.form_version when stored.form_id = sent.form_id then stored.form_version
        else ${ofForm('f.version')} end`,
    assignee_id: `
      case when b.row ? 'assignee_id' then sent.assignee_id when stored.id is not null then stored.assignee_id else ${owner} end`,
    note_id: noteOf('general'),
    task_note_id: noteOf('task'),
    shift_note_id: noteOf('appointment'),
  },
  read: readSubmission,
  check: checkSubmission,
  checkLinks: checkNoteLinks,
  verify: verifySubmissions,
  before: verifyKept,
  children: [history],
})
