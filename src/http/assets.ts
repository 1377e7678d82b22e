import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Failure } from '../failure.ts'
import { packageRoot } from '../version.ts'
import { guarded } from './guarded.ts'

export interface Assets {
  form: Frame
  report: Frame
  files: Asset[]
}
/** The addresses of a page's script and style; their names change with what is in them. */
export interface Frame {
  script: string
  style: string
  /** Scripts that the first one asks for by itself, if what it shows needs them. */
  later: string[]
}
interface Asset {
  address: string
  type: string
  bytes: Record<Encoding, Buffer>
}
type Encoding = 'br' | 'gzip' | 'identity'
type Manifest = Record<string, { file: string; css?: string[]; dynamicImports?: string[] }>

const types: Record<string, string> = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }
export const assetsPath = '/assets/'

/** What `npm run build` left, read at the start: a package without it is found then, and a request can name no other file. */
export function readAssets(folder = new URL('dist/web/', packageRoot)): Assets {
  const form = readPage(new URL('form/', folder), 'main.tsx')
  const report = readPage(new URL('report/', folder), 'main.ts')
  return { form: form.frame, report: report.frame, files: [...form.files, ...report.files] }
}

function readPage(folder: URL, entry: string): { frame: Frame; files: Asset[] } {
  const manifestFile = new URL('manifest.json', folder)
  if (!existsSync(manifestFile))
    throw new Failure('The pages for people are not built yet: run npm run build, then try again.')
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  const { file, css, dynamicImports = [] } = manifest[entry]!
  const later = dynamicImports.map((name) => assetsPath + manifest[name]!.file)
  const read = (name: string) => readFileSync(new URL(name, folder))
  const files = readdirSync(folder).flatMap((name) => {
    const type = types[name.slice(name.lastIndexOf('.') + 1)]
    if (!type) return []
    const bytes = { identity: read(name), br: read(`${name}.br`), gzip: read(`${name}.gz`) }
    return [{ address: assetsPath + name, type, bytes }]
  })
  return { frame: { script: assetsPath + file, style: assetsPath + css![0], later }, files }
}

/** A name stands for its content, so browsers need never ask again. */
export function serveAssets(app: FastifyInstance): Assets {
  const assets = readAssets()
  for (const { address, type, bytes } of assets.files) {
    app.get(address, { config: { needs: 'nothing' }, exposeHeadRoute: true }, (request, reply) => {
      const encoding = encodingFor(request.headers['accept-encoding'])
      encoded(guarded(reply), encoding).type(type).header('cache-control', 'public, max-age=31536000, immutable')
      return reply.send(bytes[encoding])
    })
  }
  return assets
}

/** The best of those that a browser takes. A weight of nought is a refusal. */
export function encodingFor(accepted = ''): Encoding {
  const takes = (name: string) =>
    new RegExp(`(^|,)\\s*${name}\\s*(;(?!\\s*q=0(\\.0*)?\\s*(,|$))|,|$)`, 'i').test(accepted)
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}

export const encoded = (reply: FastifyReply, encoding: Encoding): FastifyReply => {
  reply.header('vary', 'accept-encoding')
  return encoding === 'identity' ? reply : reply.header('content-encoding', encoding)
}
