import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const written = {
  openapi: ['openapi.json'],
  sdk: ['sdk/operations.json', 'sdk/src/generated/api.ts', 'clients/python/wattle_client/types.py'],
  schema: ['db/schema.sql'],
}

for (const [name, files] of Object.entries(written)) {
  test(`npm run ${name} -- --check is refused, and writes nothing`, () => {
    const times = () => files.map((file) => statSync(`${root}/${file}`).mtimeMs)
    const before = times()
    const { status, stderr } = spawnSync('npm', ['run', '--silent', name, '--', '--check'], {
      ...{ cwd: root, encoding: 'utf8' },
    })
    assert.equal(status, 1)
    assert.match(stderr, /^--check: this command takes no arguments\. Without any it writes /m)
    assert.deepEqual(times(), before)
  })
}
