import { totalSql } from '../../db/counters.ts'
import { firstPart } from '../../db/part.ts'
import { statement } from '../../db/statement.ts'
import type { EventType } from '../../events/catalogue.ts'
import { type Draft, draftFields } from '../edit/draft.ts'

/** A form as it is stored, with what its address is made of. */
export interface FormRow extends Draft {
  id: number
  key: string
  slug: string
  published: 'off' | 'on'
  version: number | null
  published_at: string | null
  created_at: string
  updated_at: string
}
/** With how often it was sent. */
export type CountedForm = FormRow & { submission_count: number }

/** Over `form`. */
export const returned = `id, key, (select slug from organisation where organisation.id = form.org_id) as slug, ${draftFields.join(', ')},
  published, version, published_at, created_at, updated_at`

/** The kinds under which submissions of a form are counted. */
const kinds = ['form', 'incident', 'prospect'].map((type) => `'${type}:' || form.id`).join(', ')
const counted = `${totalSql({ list: 'submissions', condition: ` and kind in (${kinds})` })} as submission_count`

export const find = statement<[orgId: number, id: number], CountedForm>(
  'forms.find',
  `select ${returned}, ${counted} from form where org_id = $1 and id = $2`,
)
/** The first forms that have these ids. */
export const findPart = statement<[orgId: number, ids: number[]], CountedForm>(
  'forms.find_part',
  firstPart({
    records: `select ${returned}, ${counted} from form where org_id = $1 and id = any ($2::bigint[])`,
    order: 'id',
    large: ['steps'],
  }),
)

/** Whoever edits, publishes or unpublishes a form holds it by this. */
export const hold = statement<[orgId: number, id: number], CountedForm>(
  'forms.hold',
  `select ${returned}, ${counted} from form where org_id = $1 and id = $2 for no key update`,
)

const json = ['tags', 'settings', 'steps', 'incident', 'prospect', 'client_prefill'] as const
/** The parameters of what can be edited, in the order of `draftFields`. */
export const valuesOf = (draft: Draft): unknown[] =>
  draftFields.map((field) => {
    const value = draft[field]
    return value !== null && (json as readonly string[]).includes(field) ? JSON.stringify(value) : value
  })

/** Writes a form and its event: $3 are the names of what was set or changed, the draft follows from $4 on. */
const writing = (name: string, type: EventType, write: string) =>
  statement<[orgId: number, connectionId: number, fields: string[], ...values: unknown[]], CountedForm>(
    name,
    `with changed as (${write} returning *),
     recorded as (
       insert into event (org_id, type, subject_id, fields, connection_id)
       select $1, '${type}', id, $3::text[], $2 from changed)
     select ${returned}, ${counted} from changed form`,
  )
const parameters = draftFields.map((_, i) => `$${i + 4}`)

export const insert = writing(
  'forms.insert',
  'form.created',
  `insert into form (org_id, ${draftFields.join(', ')}) values ($1, ${parameters.join(', ')})`,
)
/** The last value is the form's id. */
export const update = writing(
  'forms.update',
  'form.updated',
  `update form set ${draftFields.map((field, i) => `${field} = ${parameters[i]}`).join(', ')}, updated_at = clock_timestamp()
   where org_id = $1 and id = $${draftFields.length + 4}`,
)

/** What a form may name that is not part of it: staff among the ids given, and the organisation's options of prospects. */
export interface Named {
  staff_ids: number[]
  stages: unknown[] | null
  attributes: unknown[] | null
}
export const findNamed = statement<[orgId: number, staffIds: number[]], Named>(
  'forms.find_named',
  `select array(select id from staff where org_id = $1 and id = any ($2::bigint[]) and not supplier) as staff_ids,
     o.stages, o.attributes
   from (values ($1::bigint)) org (id) left join prospect_options o on o.org_id = org.id`,
)
