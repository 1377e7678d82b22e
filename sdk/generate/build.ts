import { spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Builds what a package has: one file of JavaScript, declarations by the TypeScript of this workspace, and the licence. */
const folder = fileURLToPath(new URL('..', import.meta.url))
const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')

rmSync(join(folder, 'dist'), { recursive: true, force: true })
const { status } = spawnSync(process.execPath, [compiler, '-p', folder, '--emitDeclarationOnly'], { stdio: 'inherit' })
if (status !== 0) process.exit(1)
// One file takes half the time to import that its modules take.
await build({
  entryPoints: [join(folder, 'src/index.ts')],
  outfile: join(folder, 'dist/index.js'),
  ...{ bundle: true, format: 'esm', platform: 'neutral', target: 'es2022' },
})
// The compiler leaves these names as they are, and older versions of it reject them in declarations.
for (const file of readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.d.ts')) continue
  const path = join(folder, 'dist', file)
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\..*?)\.ts'/g, "$1.js'"))
}
copyFileSync(join(folder, '../LICENSE'), join(folder, 'LICENSE'))
