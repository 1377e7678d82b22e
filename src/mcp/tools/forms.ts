import { read, readWrite } from '../../access/areas.ts'
import type { Operations } from '../operations.ts'
import { pageOf, paging } from '../page.ts'
import {
  bodyOf,
  choice,
  type Data,
  date,
  fields,
  flag,
  integer,
  pick,
  record,
  records,
  rowOf,
  type Tool,
  text,
} from '../tool.ts'

/** What a list shows of a form: it is fetched whole by its id. */
const formRow = rowOf('id', 'name', 'description', 'published', 'tags')

export const formTools = (operations: Operations): Tool[] => [
  {
    name: 'get_forms',
    title: 'Forms',
    description: 'A form by `id` with its steps and fields, or a page of forms.',
    needs: read('forms'),
    effect: 'read',
    input: { id: integer(), query: text(), published: flag(), ...fields, ...paging },
    output: { form: record, forms: records, total: integer() },
    async run(session, args) {
      const { id, query, published, fields: names } = args
      if (id !== undefined) {
        const answer = await session.get('getForm', { path: { id } })
        return { form: pick(answer.data ?? answer, names) }
      }
      const row = (form: Data) => (names ? pick(form, names) : formRow(form))
      const { rows, ...rest } = await pageOf(session, 'listForms', args, {
        query: { query, published: published === undefined ? undefined : published ? 'on' : 'off' },
        row,
      })
      return { forms: rows, ...rest }
    },
  },
  {
    name: 'get_submissions',
    title: 'Form submissions',
    description: 'A submission by `id` with its answers and history, or a page, newest first.',
    needs: read('forms'),
    effect: 'read',
    input: {
      id: integer(),
      ...{ form_id: integer(), status: text(), type: choice(['form', 'incident', 'prospect']) },
      ...{ submitter: text('part of name or email'), from: date(), to: date() },
      ...fields,
      ...paging,
    },
    output: { submission: record, submissions: records, total: integer() },
    async run(session, args) {
      const { page: _, per_page: __, fields: names, id, ...query } = args
      if (id !== undefined)
        return { submission: pick((await session.get('getFormSubmission', { path: { id } })).data, names) }
      const row = (submission: Data) => pick(submission, names)
      const { rows, ...rest } = await pageOf(session, 'listFormSubmissions', args, { query, row })
      return { submissions: rows, ...rest }
    },
  },
  {
    name: 'review_submission',
    title: 'Review a submission',
    description: 'Changes the status of a submission, or adds a note to its history.',
    needs: readWrite('forms'),
    effect: 'write',
    input: { id: integer(), ...bodyOf(operations, 'updateFormSubmission') },
    required: ['id'],
    output: { submission: record },
    async run(session, { id, ...body }) {
      return { submission: (await session.get('updateFormSubmission', { path: { id }, body })).data }
    },
  },
]
