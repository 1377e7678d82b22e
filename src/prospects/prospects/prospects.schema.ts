import { type Static, Type } from 'typebox'
import { clientTypes } from '../../clients/funding.ts'
import {
  closed,
  dataOf,
  IdParams,
  id,
  listOf,
  nullable,
  oneOf,
  oneOfOrNull,
  pageOf,
  ref,
  text,
  timestamp,
  visibleText,
  words,
  wordsFromOutside,
} from '../../http/contract/schema.ts'
import { dayQuery, formatQuery, idsQuery, keysetQuery, pageQuery, updatedSince } from '../../http/responses/paging.ts'
import { firstStage, fundingTypes, maxTextLength } from '../options/options.ts'

/* What the endpoints of prospects return. */
const textOrNull = (description: string, marks = {}) => nullable(Type.String({ description, ...marks }))
const dateOrNull = (description: string) => nullable(Type.String({ format: 'date', description }))

export const attributeValues = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description,
    ...wordsFromOutside,
  })

export const Prospect = Type.Object(
  {
    id: id(),
    name: Type.String({ description: 'First and last name' }),
    first_name: Type.String(),
    last_name: Type.String(),
    email: textOrNull('Email address', wordsFromOutside),
    phone: textOrNull('Phone number', wordsFromOutside),
    suburb: textOrNull('Suburb where the prospect lives', wordsFromOutside),
    date_of_lead: dateOrNull('Day of the first contact'),
    stage: Type.String({ description: 'Name of a stage. GET /prospects/options lists them.' }),
    tags: Type.Array(Type.String(words)),
    source: textOrNull('How the prospect found the organisation', wordsFromOutside),
    consultant: textOrNull('Name of the responsible consultant'),
    funding_type: oneOfOrNull(fundingTypes, { description: 'Expected source of funding' }),
    followup_date: dateOrNull('Day of the next contact'),
    initial_comments: textOrNull('Comments from the first contact', wordsFromOutside),
    attributes: attributeValues('Custom values of the organisation, by the keys that GET /prospects/options lists'),
    converted: Type.Boolean({ description: 'Whether the prospect was converted to a client' }),
    client_id: nullable(id('Id of the client that the prospect was converted to')),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { $id: 'Prospect', description: 'A person who may become a client' },
)
export type Prospect = Static<typeof Prospect>

const by = textOrNull('Name of the connection. Null if there is none.')
export const ProspectNote = Type.Object(
  { id: id(), note_type: Type.String(words), notes: Type.String(words), by, created_at: timestamp() },
  { $id: 'ProspectNote' },
)
export const ProspectStageChange = Type.Object(
  { stage: Type.String({ description: 'The new stage' }), by, at: timestamp() },
  { $id: 'ProspectStageChange' },
)
export type ProspectNote = Static<typeof ProspectNote>
export type ProspectStageChange = Static<typeof ProspectStageChange>

export const LikelyClient = Type.Object(
  {
    client_id: id(),
    name: Type.String(),
    status: Type.String(),
    matches: Type.Array(oneOf(['name', 'email', 'phone']), { description: 'The fields that match' }),
  },
  { $id: 'LikelyClient', description: 'A client that matches the prospect' },
)
export type LikelyClient = Static<typeof LikelyClient>

/* The bodies. */
const names = { first_name: visibleText(100), last_name: visibleText(100) }
const date = (description: string) => nullable(Type.String({ format: 'date', description }))
const stage = { description: 'New, or another stage that GET /prospects/options lists' }
const optional = {
  email: nullable(text(255, { format: 'email' })),
  phone: nullable(text(40)),
  suburb: nullable(text(100)),
  date_of_lead: date('Day of the first contact'),
  stage: Type.String(stage),
  tags: Type.Array(visibleText(50), {
    uniqueItems: true,
    maxItems: 20,
    description: 'All tags. Replaces the stored ones.',
  }),
  source: nullable(text(100, { description: 'Any text. GET /prospects/options has suggestions.' })),
  consultant: nullable(Type.String({ description: 'A name that GET /prospects/options lists' })),
  funding_type: oneOfOrNull(fundingTypes),
  followup_date: date('Day of the next contact. Null clears it.'),
  initial_comments: nullable(
    text(maxTextLength, { description: 'Comments from the first contact. Use notes for later ones.' }),
  ),
  attributes: attributeValues(
    'Values by the keys that GET /prospects/options lists; lists for multiselect and checklist. Omitted keys stay. Null clears a key.',
  ),
}

export const ProspectPatch = Type.Partial(Type.Object({ ...names, ...optional }), { ...closed, $id: 'ProspectPatch' })
export const ProspectCreate = Type.Object(
  {
    ...names,
    ...Type.Partial(Type.Object(optional)).properties,
    date_of_lead: Type.Optional(date('Day of the first contact. Today if omitted, null for none.')),
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
    client_type: Type.Optional(
      oneOf(clientTypes, { description: 'Type of the new client. Required unless `link_client_id` is sent.' }),
    ),
    business_id: Type.Optional(
      id(
        'Id of the new client’s business location. GET /clients/options lists them. Required unless `link_client_id` is sent.',
      ),
    ),
    link_client_id: Type.Optional(id('Id of an existing client to link. No client is created.')),
    allow_duplicate: Type.Optional(
      Type.Boolean({ default: false, description: 'Create a client even if the prospect matches an existing one' }),
    ),
    dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Check everything and write nothing' })),
  },
  { ...closed, $id: 'ProspectConvert' },
)
export type ProspectPatch = Static<typeof ProspectPatch>
export type ProspectCreate = Static<typeof ProspectCreate>
export type ProspectConvert = Static<typeof ProspectConvert>

/** One prospect for all examples. */
export const prospectExample = {
  id: 60,
  name: 'Agnes Lindqvist',
  first_name: 'Agnes',
  last_name: 'Lindqvist',
  email: 'agnes.lindqvist@example.com',
  phone: null,
  suburb: 'Ryde',
  date_of_lead: '2026-10-01',
  stage: 'Contacted',
  tags: ['respite'],
  source: 'Phone call',
  consultant: 'Dorothy Hughes',
  funding_type: 'HCP',
  followup_date: null,
  initial_comments: 'Rang the office. Looks for help on weekends.',
  attributes: { preferred_times: ['Weekends'] },
  converted: false,
  client_id: null,
  created_at: '2026-10-01T01:15:04.281934Z',
  updated_at: '2026-10-01T01:15:04.281934Z',
}
export const noteExample = {
  id: 5,
  note_type: 'Phone call',
  notes: 'A daughter will send the referral.',
  by: 'Dorothy Hughes',
  created_at: '2026-10-02T03:20:11.000412Z',
}
/* The operations. */
const tags = ['Prospects']
const params = IdParams
const { id: _, name: __, converted: ___, client_id: ____, created_at, updated_at, ...fields } = prospectExample
const person = { first_name: 'Max', last_name: 'Roe', email: 'max.roe@example.com', phone: '0491 570 158' }
const createExample = { ...fields, ...person, stage: 'New', source: 'Website', followup_date: '2030-03-08' }
const path = { id: prospectExample.id }
const meta = { page: 1, per_page: 50, total: 1, last_page: 1 }
const whatExists =
  'A stage, consultant, attribute or option that GET /prospects/options does not list is a 422 that lists the existing ones.'

export const listProspects = {
  operationId: 'listProspects',
  sdk: 'prospects.list',
  summary: 'List prospects',
  description: 'Returns a page of prospects, ordered by id, converted ones included. Multiple filters must all match.',
  tags,
  querystring: Type.Object({
    ...keysetQuery('prospects', 100, 50),
    ids: idsQuery('prospects'),
    format: formatQuery,
    query: Type.Optional(
      text(255, {
        minLength: 1,
        description: 'Only prospects with this text in the name, email or phone, ignoring case',
      }),
    ),
    stage: Type.Optional(text(100, { minLength: 1, description: 'Only prospects in this stage' })),
    consultant: Type.Optional(text(255, { minLength: 1, description: 'Only prospects of this consultant' })),
    source: Type.Optional(text(100, { minLength: 1, description: 'Only prospects with exactly this source' })),
    ...dayQuery('prospects with a date_of_lead'),
    updated_since: updatedSince('prospects'),
  }),
  returns: 'The prospects of the page.',
  response: { 200: listOf(ref(Prospect)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'filtered', query: { query: 'agnes', stage: 'Contacted', from: '2026-01-01', per_page: 2 } },
      { name: 'after an id', query: { after_id: 0, per_page: 2 } },
      { name: 'by ids', query: { ids: [prospectExample.id] } },
      { name: 'CSV', query: { format: 'csv' } },
      { name: 'NDJSON', query: { format: 'ndjson' } },
    ],
    response: { data: [prospectExample], meta },
  },
}
export const getProspect = {
  operationId: 'getProspect',
  sdk: 'prospects.get',
  summary: 'Get a prospect',
  description: 'Returns a prospect, converted or not.',
  tags,
  params,
  returns: 'The prospect.',
  response: { 200: dataOf(ref(Prospect)) },
  examples: { requests: [{ path }], response: { data: prospectExample } },
}
export const createProspect = {
  operationId: 'createProspect',
  sdk: 'prospects.create',
  summary: 'Create a prospect',
  description: `Creates a prospect. Only the first and last name are required. By default the stage is New and the date of lead is today. ${whatExists}`,
  tags,
  body: ref(ProspectCreate),
  returns: 'The created prospect.',
  response: { 201: Type.Object({ created: id('Id of the created prospect'), data: ref(Prospect) }) },
  examples: {
    requests: [{ body: createExample }],
    response: { created: 193, data: { ...prospectExample, id: 193, name: 'Max Roe', ...createExample } },
  },
}
export const updateProspect = {
  operationId: 'updateProspect',
  sdk: 'prospects.update',
  summary: 'Update a prospect',
  description: `Changes the fields in the body, and within \`attributes\` the keys in the body. Omitted ones stay; null clears a field that may be empty. Attributes have at most 64 KB together. An empty body is a 422 'Provide something to change.' The stage of a converted prospect is fixed. ${whatExists}`,
  tags,
  params,
  body: ref(ProspectPatch),
  returns: 'The updated prospect.',
  response: { 200: Type.Object({ updated: id('Id of the prospect'), data: ref(Prospect) }) },
  examples: {
    requests: [
      {
        name: 'stage',
        path,
        body: {
          stage: 'Home visit booked',
          followup_date: null,
          attributes: { preferred_times: ['Weekends', 'Mornings'] },
        },
      },
      {
        name: 'attributes of every type',
        path: { id: 61 },
        body: {
          attributes: {
            ...{ preferred_times: ['Mornings'], mobility: 'Stick or frame', has_pets: true, budget: 187.5 },
            ...{ plan_end_date: '2027-06-30', intake_checklist: ['Consent signed'], referrer: 'GP clinic' },
          },
        },
      },
    ],
    response: {
      updated: prospectExample.id,
      data: {
        ...{ ...prospectExample, stage: 'Home visit booked', followup_date: null },
        attributes: { preferred_times: ['Weekends', 'Mornings'] },
      },
    },
  },
}
export const listNotes = {
  operationId: 'listProspectNotes',
  sdk: 'prospects.listNotes',
  summary: 'List the notes of a prospect',
  description: 'Returns a page of the prospect’s notes, oldest first.',
  tags,
  params,
  querystring: Type.Object(pageQuery(100, 50)),
  returns: 'The notes of the page, oldest first.',
  response: { 200: pageOf(ref(ProspectNote)) },
  examples: { requests: [{ path }], response: { data: [noteExample], meta } },
}
export const addNote = {
  operationId: 'addProspectNote',
  sdk: 'prospects.addNote',
  summary: 'Add a note to a prospect',
  description: 'Adds a note about a call, a visit or an email. Its type is General by default.',
  tags,
  params,
  body: ref(ProspectNoteCreate),
  returns: 'The created note of the prospect.',
  response: { 201: dataOf(ref(ProspectNote)) },
  examples: {
    requests: [{ path, body: { notes: noteExample.notes, note_type: noteExample.note_type } }],
    response: { data: noteExample },
  },
}
export const getStageHistory = {
  operationId: 'getProspectStageHistory',
  sdk: 'prospects.listStageHistory',
  summary: 'List the stages of a prospect',
  description: 'Returns every stage of the prospect, from the one it was created in to the current one.',
  tags,
  params,
  returns: 'The stages of the prospect, oldest first.',
  response: { 200: Type.Object({ data: Type.Array(ref(ProspectStageChange)) }) },
  examples: {
    requests: [{ path }],
    response: {
      data: [
        { stage: 'New', by: 'Dorothy Hughes', at: prospectExample.created_at },
        { stage: 'Contacted', by: 'Dorothy Hughes', at: '2026-10-01T01:55:04.000000Z' },
      ],
    },
  },
}
export const convertProspect = {
  operationId: 'convertProspect',
  sdk: 'prospects.convert',
  summary: 'Convert a prospect to a client',
  description: `Creates a client from the prospect (both names; the suburb as address; email and phone as primary contact), or links the client that \`link_client_id\` names. The prospect moves to the first stage of category won, unless it is already in one, and its stage is fixed from then on. Converting again returns the same response and changes nothing.

A prospect with the name, the email address or the last nine digits of the phone number of a client is a 422 whose \`duplicates\` lists up to 10 of them: send \`link_client_id\` to link one, or \`allow_duplicate: true\` to create another.

A dry run returns the prospect as it would be. If a client would be created, \`created\` and \`client_id\` are null.`,
  tags,
  params,
  body: ref(ProspectConvert),
  returns: 'The prospect and the client that was created or linked; in a dry run, as they would be.',
  response: {
    200: Type.Object({
      dry_run: Type.Optional(Type.Boolean({ description: 'True in a dry run: nothing was written' })),
      created: Type.Optional(nullable(id('Id of the created client'))),
      linked: Type.Optional(id('Id of the linked client')),
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
    response: { created: 2241, data: { ...prospectExample, id: 62, stage: 'Won', converted: true, client_id: 2241 } },
  },
}
