import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { commandLine } from '../../test/harness/command-line.ts'
import { answers, startReceiver } from '../../test/harness/receiver.ts'
import { Sequencer } from '../events/sequencer.ts'
import { webhookSecret } from '../webhooks/outbound/signing.ts'

const wattle = await commandLine()
const { pool } = wattle.database
const secrets: string[] = []
const receiver = await startReceiver({ secrets })
after(() => receiver.stop())

const { orgId, id } = await setUp()

async function setUp(): Promise<{ orgId: number; id: number }> {
  const { rows } = await pool.query(
    `with o as (insert into organisation (slug, name) values ('acme', 'Acme') returning id, signing_key),
          c as (insert into connection (org_id, name) select id, 'Payroll sync' from o returning id),
          w as (insert into webhook (org_id, connection_id, url, types, position)
                select o.id, c.id, $1, '{client.*}', 0 from o, c returning id)
     select o.id as org_id, w.id, o.signing_key from o, w`,
    [`http://127.0.0.1:${receiver.port}/hook?key=hidden`],
  )
  const { org_id, id, signing_key } = rows[0]
  secrets.push(webhookSecret(signing_key, id, 1))
  await pool.query(
    `insert into webhook_delivery (org_id, webhook_id, event_id, type, subject_id, status, attempts, last_at, status_code, error)
     values ($1, $2, 1, 'client.created', 7, 'failed', 2, '2026-11-16T02:10:11Z', 500, 'The receiver answered 500.'),
            ($1, $2, 2, 'client.updated', 7, 'delivered', 1, '2026-11-16T02:10:12Z', 204, null)`,
    [org_id, id],
  )
  return { orgId: org_id, id }
}
const run = (t: Parameters<typeof wattle.run>[0], ...args: string[]) =>
  wattle.run(t, ['webhook', args[0]!, '--org', 'acme', ...args.slice(1)], {
    env: { WATTLE_WEBHOOK_NETWORKS: '127.0.0.0/8' },
  })

test('list has the webhooks of all connections; one without a valid token waits', async (t) => {
  const { stdout } = await run(t, 'list')
  const [, line] = stdout.split('\n')
  assert.match(line!, new RegExp(`^${id} +Payroll sync +waiting +0 +client\\.\\* +http://127\\.0\\.0\\.1:\\d+/hook$`))
  const [webhook] = JSON.parse((await run(t, 'list', '--json')).stdout)
  assert.deepEqual([webhook.id, webhook.status, webhook.not_allowed.length], [id, 'waiting', 4])
})

test('list and doctor show which webhook fails', async (t) => {
  const setFailing = (since: string | null, reason: string | null) =>
    pool.query('update webhook set failing_since = $2, disabled_reason = $3, disabled_at = $4 where org_id = $1', [
      orgId,
      since,
      reason,
      reason && new Date().toISOString(),
    ])
  const doctor = async () => /^ok +webhooks +(.*)$/m.exec((await wattle.run(t, ['doctor'])).stdout)?.[1]
  assert.equal(await doctor(), 'none fails')
  await setFailing('2026-11-16T02:10:11Z', null)
  assert.match((await run(t, 'list')).stdout, /^\d+ +Payroll sync +waiting +2026-11-16 13:10:11 +0 /m)
  assert.equal(await doctor(), '1 failing in acme: wattle webhook list --org acme shows them')
  await setFailing('2026-11-16T02:10:11Z', 'gone')
  assert.match((await run(t, 'list')).stdout, /^\d+ +Payroll sync +disabled \(gone\) +2026-11-16 13:10:11 +0 /m)
  assert.equal(await doctor(), '1 disabled because of failures in acme: wattle webhook list --org acme shows them')
  await setFailing(null, null)
})

test('disable and enable change its status, and record an event', async (t) => {
  assert.match((await run(t, 'disable', String(id))).stdout, /is disabled\. Its position stays at event 0\./)
  await new Sequencer({ db: pool }).numberAll()
  const tail = await wattle.run(t, ['events', 'tail', '--org', 'acme'])
  assert.match(tail.stdout, new RegExp(`webhook\\.disabled +webhook ${id} +status +Payroll sync`))
  const { stdout } = await run(t, 'enable', String(id), '--resume', 'latest')
  assert.match(stdout, /is waiting: it continues after event 1\./)
  const { rows } = await pool.query('select disabled_at, position from webhook where org_id = $1', [orgId])
  assert.deepEqual(rows, [{ disabled_at: null, position: 1 }])
})

test('deliveries lists them, and resend makes one pending', async (t) => {
  const { stdout } = await run(t, 'deliveries', String(id), '--status', 'failed')
  assert.match(stdout, /^1 +client\.created +failed +2 +2026-11-16 13:10:11 +The receiver answered 500\.$/m)
  assert.equal(stdout.trim().split('\n').length, 2)
  assert.match(
    (await run(t, 'resend', String(id), '1')).stdout,
    /^Event 1 is pending: a running service sends it to webhook \d+ next, if that is enabled\.$/m,
  )
  const { rows } = await pool.query(
    'select status, is_replay from webhook_delivery where org_id = $1 and event_id = 1',
    [orgId],
  )
  assert.deepEqual(rows, [{ status: 'pending', is_replay: true }])
})

test('test sends an example that is signed; a failure is exit code 1', async (t) => {
  assert.match((await run(t, 'test', String(id))).stdout, /^The receiver answered 204 after \d+ ms\.$/m)
  const [request] = receiver.requests
  assert.ok(request!.isSigned)
  assert.equal(JSON.parse(request!.body.toString()).type, 'webhook.test')
  receiver.behave(answers.status(500, 'Out of order'))
  const { code, stdout } = await run(t, 'test', String(id), '--type', 'client.created')
  assert.deepEqual([code, stdout], [1, 'The receiver answered 500. Out of order\n'])
})

test('an unknown webhook, event or type is said', async (t) => {
  for (const args of [
    ['enable', '999'],
    ['deliveries', '999'],
    ['resend', '999', '1'],
    ['test', '999'],
  ]) {
    const { code, stderr } = await run(t, ...args)
    assert.deepEqual(
      [code, stderr],
      [1, 'acme has no webhook 999: wattle webhook list --org acme shows those there are.\n'],
    )
  }
  assert.equal((await run(t, 'resend', String(id), '77')).stderr, 'Delivery not found.\n')
  assert.match((await run(t, 'deliveries', String(id), '--types', 'clients.*')).stderr, /^--types has "clients\.\*"/)
  assert.equal((await run(t, 'enable', 'x')).code, 2)
})
