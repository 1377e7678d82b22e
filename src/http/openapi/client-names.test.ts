import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { openapi } from './openapi.ts'

const config = { needs: 'valid token' } as const
const appWith = (...schemas: object[]) => {
  const app = Fastify({ exposeHeadRoutes: false })
  openapi(app, '/api', {} as never)
  for (const [n, schema] of schemas.entries()) app.get(`/api/${n}`, { config, schema }, async () => ({}))
}

test('the service does not start while an operation has no name for the typed clients', () => {
  const cure = /GET \/api\/0: give its schema `sdk`, a resource and a verb such as 'shifts\.cancel'/
  for (const schema of [{}, { sdk: 'cancelShift' }, { sdk: 'shifts.Cancel' }, { sdk: 'a.b.c' }])
    assert.throws(() => appWith(schema), cure)
})

test('the service does not start while two operations have one name', () => {
  assert.throws(
    () => appWith({ sdk: 'shifts.cancel' }, { sdk: 'shifts.list' }, { sdk: 'shifts.cancel' }),
    /GET \/api\/2: `sdk: 'shifts\.cancel'` is also the name of GET \/api\/0/,
  )
})
