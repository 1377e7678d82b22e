import assert from 'node:assert/strict'
import type pg from 'pg'
import type { ApiResponse, Organisation } from '../../harness/harness.ts'

/** A form with two steps, a condition and a rule, without issues. */
export const usualForm = {
  name: 'Incident report',
  steps: [
    {
      title: 'What happened',
      key: 'what',
      fields: [
        { type: 'select', label: 'Kind', key: 'kind', required: true, options: ['Fall', 'Other'] },
        {
          ...{ type: 'text', label: 'Which', key: 'which' },
          visible_when: { conditions: [{ field: 'kind', operator: 'is', value: 'Other' }] },
        },
      ],
      routing: [{ when: { conditions: [{ field: 'kind', operator: 'is', value: 'Fall' }] }, go_to: 'more' }],
      otherwise: 'submit',
    },
    { title: 'More', key: 'more', fields: [{ type: 'number', label: 'How often', key: 'often' }] },
  ],
}

/** Builds forms of an organisation through the API. */
export function builtForms(db: pg.Pool, org: Organisation) {
  const create = async (fields: object = {}): Promise<any> => {
    const { status, body } = await org.post('/forms', { ...usualForm, ...fields })
    assert.equal(status, 201, JSON.stringify(body))
    return body
  }
  const read = async (id: number): Promise<any> => (await org.get(`/forms/${id}`)).body.data
  const edit = (id: number, operations: unknown[], extra: object = {}): Promise<ApiResponse> =>
    org.patch(`/forms/${id}`, { operations, ...extra })
  const edited = async (id: number, ...operations: unknown[]): Promise<any> => {
    const { status, body } = await edit(id, operations)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  /** The errors of operations by path; asserts that nothing was stored. */
  const rejected = async (id: number, ...operations: unknown[]): Promise<Record<string, string[]>> => {
    const before = await stored()
    const { status, body } = await edit(id, operations)
    assert.equal(status, 422, JSON.stringify(body))
    assert.deepEqual(await stored(), before)
    return body.errors
  }
  const publish = (id: number): Promise<ApiResponse> => org.post(`/forms/${id}/publish`)
  const unpublish = (id: number): Promise<ApiResponse> => org.post(`/forms/${id}/unpublish`)
  /** All stored rows of the organisation's forms, and its events. */
  const stored = async (): Promise<unknown[]> => {
    const one = (table: string) => `select '${table}' as name, to_jsonb(r) as row from ${table} r where org_id = $1`
    const all = ['form', 'form_address', 'form_version', 'event'].map(one).join(' union all ')
    return (await db.query(`${all} order by 1, 2`, [org.orgId])).rows
  }
  /** The events of forms, as type, id, fields and detail. */
  const events = async () =>
    (await org.events())
      .filter(({ type }) => type.startsWith('form.'))
      .map(({ type, subject_id, fields, detail }) => [type, subject_id, fields, detail])
  const versions = async (id: number) =>
    (
      await db.query(
        'select version, name, settings, steps, by_name from form_version where org_id = $1 and form_id = $2 order by 1',
        [org.orgId, id],
      )
    ).rows
  return { org, create, read, edit, edited, rejected, publish, unpublish, stored, events, versions }
}
