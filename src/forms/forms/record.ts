import { buildSettings } from '../definition/builder-parts.ts'
import { issuesOf } from '../definition/issues.ts'
import type { CountedForm, FormRow } from './forms.sql.ts'

/** The URL of a form's page; null until its first publication. */
export const urlOf = (
  { slug, key, address, version }: Pick<FormRow, 'slug' | 'key' | 'address' | 'version'>,
  origin: string,
) => (version === null ? null : `${origin}/f/${slug}/${address ?? key}`)

/** The form as the API returns it. */
export const formRecord = (row: CountedForm, origin: string) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  tags: row.tags,
  published: row.published,
  url: urlOf(row, origin),
  address: row.address,
  version: row.version,
  published_at: row.published_at,
  settings: buildSettings({}, row.settings),
  steps: row.steps,
  incident: row.incident,
  prospect: row.prospect,
  client_prefill: row.client_prefill,
  issues: issuesOf(row),
  submission_count: row.submission_count,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
