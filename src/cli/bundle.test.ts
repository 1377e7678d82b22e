import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { commandLine } from '../../test/harness/command-line.ts'
import { temporaryFolder } from '../../test/harness/processes.ts'
import { createOrganisation } from '../access/organisations.ts'

const wattle = await commandLine()
await createOrganisation(wattle.database.pool, { name: 'Acme' })
await createOrganisation(wattle.database.pool, { name: 'Copy' })

const bundle = {
  organisation: { name: 'Acme Care', timezone: 'Australia/Perth', owner_id: 31 },
  business_locations: [{ id: 1, name: 'Perth' }],
  staff: [{ id: 31, first_name: 'Ana', last_name: 'Li', email: 'ana@acme.example', status: 'Active' }],
  clients: [{ id: 7, first_name: 'Joan', last_name: 'Hart', client_type: 'NDIS', business_id: 1, status: 'Active' }],
}

test('a bundle imported from a file and exported to a file can be imported from stdin and exports the same bytes', async (t) => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'in.json'), JSON.stringify(bundle))
  const imported = await wattle.json<{ counts: object }>(t, ['import', '--org', 'acme', join(folder, 'in.json')])
  assert.deepEqual((imported.counts as { clients: object }).clients, { created: 1, updated: 0, unchanged: 0 })

  const out = join(folder, 'out.json')
  const exported = await wattle.json(t, ['export', '--org', 'acme', out])
  assert.deepEqual(exported, { organisation: 'acme', file: out, rows: { business_locations: 1, staff: 1, clients: 1 } })
  assert.deepEqual(readdirSync(folder).sort(), ['in.json', 'out.json'])
  assert.equal(statSync(out).mode & 0o777, 0o600)

  const text = readFileSync(out, 'utf8')
  assert.equal((await wattle.run(t, ['import', '--org', 'copy', '-'], { input: text })).code, 0)
  assert.equal((await wattle.run(t, ['export', '--org', 'copy'])).stdout, text)
})

test('an invalid bundle exits with 1, lists every problem with its path, and changes nothing', async (t) => {
  const bad = { clients: [{ id: 8, last_name: 'X', client_type: 'NDIS', business_id: 99 }] }
  const ended = await wattle.run(t, ['import', '--org', 'acme', '-'], { input: JSON.stringify(bad) })
  assert.equal(ended.code, 1)
  assert.match(ended.stderr, /^clients\[0\]\.first_name: /m)
  assert.match(ended.stderr, /^clients\[0\]\.business_id: /m)
  assert.equal((await wattle.database.pool.query('select from client where id = 8')).rowCount, 0)
})

test('a missing file and an unwritable path exit with 1 and say what to do', async (t) => {
  const missing = await wattle.run(t, ['import', '--org', 'acme', '/nowhere/b.json'])
  assert.deepEqual([missing.code, missing.stderr.includes('There is no file /nowhere/b.json')], [1, true])
  const closed = await wattle.run(t, ['export', '--org', 'acme', '/nowhere/b.json'])
  assert.deepEqual([closed.code, closed.stderr.includes('/nowhere/b.json cannot be written')], [1, true])
})

test('demo creates the organisation and a token; a second run says what to do', async (t) => {
  const created = await wattle.json<{ organisation: string; token: string }>(t, ['demo'])
  assert.equal(created.organisation, 'demo')
  assert.match(created.token, /^svc_at_/)
  const again = await wattle.run(t, ['demo'])
  assert.equal(again.code, 1)
  assert.match(again.stderr, /wattle token create --org demo/)
})
