import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inOneProcess } from '../../test/cluster/environment.ts'
import { rosterOf } from '../../test/factories/roster/roster.ts'
import { harness, type Organisation } from '../../test/harness/harness.ts'
import { ofClient } from '../access/audit/client-reads.sql.ts'

const skip = inOneProcess('it stores the reads of this process')
const { app, db, clock, organisation } = await harness()
/** 9 in the evening of 16 November in Sydney. */
clock.advance(Date.parse('2026-11-16T10:00:00Z') - clock.now())
const store = () => app.jobs['store reads of clients']!.work()
const day = 86_400_000
const at = (ms: number) => new Date(ms).toISOString().replace('Z', '000Z')

/** A client whose reads so far are not of interest. */
async function clientOf(org: Organisation): Promise<number> {
  const id = await rosterOf(db, org).client()
  await store()
  await db.query('delete from client_read where org_id = $1', [org.orgId])
  return id
}

interface Read {
  at: number
  clients: number[]
  operation?: string
  tokenId?: number
}
/** Reads as they are stored, in their order. */
async function insert(org: Organisation, reads: Read[]): Promise<void> {
  for (const [n, { at: ms, clients, operation = 'getClient', tokenId = org.tokenId }] of reads.entries())
    await db.query(
      `insert into client_read (org_id, at, node, n, connection_id, token_id, operation, via, client_ids, requests)
       values ($1, $2, '00000000-0000-0000-0000-00000000000a', $3, $4, $5, $6, 'api', $7, 1)`,
      [org.orgId, at(ms), n + 1, org.connectionId, tokenId, operation, clients],
    )
}

/** All entries, page by page. */
async function readAll(org: Organisation, id: number, query = 'limit=2') {
  const entries: { at: string; operation: string }[] = []
  let cursor = ''
  do {
    const { status, body, text } = await org.get(`/clients/${id}/access-log?${query}${cursor}`)
    assert.equal(status, 200, text)
    entries.push(...body.data)
    cursor = body.meta.next_cursor === null ? '' : `&cursor=${body.meta.next_cursor}`
  } while (cursor)
  return entries
}

describe('GET /clients/{id}/access-log', () => {
  test('lists who was shown a client, newest first, with the connection and the number of requests', {
    skip,
  }, async () => {
    const org = await organisation()
    const id = await clientOf(org)
    const first = clock.now()
    for (let n = 0; n < 3; n++) await org.get(`/clients/${id}`)
    clock.advance(2000)
    await store()
    await org.get('/clients?format=csv')
    await store()
    const by = { connection: 'Payroll sync', token_id: org.tokenId }
    const { body } = await org.get(`/clients/${id}/access-log`)
    assert.deepEqual(body, {
      data: [
        { at: at(clock.now()), ...by, operation: 'listClients', via: 'export', requests: 1 },
        { at: at(first), ...by, operation: 'getClient', via: 'api', requests: 3 },
      ],
      meta: { next_cursor: null },
    })
    await store()
    assert.deepEqual((await org.get(`/clients/${id}/access-log`)).body, body, 'it is not recorded itself')
  })

  test('needs read-write access to clients', async () => {
    const reader = await organisation({ clients: 'read' })
    const { status, headers } = await reader.get('/clients/1/access-log')
    assert.deepEqual([status, headers['x-required-access']], [403, 'clients=read-write'])
  })

  test('of an unknown client and of one of another organisation is 404, and lists only its own reads of equal ids', async () => {
    const [org, other] = [await organisation(), await organisation()]
    const id = await clientOf(other)
    for (const url of [`/clients/${id}/access-log`, '/clients/999999/access-log', '/clients/x/access-log']) {
      const { status, body } = await org.get(url)
      assert.deepEqual([status, body], [404, { message: 'Client not found.' }])
    }
    await db.query(
      `insert into client (org_id, id, first_name, last_name, client_type, business_id) values ($1, $2, 'A', 'B', 'NDIS', $3)`,
      [org.orgId, id, org.businessId],
    )
    await insert(org, [{ at: clock.now(), clients: [id] }])
    assert.equal((await readAll(org, id)).length, 1)
    assert.equal((await readAll(other, id)).length, 0)
  })

  test('pages have every entry once, also of equal times and while reads are added', async () => {
    const org = await organisation()
    const id = await clientOf(org)
    const now = clock.now()
    const times = [0, 0, 0, 1, 1, 2, 40, 40, 399].map((days) => now - days * day)
    await insert(
      org,
      times.map((ms, n) => ({ at: ms, clients: n % 2 ? [id, id + 1] : [id], operation: `op${n}` })),
    )
    const expected = ['op2', 'op1', 'op0', 'op4', 'op3', 'op5', 'op7', 'op6', 'op8']
    for (const limit of [1, 2, 3, 4, 100]) {
      const entries = await readAll(org, id, `limit=${limit}`)
      assert.deepEqual(
        entries.map(({ operation }) => operation),
        expected,
        `limit ${limit}`,
      )
    }
    const { body } = await org.get(`/clients/${id}/access-log?limit=4`)
    const later = new Date(times[0]! + 60_000).toISOString()
    await db.query(`update client_read set at = $2 where org_id = $1 and operation = 'op0'`, [org.orgId, later])
    const next = await org.get(`/clients/${id}/access-log?limit=4&cursor=${body.meta.next_cursor}`)
    assert.deepEqual(
      next.body.data.map(({ operation }: { operation: string }) => operation),
      expected.slice(4, 8),
    )
  })

  test('from and to are days in the organisation’s zone or instants, both included', async () => {
    const org = await organisation()
    const id = await clientOf(org)
    // Midnight in Sydney is 13:00 of the day before in UTC.
    const midnight = Date.parse('2026-11-14T13:00:00Z')
    await insert(org, [
      { at: midnight - 1, clients: [id], operation: 'before' },
      { at: midnight, clients: [id], operation: 'first' },
      { at: midnight + day - 1, clients: [id], operation: 'last' },
      { at: midnight + day, clients: [id], operation: 'after' },
    ])
    const found = async (query: string) => (await readAll(org, id, query)).map(({ operation }) => operation)
    assert.deepEqual(await found('from=2026-11-15&to=2026-11-15&limit=1'), ['last', 'first'])
    assert.deepEqual(await found('to=2026-11-14'), ['before'])
    assert.deepEqual(await found('from=2026-11-16'), ['after'])
    assert.deepEqual(await found('from=2026-11-14T13:00:00Z&to=2026-11-14T13:00:00Z'), ['first'])
    assert.deepEqual(await found('from=1000-01-01&to=9999-12-31'), ['after', 'last', 'first', 'before'])
    for (const from of ['2027-01-01', '9999-12-31T23:59:59-12:00']) assert.deepEqual(await found(`from=${from}`), [])
  })

  test('what is wrong is named by parameter', async () => {
    const org = await organisation()
    const id = await clientOf(org)
    const errorsOf = async (query: string, of = id) => {
      const { status, body } = await org.get(`/clients/${of}/access-log?${query}`)
      assert.equal(status, 422, query)
      return Object.keys(body.errors)
    }
    assert.deepEqual(await errorsOf('limit=0&from=2026-13-01&to=x'), ['from', 'to', 'limit'])
    assert.deepEqual(await errorsOf('limit=101'), ['limit'])
    assert.deepEqual(await errorsOf('from=2026-11-16&to=2026-11-15'), ['to'])
    await insert(
      org,
      [1, 2, 3].map((n) => ({ at: clock.now() - n, clients: [id] })),
    )
    const { next_cursor: cursor } = (await org.get(`/clients/${id}/access-log?limit=1`)).body.meta
    const second = await rosterOf(db, org).client()
    for (const query of [`cursor=${cursor}&from=2026-11-01`, `cursor=${cursor}x`, 'cursor=', 'cursor=abc'])
      assert.deepEqual(await errorsOf(query), ['cursor'], query)
    assert.deepEqual(await errorsOf(`cursor=${cursor}`, second), ['cursor'], 'of another client')
    const other = await organisation()
    await db.query(
      `insert into client (org_id, id, first_name, last_name, client_type, business_id) values ($1, $2, 'A', 'B', 'NDIS', $3)`,
      [other.orgId, id, other.businessId],
    )
    assert.equal((await other.get(`/clients/${id}/access-log?cursor=${cursor}`)).status, 422)
    assert.equal((await org.get(`/clients/${id}/access-log?limit=2&cursor=${cursor}`)).body.data.length, 2)
  })

  test('a read by a connection whose token was revoked keeps its name', async () => {
    const org = await organisation()
    const id = await clientOf(org)
    await insert(org, [{ at: clock.now(), clients: [id], tokenId: 999_999 }])
    const [entry] = (await org.get(`/clients/${id}/access-log`)).body.data
    assert.deepEqual([entry.connection, entry.token_id], ['Payroll sync', 999_999])
  })
})

test('a page is read by the days of the client, whatever the other organisations have', { skip }, async () => {
  const rowsOf = async (count: number, days: number) => {
    const org = await organisation()
    await db.query(
      `insert into client_read (org_id, at, node, n, connection_id, token_id, operation, via, client_ids, requests)
       select $1, to_timestamp($2) - n * $3::float8 * interval '1 day' / $4, gen_random_uuid(), n, $5, $6, 'listClients', 'api',
         array[n::bigint], 1 from generate_series(1, $4::int) n`,
      [org.orgId, clock.now() / 1000, days, count, org.connectionId, org.tokenId],
    )
    return org
  }
  const large = await rowsOf(20_000, 300)
  for (let n = 0; n < 20; n++) await rowsOf(200, 20)
  await db.query('analyze client_read')
  const connection = await db.connect()
  const values = [large.orgId, 7, 'infinity', '00000000-0000-0000-0000-000000000000', 0, '-infinity', 'infinity']
  const { rows } = await connection
    .query('begin')
    .then(() => connection.query(`set local plan_cache_mode = 'force_generic_plan'`))
    .then(() =>
      connection.query({
        name: 'plan of a page',
        text: `explain (analyze, costs off, timing off) ${ofClient.text}`,
        values: [...values, '2026-11-17', '1970-01-01', 26],
      }),
    )
    .finally(() => connection.query('rollback').then(() => connection.release()))
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  assert.equal(plan.match(/Index Cond: \(\(org_id = [^\n]* AND \(day = [^\n]* AND \(client_ids @>/g)?.length, 2, plan)
})
