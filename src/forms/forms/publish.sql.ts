import { statement } from '../../db/statement.ts'
import { type Draft, draftFields } from '../edit/draft.ts'

/** What of a form is frozen; its tags are for those who keep forms, not for those who fill them in. */
export const frozenFields = draftFields.filter((field) => field !== 'tags')
export type Frozen = Omit<Draft, 'tags'>

/** The version that was published last. */
export const latestVersion = statement<[orgId: number, id: number], Frozen>(
  'forms.latest_version',
  `select ${frozenFields.map((field) => `v.${field}`).join(', ')}
   from form f join form_version v on v.org_id = f.org_id and v.form_id = f.id and v.version = f.version
   where f.org_id = $1 and f.id = $2`,
)

type Publish = [orgId: number, connectionId: number, id: number, by: string]
interface Published {
  published: 'on' | 'off'
  version: number | null
}
const recorded = (type: 'form.published' | 'form.unpublished') => `
   recorded as (
     insert into event (org_id, type, subject_id, fields, detail, connection_id)
     select $1, '${type}', id, '{published}', jsonb_build_object('version', version), $2 from changed)
   select published, version from changed`

/** Freezes the form as it stands, as its next version, and opens it. */
export const publishNext = statement<Publish, Published>(
  'forms.publish_next',
  `with changed as (
     update form set published = 'on', version = coalesce(version, 0) + 1, published_at = clock_timestamp(), updated_at = clock_timestamp()
     where org_id = $1 and id = $3 returning *),
   frozen as (
     insert into form_version (org_id, form_id, version, ${frozenFields.join(', ')}, by_name, published_at)
     select org_id, id, version, ${frozenFields.join(', ')}, $4, published_at from changed),${recorded('form.published')}`,
)

const turning = (name: string, published: 'on' | 'off', type: 'form.published' | 'form.unpublished') =>
  statement<[orgId: number, connectionId: number, id: number], Published>(
    name,
    `with changed as (
       update form set published = '${published}', updated_at = clock_timestamp() where org_id = $1 and id = $3 returning *),
     ${recorded(type)}`,
  )
/** Opens the form again at the version it has. */
export const openAgain = turning('forms.open_again', 'on', 'form.published')
export const close = turning('forms.close', 'off', 'form.unpublished')
