import { existsSync, readdirSync } from 'node:fs'
import { join, normalize } from 'node:path'

/** The tests on Citus need an installation of it: `npm run test:citus` runs them. */
const onCitus = join('test', 'citus')

/** The files of `npm test`, relative to the root of the repository. */
export function testFiles(): string[] {
  const inFolder = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
  return ['src', 'demo', 'test', 'sdk/test']
    .flatMap(inFolder)
    .filter((file) => file.endsWith('.test.ts') && !file.startsWith(onCitus))
    .sort()
}

/** The test files that the arguments of `npm test` name: files, or folders with everything below. Without any, all. */
export function selectTests(named: string[]): { files: string[]; unmatched: string[] } {
  const all = testFiles()
  if (named.length === 0) return { files: all, unmatched: [] }
  const unmatched: string[] = []
  const files = named.flatMap((name) => {
    const path = normalize(name).replace(/\/$/, '')
    if (path.endsWith('.test.ts') && existsSync(path)) return [path]
    const below = all.filter((file) => file.startsWith(join(path, '/')))
    if (below.length === 0) unmatched.push(name)
    return below
  })
  return { files: [...new Set(files)], unmatched }
}
