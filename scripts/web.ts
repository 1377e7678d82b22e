import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import { pageBuild } from '../vite.config.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = join(root, 'dist/web')
const pages = { form: 'main.tsx', report: 'main.ts' }
/** All that the pages are made of. The lock stands for the packages. */
const madeOf = [
  'web/form',
  'web/report',
  'web/shared',
  'web/tsconfig.json',
  'src/forms/logic',
  'src/reports/logic',
  'vite.config.ts',
  'scripts/web.ts',
  'package-lock.json',
]

/**
 * Builds the pages people see, unless they stand there made of the same: a start with nothing new should not wait for it.
 * Their files are packed here once, as well as can be, so that no start and no request spends time on that.
 */
export async function buildWeb(say: (line: string) => void = console.log): Promise<void> {
  const mark = join(out, 'made-of')
  const current = fingerprint()
  if (existsSync(mark) && readFileSync(mark, 'utf8') === current) return
  const { build } = await import('vite')
  // One by one, so that no page waits for a file that it shares with another.
  for (const [page, entry] of Object.entries(pages)) {
    await build(pageBuild(page, entry))
    const sizes = readdirSync(join(out, page))
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => `${name} ${kilobytes(pack(join(out, page, name)))}`)
    say(`web/${page}: ${sizes.join(', ')} packed`)
  }
  // Last, so that a build that was broken off is made again.
  writeFileSync(mark, current)
}

function pack(file: string): number {
  const bytes = readFileSync(file)
  const packed = brotliCompressSync(bytes, { params: { [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
  writeFileSync(`${file}.br`, packed)
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  return packed.length
}
const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of madeOf.flatMap(filesOf))
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
