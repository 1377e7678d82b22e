/** One line that tells how far a run is, written over as it goes on; elsewhere than on a terminal nothing. */
export function line(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${text.slice(0, (process.stderr.columns ?? 100) - 1)}`)
}
