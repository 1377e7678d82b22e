/** The statuses of a shift and the actions allowed in each. Code, documentation and tests use this table. */
export const shiftStatuses = ['draft', 'scheduled', 'started', 'completed', 'cancelled'] as const
export type ShiftStatus = (typeof shiftStatuses)[number]

interface Action {
  from: readonly ShiftStatus[]
  /** The new status; without one the status stays. Clocking out completes the shift when the last person is out. */
  to?: ShiftStatus | 'deleted' | 'removed'
  done: string
}

export const actions = {
  edit: { from: ['draft', 'scheduled', 'started'], done: 'edited' },
  publish: { from: ['draft'], to: 'scheduled', done: 'published' },
  unpublish: { from: ['scheduled'], to: 'draft', done: 'unpublished' },
  clock_in: { from: ['scheduled', 'started'], to: 'started', done: 'clocked in to' },
  clock_out: { from: ['started'], to: 'completed', done: 'clocked out of' },
  cancel: { from: ['draft', 'scheduled'], to: 'cancelled', done: 'cancelled' },
  restore: { from: ['cancelled'], to: 'scheduled', done: 'restored' },
  remove: { from: ['draft', 'scheduled'], to: 'removed', done: 'removed' },
  soft_delete: { from: ['started', 'completed', 'cancelled'], to: 'deleted', done: 'deleted' },
} as const satisfies Record<string, Action>
export type ActionName = keyof typeof actions

const list = (items: readonly string[]) =>
  items.length < 2 ? items.join() : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`

/** Why an action is not allowed in a status, as a message; undefined if it is allowed. */
export function statusError(name: ActionName, status: ShiftStatus): string | undefined {
  const { from, done } = actions[name]
  if ((from as readonly ShiftStatus[]).includes(status)) return undefined
  if (name === 'clock_in' && status === 'draft') return 'The shift is not published.'
  return `A ${status} shift cannot be ${done}; only a ${list(from)} one can.`
}

/** How a shift is deleted: one that never happened is removed, others are hidden. */
export const deletion = (status: ShiftStatus): 'remove' | 'soft_delete' =>
  statusError('remove', status) === undefined ? 'remove' : 'soft_delete'

/** The table as Markdown, for the API's documentation. */
export const moveTable = [
  '| action | from | to |',
  '|---|---|---|',
  ...Object.entries(actions).map(([name, { from, ...rest }]) => {
    const to = 'to' in rest ? rest.to : 'the same'
    return `| ${name.replace('_', ' ')} | ${from.join(', ')} | ${name === 'clock_out' ? 'completed when the last is out' : to} |`
  }),
].join('\n')
