import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The tests on Citus need an installation of it: `npm run test:citus` runs them. */
const onCitus = join('test', 'citus')

/** The files of `npm test`, relative to the root of the repository. */
export function testFiles(): string[] {
  const inFolder = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
  return ['src', 'demo', 'test']
    .flatMap(inFolder)
    .filter((file) => file.endsWith('.test.ts') && !file.startsWith(onCitus))
    .sort()
}
