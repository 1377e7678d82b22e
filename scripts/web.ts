import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import type { Document } from '../src/docs/document.ts'
import { renderPage } from '../src/docs/page.ts'
import { pageBuild } from '../vite.config.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = join(root, 'dist/web')
const pages = { form: 'main.tsx', report: 'main.ts' }
/** The inputs of each part. The lock file covers the packages. */
const inputs = {
  pages: [
    'web/form',
    'web/report',
    'web/shared',
    'web/tsconfig.json',
    'src/forms/logic',
    'src/reports/logic',
    'src/http/contract/nfc.ts',
    'vite.config.ts',
    'scripts/web.ts',
    'package-lock.json',
  ],
  docs: ['web/docs', 'src/docs', 'src/http/pages/html.ts', 'openapi.json', 'scripts/web.ts'],
}

/**
 * Builds the web pages and the API reference, unless their inputs have not changed. Files are compressed here with the best
 * compression, so that no start and no request spends time on it.
 */
export async function buildWeb(log: (line: string) => void = console.log): Promise<void> {
  await buildIfChanged('pages', () => buildPages(log))
  await buildIfChanged('docs', () => buildDocs(log))
}

async function buildIfChanged(part: keyof typeof inputs, build: () => void | Promise<void>): Promise<void> {
  const mark = join(out, `${part}-made-of`)
  const current = fingerprint(inputs[part])
  if (existsSync(mark) && readFileSync(mark, 'utf8') === current) return
  await build()
  // Written last, so that an interrupted build is repeated.
  writeFileSync(mark, current)
}

async function buildPages(log: (line: string) => void): Promise<void> {
  const { build } = await import('vite')
  // Built separately, so that pages share no files that they would have to wait for.
  for (const [page, entry] of Object.entries(pages)) {
    await build(pageBuild(page, entry))
    const sizes = readdirSync(join(out, page))
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => `${name} ${kilobytes(compress(join(out, page, name)))}`)
    log(`web/${page}: ${sizes.join(', ')} compressed`)
  }
}

/** The API reference with its files, and the specification. The service compresses the page, which contains its origin. */
function buildDocs(log: (line: string) => void): void {
  const folder = join(out, 'docs')
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(root, 'web/docs'), folder, { recursive: true })
  const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as Document
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  const size = readdirSync(folder).reduce((sum, name) => sum + compress(join(folder, name)), 0)
  writeFileSync(join(folder, 'page.html'), renderPage(document))
  log(`web/docs: ${kilobytes(size)} compressed`)
}

function compress(file: string): number {
  const bytes = readFileSync(file)
  const brotli = brotliCompressSync(bytes, { params: { [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
  writeFileSync(`${file}.br`, brotli)
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  return brotli.length
}
const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`

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

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb()
