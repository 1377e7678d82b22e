import { Type } from 'typebox'
import { dataOf, IdParams, id, nullable, pageOf, ref, text } from '../../http/contract/schema.ts'
import { dayQuery, pageQuery, updatedSince } from '../../http/responses/paging.ts'
import * as bodies from './bodies.schema.ts'
import { noteExample, optionsExample, prospectExample } from './examples.ts'
import { Prospect, ProspectNote, ProspectOptions, ProspectStageChange } from './prospects.schema.ts'

/** What can be asked about prospects and done with them, as the specification shows it. */
const tags = ['Prospects']
const params = IdParams
const { id: _, name: __, converted: ___, client_id: ____, created_at, updated_at, ...createExample } = prospectExample
const path = { id: prospectExample.id }
const meta = { page: 1, per_page: 50, total: 1, last_page: 1 }
const whatExists =
  'A stage, consultant, attribute or option that GET /prospects/options does not list is a 422 that lists what exists.'

export const getProspectOptions = {
  operationId: 'getProspectOptions',
  summary: 'What a prospect’s fields can be',
  description:
    'Stages, consultants and attributes are the organisation’s own and come with an import. One that has none set up has the stages New, Won and Lost.',
  tags,
  returns: 'The values that the fields of a prospect take.',
  response: { 200: dataOf(ref(ProspectOptions)) },
  examples: { answer: { data: optionsExample } },
}
export const listProspects = {
  operationId: 'listProspects',
  summary: 'List prospects',
  description: 'Prospects in the order of their ids, converted ones included. Filters narrow together.',
  tags,
  querystring: Type.Object({
    ...pageQuery(100, 50),
    query: Type.Optional(
      text(255, { minLength: 1, description: 'Part of the name, email or phone, without regard to case' }),
    ),
    stage: Type.Optional(text(100, { minLength: 1, description: 'Only prospects of this stage' })),
    consultant: Type.Optional(text(255, { minLength: 1, description: 'Only prospects of this consultant' })),
    source: Type.Optional(text(100, { minLength: 1, description: 'Only prospects of exactly this source' })),
    ...dayQuery('prospects with a date_of_lead'),
    updated_since: updatedSince('prospects'),
  }),
  returns: 'One page of prospects.',
  response: { 200: pageOf(ref(Prospect)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'filtered', query: { query: 'max', stage: 'New', from: '2026-01-01', per_page: 2 } },
    ],
    answer: { data: [prospectExample], meta },
  },
}
export const getProspect = {
  operationId: 'getProspect',
  summary: 'Get a prospect',
  description: 'One prospect by id, converted or not.',
  tags,
  params,
  returns: 'The prospect.',
  response: { 200: dataOf(ref(Prospect)) },
  examples: { requests: [{ path }], answer: { data: prospectExample } },
}
export const createProspect = {
  operationId: 'createProspect',
  summary: 'Create a prospect',
  description: `Only the two names are required. The stage is New and the date of lead is today unless they are sent. ${whatExists}`,
  tags,
  body: ref(bodies.ProspectCreate),
  returns: 'The created prospect.',
  response: { 201: Type.Object({ created: id('The new prospect’s id'), data: ref(Prospect) }) },
  examples: { requests: [{ body: createExample }], answer: { created: prospectExample.id, data: prospectExample } },
}
export const updateProspect = {
  operationId: 'updateProspect',
  summary: 'Change a prospect',
  description: `Changes only the fields sent, and of \`attributes\` only the keys sent; null clears what may be empty. Attributes have at most 64 KB together. Nothing sent is a 422 'Provide something to change.' The stage of a converted prospect is fixed. ${whatExists}`,
  tags,
  params,
  body: ref(bodies.ProspectPatch),
  returns: 'The prospect after the change.',
  response: { 200: Type.Object({ updated: id('The prospect’s id'), data: ref(Prospect) }) },
  examples: {
    requests: [
      {
        name: 'stage',
        path,
        body: { stage: 'Qualified', followup_date: null, attributes: { hobbies: ['Chess', 'Golf'] } },
      },
      {
        name: 'attributes of every type',
        path: { id: 61 },
        body: {
          attributes: {
            ...{ hobbies: ['Chess'], pet: 'A dog', hours: 1.5, assessed: '2026-11-15', lives_alone: true },
            ...{ time_of_day: 'Mornings', aids: ['Walker'] },
          },
        },
      },
    ],
    answer: {
      updated: prospectExample.id,
      data: { ...prospectExample, stage: 'Qualified', followup_date: null, attributes: { hobbies: ['Chess', 'Golf'] } },
    },
  },
}
export const listNotes = {
  operationId: 'listProspectNotes',
  summary: 'List the notes of a prospect',
  description: 'Notes in the order in which they were written.',
  tags,
  params,
  querystring: Type.Object(pageQuery(100, 50)),
  returns: 'One page of the prospect’s notes, oldest first.',
  response: { 200: pageOf(ref(ProspectNote)) },
  examples: { requests: [{ path }], answer: { data: [noteExample], meta } },
}
export const addNote = {
  operationId: 'addProspectNote',
  summary: 'Add a note to a prospect',
  description: 'Records what happened: a call, a visit, an email. Of type General unless another is sent.',
  tags,
  params,
  body: ref(bodies.ProspectNoteCreate),
  returns: 'The note that was added to the prospect.',
  response: { 201: dataOf(ref(ProspectNote)) },
  examples: {
    requests: [{ path, body: { notes: noteExample.notes, note_type: noteExample.note_type } }],
    answer: { data: noteExample },
  },
}
export const getStageHistory = {
  operationId: 'getProspectStageHistory',
  summary: 'The stages of a prospect',
  description: 'Every stage that the prospect came to, from the one it was created in to the one it is in.',
  tags,
  params,
  returns: 'The stages of the prospect, oldest first.',
  response: { 200: Type.Object({ data: Type.Array(ref(ProspectStageChange)) }) },
  examples: {
    requests: [{ path }],
    answer: { data: [{ stage: 'New', by: 'Lead form', at: prospectExample.created_at }] },
  },
}
export const convertProspect = {
  operationId: 'convertProspect',
  summary: 'Convert a prospect to a client',
  description: `Creates a client from the prospect (both names; the suburb as address; email and phone as primary contact), or links the one that \`link_client_id\` names. The prospect comes to the first stage of category won, unless it is in one, and its stage is fixed from then on. Converting again gives the same answer and changes nothing.

A prospect with the name, the email address or the last nine digits of the phone number of a client is a 422 whose \`duplicates\` lists up to 10 of them: send \`link_client_id\` to link one, or \`allow_duplicate: true\` to create another.

A dry run answers with the prospect as it would be; \`created\`, and its \`client_id\`, are null then where a client would be created.`,
  tags,
  params,
  body: ref(bodies.ProspectConvert),
  returns: 'The prospect and the client that was created or linked; in a dry run, as they would be.',
  response: {
    200: Type.Object({
      dry_run: Type.Optional(Type.Boolean({ description: 'true in a dry run: nothing was written' })),
      created: Type.Optional(nullable(id('The client that was created'))),
      linked: Type.Optional(id('The client that was linked')),
      data: ref(Prospect),
    }),
  },
  examples: {
    requests: [
      {
        name: 'new client',
        path: { id: 62 },
        body: { client_type: 'HCP', business_id: 1, allow_duplicate: true },
      },
      {
        name: 'a client who is there',
        path: { id: 63 },
        body: { client_type: 'NDIS', business_id: 1, link_client_id: 2002 },
      },
    ],
    answer: { created: 2241, data: { ...prospectExample, id: 62, stage: 'Won', converted: true, client_id: 2241 } },
  },
}
