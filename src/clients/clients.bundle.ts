import { section } from '../bundle/section.ts'
import { ClientCreate } from './clients.schema.ts'

export const clients = section({
  list: 'clients',
  table: 'client',
  fields: ClientCreate.properties,
  links: { business_id: 'business_locations' },
})
