import type { FixtureContext } from './naming.ts'

/** Tasks with their charges and billables. */
export function tasksFixture({ marker, id, day }: FixtureContext) {
  const charge = (n: number, primary = true) => ({
    ...{
      id: id(n),
      name: `Charge ${marker}`,
      price_code: id(11),
      minutes: 60,
      total_cost: 67.56,
      claim_type: 'Standard',
      primary,
    },
  })
  const task = (n: number, more: object = {}) => ({
    ...{
      id: id(n),
      title: `Task ${marker}`,
      date: day(n),
      client_id: id(2001),
      assignee_id: id(101),
      minutes: 60,
      ...more,
    },
  })
  return {
    tasks: [
      task(50, {
        ...{ charges: [charge(120), charge(121, false)], billable: true },
        notes: [{ id: id(320), type: 'General', notes: `Call ${marker}`, created_at: '2026-11-01 10:00:00' }],
        documents: [{ id: id(330), name: `${marker}.pdf`, created_at: '2026-11-01 10:00:00' }],
      }),
      task(51, { recurrence: { every: 1, unit: 'Week', on_days: ['Mon'], ends_after: 1 }, date: '2026-11-30' }),
      ...[49, 52, 53].map((n) => task(n)),
      task(54, { charges: [charge(122), charge(123, false)] }),
      task(55, { charges: [charge(124), charge(125, false)] }),
      task(56, { charges: [charge(126)] }),
      ...[57, 58, 59].map((n) => task(n, { charges: [charge(70 + n)], billable: true, completed: true })),
    ],
    billables: [
      { id: id(90), task_id: id(58), charge_id: id(128), status: 'pending' },
      { id: id(91), task_id: id(59), charge_id: id(129), status: 'invoiced', invoice_number: `INV-${marker}` },
    ],
  }
}
