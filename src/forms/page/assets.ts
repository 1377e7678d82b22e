import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Failure } from '../../failure.ts'
import { guarded } from '../../http/guarded.ts'
import { packageRoot } from '../../version.ts'

export interface Assets {
  /** The addresses of the page's script and style; their names change with what is in them. */
  script: string
  style: string
  files: Asset[]
}
interface Asset {
  address: string
  type: string
  bytes: Record<Encoding, Buffer>
}
type Encoding = 'br' | 'gzip' | 'identity'

const types: Record<string, string> = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }
export const assetsPath = '/f/assets/'

/** What `npm run build` left, read at the start: a package without it is found then, and a request can name no other file. */
export function readAssets(folder = new URL('dist/web/', packageRoot)): Assets {
  const manifest = new URL('manifest.json', folder)
  if (!existsSync(manifest))
    throw new Failure('The page for forms is not built yet: run npm run build, then try again.')
  const { file, css } = JSON.parse(readFileSync(manifest, 'utf8'))['main.tsx'] as { file: string; css: [string] }
  const read = (name: string) => readFileSync(new URL(name, folder))
  const files = readdirSync(folder).flatMap((name) => {
    const type = types[name.slice(name.lastIndexOf('.') + 1)]
    if (!type) return []
    const bytes = { identity: read(name), br: read(`${name}.br`), gzip: read(`${name}.gz`) }
    return [{ address: assetsPath + name, type, bytes }]
  })
  return { script: assetsPath + file, style: assetsPath + css[0], files }
}

/** A name stands for its content, so browsers need never ask again. */
export function serveAssets(app: FastifyInstance, { files }: Assets) {
  for (const { address, type, bytes } of files) {
    app.get(address, { config: { needs: 'nothing' }, exposeHeadRoute: true }, (request, reply) => {
      const encoding = encodingFor(request.headers['accept-encoding'])
      encoded(guarded(reply), encoding).type(type).header('cache-control', 'public, max-age=31536000, immutable')
      return reply.send(bytes[encoding])
    })
  }
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
