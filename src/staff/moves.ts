/** Staff status: where each state may go. Every state may also be archived. */
export const staffStatuses = ['Active', 'Inactive', 'Pending', 'Non-compliant', 'Archived'] as const
export type StaffStatus = (typeof staffStatuses)[number]

export const moves: Record<StaffStatus, readonly StaffStatus[]> = {
  Pending: ['Active', 'Archived'],
  Active: ['Inactive', 'Non-compliant', 'Archived'],
  Inactive: ['Active', 'Archived'],
  'Non-compliant': ['Active', 'Archived'],
  Archived: ['Inactive'],
}

/** Why a move is refused, or undefined when it is allowed. Staying put is no move. */
export function refusedMove(from: StaffStatus, to: StaffStatus): string | undefined {
  if (from === to || moves[from].includes(to)) return undefined
  return `status cannot go from ${from} to ${to}; from ${from} it can go to ${moves[from].join(', ')}.`
}
