import type { Load } from './load.ts'
import type { Results } from './suite.ts'

const whole = (n: number) => n.toLocaleString('en-AU')

/** What a run measured, as it stands in docs/reliability.md. */
export function figures(
  { passed, failed, skipped, through }: Results,
  load: Load | undefined,
  { nginx, pgbouncer }: { nginx: string; pgbouncer: string },
): string {
  const lines = [
    `nginx ${nginx}, three nodes, PgBouncer ${pgbouncer} in transaction mode, primary and one replica with \`remote_apply\`.`,
    '',
    '| the test suite through the cluster | |',
    '|---|---|',
    `| tests passed, failed | ${whole(passed)}, ${failed.length} |`,
    `| of these, tests that sent requests through nginx | ${whole(through.tests)} in ${through.files} files |`,
    `| of these files, with one node because they set a limit that each node counts for itself | ${through.onOneNode} |`,
    `| requests through nginx | ${whole(through.requests)} |`,
    `| requests that nginx itself refuses (such as \`%00\` in a path), put to a node | ${through.direct} |`,
    `| reads, of them from the replica | ${whole(through.reads)}, ${whole(through.fromReplica)} |`,
    `| reads that the replica failed at and the primary did | ${through.retried} |`,
    `| tests left to one process | ${skipped.length} |`,
  ]
  if (load) {
    lines.push('', '| mixed traffic of 8 clients | requests sent again | longest wait |', '|---|---|---|')
    for (const [phase, longest] of Object.entries(load.longest)) {
      lines.push(`| ${phase} | ${load.again[phase] ?? 0} | ${whole(longest)} ms |`)
    }
    lines.push(
      '',
      `${whole(load.writes)} writes and ${whole(load.reads)} reads; every reader found what it had written, and every write is there once.`,
      `${load.retriedOnPrimary} reads were begun on a replica that was lost and done by the primary.`,
    )
  }
  if (skipped.length > 0) {
    lines.push('', 'Left to one process:', '')
    for (const [why, tests] of grouped(skipped, ({ why }) => why)) {
      const files = grouped(tests, ({ test }) => test.file)
      const named = [...files].map(([file, those]) =>
        those.length > 3
          ? `\`${file}\` (${those.length} tests)`
          : those.map(({ test }) => `\`${file}\`: ${test.name}`).join('; '),
      )
      lines.push(`- ${why}: ${named.join('; ')}`)
    }
  }
  return lines.join('\n')
}

function grouped<Item>(all: Item[], by: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of all) groups.set(by(item), [...(groups.get(by(item)) ?? []), item])
  return groups
}
