import { Type } from 'typebox'
import { mostTogether } from '../../http/contract/record-limits.ts'
import { dataOf, IdParams, id, ref, timestamp } from '../../http/contract/schema.ts'
import { answersExample, reviewExample, reviewedExample, submissionRecordExample } from './examples.ts'
import { unknownName } from './lead.ts'
import { movesText } from './moves.ts'
import {
  FormLinkCreate,
  FormSubmissionCreate,
  FormSubmissionPatch,
  FormSubmissionRecord,
} from './submissions.schema.ts'
import { submitterText } from './submitter.ts'

/** What can be done with answered forms, as the specification shows it. */
const tags = ['Forms']
const params = IdParams

/** An answer of every type that a field can have. */
const everyAnswer = {
  ...{ text: 'ab12', textarea: 'Two falls this week.', number: 5, email: 'ana.li@example.com', phone: '0491 570 156' },
  ...{ date: '2026-11-15', time: '09:15', datetime: '2026-11-15 09:15:00', yes_no: true, rating: 3 },
  ...{ select: 'Low', radio: 'Low', multiselect: ['Low'], checklist: ['Low'] },
  ...{ address: '1 Gum St, Ryde NSW 2112', staff: 101 },
}

export const createSubmission = {
  operationId: 'createFormSubmission',
  summary: 'Answer a form',
  description: `Does what sending the page of a published form does. Answers are held against the version that is published now: an unknown key, a missing or a wrong answer is a 422 under \`answers.<key>\`, and answers to what the other answers leave unasked are dropped and listed in \`ignored\`. A form that is off or past its closing time is a 422.

Text is kept without blanks around it. Dates are YYYY-MM-DD, times HH:MM, both together YYYY-MM-DD HH:MM:SS. A client or staff member is an id of the organisation, or a name; a name that exactly one active person has is taken for that person. Where the form fills fields in from a client's record and the client is sent as an id, fields without an answer are filled in.

${submitterText} The assignee is the one that the form's settings name, otherwise the organisation's owner. A form set up for prospects also makes a prospect: a stage that is gone becomes New, what is too long is cut, what does not fit a field is left out, and a name that is missing is ${unknownName}.`,
  tags,
  params,
  body: ref(FormSubmissionCreate),
  returns: 'The created submission, and the keys of answers that were ignored.',
  response: {
    201: Type.Object({
      created: id('The new submission’s id'),
      data: ref(FormSubmissionRecord),
      ignored: Type.Optional(
        Type.Array(Type.String(), { description: 'Keys of answers that were dropped, if there are any' }),
      ),
    }),
  },
  examples: {
    requests: [
      { name: 'incident', path: { id: 1 }, body: answersExample },
      {
        name: 'about a note',
        path: { id: 2 },
        body: { answers: { client: 2001, staff: 101 }, note_ref: 'general:70' },
      },
      { name: 'every type of field', path: { id: 5 }, body: { answers: everyAnswer } },
    ],
    answer: { created: submissionRecordExample.id, data: submissionRecordExample },
  },
}
export const getSubmission = {
  operationId: 'getFormSubmission',
  summary: 'Get an answered form',
  description:
    'One submission with its answers, in the words that the form had when it was answered, and its history. Of a form set up for incidents `incident` says in short what the answers tell: how bad it was, when, and whom it happened to.',
  tags,
  params,
  returns: 'The submission with its answers and its history.',
  response: { 200: dataOf(ref(FormSubmissionRecord)) },
  examples: { requests: [{ path: { id: 85 } }], answer: { data: submissionRecordExample } },
}
export const updateSubmission = {
  operationId: 'updateFormSubmission',
  summary: 'Move a submission on',
  description: `Changes the status, and adds a line to the history with the note if one is sent; a note alone adds a line too. A status can go: ${movesText}. Another move is a 422 that says which ones are allowed. The notes of one history have at most ${mostTogether}.`,
  tags,
  params,
  body: ref(FormSubmissionPatch),
  returns: 'The submission after the change.',
  response: { 200: Type.Object({ updated: id('The submission’s id'), data: ref(FormSubmissionRecord) }) },
  examples: {
    requests: [{ path: { id: 86 }, body: reviewExample }],
    answer: { updated: 86, data: { ...reviewedExample, id: 86 } },
  },
}
export const createLink = {
  operationId: 'createFormLink',
  summary: 'Make a link to a form for one client',
  description:
    'A link to the page of a published form that fills fields in from a client’s record (`client_prefill`). Opened by it, the page names the client and has those fields filled in, and what is sent is about that client. It works for 14 days unless told otherwise, and for whoever has it: send it to nobody but the client or those who act for them.',
  tags,
  params,
  body: ref(FormLinkCreate),
  returns: 'The link, and when it expires.',
  response: {
    201: Type.Object({ url: Type.String({ description: 'The address of the page' }), expires_at: timestamp() }),
  },
  examples: {
    requests: [{ path: { id: 2 }, body: { client_id: 2001, expires_in_days: 14 } }],
    answer: {
      url: 'https://care.example.org/f/acme-care/3f0a4c1be2d94b7a?for=k0C4xM1nTn8cW3Zr2mZp5VsiWzcsMTc5NjMwNTA0MV0',
      expires_at: '2026-11-29T12:30:41.000000Z',
    },
  },
}
