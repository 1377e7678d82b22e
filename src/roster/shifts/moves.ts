/** The states of a shift and what may be done in each: the one table that code, documentation and tests go by. */
export const shiftStatuses = ['draft', 'scheduled', 'started', 'completed', 'cancelled'] as const
export type ShiftStatus = (typeof shiftStatuses)[number]

interface Action {
  from: readonly ShiftStatus[]
  /** Where it leads; without one the status stays. Clocking out leads there when nobody is in any more. */
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

const list = (words: readonly string[]) =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** Why an action is refused in a state, as a sentence; undefined when it is allowed. */
export function refusal(name: ActionName, status: ShiftStatus): string | undefined {
  const { from, done } = actions[name]
  if ((from as readonly ShiftStatus[]).includes(status)) return undefined
  if (name === 'clock_in' && status === 'draft') return 'The shift is not published.'
  return `A ${status} shift cannot be ${done}; only a ${list(from)} one can.`
}

/** How deleting a shift ends: what never happened goes, what did is kept out of sight. */
export const deletion = (status: ShiftStatus): 'remove' | 'soft_delete' =>
  refusal('remove', status) === undefined ? 'remove' : 'soft_delete'

/** The table as Markdown, for the API's documentation. */
export const moveTable = [
  '| action | from | to |',
  '|---|---|---|',
  ...Object.entries(actions).map(([name, { from, ...rest }]) => {
    const to = 'to' in rest ? rest.to : 'the same'
    return `| ${name.replace('_', ' ')} | ${from.join(', ')} | ${name === 'clock_out' ? 'completed when the last is out' : to} |`
  }),
].join('\n')
