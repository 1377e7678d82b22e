import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness } from '../../test/harness/harness.ts'
import { eventKinds, eventRecord } from '../events/catalogue.ts'
import { makeAjv } from '../http/contract/validation.ts'
import { bodyBytes } from './bodies.ts'

const { app } = await harness()

test('the body of every type fits what the specification says of it, with its detail and without', () => {
  const document = app.openapiDocument() as any
  const ajv = makeAjv()
  ajv.addSchema({ $id: 'specification', components: document.components })
  const resolved = (schema: object) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"specification#/components'))
  for (const { type, example } of eventKinds.values()) {
    const { schema } = document.webhooks[type].post.requestBody.content['application/json']
    const check = ajv.compile(closed(resolved(schema)))
    const event = eventRecord(example)
    const source = { feed: 'k3J9xQ2m', organisation: 'acme-care' }
    for (const sent of [event, { ...event, fields: Array.from({ length: 3000 }, (_, n) => `field_${n}`) }]) {
      const body: any = JSON.parse(bodyBytes(sent, source).toString())
      assert.equal(check(body), true, `${type}: ${ajv.errorsText(check.errors)}`)
      assert.equal(body.data.detail_omitted, sent === event ? undefined : true)
    }
  }
})

/** Refuses fields of the body and its data that the specification does not name. */
const closed = ({ properties, ...schema }: any) => ({
  ...schema,
  additionalProperties: false,
  properties: { ...properties, data: { ...properties.data, additionalProperties: false } },
})
