import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

for (const path of documents) {
  const text = read(path)

  test(`${path}: the files it names exist`, () => {
    const named = [
      ...text.matchAll(
        /`((?:src|demo|test|trials|bench|scripts|db|deploy|web)\/[\w./-]+\.(?:ts|js|sql|sh|md|yaml|conf|ini))`/g,
      ),
    ]
    for (const [, file] of named) assert.ok(existsSync(join(root, file!)), `${file} does not exist`)
  })

  // An address of the service begins with a slash; src/docs/docs.test.ts follows those of the guides.
  test(`${path}: the documents and pictures it links to exist`, () => {
    for (const [, link] of text.matchAll(/\]\((?!\/)([^)#:]+)(?:#[^)]*)?\)/g)) {
      assert.ok(existsSync(join(root, dirname(path), link!)), `${link} does not exist`)
    }
  })

  test(`${path}: its curl commands show an error with its text`, () => {
    for (const [command] of text.matchAll(/\bcurl -.*/g)) assert.match(command, /^curl -sSg? --fail-with-body /)
  })

  // Only npx wattle works in a clone. A command without arguments of its own, such as `wattle org set`, is a name.
  test(`${path}: its commands begin with npx wattle`, () => {
    for (const [, block] of text.matchAll(/^ *```\w*\n(.*?)^ *```$/gms))
      assert.doesNotMatch(block!, /^[ \w=]*(?<!npx )wattle \w/m)
    assert.doesNotMatch(text, /`wattle [a-z -]*[A-Z]/)
  })

  test(`${path}: the npm scripts it names exist`, () => {
    for (const [, name] of text.matchAll(/npm run (?:--silent )?([\w:-]+)/g))
      assert.ok(scripts[name!], `npm run ${name}`)
  })
}
