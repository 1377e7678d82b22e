import { existsSync, readFileSync } from 'node:fs'

/** A package is published from the specification of its release, because npm has one package of each version. */
const at = (path: string) => new URL(`../${path}`, import.meta.url)
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string }
const released = at(`../releases/${version}.json`)

const problem = !existsSync(released)
  ? 'has no release yet'
  : !readFileSync(released).equals(readFileSync(at('../openapi.json')))
    ? 'was released with another specification'
    : undefined
if (problem) {
  console.error(`${version} ${problem}: set the next version and release it (CONTRIBUTING.md, Releasing).`)
  process.exit(1)
}
