import { statement } from '../db/statement.ts'

export interface Organisation {
  id: number
  slug: string
  name: string
  timezone: string
  integrations_enabled: boolean
}

const columns = 'id, slug, name, timezone, integrations_enabled'

/** An organisation's own row has no org_id: commands find it by its slug. */
export const create = statement<[slug: string, name: string, timezone: string], Organisation>(
  'organisations.create',
  `insert into organisation (slug, name, timezone) values ($1, $2, $3) returning ${columns}`,
)

export const list = statement<[], Organisation>(
  'organisations.list',
  `select ${columns} from organisation order by slug`,
)

export const bySlug = statement<[slug: string], Organisation>(
  'organisations.by_slug',
  `select ${columns} from organisation where slug = $1`,
)

export const setIntegrations = statement<[orgId: number, enabled: boolean], Organisation>(
  'organisations.set_integrations',
  `update organisation set integrations_enabled = $2, updated_at = now() where id = $1 returning ${columns}`,
)
