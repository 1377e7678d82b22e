import { Type } from 'typebox'
import { email, oneOf, optional, text, visibleText } from '../bundle/fields.ts'
import { section } from '../bundle/section.ts'

/** Suppliers stand in the same list, marked, because links to people may point at them. */
export const staff = section({
  list: 'staff',
  table: 'staff',
  fields: {
    first_name: visibleText(100),
    last_name: visibleText(100),
    email: optional(email()),
    phone: optional(text(40)),
    status: Type.Optional(oneOf(['Active', 'Inactive', 'Pending', 'Non-compliant', 'Archived'], { default: 'Active' })),
    supplier: Type.Optional(Type.Boolean({ default: false })),
  },
})
