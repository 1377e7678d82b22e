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
/** All that each part is made of. The lock stands for the packages. */
const madeOf = {
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
 * Builds what people see, unless it stands there made of the same: a start with nothing new should not wait for it.
 * Files are packed here once, as well as can be, so that no start and no request spends time on that.
 */
export async function buildWeb(say: (line: string) => void = console.log): Promise<void> {
  await unlessMade('pages', () => buildPages(say))
  await unlessMade('docs', () => buildDocs(say))
}

async function unlessMade(part: keyof typeof madeOf, build: () => void | Promise<void>): Promise<void> {
  const mark = join(out, `${part}-made-of`)
  const current = fingerprint(madeOf[part])
  if (existsSync(mark) && readFileSync(mark, 'utf8') === current) return
  await build()
  // Last, so that a build that was broken off is made again.
  writeFileSync(mark, current)
}

async function buildPages(say: (line: string) => void): Promise<void> {
  const { build } = await import('vite')
  // One by one, so that no page waits for a file that it shares with another.
  for (const [page, entry] of Object.entries(pages)) {
    await build(pageBuild(page, entry))
    const sizes = readdirSync(join(out, page))
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => `${name} ${kilobytes(pack(join(out, page, name)))}`)
    say(`web/${page}: ${sizes.join(', ')} packed`)
  }
}

/** The reference and its files, and the specification as it is served. The page is packed by the service, which knows its own address. */
function buildDocs(say: (line: string) => void): void {
  const folder = join(out, 'docs')
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(root, 'web/docs'), folder, { recursive: true })
  const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as Document
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  const packed = readdirSync(folder).reduce((sum, name) => sum + pack(join(folder, name)), 0)
  writeFileSync(join(folder, 'page.html'), renderPage(document))
  say(`web/docs: ${kilobytes(packed)} packed`)
}

function pack(file: string): number {
  const bytes = readFileSync(file)
  const packed = brotliCompressSync(bytes, { params: { [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
  writeFileSync(`${file}.br`, packed)
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  return packed.length
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
