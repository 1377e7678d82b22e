import { Type } from 'typebox'
import { section } from '../bundle/section.ts'
import { businessFields } from './businesses.schema.ts'

export const businessLocations = section({
  list: 'business_locations',
  table: 'business_location',
  fields: { ...businessFields, address: Type.Optional(businessFields.address) },
  after: async (tx, orgId, { countRemoved }) => {
    const { rowCount } = await tx.query(
      `/* bundle.initial_location */
       delete from business_location b
       where b.org_id = $1 and b.is_initial and b.updated_at = b.created_at
         and exists (select from bundle_row r where r.org_id = $1 and r.list = 'business_locations')
         and not exists (select from bundle_row r where r.org_id = $1 and r.list = 'business_locations' and r.id = b.id)
         and not exists (select from client c where c.org_id = $1 and c.business_id = b.id)`,
      [orgId],
    )
    countRemoved(rowCount ?? 0)
  },
})
