import { Type } from 'typebox'
import { section } from '../bundle/section.ts'
import { businessFields } from './businesses.schema.ts'

export const businessLocations = section({
  list: 'business_locations',
  table: 'business_location',
  fields: { ...businessFields, address: Type.Optional(businessFields.address) },
  after: async (tx, orgId, { countRemoved }) => {
    // A client that is created in it meanwhile either committed before and is seen, or waits and then finds no location.
    const { rows } = await tx.query(
      `/* bundle.lock_initial_location */
       select b.id from business_location b
       where b.org_id = $1 and b.is_initial and b.updated_at = b.created_at
         and exists (select from bundle_row r where r.org_id = $1 and r.list = 'business_locations')
         and not exists (select from bundle_row r where r.org_id = $1 and r.list = 'business_locations' and r.id = b.id)
       for update`,
      [orgId],
    )
    if (rows.length === 0) return
    const { rowCount } = await tx.query(
      `/* bundle.initial_location */
       delete from business_location b
       where b.org_id = $1 and b.id = $2
         and not exists (select from client c where c.org_id = $1 and c.business_id = b.id)`,
      [orgId, rows[0].id],
    )
    countRemoved(rowCount ?? 0)
  },
})
