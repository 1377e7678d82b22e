import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onOnePostgres } from '../../test/citus/environment.ts'
import { createDatabase, databaseUrl } from '../../test/harness/database.ts'
import { temporaryFolder } from '../../test/harness/processes.ts'
import { without } from '../../test/harness/programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { address, drop } = await createDatabase()
after(drop)

test('the lines of "Run it for real" in README.md succeed one after the other on an empty database', {
  skip: without('bash') || onOnePostgres('doctor names settings of the workers that a superuser makes'),
}, async (t) => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const [, block = ''] = /^## Run it for real\n+```sh\n(.*?)^```$/ms.exec(readme) ?? []
  assert.ok(block.split('\n').filter((line) => line.includes('npx wattle')).length >= 8)
  const wattle = `"${process.execPath}" --import "${import.meta.resolve('tsx')}" "${join(root, 'src/main.ts')}"`
  const script = `trap 'echo "failed: $BASH_COMMAND" >&2' ERR\nnpx() { shift; ${wattle} "$@"; }\n${block}`
  const { stdout } = await promisify(execFile)('bash', ['-eEuo', 'pipefail', '-c', script], {
    cwd: temporaryFolder(t),
    env: { ...process.env, DATABASE_URL: databaseUrl(address), PORT: '0' },
  })
  assert.equal(stdout.match(/svc_at_/g)?.length, 2, stdout)
})
