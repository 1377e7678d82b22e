import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The programs that tests start as processes. They are bundled too, because a TypeScript loader takes two seconds per start. */
export const programs = ['src/main.ts', 'test/harness/programs/open-database.ts', 'test/harness/programs/write-log.ts']
/** The environment variable with the folder of the bundled programs. */
export const folderVariable = 'WATTLE_TEST_PROGRAMS'

export const bundled = (file: string) => file.replace(/\.ts$/, '.mjs')

/** Node's arguments for running a program: the bundled file, or the source if the tests are not bundled. */
export function programArguments(file: string): string[] {
  const folder = process.env[folderVariable]
  if (!folder) return ['--import', import.meta.resolve('tsx'), join(root, file)]
  if (!programs.includes(file)) throw new Error(`${file} is not among the programs of test/harness/started-programs.ts`)
  return ['--enable-source-maps', join(folder, bundled(file))]
}
