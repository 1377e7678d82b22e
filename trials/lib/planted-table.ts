/** The score of a harness: each planted fault, and what gave it away. */
export function plantedTable(found: [name: string, how: string | undefined][]): string {
  const score = found.filter(([, how]) => how).length
  const rows = found.map(([name, how]) => `| ${name} | ${how ?? 'NOT FOUND'} |`)
  return [
    `${score} of ${found.length} planted faults found.\n`,
    '| planted fault | found by |',
    '|---|---|',
    ...rows,
  ].join('\n')
}
