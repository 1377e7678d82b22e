/** One task for all examples of tasks, their charges and billing. */
export const chargeExample = {
  id: 12,
  name: 'Self-care weekday',
  price_code: 11,
  minutes: 60,
  total_cost: 67.56,
  claim_type: 'Standard',
  primary: true,
}
export const noteExample = { id: 1, type: 'General', notes: 'Call first.', created_at: '2026-11-01 10:00:00' }
export const documentExample = { id: 1, name: 'plan.pdf', created_at: '2026-11-01 10:05:00' }

export const taskExample = {
  id: 50,
  title: 'Plan review',
  date: '2026-11-20',
  client: { id: 2001, name: 'Joan Hart' },
  assignee: { id: 101, name: 'Ana Li' },
  minutes: 60,
  price_code: 11,
  charge: 'Self-care weekday',
  billable: true,
  completed: false,
  can_edit: true,
  charges: [chargeExample],
  notes: [noteExample],
  documents: [documentExample],
}
