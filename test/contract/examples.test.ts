import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { basePath } from '../../src/app.ts'
import { createDemo } from '../../src/bundle/demo.ts'
import { operationsOf, type Document as Reference } from '../../src/docs/document.ts'
import { fillPath, requestsOf, successOf } from '../../src/docs/examples.ts'
import { curlOf, exampleOrigin } from '../../src/docs/snippets.ts'
import { exampleRequest, testedOperations } from '../../trials/lib/examples.ts'
import { makeTenant } from '../../trials/lib/service.ts'
import { inOneProcess } from '../cluster/environment.ts'
import { harness } from '../harness/harness.ts'
import { without } from '../harness/programs.ts'
import { type Document, operations, responseChecker } from '../harness/specification.ts'

const { app, db, clock, send, numberEvents } = await harness()
const all = operations(app.openapiDocument() as Document)

test('the service accepts every example, one after the other, in an organisation with its records', async () => {
  clock.advance(Date.parse('2026-11-15T02:00:00Z') - clock.now())
  const { token } = await makeTenant({ db, clock }, 'Example')
  for (const { operation, name, examples: recipes } of testedOperations(app.openapiDocument() as Document)) {
    for (const recipe of recipes) {
      const request = exampleRequest(operation, recipe, token)
      const { status, text } = await send({
        ...request,
        method: request.method as 'GET',
        url: request.url.slice(basePath.length),
      })
      assert.ok(status < 300, `${name} ${JSON.stringify(recipe)}: ${status} ${text}`)
    }
  }
})

const run = promisify(execFile)

/** Pastes a curl command into a shell, and returns the status and the body. */
async function paste(command: string, token: string): Promise<{ status: string; text: string }> {
  // The status is compared, so an error is no failure of the command.
  const script = `${command} -w '\\n%{http_code}' || true`
  const { stdout } = await run('sh', ['-c', script], { env: { ...process.env, WATTLE_TOKEN: token }, maxBuffer: 1e7 })
  const end = stdout.lastIndexOf('\n')
  return { status: stdout.slice(end + 1), text: stdout.slice(0, end) }
}

/** Whether each part of a request for many succeeded. */
const outcomes = ({ results }: { results?: { ok: boolean }[] }) => results?.map(({ ok }) => ok)

test('the demo organisation responds to every curl line of the reference, pasted in its order, as it shows', {
  skip: inOneProcess('the lines go to one process') || without('curl'),
}, async () => {
  const document = app.openapiDocument() as unknown as Reference
  const checkShape = responseChecker(document)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const { token } = await createDemo(db, clock)
  await numberEvents()
  const inOrder = document.tags.flatMap(({ name }) => operationsOf(document).filter(({ tags }) => tags[0] === name))
  let pasted = 0
  for (const operation of inOrder) {
    const [first, ...others] = requestsOf(operation)
    for (const request of [first, ...others]) {
      const [expected, { content }] = successOf(document, operation, request)
      const line = curlOf(document, operation, request).replaceAll(exampleOrigin, origin)
      const { status, text } = await paste(line, token)
      assert.equal(status, expected, `${line}\n${text}`)
      pasted++
      if (request.query.format !== undefined) continue
      const body = JSON.parse(text)
      checkShape(operation.method, fillPath(operation.path, request.path), Number(status), body)
      // The example of a response is the one to the first request.
      if (request === first)
        assert.deepEqual(outcomes(body), outcomes(content!['application/json']!.example as object), line)
    }
  }
  assert.ok(pasted > inOrder.length && inOrder.length === all.length)
})

test('no parameter is declared in a way that client generators do not support', () => {
  for (const { parameters, operationId } of all)
    for (const parameter of parameters) assert.ok(!('content' in parameter), operationId)
  const { components, info } = app.openapiDocument() as any
  assert.ok(!('Error' in components.schemas), 'Error clashes with a class of many languages')
  assert.equal(info.contact.name, 'Wattle')
})
