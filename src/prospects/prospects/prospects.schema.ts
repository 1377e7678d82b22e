import { type Static, Type } from 'typebox'
import { clientTypes } from '../../clients/funding.ts'
import {
  closed,
  dataOf,
  IdParams,
  id,
  nullable,
  oneOf,
  oneOfOrNull,
  pageOf,
  ref,
  text,
  timestamp,
  visibleText,
} from '../../http/contract/schema.ts'
import { dayQuery, pageQuery, updatedSince } from '../../http/responses/paging.ts'
import { firstStage, fundingTypes, maxTextLength } from '../options/options.ts'

/** What the endpoints of prospects give. */
const textOrNull = (description: string) => nullable(Type.String({ description }))
const dateOrNull = (description: string) => nullable(Type.String({ format: 'date', description }))

export const attributeValues = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description })

export const Prospect = Type.Object(
  {
    id: id(),
    name: Type.String({ description: 'Both names' }),
    first_name: Type.String(),
    last_name: Type.String(),
    email: textOrNull('Email address'),
    phone: textOrNull('Phone number'),
    suburb: textOrNull('Where they live'),
    date_of_lead: dateOrNull('The day they first came up'),
    stage: Type.String({ description: 'The name of a stage; GET /prospects/options lists them' }),
    tags: Type.Array(Type.String()),
    source: textOrNull('How they came to the organisation'),
    consultant: textOrNull('Name of the consultant who looks after them'),
    funding_type: oneOfOrNull(fundingTypes, { description: 'Who will pay' }),
    followup_date: dateOrNull('The day to speak to them again'),
    initial_comments: textOrNull('What was said at the beginning'),
    attributes: attributeValues('The organisation’s own values, by the keys that GET /prospects/options lists'),
    converted: Type.Boolean({ description: 'Whether they became a client' }),
    client_id: nullable(id('The client they became')),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { $id: 'Prospect', description: 'Somebody who may become a client' },
)
export type Prospect = Static<typeof Prospect>

const by = textOrNull('Name of the connection that did it')
export const ProspectNote = Type.Object(
  { id: id(), note_type: Type.String(), notes: Type.String(), by, created_at: timestamp() },
  { $id: 'ProspectNote' },
)
export const ProspectStageChange = Type.Object(
  { stage: Type.String({ description: 'The stage they came to' }), by, at: timestamp() },
  { $id: 'ProspectStageChange' },
)
export type ProspectNote = Static<typeof ProspectNote>
export type ProspectStageChange = Static<typeof ProspectStageChange>

export const LikelyClient = Type.Object(
  {
    client_id: id(),
    name: Type.String(),
    status: Type.String(),
    matches: Type.Array(oneOf(['name', 'email', 'phone']), { description: 'What is the same' }),
  },
  { $id: 'LikelyClient', description: 'A client that a prospect may be already' },
)
export type LikelyClient = Static<typeof LikelyClient>

/** What the endpoints of prospects take. */
const names = { first_name: visibleText(100), last_name: visibleText(100) }
const date = (description: string) => nullable(Type.String({ format: 'date', description }))
const stage = { description: 'New, or another stage that GET /prospects/options lists' }
const optional = {
  email: nullable(text(255, { format: 'email' })),
  phone: nullable(text(40)),
  suburb: nullable(text(100)),
  date_of_lead: date('The day they first came up'),
  stage: Type.String(stage),
  tags: Type.Array(visibleText(50), {
    uniqueItems: true,
    maxItems: 20,
    description: 'All of them; replaces what there is',
  }),
  source: nullable(text(100, { description: 'Any text; GET /prospects/options has suggestions' })),
  consultant: nullable(Type.String({ description: 'A name that GET /prospects/options lists' })),
  funding_type: oneOfOrNull(fundingTypes),
  followup_date: date('The day to speak to them again; null clears it'),
  initial_comments: nullable(text(maxTextLength, { description: 'What happens later goes into notes' })),
  attributes: attributeValues(
    'Values by the keys that GET /prospects/options lists; lists for multiselect and checklist. Keys that are not sent stay, null clears one',
  ),
}

export const ProspectPatch = Type.Partial(Type.Object({ ...names, ...optional }), { ...closed, $id: 'ProspectPatch' })
export const ProspectCreate = Type.Object(
  {
    ...names,
    ...Type.Partial(Type.Object(optional)).properties,
    date_of_lead: Type.Optional(date('The day they first came up; today unless sent, null for none')),
    stage: Type.Optional(Type.String({ ...stage, default: firstStage })),
  },
  { ...closed, $id: 'ProspectCreate' },
)
export const ProspectNoteCreate = Type.Object(
  {
    notes: visibleText(maxTextLength),
    note_type: Type.Optional(visibleText(100, { default: 'General', description: 'Any text, such as Phone call' })),
  },
  { ...closed, $id: 'ProspectNoteCreate' },
)
export const ProspectConvert = Type.Object(
  {
    client_type: Type.Optional(oneOf(clientTypes, { description: 'Of the new client; required unless one is linked' })),
    business_id: Type.Optional(
      id(
        'Id of the new client’s business location; GET /clients/options lists them. Required unless a client is linked',
      ),
    ),
    link_client_id: Type.Optional(id('The client that the prospect is already; none is created then')),
    allow_duplicate: Type.Optional(
      Type.Boolean({ default: false, description: 'Create a client though the prospect looks like an existing one' }),
    ),
    dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Check everything, write nothing' })),
  },
  { ...closed, $id: 'ProspectConvert' },
)
export type ProspectPatch = Static<typeof ProspectPatch>
export type ProspectCreate = Static<typeof ProspectCreate>
export type ProspectConvert = Static<typeof ProspectConvert>

/** One prospect for all examples. */
export const prospectExample = {
  id: 60,
  name: 'Max Roe',
  first_name: 'Max',
  last_name: 'Roe',
  email: 'max.roe@example.com',
  phone: '0491 570 158',
  suburb: 'Ryde',
  date_of_lead: '2026-10-01',
  stage: 'New',
  tags: ['respite'],
  source: 'Website',
  consultant: 'Ana Li',
  funding_type: 'HCP',
  followup_date: '2026-10-08',
  initial_comments: 'Asked for help on weekends.',
  attributes: { hobbies: ['Chess'] },
  converted: false,
  client_id: null,
  created_at: '2026-10-01T01:15:04.281934Z',
  updated_at: '2026-10-01T01:15:04.281934Z',
}
export const noteExample = {
  id: 5,
  note_type: 'Phone call',
  notes: 'His daughter will send the referral.',
  by: 'Lead form',
  created_at: '2026-10-02T03:20:11.000412Z',
}
/** What can be asked about prospects and done with them, as the specification shows it. */
const tags = ['Prospects']
const params = IdParams
const { id: _, name: __, converted: ___, client_id: ____, created_at, updated_at, ...createExample } = prospectExample
const path = { id: prospectExample.id }
const meta = { page: 1, per_page: 50, total: 1, last_page: 1 }
const whatExists =
  'A stage, consultant, attribute or option that GET /prospects/options does not list is a 422 that lists what exists.'

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
  body: ref(ProspectCreate),
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
  body: ref(ProspectPatch),
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
  body: ref(ProspectNoteCreate),
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
  body: ref(ProspectConvert),
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
