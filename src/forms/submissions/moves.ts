/** The statuses of a submission and the moves between them. Every status can be archived; Archived is final. */
export const submissionStatuses = [
  ...(['Submitted', 'In review', 'Approved', 'Changes requested', 'Closed', 'Archived'] as const),
] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]

export const moves: Record<SubmissionStatus, readonly SubmissionStatus[]> = {
  Submitted: ['In review', 'Archived'],
  'In review': ['Approved', 'Changes requested', 'Archived'],
  Approved: ['Closed', 'Archived'],
  'Changes requested': ['Closed', 'Archived'],
  Closed: ['Archived'],
  Archived: [],
}

/** The table as text, for the specification. */
export const movesText = submissionStatuses
  .filter((from) => moves[from].length > 0)
  .map((from) => `${from} → ${moves[from].join(' or ')}`)
  .join('; ')

/** The error message for a move, or undefined if it is allowed. The same status is no move. */
export function moveError(from: SubmissionStatus, to: SubmissionStatus): string | undefined {
  if (from === to || moves[from].includes(to)) return undefined
  const allowed = moves[from].length > 0 ? `from ${from} it can go to ${moves[from].join(', ')}` : `${from} is the end`
  return `status cannot go from ${from} to ${to}; ${allowed}.`
}
