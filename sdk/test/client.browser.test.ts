import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { chromiumMissing, openChromium, openPage } from '../../test/browser/chromium.ts'
import { inOneProcess } from '../../test/cluster/environment.ts'
import { startService } from './service.ts'

const source = fileURLToPath(new URL('../src/index.ts', import.meta.url))
const { now, body, cases } = JSON.parse(readFileSync(new URL('../cases/signatures.json', import.meta.url), 'utf8'))

test('in a browser the client reads, writes, throws its errors, iterates and verifies a webhook', {
  skip: chromiumMissing() || inOneProcess('the browser calls one process'),
}, async () => {
  const browser = await openChromium()
  const { origin, organisation } = await startService()
  const { token, businessId } = await organisation()
  const { outputFiles } = await build({ entryPoints: [source], bundle: true, format: 'esm', write: false })
  const { page, consoleErrors, externalRequests } = await openPage(browser, origin)
  // The API sends no CORS headers, so the page is of the same origin.
  await page.route('**/client.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Client</title>' }),
  )
  await page.route('**/client.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: outputFiles[0]!.text }),
  )
  await page.goto('/client.html')
  const result = await page.evaluate(
    async ({ origin, token, businessId, signed: { now, body, headers, secrets } }) => {
      const path = '/client.js'
      const { Wattle, Invalid, verifyWebhook } = (await import(path)) as typeof import('../src/index.ts')
      const wattle = new Wattle({ token, baseUrl: origin })
      const joan = { first_name: 'Joan', last_name: 'Hart', client_type: 'NDIS', business_id: businessId } as const
      const options = { idempotencyKey: 'page-1' }
      const [first, again] = [await wattle.clients.create(joan, options), await wattle.clients.create(joan, options)]
      const names: string[] = []
      for await (const { last_name } of wattle.clients.list()) names.push(last_name)
      const error = await wattle.clients.update(first.data.id, { status: 'Gone' as 'Active' }).catch((error) => error)
      const { requestId } = await wattle.me.get().withResponse()
      const event = await verifyWebhook(body, headers, secrets, { now: now * 1000 })
      return {
        ...{ isSame: first.data.id === again.data.id, names, isInvalid: error instanceof Invalid },
        ...{ fields: Object.keys(error.errors), requestId, type: event.type },
      }
    },
    { origin, token, businessId, signed: { now, body, ...cases[0] } },
  )
  const { requestId, ...others } = result
  assert.deepEqual(others, {
    ...{ isSame: true, names: ['Hart'], isInvalid: true, fields: ['status'], type: 'shift.cancelled' },
  })
  assert.match(String(requestId), /^[0-9a-f-]{36}$/)
  assert.deepEqual(externalRequests, [])
  // The browser logs the 422 as a failed request.
  assert.deepEqual(
    consoleErrors.filter((text) => !/status of 422/.test(text)),
    [],
  )
})
