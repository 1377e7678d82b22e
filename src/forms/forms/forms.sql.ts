import { firstChunkSql } from '../../db/chunk.ts'
import { totalSql } from '../../db/counters.ts'
import { keysetList } from '../../db/list.ts'
import { asIds } from '../../db/shape.ts'
import { statement } from '../../db/statement.ts'
import { type Draft, draftFields } from '../definition/parts.ts'

/** A stored form, with the parts of its URL. */
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
/** A form with the number of its submissions. */
export type CountedForm = FormRow & { submission_count: number }

/** The columns of `form`. */
export const columns = `id, key, (select slug from organisation where organisation.id = form.org_id) as slug, ${draftFields.join(', ')},
  published, version, published_at, created_at, updated_at`

/** The kinds of the counters of a form's submissions. */
const kinds = ['form', 'incident', 'prospect'].map((type) => `'${type}:' || form.id`).join(', ')
const counted = `${totalSql({ list: 'submissions', condition: ` and kind in (${kinds})` })} as submission_count`

export const find = statement<[orgId: number, id: number], CountedForm>(
  'forms.find',
  `select ${columns}, ${counted} from form where org_id = $1 and id = $2`,
)
/** The first forms that have these ids. */
export const findPart = statement<[orgId: number, ids: number[]], CountedForm>(
  'forms.find_part',
  firstChunkSql({
    records: `select ${columns}, ${counted} from form where org_id = $1 and id = any ($2::bigint[])`,
    order: 'id',
    large: ['steps'],
  }),
)

/** Editing, publishing and unpublishing a form take this lock first. */
export const lock = statement<[orgId: number, id: number], CountedForm>(
  'forms.lock',
  `select ${columns}, ${counted} from form where org_id = $1 and id = $2 for no key update`,
)

const json = ['tags', 'settings', 'steps', 'incident', 'prospect', 'client_prefill'] as const
/** The parameters of a draft, in the order of `draftFields`. */
export const valuesOf = (draft: Draft): unknown[] =>
  draftFields.map((field) => {
    const value = draft[field]
    return value !== null && (json as readonly string[]).includes(field) ? JSON.stringify(value) : value
  })

type NewForm = Pick<FormRow, 'id' | 'name' | 'description' | 'published'>
export const insert = statement<[orgId: number, ...values: unknown[]], NewForm>(
  'forms.insert',
  `insert into form (org_id, ${draftFields.join(', ')}) values ($1, ${draftFields.map((_, i) => `$${i + 2}`).join(', ')})
   returning id, name, description, published`,
)
export const update = statement<[orgId: number, id: number, ...values: unknown[]], object>(
  'forms.update',
  `update form set ${draftFields.map((field, i) => `${field} = $${i + 3}`).join(', ')}, updated_at = statement_timestamp()
   where org_id = $1 and id = $2`,
)

/** Gives a form an address that no form has had. One that another form has stays with that form. */
export const addAddress = statement<[orgId: number, id: number, address: string], object>(
  'forms.add_address',
  'insert into form_address (org_id, form_id, address) values ($1, $2, $3) on conflict (org_id, address) do nothing',
)
/** How many addresses a form has had, and whether $3 is one of them. */
export const countAddresses = statement<[orgId: number, id: number, address: string], { count: number; has: boolean }>(
  'forms.count_addresses',
  `select count(*) as count, coalesce(bool_or(address = $3), false) as has from form_address where org_id = $1 and form_id = $2`,
)
/** The forms whose pages are at these addresses. */
export const findAddresses = statement<[orgId: number, addresses: string[]], { address: string; form_id: number }>(
  'forms.find_addresses',
  `select address, form_id from form_address where org_id = $1 and address = any ($2::text[])
   union all select key, id from form where org_id = $1 and key = any ($2::text[])`,
)

/** What a form may name outside of it: the existing staff among the ids, and the organisation's prospect options. */
export interface KnownReferences {
  staff_ids: number[]
  stages: unknown[] | null
  attributes: unknown[] | null
}
export const findReferences = statement<[orgId: number, staffIds: number[]], KnownReferences>(
  'forms.find_references',
  `select array(select id from staff where org_id = $1 and id = any ($2::bigint[]) and not supplier) as staff_ids,
     o.stages, o.attributes
   from (values ($1::bigint)) org (id) left join prospect_options o on o.org_id = org.id`,
)

/** The ids of a page of forms. */
export const formList = keysetList({
  name: 'forms.list',
  table: 'form',
  filters: {
    // Must equal the expression of the index `form_by_name`.
    query: { sql: 'lower(name) like lower(?)' },
    published: { sql: 'published = ?', isInIdOrder: true },
    updated_since: { sql: 'updated_at >= ?' },
  },
  shape: asIds,
})

/** The fields of a form that a version freezes. Tags are only for the organisation's own use, and an address is one of all versions. */
export const frozenFields = draftFields.filter((field) => field !== 'tags' && field !== 'address')
export type Frozen = Omit<Draft, 'tags' | 'address'>

/** The latest version. */
export const latestVersion = statement<[orgId: number, id: number], Frozen>(
  'forms.latest_version',
  `select ${frozenFields.map((field) => `v.${field}`).join(', ')}
   from form f join form_version v on v.org_id = f.org_id and v.form_id = f.id and v.version = f.version
   where f.org_id = $1 and f.id = $2`,
)

/** Opens the form with a new version, which `freeze` then stores. */
export const publish = statement<[orgId: number, id: number, version: number], object>(
  'forms.publish_version',
  `update form set published = 'on', version = $3, published_at = statement_timestamp(), updated_at = statement_timestamp()
   where org_id = $1 and id = $2`,
)
export const freeze = statement<[orgId: number, id: number, by: string], object>(
  'forms.freeze_version',
  `insert into form_version (org_id, form_id, version, ${frozenFields.join(', ')}, by_name, published_at)
   select $1, id, version, ${frozenFields.join(', ')}, $3, published_at from form where org_id = $1 and id = $2`,
)

/** Opens the form again with its latest version, or closes it. */
export const setPublished = statement<[orgId: number, id: number, published: 'on' | 'off'], object>(
  'forms.set_published',
  'update form set published = $3, updated_at = statement_timestamp() where org_id = $1 and id = $2',
)
