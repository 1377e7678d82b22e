import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Failure } from '../src/process/failure.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = join(root, 'dist')
/** The folders that the compiler writes below dist. */
const compiled = ['src', 'demo']

interface Part {
  /** Named in a message before it is built. */
  title: string
  /** Files and folders whose content decides whether it is built. The lock file covers the packages. */
  inputs: string[]
  /** Where it is built to, below dist. */
  output: string
  build(log: (line: string) => void): void | Promise<void>
}

const parts = {
  service: {
    title: 'the service',
    inputs: [...compiled, 'tsconfig.json', 'tsconfig.build.json', 'scripts/build.ts', 'package-lock.json'],
    output: 'src',
    build: compile,
  },
  pages: {
    title: 'the web pages',
    inputs: [
      'web/docs',
      'web/form',
      'web/report',
      'web/shared',
      'web/tsconfig.json',
      'src/forms/logic',
      'src/reports/logic',
      'src/http/contract/nfc.ts',
      'src/http/pages/colour.ts',
      'vite.config.ts',
      'scripts/web.ts',
      'package-lock.json',
    ],
    output: 'web/report',
    build: async (log) => (await import('./web.ts')).buildPages(log),
  },
  reference: {
    title: 'the API reference',
    // Its pages name the built files of web/docs.
    inputs: [
      'web/docs',
      'src/docs',
      'src/http/pages/html.ts',
      'docs/guides',
      'openapi.json',
      'releases',
      'CHANGELOG.md',
      'scripts/releases',
      'scripts/web.ts',
    ],
    output: 'web/reference',
    build: async (log) => (await import('./web.ts')).buildReference(log),
  },
} satisfies Record<string, Part>
type PartName = keyof typeof parts
const allParts = Object.keys(parts) as PartName[]

export interface BuildOptions {
  names?: PartName[]
  log?: (line: string) => void
  /** Called once before the first part that is built. */
  before?: () => Promise<void>
}

/** Builds the parts whose inputs have changed since they were built. Prints nothing if there are none. */
export async function build({ names = allParts, log = console.log, before }: BuildOptions = {}): Promise<void> {
  const changed = names.map((name) => ({ name, current: fingerprint(parts[name].inputs) })).filter(isChanged)
  if (changed.length > 0) await before?.()
  for (const { name, current } of changed) {
    log(`Building ${parts[name].title}, once after a change …`)
    await parts[name].build(log)
    // Written last, so that an interrupted build is repeated.
    mkdirSync(join(out, '.built'), { recursive: true })
    writeFileSync(markOf(name), current)
  }
}

function isChanged({ name, current }: { name: PartName; current: string }): boolean {
  const mark = markOf(name)
  return !existsSync(join(out, parts[name].output)) || !existsSync(mark) || readFileSync(mark, 'utf8') !== current
}

const markOf = (name: PartName): string => join(out, '.built', name)

/** The compiler leaves the output of sources that are gone, and a package would contain it. */
function compile(): void {
  // With the record of an earlier build, the compiler would not write again what was deleted.
  if (!existsSync(join(out, 'src'))) rmSync(join(out, '.tsbuildinfo'), { force: true })
  const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Failure('The service cannot be built: correct the errors above, and try again.')
  for (const folder of compiled) {
    for (const file of filesOf(join('dist', folder)))
      if (!existsSync(join(root, file.slice('dist/'.length).replace(/\.js$/, '.ts')))) rmSync(join(root, file))
  }
}

function fingerprint(paths: string[]): string {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesOf))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesOf(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  const names = readdirSync(join(root, path)).sort()
  return names.filter((name) => !name.endsWith('.test.ts')).flatMap((name) => filesOf(join(path, name)))
}

/** What a start would reject is rejected before a build, which takes longer. The start itself checks it again. */
async function checkStart(): Promise<void> {
  const [{ readConfig }, { checkBeforeStart }] = await Promise.all([
    import('../src/process/config.ts'),
    import('../src/process/before-start.ts'),
  ])
  await checkBeforeStart(readConfig())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await build(process.argv.includes('--before-start') ? { before: checkStart } : {})
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
