import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Source of a group's tests, in bytes: large enough to share what a process costs, small enough for two to finish together. */
const maxGroupBytes = 40_000

interface Groups {
  files: string[]
  remove(): void
}

/**
 * Files that import the test files of one room, one after the other, so that a process runs several of them. A process for
 * each test file spends most of its time on loading and on code that the engine has not compiled yet: 24 files of the
 * roster took 78 s of CPU, and 41 in one process. The runner sorts files by name, and names are
 * numbered so that the largest groups come first.
 */
export function groupTests(testFiles: string[]): Groups {
  const groups = new Map<string, { files: string[]; bytes: number }>()
  for (const file of testFiles) {
    const source = readFileSync(join(root, file), 'utf8')
    if (/^(?:before|after)Each\(/m.test(source))
      throw new Error(`${file}: put beforeEach and afterEach into a describe; here they run for other files too`)
    const room = file.split('/').slice(0, 2).join('-')
    // What starts a browser or whole services takes minutes, so it begins early and in a process of its own.
    const slow = file.endsWith('.browser.test.ts') || source.includes('/harness/service.ts')
    const bytes = slow ? maxGroupBytes : statSync(join(root, file)).size
    let number = 1
    let name = `${room}-${number}`
    while ((groups.get(name)?.bytes ?? 0) + bytes > maxGroupBytes && groups.has(name)) name = `${room}-${++number}`
    const { files = [], bytes: before = 0 } = groups.get(name) ?? {}
    groups.set(name, { files: [...files, file], bytes: before + bytes })
  }
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'groups-'))
  const files = [...groups]
    .sort(([, a], [, b]) => b.bytes - a.bytes)
    .map(([name, group], index) => {
      const path = join(folder, `${String(index).padStart(3, '0')}-${name}.test.ts`)
      writeFileSync(path, groupSource(group.files))
      return relative(root, path)
    })
  return { files, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * No test starts before all files are loaded: where the tests of one file end while the next one still awaits its
 * database, the runner takes them for the last, and its after hooks close the apps of both.
 */
function groupSource(files: string[]): string {
  return [
    "import { before } from 'node:test'",
    'let loaded',
    'const loading = new Promise((resolve) => {',
    '  loaded = resolve',
    '})',
    'before(() => loading)',
    'try {',
    ...files.map((file) => `  await import(${JSON.stringify(join(root, file))})`),
    '} finally {',
    '  loaded()',
    '}',
    '',
  ].join('\n')
}
