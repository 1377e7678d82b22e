import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness } from '../../test/harness/harness.ts'

const { clock, organisation } = await harness({ rateLimit: 50 })

test('GET /organisation has the zone with its date, the instant and the limit, for a token without any access', async () => {
  const org = await organisation('none', 'Pacific/Kiritimati')
  const { status, body } = await org.get('/organisation')
  assert.equal(status, 200)
  assert.deepEqual(body.data, {
    name: 'Acme Care',
    slug: org.slug,
    timezone: 'Pacific/Kiritimati',
    today: new Date(clock.now() + 14 * 3_600_000).toISOString().slice(0, 10),
    now: new Date(clock.now()).toISOString(),
    rate_limit: { limit: 50, window_seconds: 60 },
  })
})
