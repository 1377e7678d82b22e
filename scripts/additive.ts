import { readdirSync, readFileSync } from 'node:fs'
import { checkReleases } from './releases/check.ts'
import type { Document } from './releases/compare.ts'
import { exceptionOf, explain, readExceptions } from './releases/exceptions.ts'
import { newestFirst } from './releases/versions.ts'

/**
 * Fails when openapi.json, or a release, takes away what the release before promised: v1 only gains. What is allowed
 * nevertheless has its reason in releases/allowed.json.
 */
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const versions = newestFirst(readdirSync(new URL('../releases', import.meta.url)))
const releases = new Map(versions.map((version) => [version, JSON.parse(read(`releases/${version}.json`)) as Document]))
const started = performance.now()
const checks = checkReleases(
  releases,
  JSON.parse(read('openapi.json')) as Document,
  // The first release is compared with none.
  readExceptions(read('releases/allowed.json'), versions.slice(0, -1)),
)
const seconds = ((performance.now() - started) / 1000).toFixed(1)

for (const { before, version, left, unused } of checks) {
  for (const problem of left) console.error(explain(problem))
  for (const { where, rule, value } of unused)
    console.error(
      `releases/allowed.json, "${version}": nothing breaks ${rule} at ${where}${value === undefined ? '' : ` with the value ${value}`}. Remove it.`,
    )
  if (left.length > 0)
    console.error(
      `\n${before} promised this. Keep it and add what is new beside it. What no caller can rely on is an entry of "${version}" in releases/allowed.json: ${JSON.stringify(exceptionOf(left[0]!))}`,
    )
}
if (checks.some(({ left, unused }) => left.length + unused.length > 0)) process.exit(1)
const allowed = checks.reduce((sum, check) => sum + check.allowed, 0)
console.log(`openapi.json has everything that ${versions[0]} promised (${allowed} allowed, ${seconds} s)`)
