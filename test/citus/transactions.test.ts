import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pipeline, send, sendLast } from '../../src/db/pipeline.ts'
import { statement } from '../../src/db/statement.ts'
import { transaction } from '../../src/db/transaction.ts'
import { createDatabase } from '../harness/database.ts'
import { untilLockWait } from '../harness/locks.ts'

/** Without `begin`, Citus commits each statement of a sequence on the workers by itself, and keeps no lock. */
const { pool, drop } = await createDatabase()
after(drop)

const insert = statement<[orgId: number, name: string | null], { id: number }>(
  'test.insert_space',
  'insert into space (org_id, name) values ($1, $2) returning id',
)
const lock = statement<[orgId: number, id: number], { name: string }>(
  'test.lock_space',
  'select name from space where org_id = $1 and id = $2 for no key update',
)
const rename = statement<[orgId: number, id: number, name: string], object>(
  'test.rename_space',
  'update space set name = $3 where org_id = $1 and id = $2',
)

let number = 0
async function organisation(): Promise<number> {
  const { rows } = await pool.query(`insert into organisation (slug, name) values ($1, 'Acme') returning id`, [
    `acme-${++number}`,
  ])
  return rows[0].id
}
const namesOf = async (orgId: number) =>
  (await pool.query('select name from space where org_id = $1 order by id', [orgId])).rows.map(({ name }) => name)

test('a batch whose second statement fails leaves nothing of the first', async () => {
  const orgId = await organisation()
  const failing = pipeline(pool, () => sendLast(insert.call(orgId, 'first'), insert.call(orgId, null)))
  await assert.rejects(failing, /null value/)
  assert.deepEqual(await namesOf(orgId), [])
})

test('a pipeline that fails in its second batch leaves nothing of the first', async () => {
  const orgId = await organisation()
  const failing = pipeline(pool, function* () {
    yield* send(insert.call(orgId, 'first'))
    yield* sendLast(insert.call(orgId, null))
  })
  await assert.rejects(failing, /null value/)
  assert.deepEqual(await namesOf(orgId), [])
})

test('an error thrown between batches leaves nothing', async () => {
  const orgId = await organisation()
  const failing = pipeline(pool, function* () {
    yield* send(insert.call(orgId, 'first'))
    throw new Error('changed my mind')
  })
  await assert.rejects(failing, /changed my mind/)
  assert.deepEqual(await namesOf(orgId), [])
})

test('statements of two organisations are committed together or not at all', async () => {
  const orgIds = [await organisation(), await organisation(), await organisation(), await organisation()]
  const failing = transaction(pool, async (tx) => {
    for (const orgId of orgIds) await insert.rows(tx, orgId, 'one of several')
    throw new Error('changed my mind')
  })
  await assert.rejects(failing, /changed my mind/)
  for (const orgId of orgIds) assert.deepEqual(await namesOf(orgId), [])
})

test('a lock keeps other writers waiting until the end of the transaction', async () => {
  const orgId = await organisation()
  const { id } = await insert.one(pool, orgId, 'as it was')
  const order: string[] = []
  const holder = await pool.connect()
  await holder.query('begin')
  await lock.rows(holder, orgId, id)
  const other = pipeline(pool, () => sendLast(lock.call(orgId, id), rename.call(orgId, id, 'by the other'))).then(() =>
    order.push('the other'),
  )
  await untilLockWait(pool)
  await rename.rows(holder, orgId, id, 'by the first')
  assert.equal(order.length, 0)
  order.push('the first')
  await holder.query('commit')
  holder.release()
  await other
  assert.deepEqual(order, ['the first', 'the other'])
  assert.deepEqual(await namesOf(orgId), ['by the other'])
})

test('a lock of one pipeline makes the next wait: no change is lost', async () => {
  const orgId = await organisation()
  const { id } = await insert.one(pool, orgId, '')
  const append = () =>
    pipeline(pool, function* () {
      const [[space]] = yield* send(lock.call(orgId, id))
      yield* sendLast(rename.call(orgId, id, `${space!.name}x`))
    })
  await Promise.all(Array.from({ length: 8 }, append))
  assert.deepEqual(await namesOf(orgId), ['x'.repeat(8)])
})
