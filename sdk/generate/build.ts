import { spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Builds what a package has: JavaScript and declarations, by the TypeScript of this workspace, and the licence. */
const folder = fileURLToPath(new URL('..', import.meta.url))
const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')

rmSync(join(folder, 'dist'), { recursive: true, force: true })
const { status } = spawnSync(process.execPath, [compiler, '-p', folder], { stdio: 'inherit' })
if (status !== 0) process.exit(1)
// The compiler changes these names in JavaScript alone, and older versions of it reject them in declarations.
for (const file of readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.d.ts')) continue
  const path = join(folder, 'dist', file)
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\..*?)\.ts'/g, "$1.js'"))
}
copyFileSync(join(folder, '../LICENSE'), join(folder, 'LICENSE'))
