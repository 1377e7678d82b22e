import assert from 'node:assert/strict'
import type pg from 'pg'
import {
  type ClientPrefill,
  defaultSettings,
  type Incident,
  type ProspectMapping,
  type Settings,
} from '../../../src/forms/definition/parts.ts'
import { type FormAtAddress, findPublished, type PublishedForm } from '../../../src/forms/forms/published.sql.ts'
import type { Field, Step } from '../../../src/forms/logic/form.ts'
import type { ApiResponse, Organisation } from '../../harness/harness.ts'

export interface FormParts {
  name?: string
  description?: string
  settings?: Partial<Settings>
  steps?: Step[]
  incident?: Incident
  prospect?: ProspectMapping
  client_prefill?: ClientPrefill
}

/** A field with defaults: its label is its key. */
export const field = (type: Field['type'], key: string, more: Partial<Field> = {}): Field => ({
  type,
  key,
  label: key,
  required: false,
  ...more,
})
export const step = (key: string, fields: Field[], more: Partial<Step> = {}): Step => ({
  key,
  title: key,
  fields,
  routing: [],
  ...more,
})
export const when = (field: string, operator: 'is' | 'not_empty', value?: string | boolean) => ({
  combinator: 'and' as const,
  conditions: [{ field, operator, ...(value !== undefined && { value }) }],
})
/** A form of one step. */
export const oneStep = (...fields: Field[]): Pick<FormParts, 'steps'> => ({ steps: [step('only', fields)] })

/** Forms of an organisation and their submissions. */
export function formsOf(db: pg.Pool, org: Organisation) {
  /** Inserts and publishes a form; with an id it publishes the next version of that form. */
  const publishedForm = async (parts: FormParts = {}, id?: number): Promise<number> => {
    const { name = 'Enquiry', description = '', settings, steps = oneStep(field('text', 'name')).steps } = parts
    const { incident = null, prospect = null, client_prefill = null } = parts
    const content = [name, description, { ...defaultSettings, ...settings }, JSON.stringify(steps)]
    const values = [org.orgId, id ?? null, ...content, incident, prospect, client_prefill]
    const { rows } = await db.query(
      `with f as (
         insert into form (org_id, id, name, description, settings, steps, incident, prospect, client_prefill, published, version, published_at)
         values ($1, coalesce($2, nextval('form_id_seq')), $3, $4, $5, $6, $7, $8, $9, 'on', 1, now())
         on conflict (org_id, id) do update set name = excluded.name, description = excluded.description, settings = excluded.settings,
           steps = excluded.steps, incident = excluded.incident, prospect = excluded.prospect, client_prefill = excluded.client_prefill,
           published = 'on', version = form.version + 1, published_at = excluded.published_at
         returning *)
       insert into form_version (org_id, form_id, version, name, description, settings, steps, incident, prospect, client_prefill)
       select org_id, id, version, name, description, settings, steps, incident, prospect, client_prefill from f returning form_id`,
      values,
    )
    return Number(rows[0].form_id)
  }
  const draft = async (): Promise<number> => {
    const sql = `insert into form (org_id, name, settings, steps) values ($1, 'Draft', $2, '[]') returning id`
    return Number((await db.query(sql, [org.orgId, defaultSettings])).rows[0].id)
  }
  const unpublish = (id: number) =>
    db.query(`update form set published = 'off' where org_id = $1 and id = $2`, [org.orgId, id])
  const send = (id: number, answers: object, more: object = {}, headers?: object): Promise<ApiResponse> =>
    org.post(`/forms/${id}/submissions`, { answers, ...more }, headers)
  /** Submits answers, asserts success, and returns the record. */
  const submit = async (id: number, answers: object, more: object = {}): Promise<any> => {
    const { status, body, text } = await send(id, answers, more)
    assert.equal(status, 201, text)
    return body.data
  }
  const read = async (id: number): Promise<any> => (await org.get(`/form-submissions/${id}`)).body.data
  const change = (id: number, body: unknown, headers?: object): Promise<ApiResponse> =>
    org.patch(`/form-submissions/${id}`, body, headers)
  /** The published form, as the page loads it. */
  const found = async (id: number): Promise<PublishedForm> =>
    (await findPublished.one(db, org.orgId, id)) as FormAtAddress & PublishedForm
  const eventsOf = async (type: string) =>
    (await org.events()).filter((event) => event.type === type).map(({ type: _, ...event }) => event)
  return { org, publishedForm, draft, unpublish, send, submit, read, change, found, eventsOf }
}

const tables = ['form_submission', 'form_submission_change', 'prospect', 'prospect_stage_change', 'event']

/** All stored rows of an organisation's submissions and prospects. */
export async function storedSubmissions(db: pg.Pool, orgId: number): Promise<unknown[]> {
  const one = (table: string) => `select '${table}' as name, to_jsonb(r) as row from ${table} r where org_id = $1`
  return (await db.query(`${tables.map(one).join(' union all ')} order by 1, 2`, [orgId])).rows
}
