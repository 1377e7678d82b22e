import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UsageFailure } from '../process/failure.ts'
import { formatAccess, parseAccessList } from './access-list.ts'
import { slugOf } from './organisations.ts'

test('areas that are not named have level none, lists are combined, and a later entry wins', () => {
  assert.equal(formatAccess(parseAccessList(['clients=read-write,staff=read'])), 'clients=read-write,staff=read')
  assert.equal(formatAccess(parseAccessList(['all=read-write'])), 'all=read-write')
  const mixed = parseAccessList(['all=read', 'clients=none', 'tasks=read-write'])
  assert.deepEqual([mixed.clients, mixed.tasks, mixed.finance], ['none', 'read-write', 'read'])
})

for (const [list, allowed] of [
  ['clients', /clients=read-write,staff=read/],
  ['client=read', /"client" is no area: use all, clients, staff, roster/],
  ['clients=write', /"write" is no level for clients: use none, read, read-write/],
  ['clients=read,', /area=level/],
  ['__proto__=read', /is no area/],
] as const) {
  test(`the list "${list}" is a usage error, and the message lists what is allowed`, () => {
    assert.throws(
      () => parseAccessList([list]),
      (error) => error instanceof UsageFailure && allowed.test(error.message),
    )
  })
}

test('a slug has the letters of a name without accents', () => {
  assert.equal(slugOf('Acme Care Pty. Ltd.'), 'acme-care-pty-ltd')
  assert.equal(slugOf('  Café Ñandú & Söhne '), 'cafe-nandu-sohne')
  assert.equal(slugOf(`${'a'.repeat(62)} b`), 'a'.repeat(62))
  assert.equal(slugOf('日本'), '')
})
