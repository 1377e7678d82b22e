import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { createDemo } from '../../src/bundle/demo.ts'
import type { Document, OperationAtPath } from '../../src/docs/document.ts'
import { fillPath, queryString, requestsOf, successOf } from '../../src/docs/examples.ts'
import { siteOf } from '../../src/docs/site.ts'
import { exampleOrigin, pythonOf, typescriptOf } from '../../src/docs/snippets.ts'
import { harness } from '../harness/harness.ts'
import { without } from '../harness/programs.ts'

/** The examples of the reference in the order of its pages, each language in a demo organisation of its own. */
const now = Date.now()
async function freshDemo() {
  const { app, db, clock, send, numberEvents } = await harness()
  clock.advance(now - clock.now())
  const { token } = await createDemo(db, clock)
  await numberEvents()
  return { app, send, token }
}

const plain = await freshDemo()
const document = plain.app.openapiDocument() as Document
const all = siteOf(document, []).areas.flatMap(({ operations }) => operations)

/** The statuses of the same requests, sent without an example program. */
const expected: Record<string, number> = {}
for (const operation of all) {
  const { path, query, body } = requestsOf(operation)[0]
  const { status } = await plain.send({
    method: operation.method as 'GET',
    url: `${fillPath(operation.path, path)}${queryString(query)}`,
    headers: { authorization: `Bearer ${plain.token}` },
    ...(body && { payload: body }),
  })
  expected[operation.operationId] = status
}

/** Runs a program that prints the statuses of all examples as JSON. */
async function statusesOf(command: string, args: string[], source: string, token: string) {
  const child = spawn(command, args, { env: { PATH: process.env.PATH, WATTLE_TOKEN: token } })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text) => (output[name] += text))
  child.stdin.end(source)
  const [code] = await once(child, 'close')
  assert.equal(code, 0, output.stderr)
  const statuses = JSON.parse(output.stdout) as number[]
  return Object.fromEntries(all.map(({ operationId }, index) => [operationId, statuses[index]]))
}

/** Only a request creates a batch, so the demo organisation has none. */
const createdByRequest = ['/imports/{batch}']

test('the request of every GET succeeds in the demo organisation', () => {
  const gets = all.filter(({ method, path }) => method === 'GET' && !createdByRequest.includes(path))
  const statuses = (of: (operation: OperationAtPath) => unknown) =>
    Object.fromEntries(gets.map((operation) => [operation.operationId, of(operation)]))
  assert.deepEqual(
    statuses(({ operationId }) => String(expected[operationId])),
    statuses((operation) => successOf(document, operation)[0]),
  )
})

test('every example in TypeScript runs as it is written, and sends the request of the example', async () => {
  const { app, token } = await freshDemo()
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  // A block for each, because each declares the same names.
  const blocks = all.map((operation) => `{\n${typescriptOf(document, operation).replace(exampleOrigin, origin)}\n}`)
  const program = `const statuses = []
const { log } = console
console.log = (status) => statuses.push(status)
${blocks.join('\n')}
log(JSON.stringify(statuses))`
  const statuses = await statusesOf(process.execPath, ['--input-type=module', '-'], program, token)
  assert.deepEqual(statuses, expected)
})

test('every example in Python runs as it is written, and sends the request of the example', {
  skip: without('python3'),
}, async () => {
  const { app, token } = await freshDemo()
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const program = `import json, sys, urllib.error
statuses = []
for snippet in json.load(sys.stdin):
    try:
        exec(snippet, {"print": lambda status, body: statuses.append(status)})
    except urllib.error.HTTPError as error:
        statuses.append(error.code)
print(json.dumps(statuses))`
  const snippets = all.map((operation) => pythonOf(document, operation).replace(exampleOrigin, origin))
  assert.deepEqual(await statusesOf('python3', ['-c', program], JSON.stringify(snippets), token), expected)
})
