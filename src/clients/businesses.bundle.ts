import { visibleText } from '../bundle/fields.ts'
import { section } from '../bundle/section.ts'

export const businessLocations = section({
  list: 'business_locations',
  table: 'business_location',
  fields: { name: visibleText(255) },
})
