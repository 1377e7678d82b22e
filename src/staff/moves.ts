/** The statuses of staff and the allowed moves between them. */
export const staffStatuses = ['Active', 'Inactive', 'Pending', 'Non-compliant', 'Archived'] as const
export type StaffStatus = (typeof staffStatuses)[number]

export const moves: Record<StaffStatus, readonly StaffStatus[]> = {
  Pending: ['Active', 'Archived'],
  Active: ['Inactive', 'Non-compliant', 'Archived'],
  Inactive: ['Active', 'Archived'],
  'Non-compliant': ['Active', 'Archived'],
  Archived: ['Inactive'],
}

/** The error message of a move that is not allowed. The current status is always allowed. */
export function moveError(from: StaffStatus, to: StaffStatus): string | undefined {
  if (from === to || moves[from].includes(to)) return undefined
  return `status cannot go from ${from} to ${to}; from ${from} it can go to ${moves[from].join(', ')}.`
}
