import { type Static, Type } from 'typebox'
import { clientTypes } from '../../clients/funding.ts'
import { closed, id, nullable, oneOf, oneOfOrNull, text, visibleText } from '../../http/contract/schema.ts'
import { firstStage, fundingTypes, longestText } from '../options/options.ts'
import { attributeValues } from './prospects.schema.ts'

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
  initial_comments: nullable(text(longestText, { description: 'What happens later goes into notes' })),
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
    notes: visibleText(longestText),
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
