import { list } from '../../db/list.ts'
import { asIds } from '../../db/shape.ts'

/** The ids of a page of forms. */
export const listForms = list({
  name: 'forms.list',
  table: 'form',
  filters: {
    // To the letter what the index `form_by_name` has.
    query: { sql: 'lower(name) like lower(?)' },
    published: { sql: 'published = ?' },
    updated_since: { sql: 'updated_at >= ?' },
  },
  shape: asIds,
})
