import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createDatabase, databaseUrl } from '../test/database.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
/** Linux has a device that is always full. */
const full = '/dev/full'

test('a service whose log cannot be written answers on, and stops in order', {
  skip: !existsSync(full),
  timeout: 60_000,
}, async (t) => {
  const { address, drop } = await createDatabase()
  t.after(drop)
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), main, 'serve'], {
    stdio: ['ignore', openSync(full, 'w'), 'pipe'],
    env: { PATH: process.env.PATH, PORT: '0', DATABASE_URL: databaseUrl(address) },
  })
  t.after(() => child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stderr!.setEncoding('utf8').on('data', (part) => {
      text += part
      const [, found] = /API +(\S+)/.exec(text) ?? []
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`it ended: ${text}`)))
  })
  // More lines than fit into a block, several times: each full block is written, and cannot be.
  for (let n = 0; n < 300; n++) assert.equal((await fetch(`${url}/me`)).status, n < 60 ? 401 : 429)
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
})
