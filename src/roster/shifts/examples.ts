const ana = { id: 101, name: 'Ana Li' }
const joan = { id: 2001, name: 'Joan Hart' }

export const noteExample = {
  id: 12,
  staff: ana,
  notes: 'Joan walked to the corner shop and back.',
  created_at: '2026-11-16 10:52:00',
}

/** One shift for all examples of the roster. */
export const shiftExample = {
  ref: 'a:801',
  type: 'single',
  status: 'scheduled',
  title: 'Morning visit',
  start: '2026-11-16 09:00:00',
  end: '2026-11-16 11:00:00',
  timezone: 'Australia/Sydney',
  start_at: '2026-11-15T22:00:00.000000Z',
  end_at: '2026-11-16T00:00:00.000000Z',
  minutes: 120,
  address: '1 Gum St, Ryde NSW 2112',
  is_draft: false,
  clients: [joan],
  staff: [ana],
  services: [{ staff: ana.name, service: 'Personal care' }],
  segments: [],
  shift_notes: [],
  attendance: [{ staff: ana, check_in: null, check_out: null }],
  cancellation: null,
  recurrence: { series_id: 5, every: 1, unit: 'Week', on_days: ['Mon'], ends_on: '2026-12-31' },
  funding: [{ client: joan, funding_type: 'NDIS' }],
  created_at: '2026-10-28T05:12:33.914220Z',
  updated_at: '2026-10-28T05:12:33.914220Z',
} as const

export const conflictExample = {
  code: 'staff_overlap',
  severity: 'block',
  staff: ana,
  ref: 'a:874',
  start: '2026-11-16 08:00:00',
  end: '2026-11-16 09:30:00',
  message: 'Ana Li is already on a:874 from 2026-11-16 08:00:00 to 2026-11-16 09:30:00.',
} as const
