import assert from 'node:assert/strict'
import type pg from 'pg'
import type { StoredOptions } from '../../src/prospects/options/options.ts'
import type { ApiResponse, Organisation } from '../harness/harness.ts'

export const usualOptions: StoredOptions = {
  stages: [
    { name: 'New', category: 'open' },
    { name: 'Qualified', category: 'open' },
    { name: 'Signed', category: 'won' },
    { name: 'Moved in', category: 'won' },
    { name: 'Lost', category: 'lost' },
  ],
  sources: ['Website', 'Referral'],
  consultants: ['Ana Li', 'Bo Ng'],
  tags: [],
  attributes: [
    { key: 'pets', label: 'Pets', type: 'text' },
    { key: 'rooms', label: 'Rooms', type: 'number' },
    { key: 'moves_on', label: 'Moves on', type: 'date' },
    { key: 'smoker', label: 'Smoker', type: 'boolean' },
    { key: 'colour', label: 'Colour', type: 'select', options: ['Red', 'Blue'] },
    { key: 'hobbies', label: 'Hobbies', type: 'multiselect', options: ['Chess', 'Golf'] },
    { key: 'constructor', label: 'Papers', type: 'checklist', options: ['Plan', 'Consent'] },
  ],
}

/** Prospects of an organisation. Its options are inserted, so that tests have any they need. */
export function prospectsOf(db: pg.Pool, org: Organisation) {
  const setOptions = async (options: Partial<StoredOptions> = {}) => {
    const { stages, sources, consultants, attributes } = { ...usualOptions, ...options }
    await db.query(
      `insert into prospect_options (org_id, stages, sources, consultants, attributes) values ($1, $2, $3, $4, $5)
       on conflict (org_id) do update set stages = excluded.stages, sources = excluded.sources,
         consultants = excluded.consultants, attributes = excluded.attributes`,
      [org.orgId, ...[stages, sources, consultants, attributes].map((list) => JSON.stringify(list))],
    )
  }
  const create = async (fields: object = {}): Promise<any> => {
    const { status, body } = await org.post('/prospects', { first_name: 'Max', last_name: 'Roe', ...fields })
    assert.equal(status, 201, JSON.stringify(body))
    return body.data
  }
  const client = async (fields: object = {}): Promise<number> => {
    const names = { first_name: 'Joan', last_name: 'Hart', client_type: 'NDIS', business_id: org.businessId }
    return (await org.post('/clients', { ...names, ...fields })).body.data.id
  }
  const read = async (id: number) => (await org.get(`/prospects/${id}`)).body.data
  const change = (id: number, body: unknown, headers?: object): Promise<ApiResponse> =>
    org.patch(`/prospects/${id}`, body, headers)
  const convert = (id: number, body: object = {}, headers?: object): Promise<ApiResponse> =>
    org.post(`/prospects/${id}/convert`, { client_type: 'HCP', business_id: org.businessId, ...body }, headers)
  const history = async (id: number) =>
    (await org.get(`/prospects/${id}/stage-history`)).body.data.map(({ stage }: { stage: string }) => stage)
  /** The events of the organisation. */
  const events = async () =>
    (await org.events()).map(({ type, subject_id, fields, detail }) => [type, subject_id, fields, detail])
  /** The events of one type, as subject, fields and detail. */
  const eventsOf = async (wanted: string) =>
    (await events()).filter(([type]) => type === wanted).map(([, subject, fields, detail]) => [subject, fields, detail])
  return { org, setOptions, create, client, read, change, convert, history, events, eventsOf }
}

const tables = ['prospect', 'prospect_note', 'prospect_stage_change', 'prospect_tag', 'client', 'event']

/** All stored rows of an organisation's prospects and clients, and its events. */
export async function storedProspects(db: pg.Pool, orgId: number): Promise<unknown[]> {
  const one = (table: string) => `select '${table}' as name, to_jsonb(r) as row from ${table} r where org_id = $1`
  return (await db.query(`${tables.map(one).join(' union all ')} order by 1, 2`, [orgId])).rows
}
