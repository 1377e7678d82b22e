import type { Access } from '../../access/areas.ts'
import { statement } from '../../db/statement.ts'
import { type Brand, brandColumns } from '../../http/pages/brand.ts'
import type { ProspectStage } from '../../prospects/options/options.ts'
import { recordNames as kinds } from '../catalogue/source.ts'
import type { DateRange, Spec } from '../spec/spec.schema.ts'

/** The organisation of a page, which is found by the slug in its address. */
export interface PageOrganisation extends Brand {
  orgId: number
  timezone: string
  signingKey: Buffer
  integrationsEnabled: boolean
}

export const findOrganisation = statement<[slug: string], PageOrganisation>(
  'reports.page_organisation',
  `select o.id as "orgId", ${brandColumns}, o.timezone, o.signing_key as "signingKey",
          o.integrations_enabled as "integrationsEnabled"
   from organisation o where o.slug = $1`,
)

/** The token of a link, if it is usable. */
export const findUsableToken = statement<[orgId: number, id: number, now: string], { access: Partial<Access> }>(
  'reports.page_token',
  `select access from access_token
   where org_id = $1 and id = $2 and not disabled and revoked_at is null and expires_at > $3`,
)

export interface PageInsight {
  id: number
  name: string
  description: string | null
  spec: Spec
}

export const findPageInsight = statement<[orgId: number, id: number], PageInsight>(
  'reports.page_insight',
  'select id, name, description, spec from insight where org_id = $1 and id = $2',
)

export interface PageCard {
  id: number
  text: string | null
  x: number
  y: number
  w: number
  h: number
  showTitle: boolean
  showDescription: boolean
  insight: PageInsight | null
}
export interface PageDashboard {
  id: number
  name: string
  description: string | null
  settings: { date_range?: DateRange }
  /** In reading order. */
  cards: PageCard[]
}

export const findPageDashboard = statement<[orgId: number, id: number], PageDashboard>(
  'reports.page_dashboard',
  `select d.id, d.name, d.description, d.settings, coalesce((
     select jsonb_agg(jsonb_build_object('id', c.id, 'text', c.text, 'x', c.x, 'y', c.y, 'w', c.w, 'h', c.h,
              'showTitle', c.show_title, 'showDescription', c.show_description, 'insight',
              case when i.id is not null then jsonb_build_object('id', i.id, 'name', i.name,
                'description', i.description, 'spec', i.spec) end) order by c.y, c.x)
     from dashboard_card c left join insight i on i.org_id = $1 and i.id = c.insight_id
     where c.org_id = $1 and c.dashboard_id = d.id), '[]') as cards
   from dashboard d where d.org_id = $1 and d.id = $2`,
)

export const findNames = statement<
  [orgId: number, kinds: number[], ids: number[]],
  { kind: number; id: number; name: string | null }
>(
  'reports.page_names',
  `select k.kind, k.id, case k.kind ${kinds.map((kind, index) => `when ${index} then ${kind.of('k.id')}`).join(' ')} end as name
   from (select distinct kind, id from unnest($2::int[], $3::bigint[]) a (kind, id)) k`,
)

export const findStages = statement<[orgId: number], { stages: ProspectStage[] }>(
  'reports.page_stages',
  'select stages from prospect_options where org_id = $1',
)
