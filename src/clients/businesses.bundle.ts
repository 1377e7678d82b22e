import { section } from '../bundle/section.ts'
import { visibleText } from '../http/contract/schema.ts'

export const businessLocations = section({
  list: 'business_locations',
  table: 'business_location',
  fields: { name: visibleText(255) },
})
