import { statement } from '../../db/statement.ts'
import type { ClientPrefill, Incident, ProspectMapping, Settings } from '../definition/parts.ts'
import type { Step } from '../logic/form.ts'

/** The published version of a form, with the settings of its organisation. */
export interface PublishedForm {
  orgId: number
  organisation: string
  timezone: string
  ownerId: number | null
  signingKey: Buffer
  formId: number
  version: number
  name: string
  description: string
  settings: Settings
  steps: Step[]
  incident: Incident | null
  prospect: ProspectMapping | null
  clientPrefill: ClientPrefill | null
}

/** A form, open or not; `version` is null if it was never published. */
export type FormAtAddress = { published: 'on' | 'off' } & (PublishedForm | { version: null })

const columns = `
  f.published, f.org_id as "orgId", o.name as organisation, o.timezone, o.owner_id as "ownerId", o.signing_key as "signingKey",
  f.id as "formId", v.version, v.name, v.description, v.settings, v.steps, v.incident, v.prospect, v.client_prefill as "clientPrefill"`
const from = `
  from organisation o
  join form f on f.org_id = o.id
  left join form_version v on v.org_id = f.org_id and v.form_id = f.id and v.version = f.version`

/** Finds a form by the URL of its page, which names the organisation: the page has no token. */
export const findByAddress = statement<[slug: string, key: string], FormAtAddress>(
  'forms.find_by_address',
  `select ${columns} ${from} where o.slug = $1 and f.key = $2`,
)

export const findPublished = statement<[orgId: number, id: number], FormAtAddress>(
  'forms.find_published',
  `select ${columns} ${from} where o.id = $1 and f.id = $2`,
)
