import type pg from 'pg'
import { people } from '../roster/shifts.ts'
import { emptyOrganisation, exportedBundle, importTo, type Row, withoutTimestamps } from './bundles.ts'

/** Bundles with tasks and billables. */
const code = (id: number, name: string, fields: object = {}) => ({
  ...{ id, code: `04_${id}`, name, unit: 'hour', price: 70.25, funding_type: null as string | null },
  ...{ claim_types: [] as string[], effective_from: null, effective_to: null },
  ...fields,
})
export const base = {
  ...people,
  price_codes: [
    ...people.price_codes,
    code(12, 'Report', { unit: 'each', price: 180 }),
    code(13, 'Travel only', { claim_types: ['Travel', 'Telehealth'] }),
  ],
}

/** A task with only the required fields. */
export const task = (fields: object = {}): Record<string, unknown> => ({
  ...{ id: 1, title: 'Plan review', date: '2026-11-20' },
  ...fields,
})
export const weekly = { every: 1, unit: 'Week', on_days: ['Fri'] }

const noId: number | null = null
const noRecurrence: object | null = null

/** Tasks and billables with every field, as exported. */
export const completeBundle = {
  ...base,
  task_series: [
    {
      ...{ id: 4, recurrence: weekly, starts_on: '2026-11-20', next_on: '2026-12-04', title: 'Plan review' },
      ...{ client_id: 7, assignee_id: 31, minutes: 60, billable: true, price_code: 11 },
    },
    {
      ...{ id: 6, recurrence: { every: 2, unit: 'Month', month_on_the: 'First Monday', ends_after: 3 } },
      ...{ starts_on: '2026-01-05', next_on: null, title: 'Audit', client_id: noId, assignee_id: noId },
      ...{ minutes: 0, billable: false, price_code: noId },
    },
  ],
  tasks: [
    {
      ...{ id: 50, title: 'Plan review', date: '2026-11-20', client_id: 7, assignee_id: 31, minutes: 60 },
      ...{ price_code: 11, billable: true, completed: true },
      charges: [
        {
          ...{ id: 12, name: 'Self-care weekday', price_code: 11, minutes: 60, total_cost: 67.56 },
          ...{ claim_type: 'Standard', primary: true },
        },
        { id: 13, name: 'Report', price_code: 12, minutes: 0, total_cost: 180, claim_type: 'Travel', primary: false },
        { id: 14, name: 'Extra', price_code: 12, minutes: 5, total_cost: 0.5, claim_type: 'Standard', primary: false },
      ],
      notes: [
        { id: 1, type: 'General', notes: 'Call first', created_at: '2026-11-01 10:00:00' },
        { id: 2, type: 'Phone', notes: 'Called', created_at: '2026-11-02 10:00:00' },
      ],
      documents: [{ id: 1, name: 'plan.pdf', created_at: '2026-11-01 10:00:00' }],
      ...{ recurrence: weekly as object | null, series_id: 4 as number | null },
    },
    {
      ...{ id: 51, title: 'Quote', date: '2026-11-21', client_id: noId, assignee_id: noId, minutes: 0 },
      ...{ price_code: noId, billable: false, completed: false, charges: [], notes: [], documents: [] },
      ...{ recurrence: noRecurrence, series_id: noId },
    },
  ],
  billables: [
    {
      ...{ id: 90, task_id: 50, charge_id: 12, status: 'invoiced', invoice_number: 'INV-1', total_cost: 67.56 },
      at: '2026-11-21 09:00:00',
    },
    {
      ...{ id: 91, task_id: 50, charge_id: 13, status: 'pending', invoice_number: null, total_cost: 180 },
      at: '2026-11-21 09:00:00',
    },
    {
      ...{ id: 92, task_id: 50, charge_id: 12, status: 'void', invoice_number: 'INV-0', total_cost: 60 },
      ...{ at: '2026-11-20 09:00:00', date: '2026-11-19', name: 'Self-care', minutes: 55, client_id: null },
      ...{ claim_type: 'Cancellation', price_code: 12, void_reason: 'Wrong day' },
    },
    {
      ...{ id: 93, task_id: null, charge_id: null, status: 'void', invoice_number: null, total_cost: 10 },
      ...{ at: '2026-11-20 09:00:00', date: '2026-11-19', name: 'Gone', minutes: 55, client_id: 8 },
      ...{ claim_type: 'Standard', price_code: 12 },
    },
    {
      ...{ id: 94, task_id: 51, charge_id: null, status: 'void', invoice_number: 'INV-0', total_cost: 10 },
      ...{ at: '2026-11-20 09:00:00', name: 'Gone', minutes: 55, claim_type: 'Standard', price_code: 12 },
    },
  ],
}

/** A completed task with two charges, and its billables. */
export const charges = [
  { id: 12, price_code: 11, primary: true },
  { id: 13, price_code: 12, name: 'Report' },
]
export const completedTask = (fields: object = {}) =>
  task({ client_id: 7, minutes: 60, billable: true, completed: true, charges, ...fields })
export const pending = { id: 90, task_id: 1, charge_id: 12, status: 'pending' }
export const invoiced = { ...pending, status: 'invoiced', invoice_number: 'INV-1' }

export const billedBundles = (pool: pg.Pool) => ({
  billablesOf: async (orgId: number): Promise<Row[]> =>
    (await exportedBundle(pool, orgId)).billables.map(withoutTimestamps),
  /** An organisation with that task and these billables. */
  async withBillables(...billables: object[]): Promise<number> {
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, { ...base, tasks: [completedTask()], billables })
    return orgId
  },
})
