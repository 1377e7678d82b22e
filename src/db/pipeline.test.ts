import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { createDatabase } from '../../test/harness/database.ts'
import { openPool } from './connect/pool.ts'
import { isConnectionLost } from './connect/unavailable.ts'
import { pipeline, send, sendLast } from './pipeline.ts'
import { unregisteredStatement } from './statement.ts'
import { transaction } from './transaction.ts'

const { pool, drop, address } = await createDatabase()
after(drop)
before(() => pool.query(`create table box (id int primary key, n int not null check (n >= 0))`))

const put = unregisteredStatement<[id: number, n: number], { id: number; n: number }>(
  'box.put',
  'insert into box values ($1, $2) returning id, n',
)
const lock = unregisteredStatement<[id: number], { n: number }>(
  'box.lock',
  'select n from box where id = $1 for update',
)
const read = unregisteredStatement<[id: number], { n: number }>('box.read', 'select n from box where id = $1')
const add = unregisteredStatement<[id: number, n: number], { n: number }>(
  'box.add',
  'update box set n = n + $2 where id = $1 returning n',
)
const stored = async (id: number) => (await read.first(pool, id))?.n

test('returns each statement’s own rows, batch by batch, also when a batch has one twice', async () => {
  for (let time = 0; time < 2; time++) {
    const response = await pipeline(pool, function* () {
      const [[a], unasked, [b], none] = yield* send(
        put.call(1 + 10 * time, 5),
        undefined,
        put.call(2 + 10 * time, 6),
        read.call(99),
      )
      const [[sum]] = yield* sendLast(add.call(a!.id, b!.n))
      return [a, unasked, b, none, sum]
    })
    assert.deepEqual(response, [{ id: 1 + 10 * time, n: 5 }, [], { id: 2 + 10 * time, n: 6 }, [], { n: 11 }])
  }
  assert.equal(await stored(1), 11)
})

test('a statement after one that waited for a lock sees what was committed meanwhile', async () => {
  await put.rows(pool, 3, 0)
  const take = () =>
    pipeline(pool, function* () {
      const [, [seen]] = yield* send(lock.call(3), read.call(3))
      yield* sendLast(add.call(3, 1))
      return seen!.n
    })
  const seen = await Promise.all(Array.from({ length: 20 }, take))
  assert.deepEqual(
    seen.sort((a, b) => a - b),
    Array.from({ length: 20 }, (_, n) => n),
  )
  assert.equal(await stored(3), 20)
})

/** The box has this value, it is not locked, and no connection of the pool is in a transaction. */
async function assertReleased(id: number, n: number) {
  await transaction(pool, async (tx) => {
    await tx.query("set local lock_timeout = '1s'")
    assert.deepEqual(await lock.rows(tx, id), [{ n }])
  })
  const { rows } = await pool.query(
    `select count(*)::int as open from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`,
  )
  assert.deepEqual(rows, [{ open: 0 }])
}

test('an error of PostgreSQL in any batch rolls back all of them, and the connection is usable afterwards', async () => {
  await put.rows(pool, 4, 1)
  for (const isLast of [true, false]) {
    const broken = pipeline(pool, function* () {
      yield* send(add.call(4, 100))
      yield* (isLast ? sendLast : send)(add.call(4, 1), add.call(4, -1000), add.call(4, 1))
    })
    await assert.rejects(broken, (error: Error & { code: string }) => {
      assert.equal(error.code, '23514')
      return true
    })
    await assertReleased(4, 1)
  }
})

test('a rule that fails between batches ends the pipeline with its own error and writes nothing', async () => {
  await put.rows(pool, 5, 1)
  const rejected = pipeline(pool, function* () {
    const [[box]] = yield* send(lock.call(5))
    if (box!.n === 1) throw new Error('no')
    yield* sendLast(add.call(5, 1))
  })
  await assert.rejects(rejected, { message: 'no' })
  await assertReleased(5, 1)
  assert.equal((await add.first(pool, 5, 1))?.n, 2)
})

test('an error thrown after a batch that wrote rolls it back', async () => {
  await put.rows(pool, 21, 1)
  const thrown = pipeline(pool, function* () {
    yield* send(add.call(21, 1))
    yield* send(add.call(21, 1), put.call(22, 1))
    throw new Error('no')
  })
  await assert.rejects(thrown, { message: 'no' })
  await assertReleased(21, 1)
  assert.equal(await stored(22), undefined)
})

test('a value that cannot be formatted rolls back the batches before it', async () => {
  await put.rows(pool, 23, 1)
  const circle: unknown[] = []
  circle.push({ circle })
  const unsendable = pipeline(pool, function* () {
    yield* send(add.call(23, 1))
    yield* sendLast(read.call(23), add.call(23, circle as unknown as number))
  })
  await assert.rejects(unsendable, TypeError)
  await assertReleased(23, 1)
})

test('a pipeline that ends without a last batch is committed', async () => {
  await put.rows(pool, 24, 1)
  const response = await pipeline(pool, function* () {
    const [[box]] = yield* send(add.call(24, 1))
    return box!.n
  })
  assert.equal(response, 2)
  await assertReleased(24, 2)
})

test('a constraint that fails at the commit rolls back everything, and the error is thrown', async () => {
  await pool.query('create table pair (a int unique deferrable initially deferred)')
  const insert = unregisteredStatement<[a: number], object>('pair.insert', 'insert into pair values ($1)')
  for (const ends of [true, false]) {
    const broken = pipeline(pool, function* () {
      yield* send(insert.call(1))
      yield* (ends ? sendLast : send)(insert.call(1))
    })
    await assert.rejects(broken, { code: '23505', constraint: 'pair_a_key' })
    assert.deepEqual((await pool.query('select a from pair')).rows, [])
  }
  await put.rows(pool, 25, 1)
  await assertReleased(25, 1)
})

test('several statements are one transaction for PostgreSQL, and one alone needs none', async () => {
  const inBlock = unregisteredStatement<[], object>('box.in_block', `vacuum box`)
  const many = pipeline(pool, function* () {
    yield* sendLast(inBlock.call(), read.call(1))
  })
  await assert.rejects(many, { code: '25001' })
  await pipeline(pool, function* () {
    yield* sendLast(inBlock.call())
  })
})

test('a connection that breaks during a batch is removed from the pool, and its error is thrown', async () => {
  const small = openPool(address, { size: 1 })
  try {
    const pid = async () => (await small.query('select pg_backend_pid() as pid')).rows[0].pid as number
    const first = await pid()
    const end = unregisteredStatement<[pid: number], object>('box.end', 'select pg_terminate_backend($1::int)')
    const cut = pipeline(small, function* () {
      yield* send(put.call(26, 1))
      yield* sendLast(end.call(first))
    })
    await assert.rejects(cut, isConnectionLost)
    assert.notEqual(await pid(), first)
    assert.equal(await stored(26), undefined)
  } finally {
    await small.end()
  }
})

test('inside a transaction it is part of it, and neither commits nor rolls back', async () => {
  await put.rows(pool, 6, 1)
  const added = (tx: pg.PoolClient) =>
    pipeline(tx, function* () {
      yield* send(add.call(6, 1))
      return (yield* sendLast(add.call(6, 1), read.call(6)))[1][0]!.n
    })
  const undone = transaction(pool, async (tx) => {
    assert.equal(await added(tx), 3)
    throw new Error('undo')
  })
  await assert.rejects(undone, { message: 'undo' })
  await assertReleased(6, 1)
  await transaction(pool, async (tx) => {
    await added(tx)
    const rejected = pipeline(tx, function* () {
      yield* send(read.call(6))
      throw new Error('no')
    })
    await assert.rejects(rejected, { message: 'no' })
  })
  await assertReleased(6, 3)
})

test('after a deadlock of two pipelines one is retried, and both succeed', async () => {
  await put.rows(pool, 7, 0)
  await put.rows(pool, 8, 0)
  let met = 0
  const both = (first: number, second: number) =>
    pipeline(pool, function* () {
      yield* send(add.call(first, 1))
      met++
      yield* sendLast(add.call(second, 1))
    })
  await Promise.all([both(7, 8), both(8, 7)])
  assert.deepEqual([await stored(7), await stored(8)], [2, 2])
  assert.ok(met >= 2)
})

test('an empty batch, and one after the last, are errors', async () => {
  const silent = pipeline(pool, function* () {
    yield* send()
  })
  await assert.rejects(silent, /never answered/)
  const endless = pipeline(pool, function* () {
    yield* sendLast(read.call(1))
    yield* send(read.call(1))
  })
  await assert.rejects(endless, /after its last one/)
})

test('on a closed connection it fails, and nothing else does', async () => {
  const client = await pool.connect()
  const gone = new Promise((resolve) => client.once('error', resolve))
  await pool.query('select pg_terminate_backend($1::int)', [(client as unknown as { processID: number }).processID])
  await gone
  await assert.rejects(
    pipeline(client, function* () {
      return yield* sendLast(read.call(1))
    }),
    /not queryable|terminated|closed/,
  )
  client.release(true)
})
