import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import { build } from 'vite'
import type { Document } from '../src/docs/document.ts'
import { renderSite } from '../src/docs/render.ts'
import { siteOf } from '../src/docs/site.ts'
import { assetsPath } from '../src/http/pages/assets.ts'
import { pageBuild } from '../vite.config.ts'
import { readChangelog } from './releases/changelog.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = join(root, 'dist/web')
const pages = { form: 'main.tsx', report: 'main.ts', docs: 'page.js' }

/** Builds the web pages. Files are compressed here with the best compression, so that no start and no request spends time on it. */
export async function buildPages(log: (line: string) => void): Promise<void> {
  // Built separately, so that pages share no files that they would have to wait for.
  for (const [page, entry] of Object.entries(pages)) {
    await build(pageBuild(page, entry))
    const sizes = readdirSync(join(out, page))
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => `${name} ${kilobytes(compress(join(out, page, name)))}`)
    log(`web/${page}: ${sizes.join(', ')} compressed`)
  }
}

/** The pages of the API reference, each in a file at its address, and the specification. */
export function buildReference(log: (line: string) => void): void {
  const folder = join(out, 'reference')
  rmSync(folder, { recursive: true, force: true })
  const document = JSON.parse(read('openapi.json')) as Document
  const manifest = JSON.parse(readFileSync(join(out, 'docs/manifest.json'), 'utf8'))
  const { file, css } = manifest[pages.docs] as { file: string; css: [string] }
  const guides = readdirSync(join(root, 'docs/guides'))
    .sort()
    .map((name) => ({ name: basename(name, '.md'), text: read(`docs/guides/${name}`) }))
  const releases = readChangelog(new URL('../', import.meta.url))
  const site = renderSite(siteOf(document, guides, releases), { script: assetsPath + file, style: assetsPath + css[0] })
  const write = (path: string, text: string): number => {
    mkdirSync(dirname(join(out, path)), { recursive: true })
    writeFileSync(join(out, path), text)
    return compress(join(out, path))
  }
  const sizes = [...site].map(([address, text]) =>
    write(`reference${address}${/\.\w+$/.test(address) ? '' : '.html'}`, text),
  )
  write('reference/docs/icon.svg', read('web/docs/icon.svg'))
  write('openapi.json', JSON.stringify(document))
  write('changelog.json', JSON.stringify({ data: releases }))
  log(`reference: ${sizes.length} files, the largest ${kilobytes(Math.max(...sizes))} compressed`)
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

function compress(file: string): number {
  const bytes = readFileSync(file)
  const brotli = brotliCompressSync(bytes, { params: { [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
  writeFileSync(`${file}.br`, brotli)
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  return brotli.length
}
const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`
