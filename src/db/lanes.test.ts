import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createDatabase } from '../../test/database.ts'
import '../app.ts'
import { allStatements, unlistedStatement, waitingFor } from './statement.ts'

const { pool, drop } = await createDatabase()
after(drop)

const isQuick = true
const where = unlistedStatement<[n: number], { n: number; tx: string; backend: number }>(
  'lanes.where',
  'select $1::int as n, pg_current_xact_id()::text as tx, pg_backend_pid() as backend',
  { isQuick },
)
const divide = unlistedStatement<[n: number], { n: number }>('lanes.divide', 'select 12 / $1::int as n', { isQuick })
const end = unlistedStatement<[], object>('lanes.end', 'select pg_terminate_backend(pg_backend_pid())', { isQuick })
const many = Array.from({ length: 40 }, (_, n) => n)

test('reads that wait together travel together, and each gets its own rows', async () => {
  const answers = await Promise.all(many.map((n) => where.one(pool, n)))
  assert.deepEqual(
    answers.map(({ n }) => n),
    many,
  )
  const journeys = new Set(answers.map(({ tx }) => tx)).size
  assert.ok(journeys < many.length / 4, `${journeys} transactions for ${many.length} reads`)
  assert.ok(new Set(answers.map(({ backend }) => backend)).size <= 2, 'so that others find a connection')
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

test('with a connection that ends, its reads fail, and those after it do not', async () => {
  const [ended] = await Promise.allSettled([end.rows(pool), ...many.map((n) => where.one(pool, n))])
  assert.equal(ended?.status, 'rejected')
  assert.equal((await where.one(pool, 7)).n, 7)
})

test('only what reads and holds nothing is quick', () => {
  const quick = [...allStatements.values()].filter((statement) => statement.isQuick)
  assert.ok(quick.length >= 6)
  for (const { name, text } of quick) {
    assert.match(text, /^\s*(select|with)\b/i, name)
    assert.doesNotMatch(text, /\b(insert|update|delete|nextval|for (no key )?(update|share)|for key share)\b/i, name)
  }
})
