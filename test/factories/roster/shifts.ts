/** An organisation with a roster as a bundle, for tests. */
const person = (id: number, first_name: string) => ({ id, first_name, last_name: 'Li', status: 'Active' })
const client = (id: number, first_name: string) => ({
  ...{ id, first_name, last_name: 'Hart', client_type: 'NDIS', business_id: 1 },
})

export const people = {
  organisation: { name: 'Acme Care', timezone: 'Australia/Sydney' },
  business_locations: [{ id: 1, name: 'Sydney' }],
  staff: [person(31, 'Ana'), person(32, 'Bo')],
  clients: [client(7, 'Joan'), client(8, 'Max'), client(9, 'Ida')],
  sites: [
    {
      ...{ id: 3, name: 'Banksia House', type: 'SIL', status: 'Active', address: '1 Gum St', client_capacity: 4 },
      ...{ manager: 'Ana Li', tags: ['respite'], participant_ids: [8, 7], support_staff_ids: [32, 31] },
      admin_staff_ids: [31],
    },
  ],
  price_codes: [
    {
      ...{ id: 11, code: '01_011_0107_1_1', name: 'Self-care weekday', unit: 'hour', price: 67.56 },
      ...{ funding_type: 'NDIS', claim_types: ['Standard', 'Cancellation'] },
      ...{ effective_from: '2026-07-01', effective_to: null },
    },
  ],
  shift_series: [
    {
      id: 5,
      recurrence: { every: 1, unit: 'Week', on_days: ['Mon'], ends_on: '2026-12-31' },
      ...{ starts_on: '2026-11-16', next_on: '2026-11-30' },
    },
  ],
}

/** One client, one staff member, two hours in the morning. */
export const shift = (fields: object = {}): Record<string, unknown> => ({
  ...{ id: 1, title: 'Visit', start: '2026-11-16 09:00:00', end: '2026-11-16 11:00:00' },
  ...{ client_ids: [7], staff_ids: [31] },
  ...fields,
})

const note = { staff_id: 31, notes: 'All well', created_at: '2026-11-16 11:05:00' }
const times = { start: '2026-11-16 09:00:00', end: '2026-11-16 11:00:00' }
const site_id: number | null = null

/** Shifts with every field, as an export has them. */
export const whole = {
  ...people,
  shifts: [
    {
      ...{ id: 101, type: 'single', title: 'Morning visit', ...times, address: '1 Gum St' },
      ...{ client_ids: [7], staff_ids: [31], site_id, series_id: 5, is_draft: false, deleted: false },
      services: [{ staff_id: 31, service: 'Personal care' }],
      segments: [
        {
          ...{ id: 201, ...times, service: 'Personal care', staff_ids: [31] },
          shift_notes: [{ id: 303, ...note }],
        },
      ],
      appointments: [{ id: 880, client_id: 7, employee_id: 31 }],
      attendance: [{ staff_id: 31, check_in: '2026-11-16 08:58:30', check_out: null }],
      cancellation: null,
      funding: [{ client_id: 7, funding_type: 'NDIS', price_code: 11, claim_type: 'Standard' }],
      client_charge_split: [],
      notes: [
        { id: 301, ...note },
        { id: 302, ...note, staff_id: null },
      ],
      occurrence_on: '2026-11-16',
    },
    {
      ...{ id: 102, type: 'group', title: 'Outing', start: '2026-11-17 22:00:00', end: '2026-11-18 06:00:00' },
      ...{ address: null, client_ids: [8, 7], staff_ids: [32, 31], site_id, series_id: 5 },
      ...{ is_draft: true, deleted: false, services: [{ staff_id: null, service: 'Company' }], segments: [] },
      appointments: [
        { id: 881, client_id: 8, employee_id: 32 },
        { id: 882, client_id: 7, employee_id: null },
      ],
      attendance: [
        { staff_id: 32, check_in: null, check_out: null },
        { staff_id: 31, check_in: null, check_out: null },
      ],
      ...{ cancellation: null, funding: [] },
      client_charge_split: [
        { client_id: 8, share: 0.7 },
        { client_id: 7, share: 0.3 },
      ],
      ...{ notes: [], occurrence_on: null, edited_alone: true, overridden: ['staff_overlap', 'site_full'] },
    },
    {
      ...{ id: 103, type: 'site', title: 'Night', start: '2026-11-18 20:00:00', end: '2026-11-19 08:00:00' },
      ...{ address: null, client_ids: [], staff_ids: [32], site_id: 3, series_id: null, is_draft: false },
      ...{ deleted: true, services: [], segments: [], appointments: [{ id: 885, client_id: null, employee_id: 32 }] },
      attendance: [{ staff_id: 32, check_in: null, check_out: null, corrected: true }],
      cancellation: {
        ...{ cancelled_at: '2026-11-17T03:04:05.000600Z', cancelled_by: 'provider', reason: 'No need' },
        ...{ note: 'Told by phone', short_notice: true, charge_client: false },
      },
      ...{ funding: [], client_charge_split: [], notes: [] },
    },
  ],
}
