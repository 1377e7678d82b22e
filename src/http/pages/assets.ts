import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../process/failure.ts'
import { packageRoot } from '../../process/version.ts'
import { readDocument, type StoredDocument, sendDocument } from '../responses/documents.ts'
import { withSecurityHeaders } from './security-headers.ts'

export interface Assets {
  form: PageAssets
  report: PageAssets
  files: Asset[]
  docs: DocsFiles
}
/** The URLs of a page's script and style. A file's name changes with its content. */
export interface PageAssets {
  script: string
  style: string
  /** Scripts that the first one imports when it needs them. */
  lazyScripts: string[]
}
interface Asset {
  address: string
  document: StoredDocument
}
/** The API reference and its OpenAPI document. */
export interface DocsFiles {
  openapi: StoredDocument
  /** The page, with placeholders for the URL of the service. */
  page: Buffer
  files: Asset[]
}
type Manifest = Record<string, { file: string; css?: string[]; dynamicImports?: string[] }>

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}
export const assetsPath = '/assets/'

/**
 * Reads the output of `npm run build` at start. A missing build fails here, and a request cannot name any other file.
 */
export function readAssets(folder = new URL('dist/web/', packageRoot)): Assets {
  const form = readPage(new URL('form/', folder), 'main.tsx')
  const report = readPage(new URL('report/', folder), 'main.ts')
  const docs = readDocs(new URL('docs/', folder))
  return { form: form.frame, report: report.frame, files: [...form.files, ...report.files], docs }
}

function readDocs(folder: URL): DocsFiles {
  const openapi = readDocument(new URL('openapi.json', folder), 'application/json; charset=utf-8')
  return { openapi, page: readFileSync(new URL('page.html', folder)), files: readFiles(folder, '/docs/') }
}

function readFiles(folder: URL, path: string): Asset[] {
  return readdirSync(folder).flatMap((name) => {
    const type = types[name.slice(name.lastIndexOf('.') + 1)]
    return type ? [{ address: path + name, document: readDocument(new URL(name, folder), type) }] : []
  })
}

function readPage(folder: URL, entry: string): { frame: PageAssets; files: Asset[] } {
  const manifestFile = new URL('manifest.json', folder)
  if (!existsSync(manifestFile))
    throw new Failure('The web pages are not built yet: run npm run build, then try again.')
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  const { file, css, dynamicImports = [] } = manifest[entry]!
  const later = dynamicImports.map((name) => assetsPath + manifest[name]!.file)
  const files = readFiles(folder, assetsPath)
  return { frame: { script: assetsPath + file, style: assetsPath + css![0], lazyScripts: later }, files }
}

/** A file's name changes with its content, so browsers may cache it forever. */
export function serveAssets(app: FastifyInstance, { files }: Assets): void {
  for (const { address, document } of files) {
    app.get(address, { config: { needs: 'nothing' }, exposeHeadRoute: true }, (request, reply) =>
      sendDocument(request, withSecurityHeaders(reply), document, 'public, max-age=31536000, immutable'),
    )
  }
}
