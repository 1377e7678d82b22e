import type { StageCategory } from '../../prospects/options/options.ts'
import type { Tone } from '../logic/view.ts'

/** What each status means. This table decides the colour of a status on every chart; its position never does. */
export const statusTones: Readonly<Record<string, Tone>> = {
  // Shifts.
  ...{ draft: 'inactive', scheduled: 'planned', started: 'underway', completed: 'good', cancelled: 'bad' },
  // Form submissions.
  ...{ Submitted: 'waiting', 'In review': 'underway', Approved: 'good', 'Changes requested': 'attention' },
  ...{ Closed: 'ended', Archived: 'inactive' },
  // Clients and staff.
  ...{ Active: 'good', Pending: 'waiting', 'Non-compliant': 'bad', Inactive: 'ended' },
  // Charges.
  ...{ pending: 'waiting', invoiced: 'good' },
}

/** Open stages differ by their order only. */
export const stageTones: Readonly<Partial<Record<StageCategory, Tone>>> = { won: 'good', lost: 'bad' }
