import { type Static, type TProperties, Type } from 'typebox'
import { closed, nullable, ref, text, visibleText } from '../../http/contract/schema.ts'
import * as schema from './forms.schema.ts'

/** What the builder takes. Shapes are judged here; builder.ts judges what shapes cannot say. */
const optional = <T extends TProperties>(properties: T) => Type.Partial(Type.Object(properties)).properties

export const FormFieldCreate = Type.Object(
  {
    ...schema.fieldBasics,
    key: Type.Optional(schema.key('Made from the label unless sent')),
    required: Type.Optional(Type.Boolean({ default: false })),
    ...optional(schema.fieldSettings),
  },
  { ...closed, $id: 'FormFieldCreate', description: 'A field of a form' },
)
const fields = Type.Array(ref(FormFieldCreate), {
  maxItems: schema.mostFields,
  description: `In order; a form has at most ${schema.mostFields} in all`,
})
export const stepKey = Type.Optional(
  schema.key('Made from the title unless sent; `submit` means the end and is no key'),
)
export const FormStepCreate = Type.Object(
  {
    title: schema.stepTitle,
    key: stepKey,
    ...optional({ fields, routing: schema.routing, otherwise: schema.otherwise }),
  },
  { ...closed, $id: 'FormStepCreate', description: 'A step of a form' },
)
export const stepParts = optional({ fields })

const { success_message, redirect_url, assignee_id, closes_at } = schema.settingsExtras
export const FormSettingsChange = Type.Partial(
  Type.Object({
    ...schema.settingsBasics,
    success_message: nullable(success_message),
    redirect_url: nullable(redirect_url),
    assignee_id: nullable(assignee_id),
    closes_at: nullable(closes_at),
  }),
  { ...closed, $id: 'FormSettingsChange', description: 'What is not sent stays; null clears what is optional' },
)

const enabled = Type.Optional(Type.Boolean({ default: true, description: 'Whether it is on' }))
export const incident = nullable(
  Type.Object(
    { enabled, ...schema.incidentFields },
    { ...closed, description: 'Makes submissions incidents; null removes it' },
  ),
)
export const prospect = nullable(
  Type.Object(
    { enabled, ...schema.prospectParts, map: Type.Optional(schema.prospectParts.map) },
    { ...closed, description: 'Makes a prospect of each submission; null removes it' },
  ),
)
export const clientPrefill = nullable(
  Type.Object(
    { enabled, ...schema.prefillParts, map: Type.Optional(schema.prefillParts.map) },
    { ...closed, description: 'Fills fields from the record of the client that another names; null removes it' },
  ),
)

/** One type keyword, so that one mistake is one message. */
const tag = Type.Unsafe<string | schema.FormTag>({
  type: ['string', 'object'],
  minLength: 1,
  maxLength: 50,
  pattern: '\\S',
  patternRule: 'must not be blank',
  properties: schema.tagParts,
  required: ['name'],
  additionalProperties: false,
  typeRule: 'must be a name, or an object with name and color',
})
export const tags = Type.Array(tag, { maxItems: 20, description: 'Names, or objects of a name and a color' })

export const name = visibleText(255)
export const description = text(10_000)
export const steps = Type.Array(ref(FormStepCreate), {
  maxItems: schema.mostSteps,
  description: 'In order; one empty step unless sent',
})

export const FormCreate = Type.Object(
  {
    name,
    ...optional({
      ...{ description, tags, steps, settings: ref(FormSettingsChange) },
      ...{ incident, prospect, client_prefill: clientPrefill },
    }),
  },
  { ...closed, $id: 'FormCreate' },
)

export type FormFieldCreate = Static<typeof FormFieldCreate>
export type FormStepCreate = Static<typeof FormStepCreate>
export type FormSettingsChange = Static<typeof FormSettingsChange>
export type FormCreate = Static<typeof FormCreate>
export type IncidentSent = Static<typeof incident>
export type ProspectSent = Static<typeof prospect>
export type ClientPrefillSent = Static<typeof clientPrefill>
export type TagsSent = Static<typeof tags>
