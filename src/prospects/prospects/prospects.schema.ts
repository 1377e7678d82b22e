import { type Static, Type } from 'typebox'
import { id, nullable, oneOf, oneOfOrNull, timestamp } from '../../http/contract/schema.ts'
import { attributeTypes, fundingTypes, stageCategories } from '../options/options.ts'

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

const names = (description: string) => Type.Array(Type.String(), { description })
export const ProspectOptions = Type.Object(
  {
    stages: Type.Array(
      Type.Object({
        name: Type.String(),
        order: Type.Integer({ minimum: 1, description: 'Its place, from 1' }),
        category: oneOf(stageCategories),
      }),
      { description: 'Values of stage, in their order; New is always the first' },
    ),
    sources: names('Suggestions for source, which takes any text'),
    consultants: names('Values of consultant'),
    funding_types: names('Values of funding_type'),
    tags: names('The tags in use, at most 200; a prospect takes any other'),
    attributes: Type.Array(
      Type.Object({
        key: Type.String(),
        label: Type.String(),
        type: oneOf(attributeTypes),
        options: names('What a select, multiselect or checklist can be'),
      }),
      { description: 'The keys of attributes and what each can be' },
    ),
  },
  { $id: 'ProspectOptions' },
)
export type ProspectOptions = Static<typeof ProspectOptions>
