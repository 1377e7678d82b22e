import type pg from 'pg'
import type { Organisation } from '../../harness/harness.ts'

export const counting = { source: 'clients', metric: 'records::count', visualization: 'metric' }

/** Inserts rows that come from an import or from other endpoints. */
export const reportRows = (db: pg.Pool) => ({
  space: async (org: Organisation, name: string, subfolders: { id: string; name: string }[] = []): Promise<number> =>
    (
      await db.query('insert into space (org_id, name, subfolders) values ($1, $2, $3) returning id', [
        ...[org.orgId, name, JSON.stringify(subfolders)],
      ])
    ).rows[0].id,

  dashboard: async (org: Organisation, { name = 'Board', auto_layout = false, isProtected = false } = {}) =>
    (
      await db.query(`insert into dashboard (org_id, name, settings, protected) values ($1, $2, $3, $4) returning id`, [
        org.orgId,
        name,
        { auto_layout },
        isProtected,
      ])
    ).rows[0].id as number,

  /** A card with an insight, or with a text if that is null, six columns wide and four rows high. */
  card: async (org: Organisation, dashboard: number, insight: number | null, y: number, locked = false) =>
    (
      await db.query(
        `insert into dashboard_card (org_id, dashboard_id, type, insight_id, text, x, y, w, h, locked)
         values ($1, $2, $3, $4, $5, 0, $6, 6, 4, $7) returning id`,
        [
          org.orgId,
          dashboard,
          insight === null ? 'text' : 'insight',
          insight,
          insight === null ? 'Hi' : null,
          y,
          locked,
        ],
      )
    ).rows[0].id as number,

  cards: async (org: Organisation, dashboard: number): Promise<{ id: number; y: number }[]> =>
    (
      await db.query('select id, y from dashboard_card where org_id = $1 and dashboard_id = $2 order by y', [
        ...[org.orgId, dashboard],
      ])
    ).rows,

  /** A record of each kind that filters name, all called Ana Li; returns their ids by table. */
  everyKind: async (org: Organisation): Promise<Record<string, number>> =>
    (
      await db.query(
        `with business_location as (insert into business_location (org_id, name) values ($1, 'Ana Li') returning id),
              client as (insert into client (org_id, first_name, last_name, client_type, business_id)
                select $1, 'Ana', 'Li', 'NDIS', id from business_location returning id),
              staff as (insert into staff (org_id, first_name, last_name, status) values ($1, 'Ana', 'Li', 'Active') returning id),
              site as (insert into site (org_id, name) values ($1, 'Ana Li') returning id),
              form as (insert into form (org_id, name, settings, steps) values ($1, 'Ana Li', '{}', '[]') returning id)
         select client.id as client, staff.id as staff, site.id as site, business_location.id as business_location, form.id as form
         from client, staff, site, business_location, form`,
        [org.orgId],
      )
    ).rows[0],

  protect: (org: Organisation, insight: number) =>
    db.query('update insight set protected = true where org_id = $1 and id = $2', [org.orgId, insight]),
})

/** Creates an insight and returns its id. */
export async function insightOf(org: Organisation, body: object = {}): Promise<number> {
  return (await org.post('/reports/insights', { name: 'Clients', spec: counting, ...body })).body.created
}
