import { type Queryable, statement } from '../../db/statement.ts'
import { type Brand, brandColumns } from '../../http/pages/brand.ts'
import type { ClientPrefill, Incident, ProspectMapping, Settings } from '../definition/parts.ts'
import type { Step } from '../logic/form.ts'

/** The published version of a form, with the settings of its organisation. */
export interface PublishedForm extends Brand {
  orgId: number
  timezone: string
  ownerId: number | null
  signingKey: Buffer
  formId: number
  /** Names the form in the URL of its page; it stays when the form gets another address. */
  key: string
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
  f.published, f.org_id as "orgId", ${brandColumns}, o.timezone, o.owner_id as "ownerId", o.signing_key as "signingKey",
  f.id as "formId", f.key, v.version, v.name, v.description, v.settings, v.steps, v.incident, v.prospect, v.client_prefill as "clientPrefill"`
const from = `
  from organisation o
  join form f on f.org_id = $1
  left join form_version v on v.org_id = $1 and v.form_id = f.id and v.version = f.version`

const findOrganisation = statement<[slug: string], { id: number }>(
  'forms.find_organisation',
  'select id from organisation where slug = $1',
)
/** People type addresses, so case does not matter in them. */
const findInOrganisation = statement<[orgId: number, address: string], FormAtAddress>(
  'forms.find_by_address',
  `select ${columns} ${from} where o.id = $1 and f.id = coalesce(
     (select id from form where org_id = $1 and key = $2),
     (select form_id from form_address where org_id = $1 and address = lower($2)))`,
)

/**
 * Finds a form by the URL of its page, which names the organisation: the page has no token. Two statements, because a
 * distributed database finds the server of an organisation by its id.
 */
export async function findByAddress(db: Queryable, slug: string, address: string): Promise<FormAtAddress | undefined> {
  const organisation = await findOrganisation.first(db, slug)
  return organisation && findInOrganisation.first(db, organisation.id, address)
}

export const findPublished = statement<[orgId: number, id: number], FormAtAddress>(
  'forms.find_published',
  `select ${columns} ${from} where o.id = $1 and f.id = $2`,
)
