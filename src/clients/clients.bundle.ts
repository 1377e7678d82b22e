import { Type } from 'typebox'
import { email, id, oneOf, optional, text, visibleText } from '../bundle/fields.ts'
import { section } from '../bundle/section.ts'

export const clients = section({
  list: 'clients',
  table: 'client',
  fields: {
    first_name: visibleText(100),
    last_name: visibleText(100),
    client_type: oneOf(['HCP', 'SaH', 'THCP', 'GHCP', 'NDIS', 'Private']),
    business_id: id(),
    language: Type.Optional(text(100, { default: 'English' })),
    address: optional(text(500)),
    primary_contact_email: optional(email()),
    primary_contact_number: optional(text(40)),
    status: Type.Optional(oneOf(['Active', 'Archived'], { default: 'Active' })),
  },
  links: { business_id: 'business_locations' },
})
