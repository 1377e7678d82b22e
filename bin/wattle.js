#!/usr/bin/env node
import { existsSync } from 'node:fs'

const main = new URL('../dist/src/main.js', import.meta.url)
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Wattle needs Node 20.19 or newer, and this is ${process.versions.node}: install a newer Node.`)
  process.exitCode = 1
} else if (!existsSync(main)) {
  console.error('Wattle is not built yet: run npm run build, then try again.')
  process.exitCode = 1
} else {
  await import(main.href)
}
