import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What tests start as programs of their own; bundled with them, since a TypeScript loader takes two seconds for each start. */
export const programs = ['src/main.ts', 'test/harness/programs/hold-database.ts', 'test/harness/programs/write-log.ts']
/** Where they are for a test, in a variable of its process. */
export const folderVariable = 'WATTLE_TEST_PROGRAMS'

export const bundled = (file: string) => file.replace(/\.ts$/, '.mjs')

/** What to give Node to run one of them: as it was bundled, or from its source where a test file runs by itself. */
export function programArguments(file: string): string[] {
  const folder = process.env[folderVariable]
  if (!folder) return ['--import', import.meta.resolve('tsx'), join(root, file)]
  if (!programs.includes(file)) throw new Error(`${file} is not among the programs of test/harness/started-programs.ts`)
  return ['--enable-source-maps', join(folder, bundled(file))]
}
