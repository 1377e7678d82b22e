/** The states of a billable and what may be done in each: the one table that code, documentation and tests go by. */
export const billableStatuses = ['pending', 'invoiced', 'void'] as const
export type BillableStatus = (typeof billableStatuses)[number]

export const moves = {
  bill: { from: 'pending', to: 'invoiced' },
  void: { from: 'invoiced', to: 'void' },
} as const satisfies Record<string, { from: BillableStatus; to: BillableStatus }>
