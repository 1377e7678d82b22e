import { clientTypes } from '../../clients/funding.ts'
import { shiftStatuses } from '../../roster/shifts/moves.ts'
import { shiftTypes } from '../../roster/shifts/shifts.schema.ts'
import { amount, clientName, distinct, records, type Source, siteName, staffName } from './source.ts'

const shift = ['shift']

/**
 * One row for each pair of a client and a staff member, as in GET /appointments, without deleted ones. Includes drafts
 * and cancelled appointments, unless a filter on `status` excludes them. Hours are elapsed time, also across clock
 * changes.
 */
export const appointments: Source = {
  label: 'Appointments',
  area: 'roster',
  rows: 'appointment r',
  where: 'r.org_id = $1 and r.is_deleted = 0',
  joins: {
    shift: 'join shift s on s.org_id = $1 and s.id = r.shift_id',
    client: 'left join client c on c.org_id = $1 and c.id = r.client_id',
  },
  dated: 'start',
  metrics: {
    records: records('Appointments'),
    hours: amount('Hours', 'extract(epoch from r.ends_at - r.starts_at)', { divisor: 3600, style: 'hours' }),
    clients: distinct('Clients', 'r.client_id'),
    staff: distinct('Staff', 'r.employee_id'),
  },
  fields: {
    status: { label: 'Status', type: 'choice', sql: 's.status', values: shiftStatuses, joins: shift },
    type: { label: 'Type', type: 'choice', sql: 's.type', values: shiftTypes, joins: shift },
    client_id: { label: 'Client', type: 'record', sql: 'r.client_id', name: clientName, nullable: true },
    client_type: {
      ...{ label: 'Client type', type: 'choice', sql: 'c.client_type', values: clientTypes },
      ...{ nullable: true, joins: ['client'], area: 'clients' },
    },
    employee_id: { label: 'Staff member', type: 'record', sql: 'r.employee_id', name: staffName, nullable: true },
    site: { label: 'Site', type: 'record', sql: 's.site_id', name: siteName, nullable: true, joins: shift },
    appointment_title: { label: 'Title', type: 'text', sql: 'r.appointment_title' },
    hours: {
      ...{ label: 'Hours', type: 'number', sql: 'extract(epoch from r.ends_at - r.starts_at)' },
      ...{ divisor: 3600, ungrouped: true },
    },
    start: { label: 'Start', type: 'date', sql: 'r.starts', kind: 'local', dayNumber: 'r.start_day' },
  },
}
