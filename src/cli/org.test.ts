import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandLine } from '../../test/harness/command-line.ts'

const wattle = await commandLine()

test('an organisation is created, listed, and its integrations switched off and on', async (t) => {
  const created = await wattle.json<{ id: number }>(t, ['org', 'create', 'Acmé Care', '--timezone', 'australia/perth'])
  const expected = {
    id: created.id,
    slug: 'acme-care',
    name: 'Acmé Care',
    timezone: 'Australia/Perth',
    integrations: 'on',
  }
  assert.deepEqual(created, expected)
  assert.deepEqual(await wattle.json(t, ['org', 'list']), [expected])
  const { stdout } = await wattle.run(t, ['org', 'list'])
  assert.match(stdout, /^SLUG +NAME +TIMEZONE +INTEGRATIONS\nacme-care +Acmé Care +Australia\/Perth +on\n$/)

  const stored = async () =>
    (await wattle.database.pool.query('select integrations_enabled from organisation')).rows[0].integrations_enabled
  assert.deepEqual(await wattle.json(t, ['org', 'integrations', 'acme-care', 'off']), {
    ...expected,
    integrations: 'off',
  })
  assert.equal(await stored(), false)
  await wattle.run(t, ['org', 'integrations', 'acme-care', 'on'])
  assert.equal(await stored(), true)
})

for (const { name, args, code, message } of [
  {
    name: 'a slug that is taken',
    args: ['create', 'ACME care'],
    code: 1,
    message: /already an organisation with the slug "acme-care"/,
  },
  {
    name: 'a zone that does not exist',
    args: ['create', 'X', '--timezone', 'Mars/Base'],
    code: 2,
    message: /no time zone/,
  },
  { name: 'a name that gives no slug', args: ['create', '日本'], code: 2, message: /--slug/ },
  {
    name: 'a state that is neither on nor off',
    args: ['integrations', 'acme-care', 'maybe'],
    code: 2,
    message: /on, off/,
  },
]) {
  test(`${name} exits with ${code} and one sentence on stderr`, async (t) => {
    const ended = await wattle.run(t, ['org', ...args])
    assert.equal(ended.code, code)
    assert.match(ended.stderr, message)
    assert.equal(ended.stdout, '')
  })
}
