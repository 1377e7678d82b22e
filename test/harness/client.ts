import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const source = fileURLToPath(new URL('../../sdk/src/index.ts', import.meta.url))

/** Puts the typed client where programs of a folder import it from, without a build of its package. */
export async function installClient(folder: string): Promise<void> {
  const place = join(folder, 'node_modules/@wattle/client')
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), '{ "type": "module", "exports": "./index.js" }')
  await build({
    entryPoints: [source],
    outfile: join(place, 'index.js'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
  })
}
