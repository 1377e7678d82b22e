import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { lastFour, signedHeaders, webhookSecret } from './signing.ts'

const key = Buffer.alloc(32, 7)
const message = (body: Buffer, secrets: string[]) =>
  signedHeaders({ id: 'evt_k3J9xQ2m_10234', attempt: 1, sentAt: Date.now(), body, secrets })

test('the library of Standard Webhooks accepts what is signed, for any id and text', () => {
  const secret = webhookSecret(key, 1, 1)
  fc.assert(
    fc.property(fc.json(), fc.integer({ min: 1 }), (text, number) => {
      const body = Buffer.from(text)
      const id = `evt_k3J9xQ2m_${number}`
      const headers = signedHeaders({ id, attempt: 1, sentAt: Date.now(), body, secrets: [secret] })
      assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(text))
    }),
  )
})

test('another body, id, time or secret is not accepted', () => {
  const secret = webhookSecret(key, 1, 1)
  const body = Buffer.from('{"type":"client.created"}')
  const headers = message(body, [secret])
  const rejects = (changed: object, text = body, by = secret) =>
    assert.throws(() => new Webhook(by).verify(text, { ...headers, ...changed }), /No matching signature/)
  rejects({}, Buffer.from('{"type": "client.created"}'))
  rejects({ 'webhook-id': 'evt_k3J9xQ2m_10235' })
  rejects({ 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) })
  rejects({}, body, webhookSecret(key, 1, 2))
})

test('during a rotation both secrets are accepted; the headers have one signature for each', () => {
  const [current, old] = [webhookSecret(key, 1, 2), webhookSecret(key, 1, 1)]
  const body = Buffer.from('{}')
  const headers = message(body, [current, old])
  for (const secret of [current, old]) assert.deepEqual(new Webhook(secret).verify(body, headers), {})
  assert.match(headers['webhook-signature']!, /^v1,\S{44} v1,\S{44}$/)
  assert.throws(() => new Webhook(old).verify(body, message(body, [current])))
})

test('the time is whole seconds, and the attempt is counted', () => {
  const headers = signedHeaders({
    id: 'evt_a_1',
    attempt: 3,
    sentAt: 1_794_795_011_999,
    body: Buffer.from(''),
    secrets: [],
  })
  assert.deepEqual([headers['webhook-timestamp'], headers['webhook-attempt']], ['1794795011', '3'])
})

test('a secret is whsec_ and 32 bytes of base64, another for each key, webhook and generation', () => {
  const secrets = [
    webhookSecret(key, 1, 1),
    webhookSecret(key, 1, 2),
    webhookSecret(key, 2, 1),
    // The numbers together are the same text.
    webhookSecret(key, 1, 11),
    webhookSecret(key, 11, 1),
    webhookSecret(Buffer.alloc(32, 8), 1, 1),
  ]
  for (const secret of secrets) assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.equal(new Set(secrets).size, secrets.length)
})

test('the derivation is HKDF-SHA256 and never changes, because receivers have the secrets', () => {
  const secret = webhookSecret(key, 4, 2)
  // RFC 5869: extract with an empty salt, then one block of expand.
  const extracted = createHmac('sha256', Buffer.alloc(32)).update(key).digest()
  const expanded = createHmac('sha256', extracted).update('["webhook",4,2]').update(Buffer.of(1)).digest('base64')
  assert.equal(secret, `whsec_${expanded}`)
  assert.equal(lastFour(secret), expanded.slice(39, 43))
})
