import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { basePath } from '../../src/app.ts'
import { createDemo } from '../../src/bundle/demo.ts'
import { type Document, operationsOf } from '../../src/docs/document.ts'
import { requestsOf } from '../../src/docs/examples.ts'
import { inOneProcess } from '../cluster/environment.ts'
import { harness } from '../harness/harness.ts'
import { without } from '../harness/programs.ts'

const client = fileURLToPath(new URL('../../clients/python', import.meta.url))

describe('the Python client', { skip: inOneProcess('it calls one process') || without('python3') }, async () => {
  const { app, db, clock, numberEvents } = await harness({ rateLimit: 100_000 })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const document = app.openapiDocument() as unknown as Document
  const { token } = await createDemo(db, clock)
  await numberEvents()
  app.sequencer.start()
  const folder = mkdtempSync(join(tmpdir(), 'wattle-python-'))
  after(() => rmSync(folder, { recursive: true }))

  const python = (args: string[], env: Record<string, string>, cwd = folder) =>
    promisify(execFile)('python3', ['-W', 'error', ...args], {
      cwd,
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
      maxBuffer: 1e8,
    })

  test('its tests pass, against this service too', async () => {
    const inOrder = document.tags.flatMap(({ name }) => operationsOf(document).filter(({ tags }) => tags[0] === name))
    const requests = inOrder.flatMap((operation) =>
      requestsOf(operation).map(({ name, path, query, body }) => ({
        name: operation['x-sdk'],
        example: name ?? null,
        path: [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => path[parameter!]),
        query,
        body: body ?? null,
      })),
    )
    const given = join(folder, 'service.json')
    const service = { base_url: `${origin}${basePath}`, path: basePath, port: Number(new URL(origin).port), token }
    writeFileSync(given, JSON.stringify({ ...service, requests }))
    const { stderr } = await python(
      ['-m', 'unittest', 'discover', '-s', 'tests'],
      { WATTLE_TEST_SERVICE: given },
      client,
    )
    assert.match(stderr, /^Ran (?:[4-9]\d|\d{3}) tests/m)
    assert.match(stderr, /^OK$/m, 'none was skipped')
  })

  test('each example of its README runs and prints something', async () => {
    const readme = readFileSync(join(client, 'README.md'), 'utf8')
    const examples = [...readme.matchAll(/^```python\n(.*?)^```$/gms)].map(([, code]) => code!)
    assert.ok(examples.length > 8)
    cpSync(join(client, 'wattle_client'), join(folder, 'wattle_client'), { recursive: true })
    for (const [n, code] of examples.entries()) {
      writeFileSync(join(folder, 'example.py'), code.replaceAll('http://127.0.0.1:4000', origin))
      const { stdout } = await python(['example.py'], { WATTLE_TOKEN: token })
      assert.notEqual(stdout.trim(), '', `example ${n + 1} prints nothing`)
    }
  })

  test('type checkers accept what the service takes, and name a wrong field', { skip: without('mypy') }, async () => {
    cpSync(join(client, 'wattle_client'), join(folder, 'wattle_client'), { recursive: true })
    const mypy = async (lines: string[]) => {
      const begin = ['from wattle_client import Wattle', 'wattle = Wattle("http://127.0.0.1:1/api", "token")']
      writeFileSync(join(folder, 'checked.py'), [...begin, ...lines, ''].join('\n'))
      const args = ['--no-error-summary', '--cache-dir', join(folder, 'mypy'), 'wattle_client', 'checked.py']
      const ran = promisify(execFile)('mypy', args, { cwd: folder, maxBuffer: 1e7 })
      return (await ran.catch((error: { stdout: string }) => error)).stdout.trim().split('\n').filter(Boolean)
    }
    const valid = [
      'wattle.shifts.cancel("a:4411", {"reason": "Client in hospital", "cancelled_by": "client"})',
      'for person in wattle.staff.list(status="Active"):',
      '    number: int = person["id"]',
      'status: str = wattle.clients.get(7)["data"]["status"]',
    ]
    assert.deepEqual(await mypy(valid), [])
    const wrong = [
      'wattle.clients.create({"first_name": "Joan"})',
      'wattle.clients.update(7, {"firstname": "Joan"})',
      'wattle.clients.update(7, {"client_type": "ndis"})',
      'wattle.staff.list(state="Active")',
      'wattle.clients.get(7)["data"]["name"]',
      'wattle.client',
    ]
    const errors = await mypy(wrong)
    for (const n of wrong.keys())
      assert.ok(
        errors.some((error) => error.startsWith(`checked.py:${n + 3}: error:`)),
        `${wrong[n]}\n${errors.join('\n')}`,
      )
  })
})
