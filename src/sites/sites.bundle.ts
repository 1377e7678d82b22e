import { Type } from 'typebox'
import { section } from '../bundle/section.ts'
import { id, visibleText } from '../http/contract/schema.ts'
import { SiteCreate } from './sites.schema.ts'

const people = Type.Optional(Type.Array(id(), { uniqueItems: true, maxItems: 200, default: [] }))
const { participant_ids, support_staff_ids, admin_staff_ids, tags, ...columns } = SiteCreate.properties

/** The rows of a link list, in the order of its ids. */
const linked = (field: string, columns: string) => `
  select b.org_id, b.id as site_id, ${columns}, place
  from bundle_row b cross join lateral jsonb_array_elements_text(b.row -> '${field}') with ordinality e (id, place)
  where b.org_id = $1 and b.list = 'sites'`
const staffOf = (role: string) => linked(`${role}_staff_ids`, `'${role}' as role, e.id::bigint as staff_id`)

const idsOf = (links: string, column: string, condition = '') =>
  `array(select ${column} from ${links} l where l.org_id = $1 and l.site_id = r.id${condition} order by place)`

export const sites = section({
  list: 'sites',
  table: 'site',
  // An omitted list is imported as an empty one, and exported as such.
  fields: {
    ...columns,
    tags: Type.Optional(Type.Array(visibleText(100), { uniqueItems: true, maxItems: 50, default: [] })),
    participant_ids: people,
    support_staff_ids: people,
    admin_staff_ids: people,
  },
  exportFields: {
    participant_ids: idsOf('site_participant', 'client_id'),
    support_staff_ids: idsOf('site_staff', 'staff_id', ` and role = 'support'`),
    admin_staff_ids: idsOf('site_staff', 'staff_id', ` and role = 'admin'`),
  },
  links: { 'participant_ids[]': 'clients', 'support_staff_ids[]': 'staff', 'admin_staff_ids[]': 'staff' },
  children: [
    {
      table: 'site_participant',
      parent: 'site_id',
      key: ['client_id'],
      columns: ['place'],
      rows: linked('participant_ids', 'e.id::bigint as client_id'),
    },
    {
      table: 'site_staff',
      parent: 'site_id',
      key: ['role', 'staff_id'],
      columns: ['place'],
      rows: `${staffOf('support')} union all ${staffOf('admin')}`,
    },
  ],
})
