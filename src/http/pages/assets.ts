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
  changelog: StoredDocument
  /** The pages, the index of their search and the icon. */
  files: Asset[]
}
type Manifest = Record<string, { file: string; css?: string[]; dynamicImports?: string[] }>

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
}
export const assetsPath = '/assets/'

/**
 * Reads the output of `npm run build` at start. A missing build fails here, and a request cannot name any other file.
 */
export function readAssets(folder = new URL('dist/web/', packageRoot)): Assets {
  const form = readPage(new URL('form/', folder), 'main.tsx')
  const report = readPage(new URL('report/', folder), 'main.ts')
  const docs = readPage(new URL('docs/', folder), 'page.js')
  return {
    form: form.frame,
    report: report.frame,
    files: [...form.files, ...report.files, ...docs.files],
    docs: {
      openapi: readDocument(new URL('openapi.json', folder), types.json!),
      changelog: readDocument(new URL('changelog.json', folder), types.json!),
      files: readReference(new URL('reference/', folder)),
    },
  }
}

/** The path of a file below the folder is its address; that of a page has no ending. */
const readReference = (folder: URL): Asset[] =>
  readFiles(folder).map(({ name, document }) => ({ address: `/${name.replace(/\.html$/, '')}`, document }))

/** The files with their paths below the folder. The service serves no manifest. */
function readFiles(folder: URL): { name: string; document: StoredDocument }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const type = types[name.slice(name.lastIndexOf('.') + 1)]
    return type && name !== 'manifest.json' ? [{ name, document: readDocument(new URL(name, folder), type) }] : []
  })
}

function readPage(folder: URL, entry: string): { frame: PageAssets; files: Asset[] } {
  const manifestFile = new URL('manifest.json', folder)
  if (!existsSync(manifestFile))
    throw new Failure('The web pages are not built yet: run npm run build, then try again.')
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  const { file, css, dynamicImports = [] } = manifest[entry]!
  const later = dynamicImports.map((name) => assetsPath + manifest[name]!.file)
  const files = readFiles(folder).map(({ name, document }) => ({ address: assetsPath + name, document }))
  return { frame: { script: assetsPath + file, style: assetsPath + css![0], lazyScripts: later }, files }
}

/** A file's name changes with its content, so browsers may cache it forever. */
export const cacheForever = 'public, max-age=31536000, immutable'
const cacheForDay = 'public, max-age=86400'

export const iconAddress = '/docs/icon.svg'

export function serveAssets(app: FastifyInstance, { files, docs }: Assets): void {
  const route = { config: { needs: 'nothing' }, exposeHeadRoute: true } as const
  for (const { address, document } of files) {
    app.get(address, route, (request, reply) =>
      sendDocument(request, withSecurityHeaders(reply), document, cacheForever),
    )
  }
  // Browsers request this address for whatever names no icon, such as a response of the API.
  const icon = docs.files.find(({ address }) => address === iconAddress)!.document
  app.get('/favicon.ico', route, (request, reply) =>
    sendDocument(request, withSecurityHeaders(reply), icon, cacheForDay),
  )
}
