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
  const imported = await wattle.json<{ counts: object }>(t, [
    ...['import', '--org', 'acme', '--with-settings', join(folder, 'in.json')],
  ])
  assert.deepEqual((imported.counts as { clients: object }).clients, { created: 1, updated: 0, unchanged: 0 })

  const out = join(folder, 'out.json')
  const exported = await wattle.json(t, ['export', '--org', 'acme', out])
  assert.deepEqual(exported, { organisation: 'acme', file: out, rows: { business_locations: 1, staff: 1, clients: 1 } })
  assert.deepEqual(readdirSync(folder).sort(), ['in.json', 'out.json'])
  assert.equal(statSync(out).mode & 0o777, 0o600)

  const text = readFileSync(out, 'utf8')
  assert.equal((await wattle.run(t, ['import', '--org', 'copy', '--with-settings', '-'], { input: text })).code, 0)
  assert.equal((await wattle.run(t, ['export', '--org', 'copy'])).stdout, text)
})

test('an export names the organisation and what it has, each in the singular or plural', async (t) => {
  const file = join(temporaryFolder(t), 'out.json')
  await createOrganisation(wattle.database.pool, { name: 'Small Care', slug: 'small' })
  const empty = await wattle.run(t, ['export', '--org', 'small', file])
  assert.equal(empty.stdout, `Exported Small Care (small) to ${file}: no records.\n`)
  const [staff] = bundle.staff
  const series = { id: 5, recurrence: { every: 1, unit: 'Week', on_days: ['Mon'] } }
  const input = JSON.stringify({ ...bundle, staff: [staff, { ...staff, id: 32 }], shift_series: [series] })
  assert.equal((await wattle.run(t, ['import', '--org', 'small', '-'], { input })).code, 0)
  const { stdout } = await wattle.run(t, ['export', '--org', 'small', file])
  const records = '1 business location, 2 staff, 1 client, 1 shift series'
  assert.equal(stdout, `Exported Small Care (small) to ${file}: ${records}.\n`)
})

test('an import prints the addresses of the published forms it brought, three at most; a dry run prints none', async (t) => {
  await createOrganisation(wattle.database.pool, { name: 'With forms', slug: 'with-forms' })
  const steps = [{ title: 'About you', fields: [{ type: 'text', label: 'Name' }] }]
  const form = (id: number, more: object = {}) => ({
    ...{ id, name: `Form ${id}`, key: `form-${id}`, published: 'on', steps },
    ...more,
  })
  const run = async (forms: object[], ...options: string[]) => {
    const args = ['import', '--org', 'with-forms', ...options, '-']
    const ended = await wattle.run(t, args, { input: JSON.stringify({ forms }), env: { PORT: '4321' } })
    assert.equal(ended.code, 0, ended.stderr)
    return ended.stdout
  }
  const url = 'http://127.0.0.1:4321/f/with-forms'
  assert.deepEqual(JSON.parse(await run([form(9)], '--json')).pages, [{ name: 'Form 9', url: `${url}/form-9` }])
  const forms = [form(2, { address: 'enquiry' }), form(3, { published: 'off' }), ...[1, 4, 5, 6].map((id) => form(id))]
  assert.doesNotMatch(await run(forms, '--dry-run'), /Published/)
  const lines = (await run(forms)).split('\n').slice(2)
  assert.deepEqual(lines, [
    'Published forms, to open while the service runs:',
    ...[`  ${url}/enquiry  Form 2`, `  ${url}/form-1  Form 1`, `  ${url}/form-4  Form 4`, '  and 2 more', ''],
  ])
})

test('an invalid bundle exits with 1, lists every problem with its path, and changes nothing', async (t) => {
  const bad = { clients: [{ id: 8, last_name: 'X', client_type: 'NDIS', business_id: 99 }] }
  const ended = await wattle.run(t, ['import', '--org', 'acme', '-'], { input: JSON.stringify(bad) })
  assert.equal(ended.code, 1)
  assert.match(ended.stderr, /^clients\[0\]\.first_name: /m)
  assert.match(ended.stderr, /^clients\[0\]\.business_id: /m)
  assert.match(ended.stderr, /\n\d problems\. Nothing was changed\.\n$/)
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

test('an import keeps the organisation’s name and zone and says so; a dry run changes nothing and reports the same', async (t) => {
  const { pool } = wattle.database
  await wattle.run(t, ['org', 'create', 'Mine', '--slug', 'mine'])
  const input = JSON.stringify(bundle)
  const stored = async () => {
    const { rows } = await pool.query(`select id, name, timezone, owner_id from organisation where slug = 'mine'`)
    const { id, ...organisation } = rows[0]
    const businesses = await pool.query('select name from business_location where org_id = $1', [id])
    const clients = await pool.query('select count(*)::int as count from client where org_id = $1', [id])
    return { ...organisation, businesses: businesses.rows.map(({ name }) => name), clients: clients.rows[0].count }
  }
  const before = await stored()
  assert.deepEqual(before.businesses, ['Mine'])
  const kept = { name: 'Mine', timezone: 'Australia/Sydney' }
  const run = async (...options: string[]) => {
    const ended = await wattle.run(t, ['import', '--org', 'mine', ...options, '--json', '-'], { input })
    assert.equal(ended.code, 0, ended.stderr)
    return JSON.parse(ended.stdout)
  }
  const { dry_run, ...rehearsed } = await run('--dry-run')
  assert.equal(dry_run, true)
  assert.deepEqual(await stored(), before)
  const imported = await run()
  assert.deepEqual(imported, rehearsed)
  assert.deepEqual(imported.kept, kept)
  assert.deepEqual(imported.counts.business_locations, { created: 1, updated: 0, unchanged: 0, removed: 1 })
  assert.deepEqual(await stored(), { ...kept, owner_id: 31, businesses: ['Perth'], clients: 1 })
  const { stdout } = await wattle.run(t, ['import', '--org', 'mine', '-'], { input })
  assert.match(stdout, /mine kept its name, Mine; its time zone, Australia\/Sydney\. .*--with-settings/)

  assert.deepEqual((await run('--with-settings')).kept, undefined)
  assert.equal((await stored()).timezone, 'Australia/Perth')
  const bad = JSON.stringify({ clients: [{ id: 9, business_id: 99 }] })
  const failed = await wattle.run(t, ['import', '--org', 'mine', '--dry-run', '-'], { input: bad })
  assert.deepEqual([failed.code, /clients\[0\]\.business_id/.test(failed.stderr)], [1, true])
})

test('an export imported again changes nothing, also of an organisation with its first location alone', async (t) => {
  await wattle.run(t, ['org', 'create', 'Again'])
  const { stdout } = await wattle.run(t, ['export', '--org', 'again'])
  const again = await wattle.run(t, ['import', '--org', 'again', '--json', '-'], { input: stdout })
  const unchanged = { created: 0, updated: 0, unchanged: 1 }
  assert.deepEqual(JSON.parse(again.stdout).counts, { business_locations: unchanged, organisation: unchanged })
})

test('the first location stays while a client uses it, or once it was renamed', async (t) => {
  const { pool } = wattle.database
  const input = JSON.stringify({ business_locations: [{ id: 1, name: 'Perth' }] })
  for (const [slug, change] of [
    [
      'used',
      `insert into client (org_id, first_name, last_name, client_type, business_id) select org_id, 'A', 'B', 'NDIS', id from business_location b where org_id = $1`,
    ],
    ['renamed', `update business_location set name = 'Ours', updated_at = now() where org_id = $1`],
  ] as const) {
    const { id } = await wattle.json<{ id: number }>(t, ['org', 'create', slug])
    await pool.query(change, [id])
    assert.equal((await wattle.run(t, ['import', '--org', slug, '-'], { input })).code, 0)
    const { rowCount } = await pool.query('select from business_location where org_id = $1', [id])
    assert.equal(rowCount, 2, slug)
  }
})

test('wattle demo --reset makes the demo anew; without it a second demo is refused', async (t) => {
  const { pool } = wattle.database
  const first = await wattle.json<{ token: string }>(t, ['demo', '--reset'])
  const again = await wattle.run(t, ['demo'])
  assert.deepEqual([again.code, /wattle demo --reset/.test(again.stderr)], [1, true])
  const demo = async () => (await pool.query(`select id from organisation where slug = 'demo'`)).rows[0].id as number
  await pool.query('delete from billable where org_id = $1', [await demo()])
  const { token } = await wattle.json<{ token: string }>(t, ['demo', '--reset'])
  assert.notEqual(token, first.token)
  const count = async (table: string) =>
    (await pool.query(`select from ${table} where org_id = $1`, [await demo()])).rowCount!
  assert.ok((await count('billable')) > 100)
  assert.equal(await count('access_token'), 1)
})
