import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compare, type Document } from './releases/compare.ts'
import { type Exception, exceptOf, explain } from './releases/exceptions.ts'
import { newestFirst } from './releases/versions.ts'

/**
 * Fails when openapi.json takes away what the last release promised: v1 only gains. What is allowed nevertheless has its reason
 * in releases/allowed.json.
 */
const read = (path: string) => JSON.parse(readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8'))
const [last] = newestFirst(readdirSync(new URL('../releases', import.meta.url)))
const started = performance.now()
const problems = compare(read(`releases/${last}.json`) as Document, read('openapi.json') as Document)
const { left, unused } = exceptOf(problems, read('releases/allowed.json') as Exception[])
const seconds = ((performance.now() - started) / 1000).toFixed(1)

for (const problem of left) console.error(explain(problem))
for (const { where, rule } of unused)
  console.error(`releases/allowed.json: nothing breaks ${rule} at ${where}. Remove it.`)
if (left.length > 0)
  console.error(
    `\n${last} promised this. Keep it and add what is new beside it. What no caller can rely on is an entry of releases/allowed.json: {rule, reason, where: […]}.`,
  )
if (left.length + unused.length > 0) process.exit(1)
console.log(`openapi.json has everything that ${last} promised (${problems.length} allowed, ${seconds} s)`)
