import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createDatabase } from '../../test/database.ts'
import { ask, askLast, converse } from './conversation.ts'
import { unlistedStatement } from './statement.ts'
import { transaction } from './transaction.ts'

const { pool, drop } = await createDatabase()
after(drop)
before(() => pool.query(`create table box (id int primary key, n int not null check (n >= 0))`))

const put = unlistedStatement<[id: number, n: number], { id: number; n: number }>(
  'box.put',
  'insert into box values ($1, $2) returning id, n',
)
const lock = unlistedStatement<[id: number], { n: number }>('box.lock', 'select n from box where id = $1 for update')
const read = unlistedStatement<[id: number], { n: number }>('box.read', 'select n from box where id = $1')
const add = unlistedStatement<[id: number, n: number], { n: number }>(
  'box.add',
  'update box set n = n + $2 where id = $1 returning n',
)
const stored = async (id: number) => (await read.first(pool, id))?.n

test('gives each statement’s own rows, turn by turn, also when one is asked twice in a turn', async () => {
  for (let time = 0; time < 2; time++) {
    const answer = await converse(pool, function* () {
      const [[a], unasked, [b], none] = yield* ask(
        put.call(1 + 10 * time, 5),
        undefined,
        put.call(2 + 10 * time, 6),
        read.call(99),
      )
      const [[sum]] = yield* askLast(add.call(a!.id, b!.n))
      return [a, unasked, b, none, sum]
    })
    assert.deepEqual(answer, [{ id: 1 + 10 * time, n: 5 }, [], { id: 2 + 10 * time, n: 6 }, [], { n: 11 }])
  }
  assert.equal(await stored(1), 11)
})

test('a statement after one that waited for a lock sees what was committed meanwhile', async () => {
  await put.rows(pool, 3, 0)
  const take = () =>
    converse(pool, function* () {
      const [, [seen]] = yield* ask(lock.call(3), read.call(3))
      yield* askLast(add.call(3, 1))
      return seen!.n
    })
  const seen = await Promise.all(Array.from({ length: 20 }, take))
  assert.deepEqual(
    seen.sort((a, b) => a - b),
    Array.from({ length: 20 }, (_, n) => n),
  )
  assert.equal(await stored(3), 20)
})

test('an error of PostgreSQL in any turn undoes all of them, and the connection is sound afterwards', async () => {
  await put.rows(pool, 4, 1)
  for (const isLast of [true, false]) {
    const broken = converse(pool, function* () {
      yield* ask(add.call(4, 100))
      yield* (isLast ? askLast : ask)(add.call(4, 1), add.call(4, -1000), add.call(4, 1))
    })
    await assert.rejects(broken, { code: '23514' })
    assert.equal(await stored(4), 1)
  }
})

test('a rule that refuses between turns ends the conversation with its own error and writes nothing', async () => {
  await put.rows(pool, 5, 1)
  const refused = converse(pool, function* () {
    const [[box]] = yield* ask(lock.call(5))
    if (box!.n === 1) throw new Error('no')
    yield* askLast(add.call(5, 1))
  })
  await assert.rejects(refused, { message: 'no' })
  assert.deepEqual([await stored(5), (await add.first(pool, 5, 1))?.n], [1, 2])
})

test('inside a transaction it is part of it', async () => {
  await put.rows(pool, 6, 1)
  const undone = transaction(pool, async (tx) => {
    assert.equal(
      await converse(tx, function* () {
        return (yield* askLast(add.call(6, 1)))[0][0]!.n
      }),
      2,
    )
    throw new Error('undo')
  })
  await assert.rejects(undone, { message: 'undo' })
  assert.equal(await stored(6), 1)
})

test('of two that wait for each other one starts over, and both are done', async () => {
  await put.rows(pool, 7, 0)
  await put.rows(pool, 8, 0)
  let met = 0
  const both = (first: number, second: number) =>
    converse(pool, function* () {
      yield* ask(add.call(first, 1))
      met++
      yield* askLast(add.call(second, 1))
    })
  await Promise.all([both(7, 8), both(8, 7)])
  assert.deepEqual([await stored(7), await stored(8)], [2, 2])
  assert.ok(met >= 2)
})

test('a turn that says nothing, and one after the last, are mistakes that are told', async () => {
  const silent = converse(pool, function* () {
    yield* ask()
  })
  await assert.rejects(silent, /never answered/)
  const endless = converse(pool, function* () {
    yield* askLast(read.call(1))
    yield* ask(read.call(1))
  })
  await assert.rejects(endless, /after its last turn/)
})

test('on a connection that is gone already it fails, and nothing else does', async () => {
  const client = await pool.connect()
  const gone = new Promise((resolve) => client.once('error', resolve))
  await pool.query('select pg_terminate_backend($1)', [(client as unknown as { processID: number }).processID])
  await gone
  await assert.rejects(
    converse(client, function* () {
      return yield* askLast(read.call(1))
    }),
    /not queryable|terminated|closed/,
  )
  client.release(true)
})
