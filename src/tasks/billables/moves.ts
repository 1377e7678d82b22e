/** The states of a billable and the moves between them: the table that code, documentation and tests share. */
export const billableStatuses = ['pending', 'invoiced', 'void'] as const
export type BillableStatus = (typeof billableStatuses)[number]

export const moves = {
  bill: { from: 'pending', to: 'invoiced' },
  void: { from: 'invoiced', to: 'void' },
} as const satisfies Record<string, { from: BillableStatus; to: BillableStatus }>
export type MoveName = keyof typeof moves

/** The columns that decide whether a billable can move. */
export interface BillableState {
  id: number
  status: BillableStatus
  invoice_number: string | null
}

/** Why a billable cannot make a move, as a sentence; undefined when it can. */
export function moveError(name: MoveName, { id, status, invoice_number }: BillableState): string | undefined {
  const { from, to } = moves[name]
  if (status === from) return undefined
  if (status === 'invoiced') return `Billable ${id} is already invoiced on ${invoice_number}.`
  return status === to || name === 'bill'
    ? `Billable ${id} is ${status}.`
    : `Billable ${id} is ${status}; only what is ${from} can become ${to}.`
}

/** The table as Markdown, for the API's documentation. */
export const moveTable = [
  '| action | from | to |',
  '|---|---|---|',
  ...Object.entries(moves).map(([name, { from, to }]) => `| ${name} | ${from} | ${to} |`),
].join('\n')
