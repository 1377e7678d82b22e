import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { commandLine } from '../../test/harness/command-line.ts'
import { databaseUrl } from '../../test/harness/database.ts'
import { startProgram } from '../../test/harness/processes.ts'
import { Sequencer } from '../events/sequencer.ts'

const wattle = await commandLine()
const { pool } = wattle.database
const { id } = await setUp()

async function setUp(): Promise<{ id: number }> {
  const { rows } = await pool.query(
    `insert into organisation (slug, name, timezone) values ('acme', 'Acme', 'Australia/Sydney') returning id`,
  )
  return rows[0]
}
const record = async (type: string, subject: number, fields: string[] = []) => {
  await pool.query(
    `insert into event (org_id, type, subject_id, fields, at) values ($1, $2, $3, $4, '2026-11-16T02:10:11Z')`,
    [id, type, subject, fields],
  )
  await new Sequencer({ db: pool }).numberAll()
}

test('tail prints the last events with local times, and those of some types', async (t) => {
  assert.equal((await wattle.run(t, ['events', 'tail', '--org', 'acme'])).stdout, '')
  await record('client.created', 7, ['first_name', 'last_name'])
  await record('staff.created', 3)
  await record('client.updated', 7, ['address'])
  const { stdout } = await wattle.run(t, ['events', 'tail', '--org', 'acme', '--types', 'client.*'])
  assert.equal(
    stdout,
    [
      '1       2026-11-16 13:10:11  client.created            client 7            first_name, last_name',
      '3       2026-11-16 13:10:11  client.updated            client 7            address\n',
    ].join('\n'),
  )
  const json = await wattle.run(t, ['events', 'tail', '--org', 'acme', '--lines', '1', '--json'])
  assert.deepEqual([JSON.parse(json.stdout).id, JSON.parse(json.stdout).type], [3, 'client.updated'])
})

test('tail with --follow goes on with new events', async (t) => {
  const args = ['events', 'tail', '--org', 'acme', '--lines', '1', '--follow']
  const { child: program } = startProgram(t, 'src/main.ts', args, {
    DATABASE_URL: databaseUrl(wattle.database.address),
  })
  const [first] = await once(program.stdout, 'data')
  assert.match(String(first), /^3 .*client\.updated/)
  await record('client.archived', 7, ['status'])
  const [second] = await once(program.stdout, 'data')
  assert.match(String(second), /^4 .*client\.archived/)
})

for (const [args, message] of [
  [['--lines', '0'], /--lines is "0": use a whole number from 1 to 1000\./],
  [['--types', 'shifts.*'], /--types has "shifts\.\*": send types such as/],
] as const) {
  test(`tail with ${args.join(' ')} says what is allowed`, async (t) => {
    const { code, stderr } = await wattle.run(t, ['events', 'tail', '--org', 'acme', ...args])
    assert.equal(code, 2)
    assert.match(stderr, message)
  })
}

test('restart gives the feed another name and keeps its numbers', async (t) => {
  const stored = async () => (await pool.query('select feed from organisation where id = $1', [id])).rows[0].feed
  const before = await stored()
  const { feed, org } = await wattle.json<{ feed: string; org: string }>(t, ['events', 'restart', '--org', 'acme'])
  assert.notEqual(feed, before)
  assert.deepEqual([feed, org], [await stored(), 'acme'])
  const { rows } = await pool.query('select head from feed where org_id = $1', [id])
  assert.ok(rows[0].head >= 3)
})
