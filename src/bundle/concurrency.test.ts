import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { emptyOrganisation, importTo, sourceOf } from '../../test/factories/bundles/bundles.ts'
import { createDatabase } from '../../test/harness/database.ts'
import { untilLockWait } from '../../test/harness/locks.ts'
import { createInitialBusiness } from '../clients/administration.ts'
import { importBundle } from './import.ts'

const { pool, drop } = await createDatabase()
after(drop)

const person = (id: number, first_name = 'Ana') => ({ id, first_name, last_name: 'Li' })
const insertOne = async (orgId: number): Promise<number> =>
  (
    await pool.query(
      `insert into staff (org_id, first_name, last_name, status) values ($1, 'New', 'Person', 'Active') returning id`,
      [orgId],
    )
  ).rows[0].id

test('a record created after an import of id 1 gets id 2, although the sequence was never used', async () => {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, { staff: [person(1)] })
  assert.equal(await insertOne(orgId), 2)
})

test('a record created after an import gets an id above the imported ones', async () => {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, { staff: [person(5000), person(4000)] })
  assert.equal(await insertOne(orgId), 5001)
  // Lower ids do not bring the sequence back.
  await importTo(pool, orgId, { staff: [person(10)] })
  assert.equal(await insertOne(orgId), 5002)
})

test('ids that another session takes while an import waits for the sequence are not used again', async () => {
  const orgId = await emptyOrganisation(pool)
  const first = await insertOne(orgId)
  const rival = await pool.connect()
  await rival.query('begin')
  await rival.query(`select nextval('staff_id_seq')`)
  const importing = importTo(pool, orgId, { staff: [person(first + 5)] })
  await untilLockWait(pool)
  const taken = await rival.query(`select max(nextval('staff_id_seq')) as id from generate_series(1, 20)`)
  await rival.query('commit')
  rival.release()
  await importing
  assert.equal(await insertOne(orgId), taken.rows[0].id + 1)
})

test('an id near the limit is imported and does not move the sequence', async () => {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, { staff: [person(Number.MAX_SAFE_INTEGER), person(6000)] })
  assert.equal(await insertOne(orgId), 6001)
})

test('a bundle with a problem moves no sequence', async () => {
  const orgId = await emptyOrganisation(pool)
  const before = await insertOne(orgId)
  await assert.rejects(importTo(pool, orgId, { staff: [person(50_000), person(0)] }))
  assert.equal(await insertOne(orgId), before + 1)
})

test('records created during an import neither collide with it nor wait until it ends', async () => {
  const orgId = await emptyOrganisation(pool)
  const first = await insertOne(orgId)
  // The import has exactly the ids that the sequence is about to return.
  const staff = Array.from({ length: 20_000 }, (_, i) => person(first + 1 + i * 2))
  let running = true
  let inserted = 0
  const insertMeanwhile = async () => {
    for (; running; inserted++) await insertOne(orgId)
  }
  const inserting = [insertMeanwhile(), insertMeanwhile(), insertMeanwhile()]
  const importing = importBundle(pool, orgId, sourceOf({ staff })).finally(() => {
    running = false
  })
  const results = await Promise.allSettled([importing, ...inserting])
  assert.deepEqual(
    results.filter(({ status }) => status === 'rejected'),
    [],
  )
  assert.ok(inserted > 10, `only ${inserted} records were created meanwhile`)
  const { rows } = await pool.query('select count(*)::int as n, max(id) as highest from staff where org_id = $1', [
    orgId,
  ])
  assert.ok(rows[0].n >= 20_000 && (await insertOne(orgId)) > rows[0].highest)
})

test('an import that is the victim of a deadlock repeats its writes without reading the source again', async () => {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, { staff: [person(1), person(2)] })
  const rival = await pool.connect()
  await rival.query('begin')
  // The rival detects deadlocks later, so that PostgreSQL cancels the import.
  await rival.query(`set local deadlock_timeout = '10s'`)
  await rival.query(`update staff set phone = '2' where org_id = $1 and id = 2`, [orgId])
  const importing = importTo(pool, orgId, { staff: [person(1, 'Bo'), person(2, 'Bo')] })
  await untilLockWait(pool)
  await rival.query(`update staff set phone = '1' where org_id = $1 and id = 1`, [orgId])
  await rival.query('commit')
  rival.release(true)

  assert.deepEqual((await importing).counts, { staff: { created: 0, updated: 2, unchanged: 0 } })
  const { rows } = await pool.query('select first_name, phone from staff where org_id = $1 order by id', [orgId])
  assert.deepEqual(rows, [
    { first_name: 'Bo', phone: null },
    { first_name: 'Bo', phone: null },
  ])
})

test('a source that fails while it is read changes nothing', async () => {
  const orgId = await emptyOrganisation(pool)
  async function* source() {
    yield `{"staff": [${JSON.stringify(person(1))},`
    throw new Error('the disk is gone')
  }
  await assert.rejects(importBundle(pool, orgId, source()), /the disk is gone/)
  assert.equal((await pool.query('select from staff where org_id = $1', [orgId])).rowCount, 0)
})

test('an import with a pool of one connection fails at once and names WATTLE_POOL_SIZE', async () => {
  const single = await createDatabase({ size: 1 })
  await assert.rejects(importTo(single.pool, 1, {}), /WATTLE_POOL_SIZE/)
  await single.drop()
})

test('the first business location stays when a client is created in it while an import would remove it', async () => {
  const orgId = await emptyOrganisation(pool)
  const { id } = await createInitialBusiness(pool, orgId, 'First')
  const rival = await pool.connect()
  await rival.query('begin')
  await rival.query(
    `insert into client (org_id, first_name, last_name, client_type, business_id) values ($1, 'Joan', 'Hart', 'NDIS', $2)`,
    [orgId, id],
  )
  const importing = importTo(pool, orgId, { business_locations: [{ id: id + 1000, name: 'Perth' }] })
  await untilLockWait(pool)
  await rival.query('commit')
  rival.release()
  assert.deepEqual((await importing).counts, { business_locations: { created: 1, updated: 0, unchanged: 0 } })
  const { rows } = await pool.query('select name from business_location where org_id = $1 order by id', [orgId])
  assert.deepEqual(rows, [{ name: 'First' }, { name: 'Perth' }])
})
