import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { InvalidWebhook, verifyWebhook, WattleError } from '../src/index.ts'

interface Case {
  name: string
  secrets: string[] | null
  headers: Record<string, string>
  body?: string
  tolerance_seconds?: number
  valid: boolean
  reason?: 'timestamp' | 'signature' | 'headers' | 'secret' | 'missing secret'
}

const file = JSON.parse(readFileSync(new URL('../cases/signatures.json', import.meta.url), 'utf8')) as {
  now: number
  tolerance_seconds: number
  body: string
  cases: Case[]
}
const now = file.now * 1000
const reasons = {
  timestamp: /^The timestamp of the request is more than 300 seconds from now/,
  signature: /^The request is not signed with this secret, or its body/,
  headers: /^The request lacks webhook-id, webhook-timestamp or webhook-signature/,
  secret: /^The secret of the webhook must be whsec_ and base64/,
  'missing secret': /^The secret of the webhook is missing or empty/,
}
const [good] = file.cases as [Case & { secrets: string[] }]

describe('verifyWebhook', () => {
  test('tries ten signatures and no more, since each is a hash of the body', async () => {
    const wrong = `v1,${btoa('x'.repeat(32))}`
    const after = (count: number) => ({
      ...good.headers,
      'webhook-signature': [...Array(count).fill(wrong), good.headers['webhook-signature']].join(' '),
    })
    await verifyWebhook(file.body, after(9), good.secrets, { now })
    await assert.rejects(verifyWebhook(file.body, after(10), good.secrets, { now }), InvalidWebhook)
  })

  for (const { name, secrets, headers, body = file.body, tolerance_seconds, valid, reason } of file.cases) {
    test(name, async () => {
      const options = { now, ...(tolerance_seconds && { toleranceSeconds: tolerance_seconds }) }
      const verified = verifyWebhook(body, headers, secrets as string[], options)
      if (valid) return assert.deepEqual(await verified, JSON.parse(body))
      const error = await verified.then(
        () => assert.fail('it was accepted'),
        (error) => error,
      )
      assert.ok(error instanceof (reason?.includes('secret') ? WattleError : InvalidWebhook))
      assert.match(error.message, reasons[reason!])
      assert.equal(error instanceof InvalidWebhook, !reason?.includes('secret'))
      assert.ok(!secrets?.some((secret) => /_./.test(secret) && error.message.includes(secret)))
    })
  }

  test('takes bytes, also a part of a larger buffer, and headers of fetch, Node and as a list', async () => {
    const bytes = new TextEncoder().encode(`xx${file.body}`)
    const lists = Object.fromEntries(Object.entries(good.headers).map(([name, value]) => [name, [value]]))
    for (const body of [file.body, bytes.subarray(2), bytes.slice(2).buffer, Buffer.from(file.body)])
      for (const headers of [good.headers, lists, new Headers(good.headers)])
        assert.equal((await verifyWebhook(body, headers, good.secrets, { now })).type, 'shift.cancelled')
  })

  test('the type of the event says what its detail is', async () => {
    const event = await verifyWebhook(file.body, good.headers, good.secrets[0]!, { now })
    assert.equal(event.type === 'shift.cancelled' && event.data.detail?.cancelled_by, 'client')
  })

  test('a parsed body is an error that says to take the raw one', async () => {
    for (const body of [JSON.parse(file.body), null, undefined, 7])
      await assert.rejects(
        verifyWebhook(body, good.headers, good.secrets, { now }),
        /needs the body as it was received, .* not a parsed object: .* In Express use express\.raw/,
      )
  })

  test('without a time of its own it compares with the clock', async () => {
    await assert.rejects(verifyWebhook(file.body, good.headers, good.secrets), InvalidWebhook)
  })
})
