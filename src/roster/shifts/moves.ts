/** The statuses of a shift and the actions allowed in each. Code, documentation and tests use this table. */
export const shiftStatuses = ['draft', 'scheduled', 'started', 'completed', 'cancelled'] as const
export type ShiftStatus = (typeof shiftStatuses)[number]

interface Action {
  from: readonly ShiftStatus[]
  /** The new status; without one the status stays, or follows the attendance (`statusOfAttendance`). */
  to?: ShiftStatus | 'deleted' | 'removed'
  /** Where `to` alone does not say it: the status after the action, for the documentation. */
  toText?: string
  /** Those of `from` in which the action is allowed only until the shift's end. */
  untilEnd?: readonly ShiftStatus[]
  done: string
}

export const actions = {
  edit: { from: ['draft', 'scheduled', 'started'], done: 'edited' },
  publish: { from: ['draft'], to: 'scheduled', done: 'published' },
  unpublish: { from: ['scheduled'], to: 'draft', done: 'unpublished' },
  clock_in: {
    from: ['scheduled', 'started', 'completed'],
    untilEnd: ['completed'],
    to: 'started',
    done: 'clocked in to',
  },
  clock_out: { from: ['started'], toText: 'completed when the last is out', done: 'clocked out of' },
  correct_attendance: {
    from: ['scheduled', 'started', 'completed'],
    toText: 'scheduled, started or completed, as if clocked',
    done: 'given clock times',
  },
  cancel: { from: ['draft', 'scheduled'], to: 'cancelled', done: 'cancelled' },
  restore: { from: ['cancelled'], to: 'scheduled', done: 'restored' },
  remove: { from: ['draft', 'scheduled'], to: 'removed', done: 'removed' },
  soft_delete: { from: ['started', 'completed', 'cancelled'], to: 'deleted', done: 'deleted' },
} as const satisfies Record<string, Action>
export type ActionName = keyof typeof actions

/** A list of alternatives as text. */
export const list = (items: readonly string[]) =>
  items.length < 2 ? items.join() : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`

/** Why an action is not allowed in a status, as a message; undefined if it is allowed. */
export function statusError(name: ActionName, status: ShiftStatus, isOver = false): string | undefined {
  const { from, untilEnd = [], done }: Action = actions[name]
  const isLate = isOver && untilEnd.includes(status)
  if (from.includes(status) && !isLate) return undefined
  if ((name === 'clock_in' || name === 'correct_attendance') && status === 'draft') return 'The shift is not published.'
  const others = from.filter((one) => !isLate || !untilEnd.includes(one))
  return `A ${status} shift cannot be ${done}${isLate ? ' after its end' : ''}; only a ${list(others)} one can.`
}

/** The status of a published shift: started while a person is in, completed when all who came have left. */
export function statusOfAttendance(staff: readonly { is_in: boolean; is_out: boolean }[]): ShiftStatus {
  if (staff.some(({ is_in, is_out }) => is_in && !is_out)) return 'started'
  return staff.some(({ is_in }) => is_in) ? 'completed' : 'scheduled'
}

/** How a shift is deleted: one that never happened is removed, others are hidden. */
export const deletion = (status: ShiftStatus): 'remove' | 'soft_delete' =>
  statusError('remove', status) === undefined ? 'remove' : 'soft_delete'

/** The table as Markdown, for the API's documentation. */
export const moveTable = [
  '| action | from | to |',
  '|---|---|---|',
  ...Object.entries<Action>(actions).map(([name, { from, untilEnd = [], to = 'the same', toText = to }]) => {
    const statuses = from.map((status) => (untilEnd.includes(status) ? `${status} until its end` : status))
    return `| ${name.replace('_', ' ')} | ${statuses.join(', ')} | ${toText} |`
  }),
].join('\n')
