import { table } from '../../bench/report.ts'
import type { Campaign } from './campaign.ts'

const count = (n: number) => n.toLocaleString('en')

/** What a run did, for whoever waits for it. */
export function summary({ tally, known, plan, again }: Campaign, seconds: number): string {
  const rows = tally.operations.map(([name, statuses]) => [
    ...[name, count([...statuses.values()].reduce((sum, n) => sum + n, 0))],
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, n]) => `${status || 'none'}×${n}`)
      .join(' '),
  ])
  const neverTaken = tally.neverTaken(known.map(({ name }) => name))
  const bugs = tally.bugs.map(
    ({ operation, kind, reason, request, again }) =>
      `\nWRONG  ${operation}, ${kind}: ${reason}\n       ${request}\n       again: ${again}`,
  )
  return [
    table([['operation', 'requests', 'statuses'], ...rows]),
    `\n${count(tally.total)} requests to ${known.length} operations and the pages in ${seconds.toFixed(0)} s, ${count(tally.overWire)} of them over a connection; seed ${plan.seed}.`,
    ...(neverTaken.length > 0
      ? [`NEVER TAKEN: ${neverTaken.join(', ')}. An operation’s examples must be valid input.`]
      : []),
    tally.bugs.length === 0 ? 'Nothing was wrong.' : `${tally.bugs.length} things were wrong:${bugs.join('\n')}`,
    `Again: ${again(plan.only)}`,
    '',
  ].join('\n')
}

export function summaryTable({ tally, known, plan }: Campaign, seconds: number): string {
  const each = tally.operations
    .filter(([name]) => known.some((one) => one.name === name))
    .map(([, statuses]) => [...statuses.values()].reduce((sum, n) => sum + n, 0))
  const rows = [
    ['requests', count(tally.total)],
    [
      'operations',
      `${known.length}, each with ${count(Math.min(...each))} to ${count(Math.max(...each))} requests, and the success of each was seen`,
    ],
    ['over a real connection', count(tally.overWire)],
    ['seconds', seconds.toFixed(0)],
    [
      'answers by status',
      tally.statuses
        .filter(([status]) => status > 0)
        .map(([status, n]) => `${status}: ${count(n)}`)
        .join(', '),
    ],
    ['by what was tried', tally.kinds.map(([kind, n]) => `${kind} ${count(n)}`).join(', ')],
    ['wrong', String(tally.bugs.length)],
  ]
  return [
    `Seed ${plan.seed}.\n`,
    '| | |',
    '|---|---|',
    ...rows.map(([what, figure]) => `| ${what} | ${figure} |`),
  ].join('\n')
}
