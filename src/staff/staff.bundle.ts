import { Type } from 'typebox'
import { section } from '../bundle/section.ts'
import { StaffCreate } from './staff.schema.ts'

/** Suppliers stand in the same list, marked, because links to people may point at them. */
export const staff = section({
  list: 'staff',
  table: 'staff',
  fields: { ...StaffCreate.properties, supplier: Type.Optional(Type.Boolean({ default: false })) },
})
