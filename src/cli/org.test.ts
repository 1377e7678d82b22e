import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { commandLine } from '../../test/harness/command-line.ts'
import { untilLockWait } from '../../test/harness/locks.ts'
import { temporaryFolder } from '../../test/harness/processes.ts'

const wattle = await commandLine()

test('an organisation is created, listed, and its integrations switched off and on', async (t) => {
  const { business_id, ...created } = await wattle.json<{ id: number; business_id: number }>(t, [
    ...['org', 'create', 'Acmé Care'.normalize('NFD'), '--timezone', 'australia/perth'],
  ])
  assert.deepEqual((await wattle.database.pool.query('select id, name, is_initial from business_location')).rows, [
    { id: business_id, name: 'Acmé Care', is_initial: true },
  ])
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
  { name: 'nothing to set', args: ['set', 'acme-care'], code: 2, message: /--name, --timezone, --colour or --logo/ },
  { name: 'a colour by name', args: ['set', 'acme-care', '--colour', 'red'], code: 2, message: /such as #1f6f54/ },
  {
    name: 'a logo that is no image',
    args: ['set', 'acme-care', '--logo', 'package.json'],
    code: 1,
    message: /PNG, JPEG/,
  },
  {
    name: 'a logo that does not exist',
    args: ['set', 'acme-care', '--logo', 'nowhere.png'],
    code: 1,
    message: /no file/,
  },
  {
    name: 'a zone to set that does not exist',
    args: ['set', 'acme-care', '--timezone', 'X/Y'],
    code: 2,
    message: /no time zone/,
  },
  { name: 'a deletion without confirmation', args: ['delete', 'acme-care'], code: 2, message: /--confirm/ },
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

const { pool } = wattle.database
const storedOf = async (slug: string) =>
  (
    await pool.query(
      'select name, timezone, colour, logo_type, octet_length(logo) as bytes from organisation where slug = $1',
      [slug],
    )
  ).rows[0]

test('an organisation’s name, zone, colour and logo are set, each alone, and its shifts keep their local times', async (t) => {
  await wattle.run(t, ['org', 'create', 'Old Name', '--slug', 'settings'])
  const { id } = (await pool.query(`select id from organisation where slug = 'settings'`)).rows[0]
  await pool.query(
    `insert into shift (org_id, type, status, title, starts, ends, starts_at, ends_at)
     values ($1, 'single', 'scheduled', 'Visit', '2026-11-16 09:00', '2026-11-16 11:00', '2026-11-15T22:00Z', '2026-11-16T00:00Z')`,
    [id],
  )
  const renamed = await wattle.run(t, ['org', 'set', 'settings', '--name', 'New Name'])
  assert.deepEqual([renamed.code, renamed.stdout], [0, 'settings is New Name (Australia/Sydney).\n'])
  await wattle.run(t, ['org', 'set', 'settings', '--timezone', 'australia/perth'])
  const shift = (await pool.query('select starts::text, starts_at from shift where org_id = $1', [id])).rows[0]
  assert.deepEqual(
    [shift.starts, new Date(shift.starts_at).toISOString()],
    ['2026-11-16 09:00:00', '2026-11-16T01:00:00.000Z'],
  )

  const file = join(temporaryFolder(t), 'logo.txt')
  writeFileSync(file, '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')
  await wattle.run(t, ['org', 'set', 'settings', '--colour', '#1F6F54', '--logo', file])
  assert.deepEqual(await storedOf('settings'), {
    ...{ name: 'New Name', timezone: 'Australia/Perth', colour: '#1f6f54', logo_type: 'image/svg+xml', bytes: 84 },
  })
  await wattle.run(t, ['org', 'set', 'settings', '--colour', 'none', '--logo', 'none'])
  // Sixty comments: an expression that backtracks would need years.
  writeFileSync(file, `${'<!---->'.repeat(60)}<p>`)
  assert.equal((await wattle.run(t, ['org', 'set', 'settings', '--logo', file])).code, 1)
  writeFileSync(file, '<!doctype html><!-- <svg> --><script>alert(1)</script>')
  const page = await wattle.run(t, ['org', 'set', 'settings', '--logo', file])
  assert.deepEqual([page.code, /must be a PNG, JPEG, WebP or SVG image/.test(page.stderr)], [1, true])
  const { colour, logo_type } = await storedOf('settings')
  assert.deepEqual([colour, logo_type], [null, null])
  const { rows } = await pool.query(`select type, fields from event where org_id = $1 order by id`, [id])
  assert.deepEqual(
    rows.map(({ type, fields }) => [type, fields]),
    [['name'], ['timezone'], ['colour', 'logo'], ['colour', 'logo']].map((fields) => ['organisation.updated', fields]),
  )
})

test('an organisation is deleted with all its rows in every table, and another one keeps its own', async (t) => {
  await wattle.run(t, ['demo'])
  await wattle.run(t, ['org', 'create', 'Other', '--slug', 'other'])
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where column_name = 'org_id' and table_schema = 'public' and table_name in (select tablename from pg_tables)`,
  )
  const countOf = async (slug: string) => {
    const { rows } = await pool.query('select id from organisation where slug = $1', [slug])
    const orgId = rows[0]?.id as number | undefined
    return { orgId, count: async () => rowsOf(orgId!) }
  }
  const rowsOf = async (orgId: number) => {
    const counts: Record<string, number> = {}
    for (const { name } of tables) {
      const { rowCount } = await pool.query(`select from ${name} where org_id = $1`, [orgId])
      if (rowCount! > 0) counts[name] = rowCount!
    }
    return counts
  }
  const [demo, other] = [await countOf('demo'), await countOf('other')]
  const before = await other.count()
  assert.ok(Object.keys(await demo.count()).length > 30, 'the demo has rows in most tables')
  const refused = await wattle.run(t, ['org', 'delete', 'demo', '--confirm', 'dem'])
  assert.deepEqual([refused.code, /repeat the slug/.test(refused.stderr)], [2, true])
  const { rows, deleted } = await wattle.json<{ deleted: string; rows: number }>(t, [
    ...['org', 'delete', 'demo', '--confirm', 'demo'],
  ])
  assert.deepEqual([deleted, rows > 1000], ['demo', true])
  assert.deepEqual([await demo.count(), (await countOf('demo')).orgId], [{}, undefined])
  assert.deepEqual(await other.count(), before)
})

test('a new organisation comes with the command for a token and a curl command that shows errors', async (t) => {
  const { stdout } = await wattle.run(t, ['org', 'create', 'Fresh'], { env: { PORT: '4321' } })
  assert.match(stdout, /^npx wattle token create --org fresh /m)
  assert.match(stdout, /^curl -sS --fail-with-body -w '\\n' -X POST http:\/\/127\.0\.0\.1:4321\/\S+\/clients .*$/m)
})

test('an organisation is deleted with what requests are just writing', async (t) => {
  const writes: [what: string, text: string][] = [
    [
      'client',
      `insert into client (org_id, first_name, last_name, client_type, business_id)
       select org_id, 'Joan', 'Hart', 'NDIS', id from business_location where org_id = $1`,
    ],
    [
      'event',
      `with changed as (update prospect_options set tags = '["new"]' where org_id = $1 returning org_id)
       insert into event (org_id, type, subject_id) select org_id, 'prospect_options.updated', org_id from changed`,
    ],
  ]
  for (const [table, text] of writes) {
    const { id } = await wattle.json<{ id: number }>(t, ['org', 'create', 'Busy'])
    await pool.query('insert into prospect_options (org_id, stages, sources) values ($1, $2, $2)', [id, '[]'])
    const request = await pool.connect()
    await request.query('begin')
    assert.equal((await request.query(text, [id])).rowCount, 1)
    const deleting = wattle.run(t, ['org', 'delete', 'busy', '--confirm', 'busy'])
    await untilLockWait(pool)
    await request.query('commit')
    request.release()
    const { code, stderr } = await deleting
    assert.equal(code, 0, stderr)
    assert.equal((await pool.query(`select from ${table} where org_id = $1`, [id])).rowCount, 0, table)
  }
})

test('names of records cannot act on a terminal or look like another line', async (t) => {
  await wattle.run(t, ['org', 'create', 'Names', '--slug', 'names'])
  const name = 'A\u001b]0;title\u0007\u001b[2J\nB'
  await wattle.run(t, ['business', 'add', '--org', 'names', name])
  const { stdout } = await wattle.run(t, ['business', 'list', '--org', 'names'])
  assert.match(stdout, /^\d+ +A\\x1b\]0;title\\x07\\x1b\[2J B$/m)
})

test('business locations are added, renamed and listed', async (t) => {
  await wattle.run(t, ['org', 'create', 'Places', '--slug', 'places'])
  const added = await wattle.json<{ id: number }>(t, [
    ...['business', 'add', '--org', 'places', 'Coast', '--address', '1 Plage d’Été'.normalize('NFD')],
  ])
  await wattle.run(t, ['business', 'rename', '--org', 'places', String(added.id), 'Côte centrale'.normalize('NFD')])
  const { stdout } = await wattle.run(t, ['business', 'list', '--org', 'places'])
  assert.match(stdout, /^ID +NAME +ADDRESS\n\d+ +Places\n\d+ +Côte centrale +1 Plage d’Été\n$/)
  for (const [args, code, message] of [
    [['rename', '--org', 'places', 'x', 'Y'], 2, /no id/],
    [['rename', '--org', 'places', '999999', 'Y'], 1, /wattle business list/],
    [['add', '--org', 'places', ' '], 2, /1 to 255 characters/],
    [['add', '--org', 'nowhere', 'X'], 1, /no organisation "nowhere"/],
  ] as const) {
    const ended = await wattle.run(t, ['business', ...args])
    assert.deepEqual([ended.code, message.test(ended.stderr)], [code, true], ended.stderr)
  }
})
