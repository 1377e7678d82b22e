import { Type } from 'typebox'
import { id, oneOf, pageOf, ref, text } from '../../http/contract/schema.ts'
import { dayQuery, pageQuery } from '../../http/responses/paging.ts'
import { submissionExample } from './examples.ts'
import { submissionStatuses } from './moves.ts'
import { FormSubmission, submissionTypes } from './submissions.schema.ts'

export const listSubmissions = {
  operationId: 'listFormSubmissions',
  summary: 'List form submissions',
  description:
    'A page of answered forms, newest first. Filters that are sent together must all match. The answers are in GET /form-submissions/{id}.',
  tags: ['Forms'],
  querystring: Type.Object({
    form_id: Type.Optional(id('Only submissions of this form')),
    status: Type.Optional(
      text(100, {
        minLength: 1,
        description: `Only those of this status, the whole of it, without regard to case: ${submissionStatuses.join(', ')}`,
      }),
    ),
    type: Type.Optional(oneOf(submissionTypes, { description: 'Only forms, incidents or prospects' })),
    submitter: Type.Optional(
      text(255, {
        minLength: 1,
        description: 'Only those whose submitter has this in the name or email address, without regard to case',
      }),
    ),
    ...dayQuery('submissions'),
    ...pageQuery(50, 25),
  }),
  returns: 'One page of submissions, newest first, without their answers.',
  response: { 200: pageOf(ref(FormSubmission)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'to look at', query: { status: 'submitted', submitter: 'ana', from: '2026-01-01' } },
      { name: 'of a form', query: { form_id: 1, per_page: 2 } },
    ],
    answer: {
      data: [submissionExample],
      meta: { page: 1, per_page: 25, total: 1, last_page: 1 },
    },
  },
}
