import { list } from '../../db/list.ts'
import { asJson } from '../../db/shape.ts'
import type { Prospect } from './prospects.schema.ts'

export const listProspects = list({
  name: 'prospects.list',
  table: 'prospect',
  counters: 'prospects',
  filters: {
    // To the letter what the index `prospect_by_text` has.
    query: {
      sql: `lower(first_name || ' ' || last_name || E'\\n' || coalesce(email, '') || E'\\n' || coalesce(phone, '') || E'\\n' || coalesce(regexp_replace(phone, '\\D', '', 'g'), '')) like lower(?)`,
    },
    stage: { sql: 'stage = ?', counts: 'status = ?' },
    consultant: { sql: 'consultant = ?', counts: 'kind = ?' },
    source: { sql: 'source = ?' },
    from: { sql: 'date_of_lead >= ?' },
    to: { sql: 'date_of_lead <= ?' },
    updated_since: { sql: 'updated_at >= ?', isIndexed: true },
  },
  shape: asJson<Prospect>(),
})
