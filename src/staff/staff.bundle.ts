import { Type } from 'typebox'
import { section } from '../bundle/section.ts'
import { StaffCreate } from './staff.schema.ts'

/** The list includes suppliers, with a flag, because links to staff may point to them. */
export const staff = section({
  list: 'staff',
  table: 'staff',
  fields: { ...StaffCreate.properties, supplier: Type.Optional(Type.Boolean({ default: false })) },
})
