import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inOneProcess } from '../../test/cluster/environment.ts'
import { createDatabase } from '../../test/database.ts'
import '../app.ts'
import { openPool } from './pool.ts'
import { allStatements, unlistedStatement, waitingFor } from './statement.ts'

const { address, pool, drop } = await createDatabase()
after(drop)

const skip = inOneProcess('it looks at the connections to PostgreSQL themselves')
const isQuick = true
const where = unlistedStatement<[n: number], { n: number; tx: string; backend: number }>(
  'lanes.where',
  'select $1::int as n, pg_current_xact_id()::text as tx, pg_backend_pid() as backend',
  { isQuick },
)
const divide = unlistedStatement<[n: number], { n: number }>('lanes.divide', 'select 12 / $1::int as n', { isQuick })
const end = unlistedStatement<[], object>('lanes.end', 'select pg_terminate_backend(pg_backend_pid())', { isQuick })
const many = Array.from({ length: 40 }, (_, n) => n)

test('reads that wait together travel together, and each gets its own rows', { skip }, async () => {
  await Promise.all([pool.query('select 1'), pool.query('select 1')]) // so that there is a connection for each lane
  const some = many.slice(0, 8)
  const answers = await Promise.all(some.map((n) => where.one(pool, n)))
  assert.deepEqual(
    answers.map(({ n }) => n),
    some,
  )
  assert.equal(new Set(answers.map(({ tx }) => tx)).size, 2, 'transactions')
  assert.equal(new Set(answers.map(({ backend }) => backend)).size, 2, 'so that others find a connection')
})

test('so do statements without names, for poolers that lose them', async (t) => {
  const unnamed = openPool(address, { namedStatements: false })
  t.after(() => unnamed.end())
  for (let time = 0; time < 2; time++) {
    const answers = await Promise.all(many.flatMap((n) => [where.one(unnamed, n), divide.one(unnamed, 1 + (n % 8))]))
    assert.deepEqual(
      answers.map(({ n }) => n),
      many.flatMap((n) => [n, Math.floor(12 / (1 + (n % 8)))]),
    )
  }
  const { rows } = await unnamed.query('select count(*)::int as n from pg_prepared_statements')
  assert.equal(rows[0].n, 0)
})

test('who waits is counted, and nobody waits in the end', async () => {
  const answers = Promise.all(many.map((n) => where.one(pool, n)))
  assert.equal(waitingFor(pool), many.length)
  await answers
  assert.equal(waitingFor(pool), 0)
})

test('one that PostgreSQL refuses is refused alone', async () => {
  const answers = await Promise.allSettled(many.map((n) => divide.one(pool, n % 8)))
  for (const [n, answer] of answers.entries()) {
    if (n % 8 === 0) assert.match(answer.status === 'rejected' ? answer.reason.message : '', /division by zero/)
    else assert.deepEqual(answer, { status: 'fulfilled', value: { n: Math.floor(12 / (n % 8)) } })
  }
})

test('with a connection that ends, whoever ended it fails, and those who travelled with it go again', {
  skip,
}, async () => {
  const [ended, ...others] = await Promise.allSettled([end.rows(pool), ...many.map((n) => where.one(pool, n))])
  assert.equal(ended?.status, 'rejected')
  assert.ok(others.every(({ status }) => status === 'fulfilled'))
  assert.equal((await where.one(pool, 7)).n, 7)
})

test('one that takes PostgreSQL too long is not tried again, and those who travelled with it are', async () => {
  await pool.query(`create sequence tried`)
  await pool.query(`create function late(n int) returns int language plpgsql as $$ begin
    if n = 3 then perform nextval('tried'); raise exception 'too long' using errcode = '57014'; end if; return n; end $$`)
  const late = unlistedStatement<[n: number], { n: number }>('lanes.late', 'select late($1) as n', { isQuick })
  const answers = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => late.one(pool, n)))
  assert.deepEqual(
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.n : answer.reason.code)),
    [1, 2, '57014', 4, 5],
  )
  assert.equal((await pool.query('select last_value from tried')).rows[0].last_value, 1)
})

test('reads go past one that holds the lanes up', { skip }, async () => {
  const held = unlistedStatement<[], object>('lanes.held', 'select pg_advisory_xact_lock(1)', { isQuick })
  const holder = await pool.connect()
  await holder.query('select pg_advisory_lock(1)')
  // One after the other, so that each takes a lane of its own.
  const first = held.rows(pool)
  await new Promise(setImmediate)
  const second = held.rows(pool)
  await new Promise(setImmediate)
  assert.equal((await Promise.all(many.map((n) => where.one(pool, n)))).length, many.length)
  await holder.query('select pg_advisory_unlock(1)')
  await Promise.all([first, second])

  // All at once, so that both lanes leave with one that is held up and the others come to wait behind them.
  await holder.query('select pg_advisory_lock(1)')
  const read = (n: number) => where.one(pool, n)
  const [one, before, other, after] = [held.rows(pool), many.slice(0, 7).map(read), held.rows(pool), many.map(read)]
  assert.equal((await Promise.all(after.slice(7))).length, many.length - 7)
  await holder.query('select pg_advisory_unlock(1)')
  holder.release()
  await Promise.all([one, other, ...before, ...after])
})

test('only what reads and holds nothing is quick', () => {
  const quick = [...allStatements.values()].filter((statement) => statement.isQuick)
  assert.ok(quick.length >= 6)
  for (const { name, text } of quick) {
    assert.match(text, /^\s*(select|with)\b/i, name)
    assert.doesNotMatch(text, /\b(insert|update|delete|nextval|for (no key )?(update|share)|for key share)\b/i, name)
  }
})
