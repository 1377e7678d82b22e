import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** All test files, relative to the root of the repository. */
export function testFiles(): string[] {
  const inFolder = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
  return ['src', 'demo', 'test']
    .flatMap(inFolder)
    .filter((file) => file.endsWith('.test.ts'))
    .sort()
}
