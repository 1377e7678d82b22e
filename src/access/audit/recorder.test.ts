import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { onOnePostgres } from '../../../test/citus/environment.ts'
import { inOneProcess } from '../../../test/cluster/environment.ts'
import { rosterOf } from '../../../test/factories/roster/roster.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import { basePath } from '../../app.ts'
import { transaction } from '../../db/transaction.ts'
import type { Reader } from '../../http/responses/reads.ts'
import { deleteOrganisation } from '../delete-organisation.ts'
import { Recorder } from './recorder.ts'

const skip =
  inOneProcess('it stores the reads of this process') || onOnePostgres('triggers and locks of one server make it fail')
const { db, clock, organisation } = await harness({ readAudit: 'off' })

const readerOf = ({ orgId, connectionId, tokenId }: Organisation, operation = 'getClient'): Reader => ({
  ...{ orgId, connectionId, tokenId, operation, via: 'api' },
})
const rowsOf = async ({ orgId }: Organisation, pool = db) =>
  (
    await pool.query('select at, operation, client_ids, requests from client_read where org_id = $1 order by n', [
      orgId,
    ])
  ).rows
const idsOf = async (org: Organisation, pool = db) => (await rowsOf(org, pool)).flatMap(({ client_ids }) => client_ids)

/** While it is planted, no read of a client with this id or a later one can be stored. */
async function failFrom(id: number, pool = db) {
  await pool.query(`
    create function fail() returns trigger language plpgsql as $$ begin
      if ${id} <= any (new.client_ids) then raise 'disk on fire'; end if; return new;
    end $$;
    create trigger fail before insert on client_read for each row execute function fail()`)
  return () => pool.query('drop function fail cascade')
}

/** Locks an organisation as its deletion does, until the returned function or the end of the test. */
async function lockOrganisation({ orgId }: Organisation, t: TestContext) {
  const tx = await db.connect()
  let isLocked = true
  const unlock = async () => {
    if (isLocked) await tx.query('rollback').finally(() => tx.release())
    isLocked = false
  }
  t.after(unlock)
  await tx.query('begin')
  await tx.query('select from organisation where id = $1 for update', [orgId])
  return unlock
}

describe('reads wait for the database', { skip }, () => {
  test('which stores them once it works, with the times of the reads', async () => {
    const org = await organisation()
    const recorder = new Recorder({ db, clock, mode: 'on' })
    const repair = await failFrom(1)
    recorder.record(readerOf(org), [7], true)
    const readAt = new Date(clock.now()).toISOString().replace('Z', '000Z')
    await recorder.flush()
    clock.advance(5000)
    recorder.record(readerOf(org), [7, 8], true)
    await recorder.flush()
    assert.deepEqual([await rowsOf(org), recorder.waiting, recorder.lost], [[], 5, 0])
    await repair()
    await recorder.flush()
    const later = new Date(clock.now()).toISOString().replace('Z', '000Z')
    assert.deepEqual(await rowsOf(org), [
      { at: readAt, operation: 'getClient', client_ids: [7], requests: 1 },
      { at: later, operation: 'getClient', client_ids: [7, 8], requests: 1 },
    ])
    assert.deepEqual([recorder.waiting, recorder.lost], [0, 0])
  })

  test('in bounded memory: beyond it they are counted as lost, and one line is logged', async () => {
    const org = await organisation()
    const failures: [error: unknown, lost: number][] = []
    const onFailure = (error: unknown, lost: number) => failures.push([error, lost])
    const recorder = new Recorder({ db, clock, mode: 'on', onFailure, maxWaiting: 100 })
    const repair = await failFrom(1)
    for (let id = 1; id <= 500; id++) {
      recorder.record(readerOf(org), [id], true)
      if (id % 100 === 0) await recorder.flush()
    }
    assert.ok(recorder.waiting <= 51, `${recorder.waiting}`)
    const kept = recorder.waiting
    assert.equal(failures.length, 1, 'at most one line a minute')
    await repair()
    await recorder.flush()
    assert.equal((await idsOf(org)).length, 49)
    assert.equal(recorder.lost, 2 * (500 - 49))
    assert.ok(kept > 0 && recorder.waiting === 0)
    recorder.record(readerOf(org), [1], true)
    await recorder.flush()
    assert.equal((await idsOf(org)).length, 50, 'there is room again')
  })

  test('of one organisation, however many, leave room for those of others', async (t) => {
    const [busy, other, third] = [await organisation(), await organisation(), await organisation()]
    const recorder = new Recorder({ db, clock, mode: 'on', maxWaiting: 1000 })
    const unlock = await lockOrganisation(busy, t)
    for (let id = 1; id <= 1000; id++) recorder.record(readerOf(busy), [id], true)
    assert.ok(recorder.waiting <= 501, `${recorder.waiting}`)
    for (let id = 1; id <= 200; id++) recorder.record(readerOf(other), [id], true)
    for (let id = 1; id <= 100; id++) recorder.record(readerOf(third), [id], true)
    await recorder.flush()
    assert.deepEqual([(await idsOf(other)).length, (await idsOf(third)).length], [200, 100])
    // Also those of a batch that is under way, and fails, are counted.
    for (let id = 1001; id <= 4000; id += 1000) {
      const batch = recorder.flush()
      for (let n = 0; n < 1000; n++) recorder.record(readerOf(busy), [id + n], true)
      await batch
      assert.ok(recorder.waiting <= 502, `${recorder.waiting}`)
    }
    await unlock()
    await recorder.flush()
    assert.deepEqual([recorder.waiting, (await idsOf(busy)).length], [0, 499])
    for (let id = 1; id <= 400; id++) recorder.record(readerOf(busy), [id], true)
    assert.equal(recorder.waiting, 401, 'there is room again')
    await recorder.flush()
  })

  test('also by two jobs at once and a service that stops meanwhile: nothing is taken for lost', async () => {
    const org = await organisation()
    const failures: number[] = []
    const recorder = new Recorder({ db, clock, mode: 'on', onFailure: (_, lost) => failures.push(lost) })
    recorder.record(readerOf(org), [1], true)
    const flushes = [recorder.flush()]
    recorder.record(readerOf(org), [2, 3], true)
    flushes.push(recorder.flush())
    await recorder.stop()
    assert.deepEqual([recorder.waiting, recorder.lost, failures, await idsOf(org)], [0, 0, [], [1, 2, 3]])
    await Promise.all(flushes)
  })

  test('and those of a service that stops without it are lost, which is counted', async () => {
    const org = await organisation()
    const failures: number[] = []
    const recorder = new Recorder({ db, clock, mode: 'on', onFailure: (_, lost) => failures.push(lost) })
    const repair = await failFrom(1)
    recorder.record(readerOf(org), [1, 2], true)
    await recorder.stop()
    await repair()
    assert.deepEqual([recorder.waiting, recorder.lost, failures.at(-1)], [0, 3, 3])
  })

  test('of 1,000 ids without waiting for the job, in rows of at most 1,000', async () => {
    const org = await organisation()
    const recorder = new Recorder({ db, clock, mode: 'on' })
    const ids = Array.from({ length: 2500 }, (_, n) => 2500 - n)
    recorder.record(readerOf(org), ids.slice(0, 999), true)
    recorder.record(readerOf(org), ids.slice(999), true)
    while ((await idsOf(org)).length < 2500);
    assert.deepEqual(
      (await rowsOf(org)).map(({ client_ids }) => client_ids.length),
      [1000, 1000, 500],
    )
    assert.deepEqual((await idsOf(org)).length, new Set(await idsOf(org)).size)
    await recorder.flush()
    assert.equal(recorder.waiting, 0)
  })

  test('of one client many times in one row', async () => {
    const org = await organisation()
    const recorder = new Recorder({ db, clock, mode: 'on' })
    for (let n = 0; n < 5; n++) recorder.record(readerOf(org), Array(1000).fill(7), true)
    await recorder.flush()
    assert.deepEqual(
      (await rowsOf(org)).map(({ client_ids, requests }) => [client_ids, requests]),
      [[[7], 5]],
    )
  })

  test('a row with a value that no column takes is counted as lost with its batch, and stops no later one', async () => {
    const org = await organisation()
    const recorder = new Recorder({ db, clock, mode: 'on' })
    recorder.record(readerOf(org), [1.5], true)
    await recorder.flush()
    assert.deepEqual([recorder.waiting, recorder.lost], [0, 2])
    recorder.record(readerOf(org), [7], true)
    await recorder.flush()
    assert.deepEqual(await idsOf(org), [7])
  })

  test('many that waited are stored by several statements', async () => {
    const org = await organisation()
    const recorder = new Recorder({ db, clock, mode: 'on' })
    const repair = await failFrom(1)
    for (let n = 0; n < 50; n++)
      recorder.record(
        readerOf(org),
        Array.from({ length: 1000 }, (_, id) => n * 1000 + id + 1),
        true,
      )
    await recorder.flush()
    await repair()
    assert.equal(recorder.waiting, 50_050)
    await recorder.flush()
    assert.deepEqual([recorder.waiting, recorder.lost, (await idsOf(org)).length], [0, 0, 50_000])
  })

  test('each organisation for itself: one that is being deleted stops no other, and leaves no rows', async (t) => {
    const [gone, other] = [await organisation(), await organisation()]
    const recorder = new Recorder({ db, clock, mode: 'on' })
    const unlock = await lockOrganisation(gone, t)
    for (const org of [gone, other]) recorder.record(readerOf(org), [7], true)
    await recorder.flush()
    assert.deepEqual([await idsOf(gone), await idsOf(other)], [[], [7]])
    assert.equal(recorder.waiting, 2, 'they wait for the end of the deletion')
    await unlock()
    await transaction(db, (tx) => deleteOrganisation(tx, gone.orgId))
    await recorder.flush()
    assert.deepEqual([await idsOf(gone), recorder.waiting, recorder.lost], [[], 0, 0])
  })
})

describe('strict', { skip }, async () => {
  const strict = await harness({ readAudit: 'strict' })
  const { app } = strict
  const message = 'The service cannot answer at the moment. Try again shortly.'

  async function withClients(count: number) {
    const org = await strict.organisation()
    const { rows } = await strict.db.query<{ id: number }>(
      `insert into client (org_id, first_name, last_name, client_type, business_id)
       select $1, 'Joan', 'Hart', 'NDIS', $2 from generate_series(1, $3) returning id`,
      [org.orgId, org.businessId, count],
    )
    return { org, ids: rows.map(({ id }) => id) }
  }

  test('a response is sent when its clients are stored', async () => {
    const { org, ids } = await withClients(3)
    assert.equal((await org.get(`/clients/${ids[0]}`)).status, 200)
    assert.deepEqual(await idsOf(org, strict.db), [ids[0]])
    await org.get('/clients')
    assert.deepEqual(await idsOf(org, strict.db), [ids[0], ...ids])
  })

  test('requests at the same time share a batch, and each has its response', async () => {
    const { org, ids } = await withClients(20)
    const answers = await Promise.all(ids.map((id) => org.get(`/clients/${id}`)))
    assert.ok(answers.every(({ status }, n) => status === 200 && answers[n]!.body.data.id === ids[n]))
    const rows = await rowsOf(org, strict.db)
    assert.ok(rows.length < 10, `${rows.length} rows`)
    assert.equal(
      rows.reduce((sum, { requests }) => sum + requests, 0),
      20,
    )
    assert.deepEqual(
      (await idsOf(org, strict.db)).sort((a, b) => a - b),
      ids,
    )
  })

  test('a response whose clients cannot be stored is a 503 that shows nothing; others are served', async () => {
    const { org, ids } = await withClients(2)
    const other = await withClients(1)
    const repair = await failFrom(ids[0]!, strict.db)
    const [failed, list] = await Promise.all([org.get(`/clients/${ids[0]}`), org.get('/clients')])
    assert.deepEqual([failed.status, failed.body, failed.headers['retry-after']], [503, { message }, '1'])
    assert.deepEqual([list.status, list.body], [503, { message }])
    assert.equal((await org.get('/staff')).status, 200)
    await repair()
    assert.deepEqual(await rowsOf(org, strict.db), [], 'what was not shown is not recorded')
    assert.equal((await org.get(`/clients/${ids[0]}`)).status, 200)
    assert.equal((await other.org.get(`/clients/${other.ids[0]}`)).status, 200)
  })

  test('a change whose response cannot be recorded says that it may have been made, and a key finds it again', async () => {
    const { org } = await withClients(0)
    const body = { first_name: 'Ada', last_name: 'Li', client_type: 'NDIS', business_id: org.businessId }
    const repair = await failFrom(1, strict.db)
    const failed = await org.post('/clients', body, { 'idempotency-key': 'a' })
    await repair()
    assert.equal(failed.status, 503)
    assert.match(failed.body.message, /the change may have been made/)
    const again = await org.post('/clients', body, { 'idempotency-key': 'a' })
    assert.deepEqual([again.status, again.headers['idempotency-replayed']], [201, 'true'])
    assert.deepEqual(await idsOf(org, strict.db), [again.body.data.id])
  })

  test('an error that names clients is a 503 too, and nothing was changed', async () => {
    const { org } = await withClients(0)
    const { client, staff, body, shift } = rosterOf(strict.db, org)
    const [joan, ana] = [await client(), await staff()]
    await shift({ client_ids: [joan], staff_ids: [ana] })
    const request = await body({ client_ids: [joan], staff_ids: [ana] })
    const repair = await failFrom(1, strict.db)
    const failed = await org.post('/shifts', request, { 'idempotency-key': 'a' })
    await repair()
    assert.deepEqual([failed.status, failed.body], [503, { message }])
    const again = await org.post('/shifts', request, { 'idempotency-key': 'a' })
    assert.deepEqual(
      [again.status, again.body.conflicts.length, again.headers['idempotency-replayed']],
      [422, 2, 'true'],
    )
    assert.equal((await idsOf(org, strict.db)).at(-1), joan)
    assert.equal((await org.get('/shifts?from=2026-11-01&to=2026-11-30')).body.meta.total, 1)
  })

  test('each part of an export and of a response in chunks is stored before it is sent', async () => {
    const { org, ids } = await withClients(2000)
    const { client } = rosterOf(strict.db, org)
    await client()
    await strict.db.query(
      `insert into task (org_id, title, date, client_id) select $1, 'T', '2026-11-16', c from unnest($2::bigint[]) c`,
      [org.orgId, ids.slice(0, 40)],
    )
    await strict.db.query(
      `insert into task_note (org_id, task_id, type, notes) select org_id, id, 'General', repeat('x', 40000) from task where org_id = $1`,
      [org.orgId],
    )
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const read = (path: string) =>
      fetch(`${origin}${basePath}${path}`, { headers: { authorization: `Bearer ${org.token}` } })
    for (const [path, lastId] of [
      ['/clients?format=ndjson', ids.at(-1)!],
      ['/clients?format=csv', ids.at(-1)!],
      ['/tasks', ids[30]!],
    ] as const) {
      let repair = await failFrom(ids[0]!, strict.db)
      const first = await read(path)
      assert.deepEqual([first.status, await first.json()], [503, { message }], path)
      await repair()
      repair = await failFrom(lastId, strict.db)
      const later = await read(path)
      assert.equal(later.status, 200)
      await assert.rejects(later.text(), TypeError, path)
      await repair()
      assert.ok((await (await read(path)).text()).length > 0)
    }
  })
})
