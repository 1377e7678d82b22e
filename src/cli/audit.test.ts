import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandLine } from '../../test/harness/command-line.ts'

const wattle = await commandLine()
const { pool } = wattle.database

interface Token {
  id: number
}
const token = (t: Parameters<typeof wattle.json>[0], name: string) =>
  wattle.json<Token>(t, ['token', 'create', '--org', 'acme', '--name', name, '--access', 'clients=read'])

async function setUp() {
  const { rows } = await pool.query(
    `with o as (insert into organisation (slug, name, timezone) values ('acme', 'Acme', 'Australia/Sydney') returning id),
       b as (insert into business_location (org_id, name) select id, 'North' from o returning org_id, id)
     insert into client (org_id, id, first_name, last_name, client_type, business_id)
     select org_id, 7, 'Joan', 'Hart', 'NDIS', id from b returning org_id as "orgId"`,
  )
  return rows[0] as { orgId: number }
}
const { orgId } = await setUp()

test('reads of a client and of a token, and changes of a token, newest first', async (t) => {
  const first = await token(t, 'BI job')
  await pool.query(
    `insert into client_read (org_id, at, node, n, connection_id, token_id, operation, via, client_ids, requests)
     select $1, now() - n * interval '1 day', gen_random_uuid(), n, t.connection_id, t.id, 'listClients', 'api',
       case when n = 2 then '{1,2,3,4,5,6,7}'::bigint[] else '{7}' end, n
     from access_token t, generate_series(1, 3) n where t.org_id = $1 and t.id = $2`,
    [orgId, first.id],
  )
  const reads = ['audit', 'reads', '--org', 'acme']
  const all = await wattle.json<{ requests: number; connection: string }[]>(t, [...reads, '--client', '7'])
  assert.deepEqual(
    all.map(({ requests, connection }) => [requests, connection]),
    [1, 2, 3].map((n) => [n, 'BI job']),
  )
  assert.equal((await wattle.json<unknown[]>(t, [...reads, '--client', '7', '--limit', '2'])).length, 2)
  const { stdout } = await wattle.run(t, [...reads, '--token', String(first.id)])
  assert.match(stdout, /^AT +OPERATION +VIA +REQUESTS +CLIENTS\n/)
  assert.match(stdout, /listClients +api +2 +1, 2, 3, 4, 5 and 2 more\n/)
  const old = await wattle.run(t, [...reads, '--client', '7', '--to', '2020-01-01'])
  assert.equal(old.stdout, 'No read of client 7 is recorded in this time.\n')
  const cut = await wattle.run(t, [...reads, '--client', '7', '--limit', '2'])
  assert.match(
    cut.stderr,
    /^These are the newest 2, and there are more: use --limit, or --to \d{4}-[^ ]+Z for those before\.\n$/,
  )
  assert.equal((await wattle.run(t, [...reads, '--client', '7', '--limit', '3'])).stderr, '')

  for (const command of ['disable', 'disable', 'enable', 'rotate', 'revoke', 'revoke'])
    await wattle.json(t, ['token', command, '--org', 'acme', String(first.id)])
  const changes = ['audit', 'changes', '--org', 'acme', '--subject', `token:${first.id}`]
  const events = await wattle.json<{ id: null; type: string; detail: { new_token_id?: number } | null }[]>(t, changes)
  assert.deepEqual(
    events.map(({ id, type }) => [id, type]),
    ['revoked', 'rotated', 'enabled', 'disabled', 'created'].map((verb) => [null, `token.${verb}`]),
  )
  const second = events[1]!.detail!.new_token_id!
  const [created] = await wattle.json<{ type: string; detail: Record<string, unknown> }[]>(t, [
    ...['audit', 'changes', '--org', 'acme', '--subject', `token:${second}`],
  ])
  const { expires_at, ...detail } = created!.detail
  assert.equal(created!.type, 'token.created')
  assert.deepEqual(detail, { connection: 'BI job', access: { clients: 'read' }, rotated_from: first.id })
  assert.ok(Date.parse(String(expires_at)) > 0)
  const lines = (await wattle.run(t, changes)).stdout.split('\n')
  assert.match(lines[0]!, /^AT +TYPE +DETAIL$/)
  assert.match(lines[2]!, new RegExp(`token\\.rotated +\\{"new_token_id":${second}\\}$`))
  const { rows } = await pool.query(`select 1 from event where type like 'token.%' and seq is not null`)
  assert.equal(rows.length, 0, 'they have no number in the feed')
})

test('changes of a record, those without a number included', async (t) => {
  await pool.query(
    `insert into event (org_id, type, subject_id, fields, seq, at) values
       ($1, 'client.created', 7, '{first_name}', 1, '2026-11-16T02:10:11Z'), ($1, 'client.created', 8, '{}', 2, now()),
       ($1, 'client.updated', 7, '{address,status}', null, '2026-11-17T02:10:11Z')`,
    [orgId],
  )
  const changes = ['audit', 'changes', '--org', 'acme', '--subject', 'client:7']
  const { stdout } = await wattle.run(t, changes)
  assert.deepEqual(
    stdout.split('\n').map((line) => line.trim().split(/ {2,}/)),
    [
      ['EVENT', 'AT', 'TYPE', 'FIELDS', 'CONNECTION'],
      ['2026-11-17 13:10:11', 'client.updated', 'address, status'],
      ['1', '2026-11-16 13:10:11', 'client.created', 'first_name'],
      [''],
    ],
  )
  const first = await wattle.json<{ id: number }[]>(t, [...changes, '--to', '2026-11-16'])
  assert.deepEqual(
    first.map(({ id }) => id),
    [1],
  )
  assert.equal((await wattle.run(t, [...changes.slice(0, -1), 'site:3'])).stdout, 'No change of site:3 is recorded.\n')
})

for (const [args, code, message] of [
  [['reads', '--org', 'acme'], 2, /Use either --client or --token/],
  [['reads', '--org', 'acme', '--client', '7', '--token', '1'], 2, /Use either --client or --token/],
  [['reads', '--org', 'acme', '--client', 'x'], 2, /whole number from 1/],
  [['reads', '--org', 'acme', '--client', '8'], 1, /^acme has no client 8: use the id that GET \/clients shows\.\n$/],
  [['reads', '--org', 'acme', '--token', '999'], 1, /acme has no token 999: wattle token list --org acme/],
  [['reads', '--org', 'nobody', '--client', '7'], 1, /There is no organisation "nobody": wattle org list/],
  [['reads', '--org', 'acme', '--client', '7', '--from', 'May'], 2, /Use a day such as 2026-11-01/],
  [['reads', '--org', 'acme', '--client', '7', '--from', '2026-11-02', '--to', '2026-11-01'], 2, /before --from/],
  [['reads', '--org', 'acme', '--client', '7', '--limit', '1001'], 2, /from 1 to 1000/],
  [['changes', '--org', 'acme', '--subject', 'shift:806'], 2, /--subject is "shift:806"/],
  [['changes', '--org', 'acme', '--subject', 'token:999'], 1, /acme has no token 999/],
  [['changes', '--org', 'acme', '--subject', 'person:7'], 2, /--subject is "person:7": use a kind of record/],
] as const) {
  test(`audit ${args.join(' ')} says what to do`, async (t) => {
    const result = await wattle.run(t, ['audit', ...args])
    assert.deepEqual([result.code, result.stdout], [code, ''])
    assert.match(result.stderr, message)
  })
}
