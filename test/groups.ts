import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** So many files share a process. */
const size = 5
/** Those that start programs, look at all that a process loads or asks, or drive a browser are by themselves. */
const isAlone = (file: string) => /^test\/|^src\/(access|cli|db)\/|^src\/service\.test/.test(file.replaceAll('\\', '/'))

/**
 * Loading the service takes a process two seconds, which is more than most test files do with it: of 230 files in 230 processes that
 * was half of the time. Files of one process still have an app and a database each. Neighbours are dealt to different groups, so
 * that the long ones of an area do not come together.
 */
export function grouped(files: string[]): { entries: string[]; remove(): void } {
  const together = files.filter((file) => !isAlone(file))
  const count = Math.ceil(together.length / size)
  const folder = mkdtempSync(join(tmpdir(), 'wattle-tests-'))
  const entries = Array.from({ length: count }, (_, group) => {
    const members = together.filter((_, place) => place % count === group)
    const entry = join(folder, `${String(group + 1).padStart(2, '0')}.test.mts`)
    const imports = members.map((file) => `await import(${JSON.stringify(pathToFileURL(resolve(file)).href)})`)
    // Node takes tests to be over when nothing is under way, and reading the next file does not count.
    const lines = ['const reading = setInterval(() => {}, 1000)', ...imports, 'clearInterval(reading)']
    writeFileSync(entry, `${lines.join('\n')}\n`)
    return entry
  })
  return {
    entries: [...files.filter(isAlone), ...entries],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
